"""A subscription without a delivery counts only when further bookings show the same."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.deliveries import CONFIRMED, NamedBooking
from conformance.suite.webhooks import delivered_lives
from conformance.suite.webhooks.delivered_lives import (
    DeliveredLife,
    live_while_subscribed,
    require_every_subscription_served,
)

_DELIVERY = Delivery("POST", "/here", (), b"{}", datetime(2026, 11, 26, tzinfo=UTC))
_ALL, _NOT_THE_SECOND = (True, True, True), (True, False, True)


def _life(served: Sequence[bool]) -> DeliveredLife:
    arrived = [[_DELIVERY] if is_served else [] for is_served in served]
    return DeliveredLife(NamedBooking("bkg_1", ("bkg_1",)), {}, {CONFIRMED: arrived})


def _judge(monkeypatch: pytest.MonkeyPatch, first: Sequence[bool], *further: Sequence[bool]) -> None:
    lives = iter([_life(served) for served in further])
    monkeypatch.setattr(delivered_lives, "live_while_subscribed", lambda *_: next(lives))
    require_every_subscription_served(cast(Any, None), _life(first), CONFIRMED)


def test_a_life_in_which_every_subscription_is_served_needs_no_further_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _judge(monkeypatch, _ALL)


def test_a_delivery_that_is_lost_once_is_no_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Inconclusive, match="late or lost"):
        _judge(monkeypatch, _NOT_THE_SECOND, _ALL)


def test_a_subscription_that_is_never_served_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Violation, match="true, false, true"):
        _judge(monkeypatch, _NOT_THE_SECOND, _NOT_THE_SECOND, _NOT_THE_SECOND)


class _RefusingRoom:
    is_clear = False

    def open(self, kind: str) -> None:
        raise Inconclusive(f"A subscription to {kind} was refused.")

    def clear(self) -> None:
        self.is_clear = True


def test_a_life_that_is_given_up_leaves_no_subscription() -> None:
    room = _RefusingRoom()

    with pytest.raises(Inconclusive):
        live_while_subscribed(cast(Any, room))

    assert room.is_clear
