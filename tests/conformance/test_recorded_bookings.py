"""What the recording says of a booking: changed, cancelled, or perhaps so, where the answer was lost on its way."""

import json

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Violation
from conformance.suite.bookings.recorded_bookings import (
    cancelled_for_good,
    changed_or_cancelled,
    may_be_changed_or_cancelled,
    require_unique,
)
from conformance.target.describing import describe_target
from tests.conformance.made_up import exchange

PATH = "/travel/bookings/bkg_1"
TARGET = describe_target("http://service.example/api/v1", "key", None, {})


@pytest.mark.parametrize(
    ("status", "certainly", "perhaps"), [(200, {"bkg_1"}, {"bkg_1"}), (502, set(), {"bkg_1"}), (409, set(), set())]
)
def test_a_cancellation_may_be_done_although_its_answer_was_lost(
    status: int, certainly: set[str], perhaps: set[str]
) -> None:
    sent = exchange(method="DELETE", path=PATH, status=status)

    assert (changed_or_cancelled(sent), may_be_changed_or_cancelled(sent)) == (certainly, perhaps)


def test_a_booking_whose_change_was_lost_is_not_known_to_be_cancelled() -> None:
    cancelled = exchange(method="DELETE", path=PATH)

    assert cancelled_for_good([cancelled]) == {"bkg_1"}
    assert cancelled_for_good([cancelled, exchange(method="PUT", path=PATH, status=502)]) == set()


def confirmed(hook: str, booking_id: str) -> Exchange:
    shown = {"data": {"id": booking_id, "bookingReference": f"TS-{booking_id}"}}
    path = f"/travel/bookings/hooks/{hook}/confirm"
    return exchange(json.dumps(shown).encode(), method="POST", path=path, role=Role.golden)


def test_two_hooks_do_not_become_one_booking() -> None:
    twice = [confirmed("hok_1", "bkg_1"), confirmed("hok_1", "bkg_1")]

    require_unique("id", [*twice, confirmed("hok_2", "bkg_2")], TARGET)
    with pytest.raises(Violation, match="share id"):
        require_unique("id", [*twice, confirmed("hok_2", "bkg_1")], TARGET)
