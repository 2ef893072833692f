"""What a client knew about a tee time when it asked for it: its looks at tee sheets and at courses. Pure."""

from collections.abc import Iterator

from conformance.grading.calls import Call, ClientTraffic

_LOOKS = ("listTeeTimes", "checkAvailability", "findGroupSlots")


def looks_before(traffic: ClientTraffic, call: Call, *operations: str) -> Iterator[Call]:
    """The accepted looks at the course and day of *call*, the latest first."""
    course_id, day, _ = call.tee_time
    for look in traffic.before(call):
        if look.operation in (operations or _LOOKS) and look.is_accepted and _is_of(look, course_id, day):
            yield look


def _is_of(look: Call, course_id: str, day: str) -> bool:
    shown = look.body.get("courseId") if isinstance(look.body, dict) else None
    if course_id not in (look.course_id, shown):
        return False
    first = look.query.get("date", look.query.get("startDate", str(look.asked.get("date", ""))))
    last = look.query.get("date", look.query.get("endDate", str(look.asked.get("date", ""))))
    return first <= day <= last


def is_offline(traffic: ClientTraffic, course_id: str) -> bool:
    """Whether any answer says that the course has no live tee sheet."""
    return _is_said(traffic, course_id, is_live=False)


def is_online(traffic: ClientTraffic, course_id: str) -> bool:
    """Whether any answer says that the course has a live tee sheet."""
    return _is_said(traffic, course_id, is_live=True)


def _is_said(traffic: ClientTraffic, course_id: str, *, is_live: bool) -> bool:
    return any(
        shown.get("isOnline") is is_live and course_id in (shown.get("id"), shown.get("courseId"))
        for call in traffic.of("searchCourses", "getCourse", "listTeeTimes")
        if call.is_accepted
        for shown in (call.body if isinstance(call.body, dict) else {}, call.data, *call.items)
    )


def shows(look: Call, time: str, players: int) -> bool:
    """Whether the tee sheet lists the time with room for this number of *players*."""
    times = look.body.get("availableTimes") if isinstance(look.body, dict) else None
    return any(
        item.get("time") == time and isinstance(item.get("available"), int) and item["available"] >= players
        for item in (times if isinstance(times, list) else [])
        if isinstance(item, dict)
    )
