"""The tour: golden requests sent first, so that every shape has answers to judge. It judges nothing itself.

A step runs whenever a selected row has a shape of its operations, except in a run of all rows: there, the checks get
such answers. A read-only run takes no step that writes.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Untested, exercises
from conformance.scope.run import Run

# The checks of rows read more courses. These few give every shape an answer in a run of a few rows.
_COURSES_OF_EACH_KIND = 2
_SATURDAY = 5


def _toured(courses: CourseFinder) -> Iterator[Any]:
    """Some online and some offline courses, as far as there are any."""
    for kind in (courses.online, courses.offline):
        for count in range(_COURSES_OF_EACH_KIND, 0, -1):
            try:
                found = kind(count)
            except Untested:
                continue
            yield from found
            break


def _days(run: Run) -> tuple[date, date]:
    """A Wednesday and a Saturday about a month ahead."""
    base = run.today + timedelta(days=28)
    saturday = base + timedelta(days=(_SATURDAY - base.weekday()) % 7)
    return saturday - timedelta(days=3), saturday


@exercises("searchCourses", spare=True)
def test_three_pages_of_courses(agency: Agency) -> None:
    agency.get("/travel/courses", page=1)
    agency.get("/travel/courses", page=2)
    agency.get("/travel/courses", page=3)


@exercises("getCourse", "getCoursePricing", "getCourseTerms", spare=True)
def test_details_pricing_and_terms_of_some_courses(agency: Agency, courses: CourseFinder, run: Run) -> None:
    period = {"startDate": run.today.isoformat(), "endDate": (run.today + timedelta(days=365)).isoformat()}
    for course in _toured(courses):
        path = f"/travel/courses/{segment(course['id'])}"
        courses.opened(course["id"])
        courses.terms_answered(course["id"])
        agency.get(f"{path}/pricing", **period)
        agency.get(f"{path}/pricing", **period, includeExtraProducts=True)


@exercises("listTeeTimes", spare=True)
def test_tee_times_of_a_weekday_and_a_weekend_day(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for course in _toured(courses):
        for day in _days(run):
            agency.get(f"/travel/courses/{segment(course['id'])}/tee-times", date=day.isoformat(), players=2)


@exercises("checkAvailability", spare=True)
def test_the_availability_of_seven_days_and_of_one(agency: Agency, courses: CourseFinder, run: Run) -> None:
    first, last = _days(run)[0], _days(run)[0] + timedelta(days=6)
    for course in courses.online():
        path = f"/travel/courses/{segment(course['id'])}/availability"
        agency.get(path, startDate=first.isoformat(), endDate=last.isoformat(), players=2)
        agency.get(path, startDate=last.isoformat(), endDate=last.isoformat(), players=2)


@exercises("createBooking", "getBooking", "listBookings", "updateBooking", "cancelBooking", writes=True, spare=True)
def test_the_life_of_a_booking(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    tee_time = tee_times.fresh()
    booking = bookings.create_data(tee_time)
    bookings.read(booking["id"])
    bookings.listed(tee_time.play_date)
    bookings.update(booking["id"], {"players": 3})
    bookings.cancel(booking["id"])
    bookings.read(booking["id"])
    # What a cancelled booking answers is an open point.
    bookings.update(booking["id"], {"players": 2}).mark(Role.attempt)
    bookings.cancel(booking["id"]).mark(Role.attempt)


@exercises("listBookings", spare=True)
def test_a_page_of_bookings(agency: Agency) -> None:
    agency.get("/travel/bookings")


@exercises("holdTeeTime", writes=True, spare=True)
def test_a_held_tee_time(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    bookings.hold(tee_times.fresh())
