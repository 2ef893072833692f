"""Whose delivery is next: every world has its share, and a receiver that keeps us waiting waits alone."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mock_server.clock import Clock, ClockMode
from mock_server.deliveries.turns import (
    MAX_IN_FLIGHT,
    MAX_OF_RECEIVER,
    MAX_OF_WORLD,
    SLOW_OF_WORLD,
    SLOW_SECONDS,
    Turns,
)
from mock_server.domain.world_settings import NO_SETTINGS
from mock_server.storage.outbox import Due, Head

NOON = datetime(2040, 5, 7, 12, tzinfo=UTC)


def _head(world: str, number: int, url: str | None = None) -> Head:
    return Head(world, f"whk_{number}", url or f"https://{number}.example", number, NOON + timedelta(seconds=number))


def _heads(world: str, count: int, first: int = 1) -> list[Head]:
    return [_head(world, number) for number in range(first, first + count)]


def _due(head: Head) -> Due:
    clock = Clock(ClockMode.FROZEN, NOON, NOON)
    number = head.number
    return Due(
        head.world, head.webhook_id, number, f"msg_{number}", head.url, "s", b"", None, head.due, clock, NO_SETTINGS
    )


def _lease(head: Head) -> str:
    return f"{head.world}-{head.number}"


def _begun(turns: Turns, heads: list[Head], at: float = 0.0) -> list[Head]:
    for head in heads:
        turns.begun(_lease(head), _due(head), at)
    return heads


def _ended(turns: Turns, heads: list[Head], at: float) -> None:
    for head in heads:
        turns.ended(_lease(head), at)


def _of_worlds(heads: list[Head]) -> Counter[str]:
    return Counter(head.world for head in heads)


def test_worlds_take_turns_however_much_one_of_them_has() -> None:
    heads = _heads("loud", 100) + _heads("quiet", 2)

    assert _of_worlds(Turns().chosen(heads, 0.0, 6)) == {"loud": 4, "quiet": 2}


def test_within_a_world_the_longest_due_comes_first() -> None:
    assert [head.number for head in Turns().chosen(_heads("one", 5), 0.0, 3)] == [1, 2, 3]


def test_a_world_with_less_under_way_comes_first() -> None:
    turns = Turns()
    _begun(turns, _heads("busy", 5))

    assert _of_worlds(turns.chosen(_heads("busy", 5, first=6) + _heads("idle", 5), 0.0, 4)) == {"idle": 4}


def test_a_world_has_a_most() -> None:
    assert len(Turns().chosen(_heads("one", 2 * MAX_OF_WORLD), 0.0, 1000)) == MAX_OF_WORLD


def test_a_receiver_has_a_most_and_others_go_past_it() -> None:
    heads = [_head("one", number, "https://same.example") for number in range(1, 20)] + [_head("one", 20)]

    chosen = Counter(head.url for head in Turns().chosen(heads, 0.0, 1000))

    assert chosen == {"https://same.example": MAX_OF_RECEIVER, "https://20.example": 1}


def _full() -> Turns:
    turns = Turns()
    for world in range(MAX_IN_FLIGHT // MAX_OF_WORLD):
        _begun(turns, _heads(f"w{world}", MAX_OF_WORLD))
    return turns


def test_a_full_process_takes_one_of_a_world_that_has_none_under_way() -> None:
    assert len(_full().chosen(_heads("late", 5), 0.0, 1000)) == 1


def test_a_full_process_takes_no_more_of_the_others() -> None:
    turns = _full()
    _begun(turns, _heads("late", 1))

    assert turns.chosen(_heads("late", 5, first=2), 0.0, 1000) == []


def test_receivers_that_kept_us_waiting_share_a_few_places() -> None:
    turns, heads = Turns(), _heads("one", 20)
    _begun(turns, heads)
    _ended(turns, heads, SLOW_SECONDS + 1)

    assert len(turns.chosen(heads, 20.0, 1000)) == SLOW_OF_WORLD


def test_other_receivers_of_the_world_go_past_the_slow_ones() -> None:
    turns, slow = Turns(), _heads("one", 20)
    _begun(turns, slow)
    _ended(turns, slow, SLOW_SECONDS + 1)

    chosen = turns.chosen(slow + _heads("one", 5, first=50), 20.0, 1000)

    assert {head.number for head in chosen} >= set(range(50, 55))


def test_a_receiver_is_slow_as_soon_as_it_keeps_us_waiting() -> None:
    turns = Turns()
    _begun(turns, [_head("one", 1, "https://same.example")])
    others = [_head("one", 2, "https://same.example")]

    assert (len(turns.chosen(others, SLOW_SECONDS, 9)), len(turns.chosen(others, SLOW_SECONDS + 0.1, 9))) == (1, 0)


def test_a_receiver_that_answers_at_once_again_is_slow_no_more() -> None:
    turns, heads = Turns(), _heads("one", 20)
    _begun(turns, heads)
    _ended(turns, heads, SLOW_SECONDS + 1)
    _begun(turns, heads[:10], 20.0)
    _ended(turns, heads[:10], 20.1)

    assert len(turns.chosen(heads, 21.0, 1000)) == 10 + SLOW_OF_WORLD


def test_what_one_world_calls_slow_is_no_matter_of_another() -> None:
    turns, heads = Turns(), _heads("one", 10)
    _begun(turns, heads)
    _ended(turns, heads, SLOW_SECONDS + 1)

    assert len(turns.chosen([replace(head, world="other") for head in heads], 20.0, 1000)) == 10


def test_a_delivery_whose_number_comes_again_counts_beside_the_one_under_way() -> None:
    turns, due = Turns(), _due(_head("reset", 1))
    for lease in ("before", "after"):
        turns.begun(lease, due, 0.0)

    assert len(turns.chosen([_head("reset", number, due.url) for number in range(2, 9)], 0.5, 9)) == MAX_OF_RECEIVER - 2
    for lease in ("before", "after"):
        turns.ended(lease, 0.6)
    assert len(turns.chosen([_head("reset", number, due.url) for number in range(2, 9)], 0.7, 9)) == MAX_OF_RECEIVER
