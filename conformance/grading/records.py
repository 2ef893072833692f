"""What the service knows when a scenario is over, read from answers of the control plane, and what is missing. Pure."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conformance.grading.calls import DeliveryAttempt, Stored

# The journal forgets older requests, and the list of deliveries has no second page.
JOURNAL_KEEPS = 1000
DELIVERIES_SHOWN = 500
_NORMAL = frozenset({None, "valid"})
# How the sandbox says that a receiver accepted a connection and ended it without an answer.
_BROKEN = ("The receiver sent no complete HTTP answer", "The connection broke")


@dataclass(frozen=True)
class SandboxRecord:
    """What the service knows when a scenario is over: its journal as an archive, deliveries, and bookings.

    *archive* is None when the journal is empty. *gap* says in a sentence what the service no longer knows; it is empty
    when the record is whole.
    """

    archive: bytes | None
    attempts: tuple[DeliveryAttempt, ...]
    stored: tuple[Stored, ...]
    gap: str


def gap_of(*, is_kept: bool, requests: int, lost: int, deliveries: int) -> str:
    """What is missing in the records of the service, in a sentence. Empty when nothing is missing."""
    if not is_kept:
        return "The scenario turned the journal of the sandbox off, so nobody knows what the client called."
    if requests >= JOURNAL_KEEPS:
        return (
            f"The journal of the sandbox keeps the last {JOURNAL_KEEPS} requests of a scenario, and it is full. "
            "The first requests of the client may be missing. Let the client wait between its calls."
        )
    if lost:
        return (
            f"The journal of the sandbox lost {lost} requests, because too many came at once. "
            "Let the client wait between its calls, or give --at-once a smaller number."
        )
    if deliveries >= DELIVERIES_SHOWN:
        return (
            f"The sandbox shows the last {DELIVERIES_SHOWN} deliveries of a scenario, and there are as many. "
            "The first deliveries may be missing."
        )
    return ""


def stored_of(booking: Mapping[str, Any]) -> Stored:
    """A booking of the control plane, as the judgements see it."""
    return Stored(
        agency=booking["agency"],
        id=booking["id"],
        status=booking["status"],
        tee_time=(booking["course"]["id"], booking["date"], booking["teeTime"]),
        players=booking["players"],
        reference=booking.get("agencyBookingReference"),
    )


def attempts_of(delivery: Mapping[str, Any]) -> Iterator[DeliveryAttempt]:
    """The attempts of a delivery of the control plane, in the order of sending."""
    for attempt in delivery["log"]:
        yield DeliveryAttempt(
            delivery=delivery["id"],
            kind=delivery["kind"],
            variant=None if delivery["treatment"] in _NORMAL else delivery["treatment"],
            number=attempt["number"],
            status=attempt["status"],
            milliseconds=attempt["milliseconds"],
            sent_at=datetime.fromisoformat(attempt["sentAt"]),
            is_broken=str(attempt["reason"] or "").startswith(_BROKEN),
            about=_about(attempt["body"]),
        )


def _about(body: str) -> str:
    """The id in the data of an event, empty when it has none. A body may have been tampered with."""
    try:
        event = json.loads(body)
    except ValueError:
        return ""
    about = event.get("data") if isinstance(event, dict) else None
    return str(about.get("id") or "") if isinstance(about, dict) else ""
