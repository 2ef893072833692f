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
from mock_server.domain.states import Refuse, Row, fitting_row, gaps, unreachable_rows
from mock_server.domain.webhooks import EVENT_KINDS
from mock_server.domain.world_settings import WorldSettings
from tests.domain.samples import FINAL, HOUR, OFFLINE, PLATFORM

LEDGER = Path(__file__).parents[2] / "openapi" / "assumptions.yaml"
SOURCES = {"stated", *yaml.safe_load(LEDGER.read_text("utf-8"))}
EARLY = timedelta(days=10)


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
each_row = pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=f"{m.noun}-{number}") for m in MACHINES for number, row in enumerate(m.rows, 1)],
)


def fitting(row: Row[Any, Any, Any], machine: Machine) -> Any:
    """The first facts that satisfy the condition of a row."""
    return next(facts for facts in machine.facts if row.condition is None or row.condition.holds(facts))


REFUSALS = [
    pytest.param(row.outcome, fitting(row, m), id=f"{m.noun}-{number}")
    for m in MACHINES
    for number, row in enumerate(m.rows, 1)
    if isinstance(row.outcome, Refuse)
]


@each_machine
def test_every_state_answers_every_trigger(machine: Machine) -> None:
    assert gaps(machine.rows, machine.states, machine.triggers[1:]) == []


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


@each_row
def test_every_row_names_the_specification_or_an_assumption(row: Row[Any, Any, Any]) -> None:
    assert row.source in SOURCES


@each_row
def test_every_event_is_one_that_can_be_subscribed_to(row: Row[Any, Any, Any]) -> None:
    assert row.emits in {None, *EVENT_KINDS}


@each_row
def test_no_row_both_refuses_and_emits_an_event(row: Row[Any, Any, Any]) -> None:
    assert not (isinstance(row.outcome, Refuse) and row.emits)


@pytest.mark.parametrize(("refuse", "facts"), REFUSALS)
def test_a_row_that_refuses_raises_the_kind_it_names(refuse: Refuse[Any], facts: Any) -> None:
    assert type(refuse.because(facts)) is refuse.kind


def test_a_table_with_a_missing_answer_has_a_gap() -> None:
    cancelling = (bookings.Status.PENDING, bookings.Trigger.CANCEL)
    shorter = [row for row in bookings.TRANSITIONS if (row.state, row.trigger) != cancelling]

    assert gaps(shorter, bookings.Status, [bookings.Trigger.CANCEL]) == [cancelling]


def test_a_row_after_one_that_always_holds_is_unreachable() -> None:
    first, *_others = (row for row in bookings.TRANSITIONS if row.condition is None)

    assert unreachable_rows([first, first]) == [first]
