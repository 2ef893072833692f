"""A lever that the sandbox refuses gives every reason, in the message and as values."""

from collections.abc import Callable
from typing import Any

import pytest

from teesheet.testing import LeverRefused, Receiver, World

# What a test asks -> the wrong members, and words of their sentences.
SEVERAL_MISTAKES: dict[str, tuple[Callable[[World], Any], list[str], list[str]]] = {
    "a code that is a number": (
        lambda world: world.rules.next("createBooking").answers(99),  # type: ignore[arg-type]  # The mistake.
        ["/body/effect/problem/code", "/body/effect/problem/code"],
        ["99 is not text", "tee_time_unavailable"],
    ),
    "an unknown event in an unknown variant": (
        lambda world: world.rules.next_event("booking.cancel").is_delivered("twice"),  # type: ignore[arg-type]  # The mistake.
        ["/body/match/events/0", "/body/effect/delivery/variant"],
        ["booking.cancelled", "duplicate"],
    ),
}


@pytest.mark.parametrize("case", SEVERAL_MISTAKES)
def test_a_refused_lever_gives_the_reason_of_each_mistake(world: World, case: str) -> None:
    asks, pointers, words = SEVERAL_MISTAKES[case]

    with pytest.raises(LeverRefused) as refused:
        asks(world)

    message = str(refused.value)
    assert [error["pointer"] for error in refused.value.errors] == pointers
    assert [word for word in [*pointers, *words] if word not in message] == []


def test_a_single_mistake_is_said_once(world: World) -> None:
    with pytest.raises(LeverRefused) as refused:
        world.rules.next("createBooking").answers("sold")

    (error,) = refused.value.errors
    assert (error["pointer"], str(refused.value).count(error["detail"])) == ("/body/effect/problem/code", 1)


def test_a_refused_subscription_gives_the_reason_of_each_mistake(world: World) -> None:
    with Receiver(world) as receiver, pytest.raises(LeverRefused) as refused:
        receiver.subscribe([], description="x" * 5000)

    assert {error["pointer"] for error in refused.value.errors} == {"/body/events", "/body/description"}
    assert "/body/events: The list has 0 entries." in str(refused.value)


def test_a_lever_that_another_rule_refuses_has_no_mistakes(world: World) -> None:
    with pytest.raises(LeverRefused) as refused:
        world.clock.freeze("2039-01-01T00:00:00Z")

    assert refused.value.errors == ()
