"""A state machine is a table. This module reads such tables; it knows nothing of bookings.

A row says: in this state, on this trigger, if this holds, that follows. The first row that fits decides.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from mock_server.domain.refusals import Refusal

State = TypeVar("State", bound=StrEnum)
Trigger = TypeVar("Trigger", bound=StrEnum)
Facts = TypeVar("Facts")


@dataclass(frozen=True)
class Refuse(Generic[Facts]):
    """An outcome that changes nothing: the refusal to raise, made from the facts."""

    because: Callable[[Facts], Refusal]


@dataclass(frozen=True)
class Row(Generic[State, Trigger, Facts]):
    """One line of a transition table.

    *state* None is the state before creation. *condition* None holds always. *emits* is the kind of event
    that follows. *source* is "stated" or the id of an assumption.
    """

    state: State | None
    trigger: Trigger
    condition: Callable[[Facts], bool] | None
    outcome: State | Refuse[Facts]
    emits: str | None
    source: str


@dataclass(frozen=True)
class Decision(Generic[State]):
    """What follows from a trigger: the next state, and the kind of event to emit, if any."""

    state: State
    emits: str | None


def decide(
    table: Sequence[Row[State, Trigger, Facts]], state: State | None, trigger: Trigger, facts: Facts
) -> Decision[State]:
    """The decision of the first row that fits. Raises the row's refusal where it refuses."""
    for row in table:
        if row.state == state and row.trigger == trigger and (row.condition is None or row.condition(facts)):
            if isinstance(row.outcome, Refuse):
                raise row.outcome.because(facts)
            return Decision(row.outcome, row.emits)
    raise AssertionError(f"no row for {trigger} in {state}")


def gaps(
    table: Sequence[Row[State, Trigger, Facts]], states: Iterable[State | None], triggers: Iterable[Trigger]
) -> list[tuple[State | None, Trigger]]:
    """The pairs of state and trigger whose answer could be missing: none of their rows holds always."""
    answered = {(row.state, row.trigger) for row in table if row.condition is None}
    moments = list(triggers)
    return [(state, trigger) for state in states for trigger in moments if (state, trigger) not in answered]
