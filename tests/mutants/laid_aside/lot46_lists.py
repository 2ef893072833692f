"""Blind faults of the forty-sixth lot: lists and pages."""

from __future__ import annotations

from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import asked_for, relisted
from tests.mutants.parts.page_swaps import after_the_first_page, other_items
from tests.mutants.tools.registry import Origin

relisted(
    "BKL-08.lot46-last-day-left-out-by-status",
    "A list by status leaves out the bookings on the endDate.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]
    ],
    when=lambda call: asks(call, "status", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

other_items(
    "PAG-09.lot46-max-results-begin-again",
    "A later page of a search whose size is given as maxResults has the courses of the first page.",
    "searchCourses",
    lambda call: call.asking(page=1),
    when=lambda call: asks(call, "maxResults") and after_the_first_page(call),
    hidden="a later page",
    origin=Origin.blind,
)
