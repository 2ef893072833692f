"""Reserved last names: a lead player with such a name asks the sandbox for a certain outcome.

So a generated client or a form can provoke what a course, a rival, a network or an outbox does. Every last name that
begins with `Sandbox-` is reserved, in any case of letters. This module only lists the names. The services, the
interface and the outbox act on them. The specification has no such names.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from mock_server.domain.refusals import MagicUnknown

PREFIX = "Sandbox-"
NO_DELAY = timedelta(0)


class MagicEffect(StrEnum):
    """What a reserved name brings about."""

    COURSE_CONFIRMS = "the course confirms"
    COURSE_DECLINES = "the course declines"
    COURSE_SILENT = "the course never answers"
    PLACES_TAKEN = "a rival has taken the places"
    GROUP_FAILS = "no tee times are found"
    SLOW_ANSWER = "the answer comes late"
    UNAVAILABLE = "503 with Retry-After"
    SERVER_ERROR = "500"
    RATE_LIMITED = "429 with Retry-After"
    CONNECTION_DROPPED = "the connection ends after the write"
    LATE_DELIVERY = "deliveries are sent late"
    DOUBLE_DELIVERY = "deliveries are sent twice"
    BAD_SIGNATURE = "deliveries are signed wrongly"


class Request(StrEnum):
    """The requests that name a lead player."""

    BOOKING = "POST /bookings"
    BOOKING_HOOK = "POST /bookings/hooks"
    GROUP_BOOKING = "POST /group-bookings"


@dataclass(frozen=True, slots=True)
class MagicName:
    """A reserved last name. *delay* is the duration of the effect, or the value of Retry-After."""

    name: str
    applies_to: frozenset[Request]
    summary: str
    effect: MagicEffect
    delay: timedelta = NO_DELAY


_ALL = frozenset(Request)
_ASKS_A_COURSE = frozenset({Request.BOOKING, Request.GROUP_BOOKING})
_GROUP = frozenset({Request.GROUP_BOOKING})

MAGIC_NAMES: tuple[MagicName, ...] = (
    MagicName(
        "Sandbox-Confirms",
        _ASKS_A_COURSE,
        "An offline course confirms after a minute, whatever its policy is.",
        MagicEffect.COURSE_CONFIRMS,
        timedelta(minutes=1),
    ),
    MagicName(
        "Sandbox-Declines",
        _ASKS_A_COURSE,
        "An offline course declines after a minute, whatever its policy is.",
        MagicEffect.COURSE_DECLINES,
        timedelta(minutes=1),
    ),
    MagicName("Sandbox-Silent", _ASKS_A_COURSE, "An offline course never answers.", MagicEffect.COURSE_SILENT),
    MagicName(
        "Sandbox-Unavailable",
        _ALL,
        "A rival has taken the places: 409 tee_time_unavailable, and a group fails.",
        MagicEffect.PLACES_TAKEN,
    ),
    MagicName(
        "Sandbox-Group-Fails", _GROUP, "The service finds no tee times, and the group fails.", MagicEffect.GROUP_FAILS
    ),
    MagicName(
        "Sandbox-Slow", _ALL, "The answer comes after three seconds.", MagicEffect.SLOW_ANSWER, timedelta(seconds=3)
    ),
    MagicName(
        "Sandbox-Unavailable-Service",
        _ALL,
        "503 with Retry-After, and nothing is written.",
        MagicEffect.UNAVAILABLE,
        timedelta(seconds=1),
    ),
    MagicName("Sandbox-Server-Error", _ALL, "500, and nothing is written.", MagicEffect.SERVER_ERROR),
    MagicName(
        "Sandbox-Rate-Limited",
        _ALL,
        "429 with Retry-After, and nothing is written.",
        MagicEffect.RATE_LIMITED,
        timedelta(seconds=1),
    ),
    MagicName(
        "Sandbox-Drop",
        _ALL,
        "The connection ends after the write is done, so the caller cannot know of it.",
        MagicEffect.CONNECTION_DROPPED,
    ),
    MagicName(
        "Sandbox-Webhook-Late",
        _ALL,
        "Every delivery about it is sent ten minutes late.",
        MagicEffect.LATE_DELIVERY,
        timedelta(minutes=10),
    ),
    MagicName("Sandbox-Webhook-Twice", _ALL, "Every delivery about it is sent twice.", MagicEffect.DOUBLE_DELIVERY),
    MagicName(
        "Sandbox-Webhook-Bad-Signature",
        _ALL,
        "Every delivery about it carries a signature that does not verify.",
        MagicEffect.BAD_SIGNATURE,
    ),
)

_BY_NAME = {magic.name.casefold(): magic for magic in MAGIC_NAMES}


def magic_of(last_name: str) -> MagicName | None:
    """What a last name asks for, or None for a name that is not reserved or not known. Letters match in any case."""
    return _BY_NAME.get(last_name.casefold())


def asks_for(last_name: str, effect: MagicEffect) -> bool:
    """Whether a last name asks for this effect."""
    magic = magic_of(last_name)
    return magic is not None and magic.effect is effect


def require_known(last_name: str) -> None:
    """Refuses a reserved last name without an effect, such as a misspelt name. Raises MagicUnknown."""
    if last_name.casefold().startswith(PREFIX.casefold()) and magic_of(last_name) is None:
        raise MagicUnknown(last_name, tuple(magic.name for magic in MAGIC_NAMES))
