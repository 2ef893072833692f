"""Lets a rival book before a call, on purpose."""

from contextlib import suppress
from datetime import date, time

from mock_server.api.calls import Call
from mock_server.clock import wall_clock
from mock_server.domain.refusals import Refusal
from mock_server.services.rival import take_places
from mock_server.services.worlds import opened
from mock_server.storage.store import Store


def outrun(store: Store, call: Call, leave: int) -> None:
    """A rival takes every place that *call* wants, except *leave* places, in a transaction of its own.

    If the call names no tee time of an online course, nothing happens.
    """
    wanted = call.body or {}
    course_id = wanted.get("courseId", call.path.get("courseId"))
    tee_time = wanted.get("teeTime", wanted.get("time"))
    if course_id is None or tee_time is None:
        return
    day, at = date.fromisoformat(wanted["date"]), time.fromisoformat(tee_time)
    with suppress(Refusal), opened(store, call.caller.world, wall_clock(), writes=True) as session:
        take_places(session, course_id, day, at, leave)
