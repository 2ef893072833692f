"""A booking shows what the hook kept that it was."""

from typing import Any

import pytest

from conformance.recordings.masking import SHOWN_API_KEY
from conformance.target.levers import HookPayloads
from conformance.target.target import Target
from conformance.watching.recorded import RecordedWatch
from tests.conformance.proxy.watched import WISH, booking
from tests.conformance.watching.recorded_runs import Recorded


def _hooked(**sent: Any) -> Recorded:
    run = Recorded().sends("POST /travel/bookings/hooks", 201, {"data": {"id": "hok_1"}}, sent=WISH | sent)
    return run.sends("POST /travel/bookings/hooks/hok_1/confirm", 200, {"data": booking()})


def _found(run: Recorded, hook_id: str | None = "data.id") -> list[str]:
    target = Target("http://target/api/v1", SHOWN_API_KEY, hooks=HookPayloads(id=hook_id))
    return [sight.row for sight in RecordedWatch(target).sights_in(run.exchanges, run.levers)]


def test_a_booking_of_what_was_hooked_is_no_sight() -> None:
    assert _found(_hooked().reads()) == []


@pytest.mark.parametrize("sent", [{"players": 4}, {"teeTime": "07:00"}, {"date": "2027-01-01"}])
def test_a_booking_of_something_else_is_found(sent: dict[str, Any]) -> None:
    assert _found(_hooked(**sent).reads()) == ["HOK-06"]


def test_a_changed_booking_may_show_something_else() -> None:
    assert _found(_hooked(players=4).updates(players=2).reads(players=2)) == []


def test_nobody_knows_the_hook_where_its_id_is_not_declared() -> None:
    assert _found(_hooked(players=4).reads(), hook_id=None) == []


@pytest.mark.parametrize(("again", "rows"), [({"players": 1}, ["BKC-31"]), ({}, [])])
def test_two_hooks_that_became_one_booking_are_found(again: dict[str, Any], rows: list[str]) -> None:
    run = _hooked().sends("POST /travel/bookings/hooks", 201, {"data": {"id": "hok_2"}}, sent=WISH | again)

    assert _found(run.sends("POST /travel/bookings/hooks/hok_2/confirm", 200, {"data": booking()})) == rows
