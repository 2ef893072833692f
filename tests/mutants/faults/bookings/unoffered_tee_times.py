"""Faults that accept a booking of a course, a day or a tee time that is not on offer (BKC)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from tests.mutants.parts.acceptance import Body, Mended, accepted, booking_terms, on_some_course
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.mending import Reading, _day, is_never_offered, reading_of, with_slashes
from tests.mutants.parts.overbooking import overbooked
from tests.mutants.parts.substitutes import code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

accepted("BKC-23", "A course that does not exist is booked.", "course_not_found", on_some_course)


async def _single_on_nothing(call: Call, body: Body) -> Mended:
    return await on_some_course(call, body) if body["players"] == 1 else None


accepted(
    "BKC-23.single",
    "A single player books a course that does not exist.",
    "course_not_found",
    _single_on_nothing,
    hidden="some values",
)


async def _within_a_week(call: Call, body: Body) -> Mended:
    terms = await booking_terms(call, body)
    limit = await today(call) + timedelta(days=terms["maxDaysInAdvance"] + 7)
    return await on_some_course(call, body) if date.fromisoformat(body["date"]) <= limit else None


accepted("BKC-27", "Agencies can book every day in the future, without a limit.", "date_too_far", on_some_course)
accepted("BKC-27.week", "Agencies can book a week further ahead than the terms say.", "date_too_far", _within_a_week)

_unpadded = reading_of(r"(\d{4})-(\d\d?)-(\d\d?)", _day)

_without_colon = reading_of(r"(\d\d)(\d\d)", lambda hour, minute: f"{hour}:{minute}")


def _booked_as_meant(name: str, breaks: str, member: str, reading: Reading) -> None:
    """Registers a mutant that books *member* for what *reading* makes of its text."""

    def meaning(call: Call) -> str | None:
        text = sent(call).get(member)
        return reading(text) if isinstance(text, str) else None

    request_change(
        name,
        breaks,
        "createBooking",
        lambda call: call.with_json(sent(call) | {member: meaning(call)}),
        when=lambda call: meaning(call) is not None,
        origin=Origin.mended,
    )


_booked_as_meant("BKC-29", "A date with slashes is read as day, month and year, and booked.", "date", with_slashes)
_booked_as_meant("BKC-29.unpadded", "A month or day of one digit is booked.", "date", _unpadded)
_booked_as_meant("BKC-29.time", "A tee time without its colon is booked.", "teeTime", _without_colon)


def _booked_nevertheless(name: str, breaks: str, chosen: Callable[[Answer], bool]) -> None:
    """Registers a mutant that makes the bookings whose refusal *chosen* likes."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        return await overbooked(call) if call.operation == "createBooking" and chosen(answer) else answer

    mutant(name, breaks, BOOKING_OPERATIONS, origin=Origin.mended)(handle)


_booked_nevertheless("BKC-24", "Any time of the day can be booked.", is_never_offered)
_booked_nevertheless("BKC-26", "Agencies can book a day in the past.", lambda answer: code_of(answer) == "date_in_past")


@mutant(
    "BKC-24.next",
    "The service creates a booking between two tee times at the later tee time.",
    "createBooking",
    origin=Origin.mended,
)
async def _next_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    if not is_never_offered(answer):
        return answer
    body = sent(call)
    offered = await tee_times(call, body["courseId"], body["date"], body["players"])
    later = [tee_time["time"] for tee_time in offered if tee_time["time"] > body["teeTime"]]
    return await call.with_json(body | {"teeTime": later[0]}).forward() if later else answer
