"""A state machine is a table. This module reads and checks such tables; it knows nothing of bookings.

A row names a state, a trigger, a condition and the outcome. The first row that fits decides.
Spec: States and transitions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Generic, TypeVar

from mock_server.domain.refusals import Refusal

# The moment of what has no end, or has not happened.
NEVER = datetime.max.replace(tzinfo=UTC)

State = TypeVar("State", bound=StrEnum)
Trigger = TypeVar("Trigger", bound=StrEnum)
Facts = TypeVar("Facts")


@dataclass(frozen=True)
class Condition(Generic[Facts]):
    """A condition on the facts, in words for people and as a function for the table."""

    words: str
    holds: Callable[[Facts], bool]


@dataclass(frozen=True)
class Refuse(Generic[Facts]):
    """An outcome that changes nothing: the kind of refusal to raise, and how the facts fill it."""

    kind: type[Refusal]
    because: Callable[[Facts], Refusal]


@dataclass(frozen=True)
class Row(Generic[State, Trigger, Facts]):
    """One line of a transition table.

    *state* None is the state before creation. *condition* None holds always. *emits* is the kind of event
    that follows. *source* is "stated" or the id of an assumption.
    """

    state: State | None
    trigger: Trigger
    condition: Condition[Facts] | None
    outcome: State | Refuse[Facts]
    emits: str | None
    source: str


@dataclass(frozen=True)
class Decision(Generic[State]):
    """What follows from a trigger: the next state, and the kind of event to emit, if any."""

    state: State
    emits: str | None


def fitting_row(
    table: Sequence[Row[State, Trigger, Facts]], state: State | None, trigger: Trigger, facts: Facts
) -> Row[State, Trigger, Facts]:
    """The first row for this state and trigger whose condition holds. A table without such a row is our mistake."""
    for row in table:
        if row.state == state and row.trigger == trigger and (row.condition is None or row.condition.holds(facts)):
            return row
    raise AssertionError(f"no row for {trigger} in {state}")


def decide(
    table: Sequence[Row[State, Trigger, Facts]], state: State | None, trigger: Trigger, facts: Facts
) -> Decision[State]:
    """The decision of the first row that fits. Raises the row's refusal where it refuses."""
    row = fitting_row(table, state, trigger, facts)
    if isinstance(row.outcome, Refuse):
        refusal = row.outcome.because(facts)
        condition = "" if row.condition is None else f", {row.condition.words}"
        refusal.add_note(f"{trigger} in state {state or 'none'}{condition} ({row.source})")
        raise refusal
    return Decision(row.outcome, row.emits)


def gaps(
    table: Sequence[Row[State, Trigger, Facts]], states: Iterable[State | None], triggers: Iterable[Trigger]
) -> list[tuple[State | None, Trigger]]:
    """The pairs of state and trigger that may have no outcome, since none of their rows always holds."""
    answered = {(row.state, row.trigger) for row in table if row.condition is None}
    moments = list(triggers)
    return [(state, trigger) for state in states for trigger in moments if (state, trigger) not in answered]
