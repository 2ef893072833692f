"""The settings of a world: how its service answers where the specification is silent, and how its courses answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from enum import StrEnum


class CourseAnswer(StrEnum):
    """What a course does with a question: a pending booking, or a group."""

    CONFIRM = "confirm"
    DECLINE = "decline"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class CoursePolicy:
    """How a course answers in this world. *after_minutes* is counted from the question."""

    answer: CourseAnswer
    after_minutes: int = 30
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many requests an agency may send in a window of *seconds* of the world's time."""

    requests: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """A point on which another service may differ and still conform.

    *choices* begins with our own answer. *assumption* names the row of the contract's ledger.
    """

    name: str
    assumption: str
    choices: tuple[str, ...]
    summary: str


ALTERNATIVES: Mapping[str, Alternative] = {
    alternative.name: alternative
    for alternative in (
        Alternative(
            "errorBody", "A-01", ("problem", "envelope", "text", "empty"), "The body of an answer to a failed request."
        ),
        Alternative(
            "invalidStatus", "A-02", ("split", "400", "422"), "400 or 422 for an invalid request; split uses both."
        ),
        Alternative("createdStatus", "A-06", ("201", "200"), "The status of a creation."),
        Alternative(
            "pageSize",
            "A-13",
            ("refuse", "clamp"),
            "How a page, pageSize, distance or players out of bounds is answered.",
        ),
        Alternative(
            "holdIdPlace", "A-27", ("body", "header"), "Where a booking carries its hold: holdId or X-Hold-Id."
        ),
        Alternative("pendingCancel", "A-31", ("accept", "refuse"), "Whether a pending booking can be cancelled."),
        Alternative("secondCancel", "A-32", ("same", "refuse"), "How a second cancellation is answered."),
        Alternative("emptyMembers", "A-36", ("absent", "null"), "How a member without a value appears."),
    )
}


@dataclass(frozen=True, slots=True)
class WorldSettings:
    """The settings of one world. A fresh world has no settings.

    *alternatives* holds the points that differ from the contract. *policies* are by course id, `*` for every other
    course. *prices* are green fees by course, day and time. *signature_clock* is
    `wall` or `world`: which time the timestamp of a signed delivery shows.
    """

    alternatives: Mapping[str, str] = field(default_factory=dict)
    rate_limit: RateLimit | None = None
    policies: Mapping[str, CoursePolicy] = field(default_factory=dict)
    prices: Mapping[tuple[str, date, time], Decimal] = field(default_factory=dict)
    signature_clock: str = "wall"
    journal: bool = True

    def chosen(self, alternative: str) -> str:
        """The choice that applies to an alternative: the choice of the world, or else the choice of the contract."""
        return self.alternatives.get(alternative) or ALTERNATIVES[alternative].choices[0]

    def policy(self, course_id: str) -> CoursePolicy | None:
        """The policy that was set for a course, or for every course; None where the world sets no policy."""
        return self.policies.get(course_id) or self.policies.get("*")


NO_SETTINGS = WorldSettings()
