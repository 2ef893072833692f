"""What faults of tee sheets share: online courses, players, prices and times.

Knows no single mutant.
"""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import another_course_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, put, where
from tests.mutants.tools.registry import json_answer


def at_online(name: str, breaks: str, edit: Edit) -> None:
    """A fault of the tee sheets of online courses."""
    json_answer(name, breaks, "listTeeTimes", where(lambda body: body["isOnline"], edit))


def players_asked(call: Call) -> int:
    """The number of players asked for, 4 when none is named, -1 when it is not a number."""
    given = call.query.get("players", "4")
    return int(given) if given.isdecimal() else -1


def naming(course_id: str) -> Edit:
    """An edit that puts *course_id* into a tee sheet."""
    return put("courseId", course_id)


async def named_after_another(call: Call, online: bool) -> Answer:
    """The tee sheet of a course that is *online* or not, under the id of another course."""
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"] is not online:
        return answer
    other = await another_course_id(call, call.path_params["courseId"])
    return answer.with_json(naming(other)(answer.json()))


def priced_for(players: int) -> Edit:
    """Totals for *players* in every tee time, from the green fee."""

    def edit(body: Any) -> Any:
        for tee_time in body["availableTimes"]:
            tee_time["pricing"]["totalAmount"] = tee_time["pricing"]["greenFee"] * players
        return body

    return where(lambda body: body["isOnline"], edit)


def minutes_off(time: str, minutes: int) -> str:
    """The time HH:MM, a number of minutes later."""
    moved = int(time[:2]) * 60 + int(time[3:]) + minutes
    return f"{moved // 60:02}:{moved % 60:02}"
