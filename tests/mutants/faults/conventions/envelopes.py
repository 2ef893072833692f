"""Faults of envelopes: where a payload is in the body, its content type, and the path it is served under (ENV)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, where
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, json_answer, mutant


def _fails(name: str, operation: str, status: int, *, done: bool = False) -> None:
    """*operation* answers *status*; *done* says whether the service does it before."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward() if done else None
        if answer is not None and not answer.ok:
            return answer
        return await a_refusal(call, status, "internal_error", "The service failed.")

    mutant(name, f"{operation} answers {status}{', although the service does it' if done else ''}.", operation)(handle)


_fails("ENV-01", "updateBooking", 500)
_fails("ENV-01.days", "checkAvailability", 503)
_fails("ENV-01.hold", "holdTeeTime", 500, done=True)
_fails("ENV-01.terms", "getCourseTerms", 404)


def _bare(body: Any) -> Any:
    return body["data"]


json_answer("ENV-04", "A new booking comes at top level.", "createBooking", _bare)
json_answer("ENV-04.get", "A booking is read at top level.", "getBooking", _bare)
json_answer("ENV-04.cancel", "A cancelled booking comes at top level.", "cancelBooking", _bare)
json_answer(
    "ENV-04.list", "A booking is read as a list of one.", "getBooking", alter("data", lambda booking: [booking])
)

json_answer("ENV-11", "A hold is wrapped in data.", "holdTeeTime", lambda body: {"data": body})
json_answer(
    "ENV-11.both", "A hold comes at top level and again under data.", "holdTeeTime", lambda body: body | {"data": body}
)


@mutant("ENV-02", "Terms end with a trailing comma.", "getCourseTerms")
async def _trailing_comma(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=answer.body.rstrip()[:-1] + b",}") if answer.ok else answer


@mutant("ENV-02.html", "Multi-day availability answers an HTML page.", "checkAvailability")
async def _html(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=b"<!doctype html><p>Tee times</p>") if answer.ok else answer


json_answer("ENV-06", "Terms come at top level.", "getCourseTerms", lambda body: body["data"])
json_answer("ENV-06.details", "Course details come at top level.", "getCourse", lambda body: body["data"])
json_answer("ENV-07", "Pricing has no meta.", "getCoursePricing", drop("meta"))
json_answer("ENV-07.data", "Pricing data is a list of one.", "getCoursePricing", alter("data", lambda prices: [prices]))

_empty_is_null = where(lambda body: body["data"] == [], put("data", None))
json_answer("ENV-08", "An empty course list gives null as data.", "searchCourses", _empty_is_null)
json_answer("ENV-08.bookings", "An empty booking list gives null as data.", "listBookings", _empty_is_null)
json_answer(
    "ENV-08.pagination",
    "The booking list carries its page members directly in meta.",
    "listBookings",
    alter("meta", lambda meta: meta["pagination"]),
)


def _wrap(body: Any) -> Any:
    return {"data": body}


json_answer(
    "ENV-09",
    "Tee times of an online course are wrapped in data.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _wrap),
)
json_answer(
    "ENV-09.offline",
    "Tee times of an offline course are wrapped in data.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], _wrap),
)
json_answer(
    "ENV-10",
    "Multi-day availability is wrapped in data.",
    "checkAvailability",
    _wrap,
    when=lambda call: "date" not in call.query,
)


@mutant("ENV-12", "Bookings are served directly under the base, not under /travel.", EVERY_OPERATION)
async def _bookings_without_travel(call: Call) -> Answer:
    if call.path.startswith("/travel/bookings"):
        return await a_refusal_for_an_unknown_id(call)
    if call.path.startswith("/bookings"):
        return await replace(call, path=f"/travel{call.path}").forward()
    return await call.forward()


_CREATE = "createGroupBooking"
_READ = "getGroupBooking"

json_answer("ENV-05", "A new group booking has no data around it.", f"{_CREATE} {_READ}", lambda body: body["data"])
json_answer("ENV-05.read", "A group booking that is read has no data around it.", _READ, lambda body: body["data"])
json_answer(
    "ENV-05.list",
    "A group booking that is read is a list with one item.",
    _READ,
    alter("data", lambda group_booking: [group_booking]),
)


@mutant("ENV-03", "Details are labelled text/plain.", "getCourse")
async def _plain_text(call: Call) -> Answer:
    return (await call.forward()).with_header("content-type", "text/plain")


@mutant("ENV-13", "Webhooks are served under /travel only.", EVERY_OPERATION)
async def _under_travel(call: Call) -> Answer:
    if call.path.startswith("/webhooks"):
        return await a_refusal_for_an_unknown_id(call)
    if call.path.startswith("/travel/webhooks"):
        return await replace(call, path=call.path.removeprefix("/travel")).forward()
    return await call.forward()


json_answer(
    "ENV-08.blind-nil-slice",
    "data of an empty list is null.",
    "searchCourses listBookings",
    alter("data", lambda items: items or None),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "ENV-09.blind-offline-wrapped",
    "The availability of an offline course is under data.",
    "listTeeTimes",
    lambda body: body if body["isOnline"] else {"data": body},
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "ENV-01.blind-nine-holes",
    "The tee sheet of a nine-hole course answers 500.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _nine_holes_crash(call: Call) -> Answer:
    answer = await call.forward()
    course = await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}")
    if answer.ok and course.json()["data"]["holes"] == 9:
        return await a_refusal(call, 500, "internal_error", "Something went wrong.")
    return answer
