"""Mutants of places: more sold than there are (BKC-25, BKU-08, INV-02), sold and still offered (INV-05)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, book_in_disguise, disguise, in_disguise, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, as_asked, code_of, elsewhere, sent, tee_times

_FULL = "tee_time_unavailable"
TeeTime = tuple[str, str, str]


def tee_time_of(body: dict[str, Any]) -> TeeTime:
    """Course, date and time of a request for a booking."""
    return str(body.get("courseId")), str(body.get("date")), str(body.get("teeTime"))


async def overbooked(call: Call) -> Answer:
    """The answer to a booking where there is no room: made at a free tee time and shown where it was asked for."""
    body = sent(call)
    return await book_in_disguise(call, await elsewhere(call, body), await as_asked(call, body))


async def _places_free(call: Call, tee_time: TeeTime) -> int:
    course_id, day, time = tee_time
    return next((line["available"] for line in await tee_times(call, course_id, day, 1) if line["time"] == time), 0)


# Bookings beyond the places free.
@dataclass(frozen=True)
class Attempt:
    """A booking refused for want of room: players, places free, and how often the tee time was overbooked so far."""

    players: int
    free: int
    overbookings: int


def _overbooking(name: str, breaks: str, chosen: Callable[[Attempt], bool]) -> None:
    """Makes refused bookings that *chosen* likes, at tee times that were booked before."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking":
            return answer
        overbookings: dict[Any, int] = memory.of(call)
        body = sent(call)
        tee_time = tee_time_of(body)
        if answer.ok:
            overbookings.setdefault(tee_time, 0)
        if code_of(answer) != _FULL or tee_time not in overbookings:
            return answer
        if not chosen(Attempt(body["players"], await _places_free(call, tee_time), overbookings[tee_time])):
            return answer
        overbookings[tee_time] += 1
        return await overbooked(call)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_overbooking("BKC-25", "A tee time takes any number of players.", lambda _: True)
_overbooking(
    "BKC-25.one-more",
    "A booking may have one player more than there are places free.",
    lambda attempt: attempt.free > 0 and attempt.players == attempt.free + 1,
)
_overbooking(
    "BKC-25.full",
    "A tee time that is full takes another single player.",
    lambda attempt: attempt.free == 0 and attempt.players == 1,
)
_overbooking("INV-02", "Each tee time is overbooked by one booking.", lambda attempt: attempt.overbookings == 0)
_overbooking(
    "INV-02.single",
    "Each full tee time takes one more single player.",
    lambda attempt: attempt.free == 0 and attempt.players == 1 and attempt.overbookings == 0,
)


# Changes beyond the places free.
def _outgrown(name: str, breaks: str, chosen: Callable[[int, int], bool]) -> None:
    """Players may grow beyond the places free, where *chosen* likes how many more and how many are free."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or code_of(answer) != _FULL:
            return answer
        now = await call.upstream("GET", call.path)
        booking, players = now.json()["data"], sent(call)["players"]
        tee_time = booking["course"]["id"], booking["date"], booking["teeTime"]
        if not chosen(players - booking["players"], await _places_free(call, tee_time)):
            return answer
        disguise(call, booking["id"], put("players", players))
        return in_disguise(call, now)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_outgrown("BKU-08", "A change of players needs no places.", lambda *_: True)
_outgrown("BKU-08.one-more", "A booking may grow by one more than is free.", lambda more, free: more == free + 1)
_outgrown("BKU-08.full", "A booking at a full tee time may grow.", lambda _, free: free == 0)


# Bookings that the tee sheet forgets.
def _forgotten(name: str, breaks: str, places: Callable[[int], int]) -> None:
    """Tee sheets show *places* of the players booked as free."""
    sheets = ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation == "createBooking":
            return await _booked(call, sheets, places)
        answer = await call.forward()
        if answer.ok:
            sheets.know_again(call, call.path_params["id"])
        return answer

    mutant(name, breaks, "listTeeTimes createBooking cancelBooking")(handle)


async def _booked(call: Call, sheets: ForgetfulSheets, places: Callable[[int], int]) -> Answer:
    course_id, day, _ = tee_time_of(sent(call))
    line = await line_of(call, course_id, "teeTime")
    answer = await call.forward()
    if answer.ok and line is not None:
        booking = answer.json()["data"]
        sheets.forget(call, booking["id"], Taking(course_id, day, line, places(booking["players"])))
    return answer


_forgotten("INV-05", "Booked places stay on offer.", lambda players: players)
_forgotten("INV-05.one", "One of the places booked stays on offer.", lambda _: 1)
_forgotten("INV-05.four", "A tee time booked by four stays on offer.", lambda players: 4 if players == 4 else 0)
