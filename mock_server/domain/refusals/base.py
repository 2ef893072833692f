"""The base of every refusal, and how its sentence writes moments and spans of time."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(eq=False)
class Refusal(Exception):
    """A request that the rules do not allow. `str()` gives the sentence for the caller."""

    def __str__(self) -> str:
        raise NotImplementedError


def named_by_reference(sent: str, document_id: str) -> str:
    """The sentence for a booking reference that was sent in place of the id of the booking."""
    return f"{sent!r} is a booking reference. Send the id of that booking: {document_id}."


def counted(number: int, thing: str) -> str:
    """A number of things whose plural ends in s, written for a sentence."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def utc(moment: datetime) -> str:
    """A moment, written for a sentence."""
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def hours(span: timedelta) -> str:
    """A span of time, written for a sentence."""
    minutes = int(span.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"
