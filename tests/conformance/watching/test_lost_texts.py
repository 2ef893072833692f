"""Texts that new bookings of one condition never show, while nearly all others do."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.watching.lost_texts import lost_texts
from tests.conformance.made_up import exchange


def created(number: int, *, players: int, shows: bool, **lead: str) -> Exchange:
    sent: dict[str, Any] = {
        "courseId": "crs_1",
        "date": "2027-05-03",
        "teeTime": "09:00",
        "players": players,
        "leadPlayer": lead,
        "specialRequests": "Tea, please.",
    }
    answered = {**sent, "id": f"bkg_{number}", "course": {"id": "crs_1"}, "status": "confirmed"}
    if not shows:
        del answered["specialRequests"]
    content = json.dumps({"data": answered}).encode()
    body = json.dumps(sent).encode()
    return exchange(content, method="POST", path="/travel/bookings", status=201, sent=body, index=number)


def read(number: int, booking_id: str) -> Exchange:
    content = json.dumps({"data": {"id": booking_id, "specialRequests": "Tea, please."}}).encode()
    return exchange(content, path=f"/travel/bookings/{booking_id}", index=number)


OTHERS = [created(number, players=2, shows=True) for number in range(12)]
FOURS = [created(number, players=4, shows=False) for number in range(20, 23)]


def test_bookings_of_one_size_that_never_show_a_text_are_named_by_it() -> None:
    (found,) = lost_texts([*OTHERS, *FOURS])

    assert (found.row, found.name, len(found.creations), found.shown) == ("BKC-08", "specialRequests", 3, 12)
    assert found.conditions == (("players", "4"),)


def test_a_phone_is_a_condition() -> None:
    (found,) = lost_texts([*OTHERS, *(created(20 + number, players=2, shows=False, phone="1") for number in range(3))])

    assert found.conditions == (("phone", "sent"),)


@pytest.mark.parametrize(
    "exchanges",
    [
        pytest.param([*OTHERS, *FOURS[:2]], id="two may be chance"),
        pytest.param([*OTHERS, *(replace(four, role=Role.generated) for four in FOURS)], id="generated"),
        pytest.param([*OTHERS, *FOURS, read(30, "bkg_20")], id="a later answer shows one"),
        pytest.param([created(number, players=2, shows=False) for number in range(15)], id="the target shows none"),
        pytest.param([*OTHERS, *FOURS, created(40, players=4, shows=True)], id="others of that size show it"),
    ],
)
def test_what_a_target_may_leave_out_is_not_told(exchanges: Sequence[Exchange]) -> None:
    assert list(lost_texts(exchanges)) == []
