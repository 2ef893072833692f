"""Deletes things that a run created. A DELETE is repeated until the target confirms it."""

from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import AnswerLost, Judgement
from conformance.footprint.insisting import MOST_TRIES, PAUSE_SECONDS, reads_of
from conformance.recordings import moments

GONE = (404, 410)

_SERVER_ERROR = 500


def delete(agency: Agency, path: str, *, may_be_over: bool = False) -> str | None:
    """None when DELETE of *path* was accepted or nothing is there, else the reason.

    The DELETE is sent again after a lost answer and after a server error. When a refusal follows a lost answer, and the
    target shows that nothing is there, then the first request was done. *may_be_over* says that the answer to an
    earlier request was lost.
    """
    reason, lost = "", may_be_over
    for tries in range(MOST_TRIES):
        if tries:
            moments.sleep(PAUSE_SECONDS)
        try:
            answer = agency.delete(path)
        except AnswerLost as loss:
            reason, lost = str(loss), True
            continue
        except Judgement as judgement:
            return str(judgement)
        # No document shows a refusal, so a 404 may be a refusal. A read decides whether the thing is gone.
        if answer.is_success or (answer.status in GONE and not _is_living(agency, path)):
            return None
        reason = _refusal(answer)
        if answer.status < _SERVER_ERROR:
            break
    return None if lost and is_over(agency, path) else reason


def is_over(agency: Agency, path: str) -> bool:
    """Whether the booking or group at *path* is cancelled or absent, although no recorded request ended it. False when
    the interface has no read for this path, because a 404 then says nothing.
    """
    if match("GET", path) is None:
        return False
    code, status = _shown(agency, path)
    return code in GONE or status == "cancelled"


def stays_living(agency: Agency, path: str) -> bool:
    """Whether the target shows the booking at *path* as confirmed or pending, and still does so seconds later."""
    for tries in range(MOST_TRIES):
        if tries:
            moments.sleep(PAUSE_SECONDS)
        if not _is_living(agency, path):
            return False
    return True


def _is_living(agency: Agency, path: str) -> bool:
    return _shown(agency, path)[1] in ("confirmed", "pending")


def _shown(agency: Agency, path: str) -> tuple[int | None, Any]:
    """The status code of a read of *path*, and the status of the booking in it. None for each that cannot be read."""
    try:
        answer = reads_of(agency)(path)
        shown = answer.body if answer.is_success else None
    except Judgement:
        return None, None
    booking = shown.get("data", shown) if isinstance(shown, dict) else None
    return answer.status, booking.get("status") if isinstance(booking, dict) else None


def _refusal(answer: Answer) -> str:
    return f"DELETE answered {answer.status}: {answer.said}"
