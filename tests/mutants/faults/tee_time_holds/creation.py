"""Faults of what a new hold shows, and of the holds that must be refused (HLD)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.borrowed import another_course_id, days_after
from tests.mutants.parts.days import twelve_hour
from tests.mutants.parts.mending import is_never_offered
from tests.mutants.parts.pretending import held_slot, moment_of
from tests.mutants.parts.substitutes import code_of, elsewhere, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "HLD-11",
    "A hold costs ten percent more than its tee time.",
    "holdTeeTime",
    alter("pricing.greenFee", lambda price: price * Decimal("1.1")),
)
json_answer("HLD-14", "All holds have one id.", "holdTeeTime", put("holdId", "hld_000000000000"))

_HOLD = "holdTeeTime"


def _held_as(name: str, breaks: str, edit: Edit, *, players: int | None = None, hidden: str | None = None) -> None:
    """A fault of the answer to a hold, for *players* or for all."""
    json_answer(name, breaks, _HOLD, edit, when=lambda call: players in (None, sent(call)["players"]), hidden=hidden)


# What a hold shows.
_held_as("HLD-01", "A hold has no pricing.", drop("pricing"))
_held_as("HLD-01.total", "A hold has no totalAmount.", drop("pricing.totalAmount"))
_held_as("HLD-01.fee", "The green fee of a hold is text.", alter("pricing.greenFee", str))
_held_as("HLD-02", "A hold is always for four players.", put("players", 4))
_held_as("HLD-02.one-fewer", "A hold for four is for three.", put("players", 3), players=4, hidden="some values")
_held_as("HLD-02.date", "A hold is for the day after.", alter("date", lambda day: days_after(day, 1)))
_held_as(
    "HLD-02.time", "A hold shows the last minute of its hour as its time.", alter("time", lambda time: f"{time[:2]}:59")
)


@mutant("HLD-02.course", "A hold is for another course.", _HOLD)
async def _another_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    return answer.with_json(put("courseId", await another_course_id(call, call.path_params["courseId"]))(answer.json()))


def _later(minutes: int) -> Callable[[str], str]:
    def moved(moment: str) -> str:
        return (datetime.fromisoformat(moment) + timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")

    return moved


_held_as("HLD-03", "A hold lasts 30 minutes.", alter("holdExpiration", _later(15)))
_held_as(
    "HLD-03.single",
    "A hold for one lasts 18 minutes.",
    alter("holdExpiration", _later(3)),
    players=1,
    hidden="some values",
)
_held_as("HLD-03.hour", "A hold lasts an hour and a quarter.", alter("holdExpiration", _later(60)))
_held_as("HLD-04", "A hold expired five minutes ago.", alter("holdExpiration", _later(-20)))
_held_as(
    "HLD-04.four",
    "A hold for four expired yesterday.",
    alter("holdExpiration", _later(-24 * 60)),
    players=4,
    hidden="some values",
)


# Holds for nothing.
async def held_elsewhere(call: Call, body: dict[str, Any]) -> Answer:
    """The answer to a hold that the sandbox refuses: created at a free tee time and shown at the requested tee time."""
    spot = await elsewhere(call, {})
    wanted = body | {"date": spot["date"], "time": spot["teeTime"]}
    held = await call.upstream("POST", f"/travel/courses/{spot['courseId']}/hold-tee-time", json=wanted)
    return held.with_json(held.json() | body | {"courseId": call.path_params["courseId"]}) if held.ok else held


def _for_nothing(name: str, breaks: str, players: int | None = None, *, hidden: str | None = None) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if code_of(answer) != "course_not_found" or players not in (None, sent(call)["players"]):
            return answer
        return await held_elsewhere(call, sent(call))

    mutant(name, breaks, _HOLD, hidden=hidden)(handle)


_for_nothing("HLD-13", "A course that does not exist can be held.")
_for_nothing("HLD-13.single", "A single player holds a course that does not exist.", players=1, hidden="some values")

json_answer(
    "HLD-02.afternoon",
    "Holds of the afternoon show their time on a clock of twelve hours.",
    "holdTeeTime",
    alter("time", twelve_hour),
    hidden="some values",
    origin=Origin.hidden,
)


@mutant(
    "HLD-03.blind-second-hold",
    "The second hold on a tee time also lasts for the rest of the first hold.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_minutes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body, slot = answer.json(), held_slot(call)
    until = moment_of(body["holdExpiration"])
    before = call.memory.get(slot)
    left = before - (until - timedelta(minutes=15)) if before else timedelta()
    until += max(left, timedelta())
    call.memory[slot] = until
    return answer.with_json(body | {"holdExpiration": until.strftime("%Y-%m-%dT%H:%M:%SZ")})


@mutant("HLD-12", "Any time of the day can be held.", "holdTeeTime", origin=Origin.mended)
async def _any_time_held(call: Call) -> Answer:
    answer = await call.forward()
    return await held_elsewhere(call, sent(call)) if is_never_offered(answer) else answer


@mutant("HLD-17", "More places than are free can be held.", "holdTeeTime", origin=Origin.mended)
async def _more_than_free(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if code_of(answer) != "tee_time_unavailable":
        return answer
    offered = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    return await held_elsewhere(call, body) if body["time"] in [tee_time["time"] for tee_time in offered] else answer


@mutant(
    "HLD-17.rest",
    "A hold of more places than are free takes the remaining places.",
    "holdTeeTime",
    origin=Origin.mended,
)
async def _the_rest_held(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if code_of(answer) != "tee_time_unavailable":
        return answer
    offered = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    free = next((tee_time["available"] for tee_time in offered if tee_time["time"] == body["time"]), 0)
    if not free:
        return answer
    held = await call.with_json(body | {"players": free}).forward()
    return held.with_json(held.json() | {"players": body["players"]}) if held.ok else held
