"""Faults of tee sheets that still show held places as free (HLD-05)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import body_of, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOLD = "holdTeeTime"


def _forgotten(name: str, breaks: str, places: Callable[[int], int], *, hidden: str | None = None) -> None:
    """Tee sheets show *places* of the players held as free."""
    sheets = ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation == _HOLD:
            return await _held(call, sheets, places)
        answer = await call.forward()
        if answer.ok:
            sheets.know_again(call, sent(call).get("holdId", ""))
        return answer

    mutant(name, breaks, f"listTeeTimes {_HOLD} createBooking", hidden=hidden)(handle)


async def _held(call: Call, sheets: ForgetfulSheets, places: Callable[[int], int]) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None:
        hold = answer.json()
        sheets.forget(call, hold["holdId"], Taking(course_id, hold["date"], line, places(hold["players"])))
    return answer


_forgotten("HLD-05", "Held places stay on offer.", lambda players: players)
_forgotten("HLD-05.one", "One held place stays on offer.", lambda _: 1)
_forgotten(
    "HLD-05.four",
    "Held places stay on offer when all four are held.",
    lambda players: 4 if players == 4 else 0,
    hidden="some values",
)

tee_sheets_forget(
    "HLD-05.others",
    "Held places stay on offer to every other agency.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=to_others,
    hidden="another agency",
    origin=Origin.hidden,
)

tee_sheets_forget(
    "HLD-05.weekend",
    "At weekends held places stay on offer.",
    "holdTeeTime",
    lambda taken: taken.players if date.fromisoformat(taken.play_date).weekday() >= SATURDAY else 0,
    hidden="certain days",
    origin=Origin.hidden,
)

_SHORTER_HOLD = timedelta(minutes=10)


def _after_ten_minutes(taking: Taking, _: Call, now: datetime) -> bool:
    return taking.at is not None and now - taking.at >= _SHORTER_HOLD


tee_sheets_forget(
    "HLD-05.early",
    "A hold gives its places back after ten minutes, before its holdExpiration.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=_after_ten_minutes,
    hidden="after a while",
    origin=Origin.hidden,
)

tee_sheets_forget(
    "HLD-05.second",
    "A second hold of an agency at the same tee time takes no places off sale.",
    "holdTeeTime",
    lambda taken: taken.players if taken.taken_before else 0,
    hidden="after another operation",
    origin=Origin.hidden,
)

_UNHELD = ForgetfulSheets()


@mutant(
    "HLD-05.after-cancel",
    "A hold on a day on which a booking was cancelled takes no places.",
    "listTeeTimes holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _holds_nothing(call: Call) -> Answer:
    given_back: set[Any] = call.memory.setdefault("given back", set())
    if call.operation == "listTeeTimes":
        return await _UNHELD.sheet(call)
    if call.operation == "holdTeeTime":
        return await _held_after_a_cancel(call, given_back)
    before = await booking_now(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and before:
        given_back.add(place_of(before)[:2])
    elif answer.ok:
        _UNHELD.know_again(call, sent(call).get("holdId", ""))
    return answer


async def _held_after_a_cancel(call: Call, given_back: set[Any]) -> Answer:
    course_id, body = call.path_params["courseId"], sent(call)
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None and (course_id, body["date"]) in given_back:
        _UNHELD.forget(call, answer.json()["holdId"], Taking(course_id, body["date"], line, body["players"]))
    return answer


@mutant(
    "HLD-05.blind-part-held",
    "A hold on fewer players than places changes nothing in the tee times.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _part_held(call: Call) -> Answer:
    name = "part held"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (hold_id := body_of(call).get("holdId")):
            slot = slot_of(body_of(call))
            memory_of_world(call, name)[slot] = [
                hold for hold in holds_at(call, name, slot) if hold["holdId"] != hold_id
            ]
        return answer
    live = await live_holds(call, name)
    return await with_more_places(call, lambda slot: players_of(live.get(slot, [])))


@mutant(
    "HLD-05.blind-second-hold",
    "Of several holds on a tee time only the latest counts in the tee times.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _latest_hold(call: Call) -> Answer:
    name = "latest hold"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    live = await live_holds(call, name)
    return await with_more_places(call, lambda slot: players_of(live.get(slot, [])[:-1]))
