"""What a run learns of its target before the walks, from a target in memory."""

from __future__ import annotations

import pytest

from conformance.walks.commands import Theme
from conformance.walks.experience import NOTHING_SEEN, Experience, experience_of
from conformance.walks.ledger import Taking
from conformance.walks.player import play
from tests.conformance.walked import parties_of, programs
from tests.conformance.walked_target import WalkedTarget


def learnt_of(*habits: str) -> Experience:
    """What some programs show of a target with *habits*."""
    parties, recording = parties_of(WalkedTarget(frozenset(habits)))
    for theme in (Theme.bookings, Theme.holds, Theme.hooks):
        for program in programs(theme):
            play(program, parties, 0.0)
    return experience_of(recording.exchanges)


@pytest.fixture(scope="module")
def learnt() -> Experience:
    """What is learnt of a target without habits."""
    return learnt_of()


def test_a_target_is_seen_to_count_place_by_place(learnt: Experience) -> None:
    assert {Taking.booking, Taking.hold} <= set(learnt.counted)


def test_bookings_that_take_whole_tee_times_are_seen_not_to_count() -> None:
    counted = learnt_of("a booking takes the whole tee time").counted

    assert Taking.booking not in counted
    assert Taking.hold in counted


def test_a_single_place_on_sale_is_remembered_with_its_course(learnt: Experience) -> None:
    assert learnt.courses_with_single_places
    assert learnt_of("a single place is kept back").courses_with_single_places == ()


def test_courses_that_take_hooks_are_remembered(learnt: Experience) -> None:
    assert learnt.courses_with_hooks
    assert learnt_of("hooks are refused").courses_with_hooks == ()


def test_nothing_is_learnt_from_nothing() -> None:
    assert experience_of([]) == NOTHING_SEEN
