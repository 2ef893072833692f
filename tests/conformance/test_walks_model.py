"""The model of walks: it explains everything that a conforming target does, and nothing that a faulty one does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.catalogue.files import load_catalogue
from conformance.walks.beliefs import ANYTHING, Belief, Deviation, Hold, only
from conformance.walks.commands import KINDS, Program, Theme, from_json
from conformance.walks.experience import Experience, experience_of
from conformance.walks.ledger import WHAT_IS_KEPT, Blame, Ledger, Places, Taking
from conformance.walks.player import STEPS, play
from conformance.walks.rows import EVERY_ROW
from conformance.walks.walking import Budget, walk
from tests.conformance.walked import PlayingOnFresh, parties_of, play_on, programs
from tests.conformance.walked_target import WalkedTarget
from tests.conformance.walked_values import HABITS

NOW = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
UNHURRIED = Budget(requests=20_000, seconds=300.0, shrinking_seconds=100.0)

# The fault, the theme that meets it and the row that it breaks.
FAULTS = (
    ("second change in a row frees a place", Theme.bookings, "BKU-10"),
    ("cancel after change loses a place", Theme.bookings, "BKX-07"),
    ("places come back twice", Theme.bookings, "INV-05"),
    ("lists leak after a change", Theme.bookings, "AUT-09"),
    ("third change forgets the reference", Theme.bookings, "BKU-03"),
    ("another agency cancels what was changed", Theme.bookings, "AUT-12"),
    ("second cancel revives", Theme.bookings, "BKX-09"),
    ("hold after cancel is not counted", Theme.holds, "HLD-05"),
    ("completed hold stays", Theme.holds, "HLD-16"),
    ("confirm after another release", Theme.hooks, "HOK-07"),
    ("second group is confirmed at once", Theme.groups, "GRP-02"),
)


@pytest.mark.parametrize("theme", Theme)
def test_a_target_without_habits_never_deviates(theme: Theme) -> None:
    deviations = [play_on(WalkedTarget(), program).deviation for program in programs(theme)]

    assert [str(deviation) for deviation in deviations if deviation] == []


ANY_HABITS = st.frozensets(st.sampled_from(HABITS))
ANY_PROGRAM = st.sampled_from([program for theme in Theme for program in programs(theme)])


@given(habits=ANY_HABITS, program=ANY_PROGRAM)
@settings(max_examples=120, deadline=None, derandomize=True, database=None)
def test_a_target_with_any_habits_never_deviates(habits: frozenset[str], program: Program) -> None:
    played = play_on(WalkedTarget(habits), program)

    assert played.deviation is None


@given(habits=ANY_HABITS, before=st.lists(ANY_PROGRAM, min_size=4, max_size=8), program=ANY_PROGRAM)
@settings(max_examples=80, deadline=None, derandomize=True, database=None)
def test_no_target_does_what_was_never_seen_of_it(
    habits: frozenset[str], before: list[Program], program: Program
) -> None:
    parties, recording = parties_of(WalkedTarget(habits))
    for earlier in before:
        play(earlier, parties, 0.0)

    played = play(program, replace(parties, seen=experience_of(recording.exchanges)), 0.0)

    assert played.deviation is None


@pytest.mark.parametrize(("fault", "theme", "row"), FAULTS, ids=[fault for fault, _, _ in FAULTS])
def test_a_fault_of_history_is_found_and_made_short(fault: str, theme: Theme, row: str) -> None:
    habits = frozenset({"a second cancel is accepted"})
    seen = Experience(counted=tuple(Taking))
    playing = PlayingOnFresh(lambda: WalkedTarget(habits, frozenset({fault})), seen)

    found = walk(programs(theme), playing, [row], UNHURRIED).found

    assert row in found
    assert len(found[row].program) <= 5
    assert (found[row].seen, found[row].repeated) == (3, 3)


@pytest.mark.parametrize(
    "history",
    [
        [["cancel", 0], ["change_players", 1, 4], ["rival_looks", 0], ["list_bookings", 0]],
        [["complete", 0], ["lapse"], ["confirm", 2], ["release", 0]],
        [["read_group", 0], ["name_players", 1], ["rival_reads_group", 0]],
    ],
)
def test_commands_that_find_nothing_to_act_on_send_nothing(history: list[list[object]]) -> None:
    target, untouched = WalkedTarget(), WalkedTarget()

    play_on(untouched, ())
    play_on(target, from_json(history))

    assert target.requests == untouched.requests


def test_every_command_has_a_step() -> None:
    assert STEPS.keys() == KINDS.keys()


def test_every_row_a_deviation_can_name_is_decided_by_other_checks_too() -> None:
    decided = {row.id for row in load_catalogue() if row.level in ("must", "should")}

    assert [row for row in EVERY_ROW if row not in decided] == []
    assert len(set(EVERY_ROW)) == len(EVERY_ROW)


def test_a_value_that_is_not_believed_breaks_the_row_of_the_belief() -> None:
    with pytest.raises(Deviation) as raised:
        only("cancelled", "BKX-03").narrowed("confirmed", "status")

    assert (raised.value.row, raised.value.expected) == ("BKX-03", 'status is "cancelled"')


def test_a_belief_narrows_to_what_was_seen() -> None:
    belief = Belief(frozenset({2, 3}), "BKU-01").narrowed(3, "players")

    assert (belief.is_surely(3), belief.allows(2)) == (True, False)


def test_anything_is_believed_where_the_specification_is_silent() -> None:
    assert ANYTHING.narrowed("declined", "status").is_surely("declined")


def ledger_with_hold(players: int, counted: frozenset[Taking] = frozenset()) -> Ledger:
    ends_at = datetime(2026, 5, 1, 9, 15, tzinfo=UTC)
    return Ledger([Places(4, 4), Places(4, 4)], counted, holds=[Hold("h", 0, players, ends_at)])


def test_nobody_knows_the_fewest_places_while_something_is_taken() -> None:
    assert ledger_with_hold(2).bounds(0, NOW) == (0, 2)


def test_the_fewest_places_are_known_once_the_target_was_seen_to_count() -> None:
    ledger = ledger_with_hold(1)

    ledger.saw([3, 4], NOW, Blame())

    assert ledger.bounds(0, NOW) == (3, 3)


def test_a_single_place_may_be_kept_back() -> None:
    assert ledger_with_hold(3, frozenset({Taking.hold})).bounds(0, NOW) == (0, 1)


def test_a_single_place_is_not_kept_back_once_it_was_on_sale() -> None:
    ledger = ledger_with_hold(3)

    ledger.saw([1, 4], NOW, Blame())

    assert ledger.bounds(0, NOW) == (1, 1)


def test_a_hold_is_known_to_last_once_its_places_were_seen_to_be_taken() -> None:
    ledger = ledger_with_hold(1, frozenset({Taking.hold}))
    ledger.holds[0].states = frozenset({"held", "used"})

    ledger.saw([3, 4], NOW, Blame())

    assert ledger.holds[0].surely_holds(NOW)


def test_places_that_a_hold_keeps_are_not_offered() -> None:
    with pytest.raises(Deviation) as raised:
        ledger_with_hold(2).saw([3, 4], NOW, Blame(too_many=WHAT_IS_KEPT))

    assert raised.value.row == "HLD-05"


def test_all_places_are_back_when_the_hold_is_over() -> None:
    an_hour_later = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)

    with pytest.raises(Deviation) as raised:
        ledger_with_hold(2).saw([2, 4], an_hour_later, Blame(too_few="HLD-06"))

    assert raised.value.row == "HLD-06"
