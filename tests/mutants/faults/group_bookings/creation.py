"""Faults of new group bookings: what they show, and which of them are refused (GRP)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.mutants.parts.asking import is_large_group, is_smallest_group
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, days_after
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import a_bad_request, a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CREATE = "createGroupBooking"
_READ = "getGroupBooking"

json_answer("GRP-02", "A new group is confirmed at once.", _CREATE, put("data.status", "confirmed"))
json_answer(
    "GRP-02.large",
    "A new group of many is pending.",
    _CREATE,
    put("data.status", "pending"),
    when=is_large_group,
    hidden="some values",
)
json_answer("GRP-03", "A group has no createdAt.", _CREATE, drop("data.createdAt"))
json_answer("GRP-03.players", "totalPlayers of a group is text.", _CREATE, alter("data.totalPlayers", str))
json_answer("GRP-04", "A group has no players.", _CREATE, put("data.totalPlayers", 0))
json_answer(
    "GRP-04.large",
    "A group of many shows eight.",
    _CREATE,
    put("data.totalPlayers", 8),
    when=is_large_group,
    hidden="some values",
)
json_answer("GRP-04.date", "A group is for the day after.", _CREATE, alter("data.date", lambda day: days_after(day, 1)))
json_answer("GRP-06", "A group is read under an id of its own.", _READ, alter("data.id", lambda old: f"{old}-r"))


def _answered_with(
    name: str, breaks: str, status: int, when: Callable[[Call], bool] = lambda _: True, *, hidden: str | None = None
) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        return answer.with_status(status) if answer.ok and when(call) else answer

    mutant(name, breaks, _CREATE, hidden=hidden)(handle)


_answered_with("GRP-01", "A group is answered 201.", 201)
_answered_with("GRP-01.large", "A group of many is answered 200.", 200, is_large_group, hidden="some values")


def _refused_when(name: str, breaks: str, when: Callable[[Call], bool]) -> None:
    async def handle(call: Call) -> Answer:
        return await a_bad_request(call, breaks) if when(call) else await call.forward()

    mutant(name, breaks, _CREATE)(handle)


_refused_when("GRP-07", "A group needs six players.", is_smallest_group)
_refused_when("GRP-16", "preferredTime is an unknown member.", lambda call: "preferredTime" in sent(call))
_refused_when("GRP-16.phone", "leadPlayer.phone is unknown.", lambda call: "phone" in sent(call)["leadPlayer"])


@mutant("GRP-05", "Nobody can read a group before it is processed.", _READ)
async def _not_yet(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and answer.json()["data"]["status"] == "processing":
        return await a_refusal(call, 404, "group_booking_not_found", "There is no such group booking yet.")
    return answer


@mutant("GRP-08", "Four players are a group.", _CREATE)
async def _four(call: Call) -> Answer:
    body = sent(call)
    if body["totalPlayers"] != 4:
        return await call.forward()
    answer = await call.with_json(body | {"totalPlayers": 5}).forward()
    return answer.with_json(put("data.totalPlayers", 4)(answer.json())) if answer.ok else answer


def _accepted_nowhere(body: dict[str, object]) -> Edit:
    members = ("totalPlayers", "courseId", "date")
    return lambda _: {
        "data": {
            "id": "grp_nowhere00000",
            "status": "processing",
            **{name: body[name] for name in members},
            "createdAt": "2026-01-01T09:00:00Z",
        }
    }


@mutant("GRP-15", "A group at an unknown course is confirmed.", f"{_CREATE} {_READ}")
async def _confirmed_nowhere(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == _CREATE and code_of(answer) == "course_not_found":
        call.memory["nowhere"] = _accepted_nowhere(sent(call))(None)
        return answer.with_status(202).with_json(call.memory["nowhere"])
    if call.operation == _READ and call.path_params["id"] == "grp_nowhere00000":
        return answer.with_status(200).with_json(put("data.status", "confirmed")(call.memory["nowhere"]))
    return answer


@mutant(
    "GRP-02.second",
    "The second group of a day is confirmed at once.",
    "createGroupBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _confirmed_at_once(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    days: Counter[Any] = call.memory.setdefault("days", Counter())
    day = body.get("courseId"), body.get("date")
    if answer.ok:
        days[day] += 1
    return answer.with_json(put("data.status", "confirmed")(answer.json())) if answer.ok and days[day] > 1 else answer


@mutant(
    "GRP-02.blind-two-flights",
    "A group of up to eight is confirmed in the answer to its creation.",
    "createGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _small_group(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or data_of(answer)["totalPlayers"] > 8:
        return answer
    return answer.with_json({"data": data_of(answer) | {"status": "confirmed"}})


@mutant(
    "GRP-04.blind-full-flights",
    "A group of more than eight counts as full flights of four.",
    "createGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _full_flights(call: Call) -> Answer:
    answer = await call.forward()
    total = data_of(answer).get("totalPlayers", 0)
    if total <= 8:
        return answer
    return answer.with_json({"data": data_of(answer) | {"totalPlayers": -(-total // 4) * 4}})


@mutant(
    "GRP-05.blind-second-group",
    "The second group of a course and day replaces the first group.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_group(call: Call) -> Answer:
    if call.operation == "getGroupBooking":
        gone = call.path_params["id"] in call.memory.get("gone", ())
        return await (a_refusal_for_an_unknown_id(call) if gone else call.forward())
    answer = await call.forward()
    if answer.ok:
        body, latest = body_of(call), call.memory.setdefault("latest", {})
        place = (body["courseId"], body["date"])
        if place in latest:
            call.memory.setdefault("gone", set()).add(latest[place])
        latest[place] = data_of(answer)["id"]
    return answer


json_answer(
    "GRP-04.read",
    "A read of a group shows the places of whole tee times as its players.",
    _READ,
    alter("data.totalPlayers", lambda players: -(-players // 4) * 4),
    hidden="one of two ways",
    origin=Origin.hidden,
)
