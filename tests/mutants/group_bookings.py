"""Mutants of group bookings (GRP), of their envelope (ENV-05), and of who may read them (AUT-13)."""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.tools.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant
from tests.mutants.tools.substitutes import WorldMemory, a_bad_request, a_refusal, code_of, sent, tee_times

_CREATE, _READ = "createGroupBooking", "getGroupBooking"


def _is_large(call: Call) -> bool:
    return int(sent(call)["totalPlayers"]) > 8


def _is_smallest(call: Call) -> bool:
    return int(sent(call)["totalPlayers"]) == 5


# What the answer to a group shows.
json_answer("ENV-05", "A group booking stands at the top level.", f"{_CREATE} {_READ}", lambda body: body["data"])
json_answer("ENV-05.read", "A group booking that is read stands at the top level.", _READ, lambda body: body["data"])
json_answer("ENV-05.list", "A group booking that is read stands in a list.", _READ, alter("data", lambda one: [one]))
json_answer("GRP-02", "A new group is confirmed at once.", _CREATE, put("data.status", "confirmed"))
json_answer("GRP-02.large", "A new group of many is pending.", _CREATE, put("data.status", "pending"), when=_is_large)
json_answer("GRP-03", "A group has no createdAt.", _CREATE, drop("data.createdAt"))
json_answer("GRP-03.players", "totalPlayers of a group is text.", _CREATE, alter("data.totalPlayers", str))
json_answer("GRP-04", "A group has no players.", _CREATE, put("data.totalPlayers", 0))
json_answer("GRP-04.large", "A group of many shows eight.", _CREATE, put("data.totalPlayers", 8), when=_is_large)
json_answer("GRP-04.date", "A group is for the day after.", _CREATE, alter("data.date", lambda day: days_after(day, 1)))
json_answer("GRP-06", "A group is read under an id of its own.", _READ, alter("data.id", lambda old: f"{old}-r"))


def _answered_with(name: str, breaks: str, status: int, when: Callable[[Call], bool] = lambda _: True) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        return answer.with_status(status) if answer.ok and when(call) else answer

    mutant(name, breaks, _CREATE)(handle)


_answered_with("GRP-01", "A group is answered 201.", 201)
_answered_with("GRP-01.large", "A group of many is answered 200.", 200, _is_large)


# Requests that are refused though they are documented.
def _unknown_path(name: str, breaks: str, operation: str, when: Callable[[Call], bool] = lambda _: True) -> None:
    async def handle(call: Call) -> Answer:
        if when(call):
            return await a_refusal(call, 404, "not_found", "Nothing is served at this path.")
        return await call.forward()

    mutant(name, breaks, operation)(handle)


_unknown_path("GRP-09", "Nobody serves find-slots.", "findGroupSlots")
_unknown_path("GRP-09.large", "find-slots knows no group of many.", "findGroupSlots", _is_large)
_unknown_path("GRP-10", "Nobody serves calculate-price.", "calculateGroupPrice")
_unknown_path("GRP-10.five", "calculate-price knows no group of five.", "calculateGroupPrice", _is_smallest)
_unknown_path("GRP-13", "Nobody serves the player list.", "updateGroupBookingPlayers")


def _refused_when(name: str, breaks: str, when: Callable[[Call], bool]) -> None:
    async def handle(call: Call) -> Answer:
        return await a_bad_request(call, breaks) if when(call) else await call.forward()

    mutant(name, breaks, _CREATE)(handle)


_refused_when("GRP-07", "A group needs six players.", _is_smallest)
_refused_when("GRP-16", "preferredTime is an unknown member.", lambda call: "preferredTime" in sent(call))
_refused_when("GRP-16.phone", "leadPlayer.phone is unknown.", lambda call: "phone" in sent(call)["leadPlayer"])


@mutant("GRP-05", "A group cannot be read until it is processed.", _READ)
async def _not_yet(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and answer.json()["data"]["status"] == "processing":
        return await a_refusal(call, 404, "group_booking_not_found", "There is no such group booking yet.")
    return answer


@mutant("GRP-14", "An unknown group is read as an empty one.", _READ)
async def _empty(call: Call) -> Answer:
    answer = await call.forward()
    return answer if answer.ok else answer.with_status(200).with_json({"data": {}})


@mutant("GRP-14.second", "After one refusal, an unknown group is read as an empty one.", _READ)
async def _empty_later(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok or not call.memory.get("refused"):
        call.memory["refused"] = call.memory.get("refused") or not answer.ok
        return answer
    return answer.with_status(200).with_json({"data": {}})


@mutant("GRP-08", "Four players are a group.", _CREATE)
async def _four(call: Call) -> Answer:
    body = sent(call)
    if body["totalPlayers"] != 4:
        return await call.forward()
    answer = await call.with_json(body | {"totalPlayers": 5}).forward()
    return answer.with_json(put("data.totalPlayers", 4)(answer.json())) if answer.ok else answer


# Questions that change something.
@mutant("GRP-11", "A dry run books the group.", "validateGroupBooking")
async def _dry_run_books(call: Call) -> Answer:
    answer = await call.forward()
    await call.upstream("POST", "/travel/group-bookings", json=call.json())
    return answer


@mutant("GRP-11.hold", "A dry run of a group of many holds a tee time.", "validateGroupBooking")
async def _dry_run_holds(call: Call) -> Answer:
    return await _with_hold(call) if _is_large(call) else await call.forward()


@mutant("GRP-12", "find-slots holds a tee time.", "findGroupSlots")
async def _search_holds(call: Call) -> Answer:
    return await _with_hold(call)


async def _with_hold(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    offered = await tee_times(call, body["courseId"], body["date"], 4)
    wish = {"date": body["date"], "time": offered[0]["time"], "players": 4}
    await call.upstream("POST", f"/travel/courses/{body['courseId']}/hold-tee-time", json=wish)
    return answer


# Groups that should not be there.
_OWNERS = WorldMemory()


@mutant("AUT-13", "A group is read by whoever knows its id.", f"{_CREATE} {_READ}")
async def _read_by_anybody(call: Call) -> Answer:
    answer, owners = await call.forward(), _OWNERS.of(call)
    if call.operation == _CREATE:
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    return await call.with_header("x-api-key", owner).forward() if owner and not answer.ok else answer


@mutant("AUT-13.large", "A group of many is read by whoever knows its id.", f"{_CREATE} {_READ}")
async def _large_read_by_anybody(call: Call) -> Answer:
    return await call.forward() if call.operation == _CREATE and not _is_large(call) else await _read_by_anybody(call)


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
