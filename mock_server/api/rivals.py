"""What happens to the tee sheet just before a call, on purpose: a rival books, or the price moves."""

from contextlib import suppress
from datetime import date, time

from mock_server.api.calls import Call
from mock_server.clock import wall_clock
from mock_server.domain.refusals import Refusal
from mock_server.services.inventory import move_green_fee
from mock_server.services.rival import take_day, take_places
from mock_server.services.worlds import opened
from mock_server.storage.store import Store


def outrun(store: Store, call: Call, leave: int) -> None:
    """A rival takes every place that *call* wants, except *leave* places, in a transaction of its own.

    For a group, it does so with every tee time of the day. If the call names no tee time of an online course, nothing
    happens.
    """
    wanted = call.body or {}
    tee_time = _tee_time(call)
    with suppress(Refusal), opened(store, call.caller.world, wall_clock(), writes=True) as session:
        if tee_time is not None:
            take_places(session, *tee_time, leave)
        elif "preferredTime" in wanted:
            take_day(session, wanted["courseId"], date.fromisoformat(wanted["date"]), leave)


def move_price(store: Store, call: Call, percent: int) -> None:
    """The tee time that *call* wants gets *percent* of its present green fee, in a transaction of its own.

    If the call names no tee time of an online course, nothing happens.
    """
    tee_time = _tee_time(call)
    if tee_time is not None:
        with suppress(Refusal), opened(store, call.caller.world, wall_clock(), writes=True) as session:
            move_green_fee(session, tee_time, percent)


def _tee_time(call: Call) -> tuple[str, date, time] | None:
    """Course, day and time that *call* wants; None if it names no tee time."""
    wanted = call.body or {}
    course_id = wanted.get("courseId", call.path.get("courseId"))
    tee_time = wanted.get("teeTime", wanted.get("time"))
    if course_id is None or tee_time is None:
        return None
    return course_id, date.fromisoformat(wanted["date"]), time.fromisoformat(tee_time)
