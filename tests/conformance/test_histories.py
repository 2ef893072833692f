"""Histories of parallel requests at one tee time: when they have a legal order, and when they prove overbooking."""

import pytest

from conformance.suite.arranged.histories import Step, is_legal, surplus


@pytest.mark.parametrize(
    ("steps", "legal"),
    [
        ([], True),
        ([Step(4, 0, 1)], True),
        ([Step(4, 0, 1), Step(1, 0, 1)], False),
        ([Step(2, 0, 1), Step(2, 0, 1)], True),
        ([Step(4, 0, 1), Step(-4, 2, 3), Step(4, 4, 5)], True),
        ([Step(4, 0, 1), Step(4, 2, 3), Step(-4, 4, 5)], False),
        ([Step(4, 0, 1), Step(4, 2, 5), Step(-4, 3, 4)], True),
        ([Step(-1, 0, 1), Step(1, 2, 3)], False),
        ([Step(-1, 0, 2), Step(1, 1, 3)], True),
        ([Step(3, 0, 9), Step(-3, 0, 9), Step(4, 0, 9)], True),
    ],
)
def test_a_history_is_legal_when_some_order_has_room_for_everybody(steps: list[Step], legal: bool) -> None:
    assert is_legal(steps, places=4) is legal


def test_a_long_history_at_one_moment_is_decided_quickly() -> None:
    steps = [Step(1, 0, 1) for _ in range(12)]

    assert not is_legal(steps, places=11)


@pytest.mark.parametrize(("places", "expected"), [(4, 2), (6, 0), (9, 0)])
def test_the_surplus_is_what_was_given_away_beyond_the_places(places: int, expected: int) -> None:
    assert surplus([Step(3, 0, 1), Step(4, 0, 1), Step(-1, 2, 3)], places) == expected
