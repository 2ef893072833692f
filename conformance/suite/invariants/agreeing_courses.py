"""Courses as different operations show them, and what is judged where two of them disagree."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, part
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Untested, expect, shown
from conformance.recordings.parts import kept_together
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import ask_period
from conformance.suite.arranged.geography import listed_nearby
from conformance.suite.arranged.play_days import DAY_KINDS, furthest_day, play_day, some_offline
from conformance.suite.arranged.tee_sheets import ask

_NEAR_WEEKDAY = DAY_KINDS[0]
# Nobody has to read the terms of a course to ask so near a day.
_SAFE_FOR_ANY_HORIZON_DAYS = 9


def require_online_or_offline_everywhere(agency: Agency, run: Run, sampled: Sequence[Any]) -> None:
    """Raises `Violation` unless list, details and tee sheet agree on isOnline of every course *sampled*; for the first
    one, the search nearby too.
    """
    reads = kept_together({course["id"]: partial(_details_and_sheet, agency, run, course["id"]) for course in sampled})
    for course in sampled:
        details, tee_sheet = reads[course["id"]]()
        said = {
            "list": course["isOnline"],
            "details": part(details, "data.isOnline", judge=False),
            "tee-times": part(tee_sheet, "isOnline", judge=False),
        }
        if course == sampled[0]:
            nearby = listed_nearby(agency, details["data"])
            said |= {"search nearby": nearby["isOnline"]} if "isOnline" in nearby else {}
        agrees = all(value == course["isOnline"] for value in said.values())
        expect(agrees, f"isOnline of {course['id']} is the same everywhere", f"isOnline is {shown(said)}")


def _details_and_sheet(agency: Agency, run: Run, course_id: str) -> tuple[Any, Any]:
    details = accepted(agency.get(f"/travel/courses/{segment(course_id)}"), "Reading course details")
    return details, _tee_sheet(agency, course_id, run)


def sample(courses: CourseFinder, run: Run, *, is_online: bool) -> list[Any]:
    """The first, the last and two more list items of a kind. Raises `Untested` when there is none."""
    found = [course for course in courses.listed if course.get("isOnline") is is_online]
    found = found or [course for course in courses.all_courses() if course.get("isOnline") is is_online]
    if not found:
        raise Untested(f"The target lists no course with isOnline {str(is_online).lower()}.")
    drawn = run.random(f"sample {is_online}").sample(found, min(2, len(found)))
    return list({course["id"]: course for course in (found[0], found[-1], *drawn)}.values())


def _tee_sheet(agency: Agency, course_id: str, run: Run) -> Any:
    day = play_day(_NEAR_WEEKDAY, run, "invariants", _SAFE_FOR_ANY_HORIZON_DAYS)
    return accepted(ask(agency, course_id, day, 2), "Reading a tee sheet")


def require_same_name_everywhere(agency: Agency, courses: CourseFinder, run: Run, online: Sequence[str]) -> None:
    """Raises `Violation` unless all operations show the same name of every *online* course, and of an offline one."""
    reads = {course_id: partial(_names, agency, courses, run, course_id, is_online=True) for course_id in online}
    reads |= {
        course_id: partial(_names, agency, courses, run, course_id, is_online=False)
        for course_id in _offline_if_any(courses)
    }
    for course_id, names in kept_together(reads).items():
        _agree(course_id, names())


def require_same_names_in_bookings(agency: Agency, courses: CourseFinder) -> None:
    """Raises `Violation` unless the courses of bookings have the names of their details."""
    for course in _courses_of_bookings(agency):
        names = {"details": courses.details(course["id"]).get("name"), "booking": course.get("name")}
        _agree(course["id"], names)


def _offline_if_any(courses: CourseFinder) -> list[str]:
    try:
        return some_offline(courses, 1)
    except Untested:
        return []


def _names(agency: Agency, courses: CourseFinder, run: Run, course_id: str, *, is_online: bool) -> dict[str, Any]:
    """The name of a course by the operation that says it: of an online course, the answer for several days too."""
    pricing = accepted(agency.get(f"/travel/courses/{segment(course_id)}/pricing"), "Reading course pricing")
    names = {
        "details": courses.details(course_id).get("name"),
        "terms": courses.terms(course_id).get("courseName"),
        "pricing": part(pricing, "data.courseName", judge=False),
        "tee-times": part(_tee_sheet(agency, course_id, run), "courseName", judge=False),
    }
    if is_online:
        first = play_day(_NEAR_WEEKDAY, run, "name", furthest_day(courses, course_id))
        period = accepted(ask_period(agency, course_id, first, first, 2), "Reading the availability of a day")
        names["availability"] = part(period, "courseName", judge=False)
    return names


def _courses_of_bookings(agency: Agency) -> list[Any]:
    """Up to three different courses as the first page of bookings names them; none when nothing was booked yet."""
    body = accepted(agency.get("/travel/bookings"), "Listing bookings")
    listed = part(body, "data", judge=False)
    named = [item.get("course") for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    found = {course["id"]: course for course in named if isinstance(course, dict) and isinstance(course.get("id"), str)}
    return list(found.values())[:3]


def _agree(course_id: str, names: Mapping[str, Any]) -> None:
    """Raises `Violation` unless all names are the same; a name that is absent is judged elsewhere."""
    said = {place: name for place, name in names.items() if name is not None}
    expect(
        len(set(map(str, said.values()))) <= 1,
        f"course {course_id} has the same name everywhere",
        f"the answers call the course {shown(said)}",
    )
