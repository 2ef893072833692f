"""Hidden faults that show after a while only: some requests later, or some minutes by the clock of the target."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.tools.borrowed import world_time
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.tools.forgetful_sheets import tee_sheets_forget
from tests.mutants.tools.forgotten_places import Taking
from tests.mutants.tools.registry import EVERY_OPERATION, mutant
from tests.mutants.tools.relays import Delivery, event_fault
from tests.mutants.tools.substitutes import a_refusal, sent

_KIND = "after a while"
_SHORTER_HOLD = timedelta(minutes=10)


# Some minutes later.
def _after_ten_minutes(taking: Taking, _: Call, now: datetime) -> bool:
    return taking.at is not None and now - taking.at >= _SHORTER_HOLD


tee_sheets_forget(
    "HLD-05.early",
    "A hold gives its places back after ten minutes, whatever it says.",
    "holdTeeTime",
    lambda made: made.players,
    look=_after_ten_minutes,
    hidden=_KIND,
)


@mutant(
    "HLD-07.late",
    "A hold can be completed in its first ten minutes only.",
    "holdTeeTime createBooking",
    hidden=_KIND,
)
async def _too_late(call: Call) -> Answer:
    held: dict[str, datetime] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = await world_time(call)
        return answer
    began = held.get(str(sent(call).get("holdId")))
    if began and await world_time(call) - began >= _SHORTER_HOLD:
        return await a_refusal(call, 409, "hold_expired", "The hold has expired.")
    return await call.forward()


# Some requests later.
Aged = Callable[[Booking, int], Booking | None]


def _ages(name: str, breaks: str, aged: Aged, *, reads: str, since: str) -> None:
    """Answers of *reads* show a booking as *aged* makes it, given how many requests of this agency ago *since* was."""

    async def handle(call: Call) -> Answer:
        now = call.memory["now"] = call.memory.get("now", 0) + 1
        before: dict[str, int] = call.memory.setdefault("before", {})
        answer = await call.forward()
        if answer.ok and call.operation in since.split():
            before[answer.json()["data"]["id"]] = now
        if not answer.ok or call.operation not in reads.split():
            return answer

        def shown(booking: Booking) -> Booking | None:
            return aged(booking, now - before.get(booking["id"], now))

        return await _read(call, answer, shown)

    mutant(name, breaks, EVERY_OPERATION, hidden=_KIND)(handle)


async def _read(call: Call, answer: Answer, shown: Callable[[Booking], Booking | None]) -> Answer:
    if call.operation != "listBookings":
        return answer.with_json({"data": shown(answer.json()["data"])})
    found = [booking for one in await every_booking(call) if (booking := shown(one)) and asked_for(call, booking)]
    return one_page(call, answer, found)


def _confirmed_after(requests: int) -> Aged:
    def aged(booking: Booking, ago: int) -> Booking:
        revived = booking["status"] == "cancelled" and ago >= requests
        return booking | ({"status": "confirmed"} if revived else {})

    return aged


_ages(
    "BKX-03.later",
    "Four requests after its cancellation a booking is read as confirmed again.",
    _confirmed_after(4),
    reads="getBooking",
    since="cancelBooking",
)
_ages(
    "BKX-04.later",
    "Six requests after its cancellation a booking is listed as confirmed again.",
    _confirmed_after(6),
    reads="listBookings",
    since="cancelBooking",
)
_ages(
    "BKL-12.later",
    "Ten requests after a change the list shows a booking as one for two players.",
    lambda booking, ago: booking | ({"players": 2} if ago >= 10 else {}),
    reads="listBookings",
    since="updateBooking",
)
_ages(
    "BKL-03.later",
    "Ten requests after it was made a booking is in no list.",
    lambda booking, ago: None if ago >= 10 else booking,
    reads="listBookings",
    since="createBooking",
)


def _served_twice(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    served = memory[delivery.url] = memory.get(delivery.url, 0) + 1
    return [delivery] if served <= 2 else []


event_fault("EVT-02.tired", "A subscription is served twice, and then no more.", _served_twice, hidden=_KIND)
