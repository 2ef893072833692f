"""The two questions about groups whose requests the specification shows in full. They create nothing."""

from typing import Any

from conformance.catalogue.paths import GROUP_BOOKINGS
from conformance.discovery import TeeTimeFinder
from conformance.evidence.verdicts import NotApplicable
from conformance.target.target import Target

_TOTAL_PLAYERS = 8
_TEE_TIMES_FOR_A_GROUP = 6


def group_question(question: str, tee_times: TeeTimeFinder, target: Target) -> tuple[str, dict[str, Any]]:
    """Path and documented body of `find-slots` or `calculate-price`, for eight players on a day with room.

    Raises `NotApplicable` when the target declares that it has no group bookings.
    """
    if "group" in target.absent:
        raise NotApplicable("The target declares that it has no group bookings.")
    day = tee_times.shared_day(_TEE_TIMES_FOR_A_GROUP)
    body: dict[str, Any] = {
        "courseId": day.course_id,
        "date": day.play_date.isoformat(),
        "totalPlayers": _TOTAL_PLAYERS,
    }
    if question == "find-slots":
        body["preferredStartTime"] = day.tee_times[0].time
    return f"{GROUP_BOOKINGS}/{question}", body
