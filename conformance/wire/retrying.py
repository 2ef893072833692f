"""Decides when a request is sent again: the target asked for fewer requests, or the answer was lost. Pure."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from conformance.evidence.exchanges import Request, Response

LONGEST_WAIT_SECONDS = 60.0

# Seconds to wait before a request whose answer was lost is sent again, once for each repeat.
PAUSES_SECONDS = (0.1, 0.4, 1.0)

# A gateway says so when it got no usable answer from the service behind it.
_GATEWAY_STATUSES = frozenset({502, 503, 504})

_MOST_ATTEMPTS = 4


def asked_to_wait(response: Response) -> float | None:
    """Seconds to wait by `Retry-After`, which has seconds or a date. None when it is absent or unreadable."""
    retry_after = response.header("retry-after")
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        return _seconds_until(retry_after, response)
    return max(seconds, 0.0) if seconds < float("inf") else None


def _seconds_until(retry_after: str, response: Response) -> float | None:
    try:
        then = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    try:
        now = parsedate_to_datetime(response.header("date") or "")
    except ValueError:
        now = datetime.now(UTC)
    return max((_aware(then) - _aware(now)).total_seconds(), 0.0)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def wants_less(request: Request, response: Response) -> bool:
    """Whether the answer asks for fewer requests: a 429, or a 503 to a read with the time to come back."""
    if response.status == 429:
        return True
    return request.method == "GET" and response.status == 503 and asked_to_wait(response) is not None


def is_sent_again(request: Request, response: Response, attempt: int) -> bool:
    """Whether *request* is sent again after *attempt* attempts, because the target asked for fewer requests. That is
    safe: a 429 means that nothing was done, and a read changes nothing. False when the target asks for a longer wait
    than `LONGEST_WAIT_SECONDS`.
    """
    if not wants_less(request, response) or (asked_to_wait(response) or 0.0) > LONGEST_WAIT_SECONDS:
        return False
    return attempt < (_MOST_ATTEMPTS if response.status == 429 else 2)


def is_lost(response: Response | None) -> bool:
    """Whether the answer of the target was lost on the way: nothing came, or a gateway answered in its place."""
    return response is None or response.status in _GATEWAY_STATUSES
