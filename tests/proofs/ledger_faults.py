"""Faults of the services, each planted for as long as a test runs: what the ledger machine must be able to find."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from mock_server.domain.ledger import Taking, TakingKind, taken_by_time
from mock_server.domain.refusals import HoldAlreadyUsed, HoldExpired, HoldMismatch
from mock_server.domain.tee_time_holds import Difference, TeeTimeHold
from mock_server.services import availability, booking_hooks, bookings, group_bookings
from mock_server.storage.ledger import take

Plant = Callable[[pytest.MonkeyPatch], None]


def _nothing(*_arguments: Any) -> None:
    """What a step does that was forgotten."""


def _forgotten(module: ModuleType, operation: str, step: str) -> Plant:
    """While *operation* of a service runs, *step* does nothing."""
    real = getattr(module, operation)

    def forgetful(*arguments: Any, **named: Any) -> Any:
        with patch.object(module, step, _nothing):
            return real(*arguments, **named)

    return lambda monkeypatch: monkeypatch.setattr(module, operation, forgetful)


def _replaced(module: ModuleType, name: str, by: Any) -> Plant:
    return lambda monkeypatch: monkeypatch.setattr(module, name, by)


def _lasting_holds(takings: list[Taking], now: datetime) -> dict[Any, int]:
    return taken_by_time([replace(taking, expires_at=None) if _is_held(taking) else taking for taking in takings], now)


def _is_held(taking: Taking) -> bool:
    return taking.kind is TakingKind.HELD


def _one_second_longer(takings: list[Taking], now: datetime) -> dict[Any, int]:
    return taken_by_time(takings, now - timedelta(seconds=1))


def _used_only(hold: TeeTimeHold, differing: tuple[Difference, ...], _now: datetime) -> None:
    if differing:
        raise HoldMismatch(hold.id, differing)
    if hold.booking_id is not None:
        raise HoldAlreadyUsed(hold.id, hold.booking_id)


def _expired_from_the_second_after(hold: TeeTimeHold, differing: tuple[Difference, ...], now: datetime) -> None:
    _used_only(hold, differing, now)
    if now > hold.expires_at:
        raise HoldExpired(hold.id, hold.expires_at)


def _takes_one_less(session: Any, taking: Taking) -> None:
    take(session, replace(taking, places=taking.places - 1))


FAULTS: dict[str, Plant] = {
    "cancel gives nothing back": _forgotten(bookings, "cancel", "give_back"),
    "a hold keeps its places for ever": _replaced(availability, "taken_by_time", _lasting_holds),
    "places return a second late": _replaced(availability, "taken_by_time", _one_second_longer),
    "an expired hold is accepted": _replaced(bookings, "require_usable", _used_only),
    "a hold is accepted at its last second": _replaced(bookings, "require_usable", _expired_from_the_second_after),
    "a used hold keeps its places": _forgotten(bookings, "create", "give_back"),
    "a confirmed hook keeps its places": _forgotten(booking_hooks, "confirm", "give_back"),
    "a released hook keeps its places": _forgotten(booking_hooks, "release", "give_back"),
    "a change takes places that are not free": _forgotten(bookings, "change", "_require_room"),
    "a change takes no more places": _forgotten(bookings, "change", "resize"),
    "the old answer of a course comes after a change": _forgotten(bookings, "change", "drop_timers"),
    "a group takes one place too few": _replaced(group_bookings, "take", _takes_one_less),
    "a group that is cancelled keeps its places": _forgotten(group_bookings, "course_cancels", "give_back"),
}
