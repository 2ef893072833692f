"""Blind faults of the sixty-third lot: bookings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.asking import has_dates, number_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change


def _with_number(call: Call) -> Call:
    return call.with_json(sent(call) | {"players": int(sent(call)["players"])})


def _sends_digits(call: Call) -> bool:
    players = sent(call).get("players")
    return isinstance(players, str) and players.isdecimal()


request_change(
    "BKC-22.lot63-players-in-quotes",
    "A booking whose number of players is a text is accepted.",
    "createBooking",
    _with_number,
    when=_sends_digits,
    origin=Origin.blind,
)


@mutant(
    "BKC-07.lot63-leading-zeros",
    "At an offline course an agency reference of digits alone loses its leading zeros.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _leading_zeros(call: Call) -> Answer:
    body = sent(call)
    reference = body.get("agencyBookingReference")
    if not isinstance(reference, str) or not reference.isdecimal() or not reference.startswith("0"):
        return await call.forward()
    if await is_online(call, body.get("courseId")) is not False:
        return await call.forward()
    return await call.with_json(body | {"agencyBookingReference": str(int(reference))}).forward()


def _has_lines(call: Call) -> bool:
    text = sent(call).get("specialRequests")
    return isinstance(text, str) and "\n" in text.strip()


def _on_a_line(call: Call) -> Call:
    return call.with_json(sent(call) | {"specialRequests": " ".join(sent(call)["specialRequests"].splitlines())})


request_change(
    "BKC-08.lot63-several-lines",
    "Special requests of several lines are kept as a single line.",
    "createBooking updateBooking",
    _on_a_line,
    when=_has_lines,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot63-time-of-hold",
    "A booking that completes a hold some minutes later shows the time of the hold as createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _time_of_hold(call: Call) -> Answer:
    held: dict[str, datetime] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = await world_time(call)
        return answer
    answer = await shown(call)
    since = held.get(str(sent(call).get("holdId")))
    if call.operation != "createBooking" or not answer.ok or since is None:
        return answer
    if await world_time(call) - since < timedelta(minutes=2):
        return answer
    disguise(call, answer.json()["data"]["id"], put("createdAt", f"{since:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


def _on_a_single_day(call: Call) -> bool:
    first = call.query.get("startDate")
    return first is not None and first == call.query.get("endDate")


def _before_the_end(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]]


relisted(
    "BKL-08.lot63-single-day",
    "A booking list whose startDate and endDate are the same day leaves out the bookings of that day.",
    _before_the_end,
    when=_on_a_single_day,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _turns_pages(call: Call) -> bool:
    return "status" in call.query and has_dates(call) and number_in(call, "page", 1) > 1


def _of_any_status(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [booking for booking in bookings if asked_for(call.without("status"), booking)]


relisted(
    "BKL-09.lot63-status-lost-on-next-page",
    "From the second page on a list with status and dates shows bookings of every status.",
    _of_any_status,
    when=_turns_pages,
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "BST-01.lot63-read-while-pending",
    "A booking that was read while it was pending is still read as pending after the course has confirmed.",
    "getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _read_while_pending(call: Call) -> Answer:
    seen: set[str] = call.memory.setdefault("seen", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body["data"]["status"] == "pending":
        seen.add(body["data"]["id"])
    if body["data"]["status"] != "confirmed" or body["data"]["id"] not in seen:
        return answer
    return answer.with_json(put("data.status", "pending")(body))
