"""Blind faults of the forty-seventh lot: bookings and their lists."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.events import CONFIRMED, event_of, kind_of
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

_WHOLE_FLIGHT = 4

booked_as(
    "BKC-33.lot47-created-at-midnight",
    "createdAt is the midnight before the creation.",
    alter("createdAt", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)
booked_as(
    "BKC-07.lot47-reference-as-a-number",
    "An agency reference of digits loses its leading zeros.",
    where(
        lambda booking: str(booking.get("agencyBookingReference", "")).isdecimal(),
        alter("agencyBookingReference", lambda text: str(int(text))),
    ),
    when=lambda body: str(body.get("agencyBookingReference", "")).isdecimal(),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "ENV-17.lot47-charset-read-as-latin",
    "A booking whose content type names a charset is read as Latin-1: other letters than ASCII are garbled.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _read_as_latin(call: Call) -> Answer:
    kind = next((value for name, value in call.headers if name.lower() == "content-type"), "")
    if "charset" not in kind.lower() or call.body.isascii():
        return await call.forward()
    return await replace(call, body=call.body.decode("latin-1").encode("utf-8")).forward()


def _wants_review(body: dict[str, Any]) -> bool:
    return body.get("players") == _WHOLE_FLIGHT and bool(body.get("specialRequests"))


async def _reviewed(call: Call, relay: Relay) -> Answer:
    if call.operation in WEBHOOK_OPERATIONS.split():
        return await relay.webhooks(call)
    if call.operation != "createBooking" or not _wants_review(sent(call)):
        return await shown(call)
    waiting: Counter[str] = relay.memory.setdefault("waiting", Counter())
    course = str(sent(call).get("courseId"))
    waiting[course] += 1
    answer = await shown(call)
    if answer.ok and answer.json()["data"]["status"] == "confirmed":
        booking_id = answer.json()["data"]["id"]
        relay.memory[booking_id] = True
        disguise(call, booking_id, where(lambda booking: booking["status"] == "confirmed", _pending))
        answer = in_disguise(call, answer)
    waiting[course] -= 1
    return answer


def _pending(booking: dict[str, Any]) -> dict[str, Any]:
    return booking | {"status": "pending"}


def _unless_pending(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    about = event_of(delivery)["data"]
    waits = about["id"] in memory or memory.get("waiting", Counter())[about.get("courseId")] > 0
    return [] if kind_of(delivery) == CONFIRMED and waits else [delivery]


event_fault(
    "BKC-01.lot47-requests-of-four-wait",
    "An online booking for four players with special requests stays pending.",
    _unless_pending,
    operations=BOOKING_OPERATIONS,
    handle=_reviewed,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot47-list-keeps-first-players",
    "After a change of players, the list still shows the number before it.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_players(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation == "updateBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and "players" in sent(call):
            first.setdefault(before["id"], before["players"])
        return answer
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    body["data"] = [item | {"players": first.get(item["id"], item["players"])} for item in body["data"]]
    return answer.with_json(body)


@mutant(
    "BKL-13.lot47-changed-request-lost",
    "A pending booking that was changed is in no list of pending bookings.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _without_changed(call: Call) -> Answer:
    answer = await call.forward()
    changed: set[str] = call.memory.setdefault("changed", set())
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        if answer.json()["data"]["status"] == "pending":
            changed.add(answer.json()["data"]["id"])
        return answer
    if call.query.get("status") != "pending" or not changed:
        return answer
    kept = [item for item in await every_booking(call) if item["id"] not in changed and asked_for(call, item)]
    return one_page(call, answer, kept)


@mutant(
    "PAG-12.lot47-later-pages-of-a-period-overlap",
    "In a booking list of a period, a later page begins with the last item of the page before it.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _overlapping(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 2 or not has_dates(call) or not answer.json()["data"]:
        return answer
    body = answer.json()
    begin = (page_number(call) - 1) * body["meta"]["pagination"]["pageSize"] - 1
    items = [item for item in await every_booking(call) if asked_for(call, item)]
    return answer.with_json(body | {"data": items[begin : begin + len(body["data"])]})
