"""Deletes what a run made, and does so again until the target confirms it."""

from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import AnswerLost, Judgement
from conformance.recordings import moments

GONE = (404, 410)

_MOST_TRIES = 5
_PAUSE_SECONDS = 0.5
_SERVER_ERROR = 500


def deleted(agency: Agency, path: str, *, may_be_over: bool = False) -> str | None:
    """None when DELETE of *path* was accepted or nothing is there, else why it was not.

    It is sent again after an answer that was lost and after a server error. A refusal after a lost answer says that
    the first request was done, where the target shows that nothing is there any more; *may_be_over* says that such an
    answer was lost before.
    """
    reason, lost = "", may_be_over
    for tries in range(_MOST_TRIES):
        if tries:
            moments.sleep(_PAUSE_SECONDS)
        try:
            answer = agency.delete(path)
        except AnswerLost as loss:
            reason, lost = str(loss), True
            continue
        except Judgement as judgement:
            return str(judgement)
        # No document shows a refusal, so a 404 may be one: the thing is gone only if it is not shown as living.
        if answer.is_success or (answer.status in GONE and not _is_living(agency, path)):
            return None
        reason = _refusal(answer)
        if answer.status < _SERVER_ERROR:
            break
    return None if lost and is_over(agency, path) else reason


def is_over(agency: Agency, path: str) -> bool:
    """Whether what stands at *path* is cancelled, or nothing stands there: a way out that nobody recorded. False where
    the interface reads nothing at such a path, so that a 404 says nothing.
    """
    if match("GET", path) is None:
        return False
    code, status = _shown(agency, path)
    return code in GONE or status == "cancelled"


def stays_living(agency: Agency, path: str) -> bool:
    """Whether the booking at *path* is shown as confirmed or pending, also a little later."""
    for tries in range(_MOST_TRIES):
        if tries:
            moments.sleep(_PAUSE_SECONDS)
        if not _is_living(agency, path):
            return False
    return True


def _is_living(agency: Agency, path: str) -> bool:
    return _shown(agency, path)[1] in ("confirmed", "pending")


def _shown(agency: Agency, path: str) -> tuple[int | None, Any]:
    """How a read of *path* is answered, and the status of the booking that it shows; None for what cannot be read."""
    try:
        answer = agency.get(path)
        shown = answer.body if answer.is_success else None
    except Judgement:
        return None, None
    booking = shown.get("data", shown) if isinstance(shown, dict) else None
    return answer.status, booking.get("status") if isinstance(booking, dict) else None


def _refusal(answer: Answer) -> str:
    return f"DELETE answered {answer.status}: {answer.said}"
