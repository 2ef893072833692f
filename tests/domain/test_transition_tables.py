"""The transition tables, as tables: complete, without dead rows, sourced, and with events that exist."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from mock_server.domain import booking_hooks, bookings, group_bookings, tee_time_holds, tokens
from mock_server.domain.states import Facts, Refuse, Row, State, Trigger, fitting_row, gaps
from mock_server.domain.webhooks import EVENT_KINDS
from mock_server.domain.world_settings import WorldSettings
from tests.domain.samples import FINAL, HOUR, OFFLINE, PLATFORM

LEDGER = Path(__file__).parents[2] / "openapi" / "assumptions.yaml"
SOURCES = {"stated", *yaml.load(LEDGER.read_text("utf-8"), yaml.CSafeLoader)}
EARLY = timedelta(days=10)


def unreachable_rows(table: Sequence[Row[State, Trigger, Facts]]) -> list[Row[State, Trigger, Facts]]:
    """The rows that never decide, since an earlier row for the same state and trigger always holds."""
    answered: set[tuple[State | None, Trigger]] = set()
    hidden = []
    for row in table:
        if (row.state, row.trigger) in answered:
            hidden.append(row)
        elif row.condition is None:
            answered.add((row.state, row.trigger))
    return hidden


@dataclass(frozen=True)
class Machine:
    """A table with its states, its triggers (the first one creates), and facts that satisfy each condition."""

    noun: str
    rows: Sequence[Row[Any, Any, Any]]
    states: Sequence[Any]
    triggers: Sequence[Any]
    facts: Sequence[Any]


CHANGE = bookings.Facts(PLATFORM, EARLY, anything_changes=True)
HOOK, GROUP, TOKEN = booking_hooks.Facts(), group_bookings.Facts(total_players=12), tokens.Facts()
HOLD = tee_time_holds.Facts()
MACHINES = [
    Machine(
        "tee_time_holds",
        tee_time_holds.TRANSITIONS,
        list(tee_time_holds.State),
        list(tee_time_holds.Trigger),
        [
            HOLD,
            replace(HOLD, is_online=False),
            replace(HOLD, is_over=True),
            replace(HOLD, differences=(tee_time_holds.Difference("players", "at most 3", "4"),)),
        ],
    ),
    Machine(
        "bookings",
        bookings.TRANSITIONS,
        list(bookings.Status),
        list(bookings.Trigger),
        [
            CHANGE,
            replace(CHANGE, anything_changes=False),
            replace(CHANGE, rules=FINAL),
            replace(CHANGE, rules=OFFLINE, players_change=True),
            replace(CHANGE, time_left=HOUR),
            replace(CHANGE, time_left=-HOUR),
            replace(CHANGE, settings=WorldSettings(alternatives={"pendingCancel": "refuse"})),
            replace(CHANGE, settings=WorldSettings(alternatives={"secondCancel": "refuse"})),
        ],
    ),
    Machine(
        "booking_hooks",
        booking_hooks.TRANSITIONS,
        list(booking_hooks.Status),
        list(booking_hooks.Trigger),
        [HOOK, replace(HOOK, is_online=False), replace(HOOK, takes_hooks=False), replace(HOOK, is_over=True)],
    ),
    Machine(
        "group_bookings",
        group_bookings.TRANSITIONS,
        list(group_bookings.Status),
        list(group_bookings.Trigger),
        [
            GROUP,
            replace(GROUP, total_players=4),
            replace(GROUP, is_online=False),
            replace(GROUP, tee_times_found=True),
            replace(GROUP, names=13),
        ],
    ),
    Machine(
        "tokens",
        tokens.TRANSITIONS,
        list(tokens.State),
        list(tokens.Trigger),
        [
            TOKEN,
            replace(TOKEN, is_spent=True),
            replace(TOKEN, access_expired=True),
            replace(TOKEN, refresh_expired=True),
        ],
    ),
]
each_machine = pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.noun)


def fitting(row: Row[Any, Any, Any], machine: Machine) -> Any:
    """The first facts that satisfy the condition of a row."""
    return next(facts for facts in machine.facts if row.condition is None or row.condition.holds(facts))


def numbered(machine: Machine) -> Sequence[tuple[int, Row[Any, Any, Any]]]:
    """The rows with their numbers in the table, so that a failure names the row."""
    return list(enumerate(machine.rows, 1))


@each_machine
def test_every_state_answers_every_trigger(machine: Machine) -> None:
    assert gaps(machine.rows, machine.states, machine.triggers[1:]) == []


@each_machine
def test_two_conditions_have_different_words(machine: Machine) -> None:
    conditions = list(dict.fromkeys(row.condition for row in machine.rows if row.condition is not None))

    assert len({condition.words for condition in conditions}) == len(conditions)


@each_machine
def test_creation_has_an_answer(machine: Machine) -> None:
    assert gaps(machine.rows, [None], machine.triggers[:1]) == []


@each_machine
def test_every_row_decides_something(machine: Machine) -> None:
    begun = product(machine.states, machine.triggers[1:], machine.facts)
    moments = [*begun, *product([None], machine.triggers[:1], machine.facts)]

    reached = {fitting_row(machine.rows, state, trigger, facts) for state, trigger, facts in moments}

    assert set(machine.rows) - reached == set()


@each_machine
def test_no_row_hides_behind_another(machine: Machine) -> None:
    assert unreachable_rows(machine.rows) == []


@each_machine
def test_every_row_names_the_specification_or_an_assumption(machine: Machine) -> None:
    assert [(number, row) for number, row in numbered(machine) if row.source not in SOURCES] == []


@each_machine
def test_every_event_is_one_that_can_be_subscribed_to(machine: Machine) -> None:
    assert [(number, row) for number, row in numbered(machine) if row.emits not in {None, *EVENT_KINDS}] == []


@each_machine
def test_no_row_both_refuses_and_emits_an_event(machine: Machine) -> None:
    assert [(number, row) for number, row in numbered(machine) if isinstance(row.outcome, Refuse) and row.emits] == []


@each_machine
def test_a_row_that_refuses_raises_the_kind_it_names(machine: Machine) -> None:
    refusing = [(number, row, row.outcome) for number, row in numbered(machine) if isinstance(row.outcome, Refuse)]

    raised = {number: type(refuse.because(fitting(row, machine))) for number, row, refuse in refusing}

    assert raised == {number: refuse.kind for number, _row, refuse in refusing}


def test_a_table_with_a_missing_answer_has_a_gap() -> None:
    cancelling = (bookings.Status.PENDING, bookings.Trigger.CANCEL)
    shorter = [row for row in bookings.TRANSITIONS if (row.state, row.trigger) != cancelling]

    assert gaps(shorter, bookings.Status, [bookings.Trigger.CANCEL]) == [cancelling]


def test_a_row_after_one_that_always_holds_is_unreachable() -> None:
    first, *_others = (row for row in bookings.TRANSITIONS if row.condition is None)

    assert unreachable_rows([first, first]) == [first]
