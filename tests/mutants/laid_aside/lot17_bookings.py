"""Blind faults of bookings: how they are made, read, listed and cancelled."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of, course_of, take_places
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.pretending import memory_of_world, moment_of, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, mutant

_SAME_REFERENCE = "BKC-32.lot17-same-tee-time"
_AT_GREENWICH = frozenset(["GB", "IE", "PT"])
_CROWD = Crowd()
Json = dict[str, Any]


# Plain faults.
@mutant(
    "BKX-05.lot17-tee-moment",
    "cancellationDate is the moment of the tee time.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _tee_moment(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = await booking_of(call)
    if not booking:
        return answer
    return answer.with_json(put("data.cancellationDate", f"{booking['date']}T{booking['teeTime']}:00Z")(answer.json()))


# Faults under a condition: made.
@mutant(
    "BKC-33.lot17-local-clock",
    "createdAt of a pending booking has the local time of a course in central Europe under the sign of UTC.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _local_clock(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    booking = answer.json()["data"]
    course = await course_of(call, booking["course"]["id"])
    if course.get("country", "GB") in _AT_GREENWICH:
        return answer
    disguise(call, booking["id"], alter("createdAt", _an_hour_later))
    return in_disguise(call, answer)


def _an_hour_later(moment: str) -> str:
    """The timestamp one hour after *moment*."""
    return (moment_of(moment) + timedelta(hours=1)).isoformat().replace("+00:00", "Z")


@mutant(
    _SAME_REFERENCE,
    "Bookings of two agencies at one tee time have one bookingReference.",
    BOOKING_OPERATIONS,
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_tee_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    first = memory_of_world(call, _SAME_REFERENCE).setdefault(
        slot_of(booking), {"agency": call.api_key, "bookingReference": booking["bookingReference"]}
    )
    if first["agency"] == call.api_key:
        return answer
    disguise(call, booking["id"], put("bookingReference", first["bookingReference"]))
    return in_disguise(call, answer)


@mutant(
    "ENV-17.lot17-western-letters",
    "Letters outside the western alphabet turn into question marks in the name of the lead player.",
    "createBooking getBooking updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _western_letters(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer

    def western(player: Json) -> Json:
        kept = {name: str(player[name]).encode("latin-1", "replace").decode("latin-1") for name in player}
        return player | {name: kept[name] for name in ("firstName", "lastName") if name in kept}

    return answer.with_json(alter("data.leadPlayer", western)(answer.json()))


# Faults under a condition: read and listed.
@mutant(
    "BKG-02.lot17-changed-then-cancelled",
    "A read of a booking that was changed and then cancelled has no leadPlayer.",
    "getBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_then_cancelled(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if call.operation == "updateBooking":
        changed.add(booking["id"])
    elif booking["status"] == "cancelled" and booking["id"] in changed:
        return answer.with_json(drop("data.leadPlayer")(answer.json()))
    return answer


@mutant(
    "BKL-09.lot17-day-of-cancellation",
    "With status=cancelled the dates of the list filter by the day of the cancellation.",
    "listBookings cancelBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_of_cancellation(call: Call) -> Answer:
    days: dict[str, str] = call.memory.setdefault("days", {})
    answer = await call.forward()
    if answer.ok and call.operation == "cancelBooking":
        cancelled = answer.json()["data"]
        days.setdefault(cancelled["id"], cancelled["cancellationDate"][:10])
    dates = call.query.get("startDate"), call.query.get("endDate")
    if not answer.ok or call.query.get("status") != "cancelled" or not any(dates):
        return answer
    first, last = dates[0] or "", dates[1] or "9999"
    every = await every_booking(call, status="cancelled")
    found = [booking for booking in every if first <= days.get(booking["id"], booking["createdAt"][:10]) <= last]
    return one_page(call, answer, found)


# Faults under a condition: cancelled.
@mutant(
    "BKX-07.lot17-first-size",
    "A cancellation returns no more places than the booking had when it was made.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_size(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if call.operation == "createBooking":
        sizes[booking["id"]] = booking["players"]
    elif before.get("status") == "confirmed":
        more = before["players"] - sizes.get(booking["id"], before["players"])
        if more > 0:
            await take_places(call, before, more)
    return answer


@mutant(
    "INV-09.lot17-last-writer",
    "A booking that is changed while it is cancelled is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _last_writer(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    async with _CROWD.at((world_of(call), call.path_params["id"]), call) as met:
        answer = await shown(call)
    if answer.ok and call.operation == "cancelBooking" and met["updateBooking"]:
        disguise(call, call.path_params["id"], _confirmed_again)
    return answer


def _confirmed_again(booking: Json) -> Json:
    """A cancelled booking shown as confirmed; the answer to a cancellation stays as it is."""
    if "course" not in booking or booking.get("status") != "cancelled":
        return booking
    return {name: value for name, value in booking.items() if name != "cancellationDate"} | {"status": "confirmed"}
