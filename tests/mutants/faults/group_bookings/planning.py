"""Faults of what surrounds a group booking: slots, prices, validation and player lists (GRP-09 to 14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.asking import is_large_group, is_smallest_group
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.pretending import body_of, whole_number
from tests.mutants.parts.substitutes import WorldMemory, a_bad_request, a_refusal, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_READ = "getGroupBooking"


# Requests that are refused though they are documented.
def _unknown_path(name: str, breaks: str, operation: str, when: Callable[[Call], bool] = lambda _: True) -> None:
    async def handle(call: Call) -> Answer:
        if when(call):
            return await a_refusal(call, 404, "not_found", "Nothing is served at this path.")
        return await call.forward()

    mutant(name, breaks, operation)(handle)


_unknown_path("GRP-09", "Nobody serves find-slots.", "findGroupSlots")
_unknown_path("GRP-09.large", "find-slots knows no group of many.", "findGroupSlots", is_large_group)
_unknown_path("GRP-10", "Nobody serves calculate-price.", "calculateGroupPrice")
_unknown_path("GRP-10.five", "calculate-price knows no group of five.", "calculateGroupPrice", is_smallest_group)
_unknown_path("GRP-13", "Nobody serves the player list.", "updateGroupBookingPlayers")


@mutant("GRP-14", "An unknown group is an empty group.", _READ)
async def _empty(call: Call) -> Answer:
    answer = await call.forward()
    return answer if answer.ok else answer.with_status(200).with_json({"data": {}})


@mutant("GRP-14.second", "After one refusal, an unknown group is an empty group.", _READ)
async def _empty_later(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok or not call.memory.get("refused"):
        call.memory["refused"] = call.memory.get("refused") or not answer.ok
        return answer
    return answer.with_status(200).with_json({"data": {}})


# Questions that change something.
@mutant("GRP-11", "A dry run books the group.", "validateGroupBooking")
async def _dry_run_books(call: Call) -> Answer:
    answer = await call.forward()
    await call.upstream("POST", "/travel/group-bookings", json=call.json())
    return answer


@mutant("GRP-11.hold", "A dry run of a group of many holds a tee time.", "validateGroupBooking")
async def _dry_run_holds(call: Call) -> Answer:
    return await _with_hold(call) if is_large_group(call) else await call.forward()


@mutant("GRP-12", "find-slots holds a tee time.", "findGroupSlots")
async def _search_holds(call: Call) -> Answer:
    return await _with_hold(call)


async def _with_hold(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    offered = await tee_times(call, body["courseId"], body["date"], 4)
    wish = {"date": body["date"], "time": offered[0]["time"], "players": 4}
    await call.upstream("POST", f"/travel/courses/{body['courseId']}/hold-tee-time", json=wish)
    return answer


_SOUGHT = WorldMemory()


@mutant(
    "GRP-12.after-booking",
    "find-slots on a day with bookings takes a place at the tee time of the last booking.",
    "listTeeTimes createBooking findGroupSlots",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _takes_a_place(call: Call) -> Answer:
    left: dict[Any, int] = _SOUGHT.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    booked: dict[Any, str] = call.memory.setdefault("booked", {})
    answer, body = await call.forward(), sent(call)
    if call.operation == "createBooking" and answer.ok:
        booked[body["courseId"], body["date"]] = body["teeTime"]
    time = booked.get((body.get("courseId"), body.get("date")), "")
    if call.operation == "findGroupSlots" and time:
        lines = await tee_times(call, body["courseId"], body["date"], 1)
        free = next((tee_time["available"] for tee_time in lines if tee_time["time"] == time), 0)
        left[body["courseId"], body["date"], time] = max(0, free - 1)
    return answer


@mutant(
    "GRP-11.blind-large",
    "The validation of a group of more than eight keeps a tee time for it.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _kept_by_validation(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    if answer.ok and whole_number(body.get("totalPlayers")) > 8:
        query = {"date": body["date"], "players": 4, "earliestTime": body.get("preferredTime", "06:00")}
        day = await call.upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
        lead = {"firstName": "Group", "lastName": "Desk", "email": "desk@example.com"}
        ghost = {"x-api-key": f"{call.api_key.rpartition('_')[0]}_groups"}
        for item in day.json().get("availableTimes", [])[:1]:
            wish = {"courseId": body["courseId"], "date": body["date"], "teeTime": item["time"], "players": 4}
            await call.upstream("POST", "/travel/bookings", headers=ghost, json=wish | {"leadPlayer": lead})
    return answer


@mutant(
    "GRP-09.blind-afternoon",
    "find-slots refuses a preferred start after noon.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _no_afternoon(call: Call) -> Answer:
    late = str(sent(call).get("preferredStartTime", "")) >= "12:00"
    return await (a_bad_request(call, "Groups start in the morning.") if late else call.forward())


@mutant(
    "GRP-14.blind-players",
    "The service accepts the players of an unknown group with 200.",
    "updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _players_of_nobody(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    return answer.with_status(200).with_json({"data": {"id": call.path_params["id"], "status": "processing"}})


# Player lists that are refused and leave a trace.
_NAME_PLAYERS = "updateGroupBookingPlayers"


@mutant(
    "GRP-13.emptied-by-a-refusal",
    "A refused player list removes the players of the group.",
    f"{_NAME_PLAYERS} {_READ}",
    hidden="after another operation",
)
async def _emptied_by_a_refusal(call: Call) -> Answer:
    answer, emptied, group_id = await call.forward(), call.memory, call.path_params["id"]
    if call.operation == _NAME_PLAYERS:
        emptied[group_id] = not answer.ok
        return answer
    return _without_players(answer) if answer.ok and emptied.get(group_id) else answer


def _without_players(answer: Answer) -> Answer:
    """The answer that shows a group without its players."""
    group = {name: value for name, value in answer.json()["data"].items() if name != "playerList"}
    return answer.with_json({"data": group})


@mutant(
    "GRP-13.locked-by-a-refusal",
    "After a player list of too many players, a group takes no other list.",
    _NAME_PLAYERS,
    hidden="after another operation",
)
async def _locked_by_a_refusal(call: Call) -> Answer:
    group_id = call.path_params["id"]
    if group_id in call.memory:
        return await a_refusal(call, 409, "group_booking_closed", f"Group {group_id} takes no names.")
    answer = await call.forward()
    if answer.status == 422:
        call.memory[group_id] = True
    return answer
