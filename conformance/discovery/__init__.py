"""Finds courses and free tee times on the target for the checks, and creates bookings for them. Judges nothing."""

from conformance.discovery.bodies import changed, without
from conformance.discovery.booking_hooks import BookingHookDesk
from conformance.discovery.bookings import BookingDesk
from conformance.discovery.clock import MovableClock
from conformance.discovery.courses import CourseFinder
from conformance.discovery.group_bookings import GroupDesk
from conformance.discovery.offered_tee_times import FreshDay, OfferedTeeTime, minutes_later
from conformance.discovery.pages import walk
from conformance.discovery.tee_times import TeeTimeFinder

__all__ = [
    "BookingDesk",
    "BookingHookDesk",
    "CourseFinder",
    "FreshDay",
    "GroupDesk",
    "MovableClock",
    "OfferedTeeTime",
    "TeeTimeFinder",
    "changed",
    "minutes_later",
    "walk",
    "without",
]
