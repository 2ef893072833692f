"""What the checks of open points record is what the answers of the run show, and nothing else."""

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import Observed
from conformance.suite.open import test_open_behaviour, test_open_deliveries, test_open_records, test_open_refusals
from conformance.suite.open.observations import NOTHING_SEEN, members
from conformance.suite.open.readings import dates_on_earth, orders_of, zone_of
from conformance.suite.open.seen import AnsweredExchanges
from conformance.target.target import Target
from tests.conformance.made_up import exchange

TARGET = Target(base_url="http://target.example/api/v1", api_key="k")
MODULES = (test_open_behaviour, test_open_deliveries, test_open_records, test_open_refusals)
CLOSING = [
    check
    for module in MODULES
    for name, check in inspect.getmembers(module, inspect.isfunction)
    if name.startswith("test_") and "agency" not in inspect.signature(check).parameters
]
# What a check may record when no request was answered and no delivery arrived: what the run or the target file lacks.
NOTHING = (
    NOTHING_SEEN,
    "Not tried.",
    "Not tried: the target might accept the group, and no documented request cancels a group.",
    "The target file does not declare it; teesheet init --write looks for it.",
    "The target file does not declare a booking code, and no answer shows a booking code.",
    "No delivery that names one documented kind arrived in this run.",
    "No delivery arrived in this run.",
)


def recorded(check: Callable[..., None], *exchanges: Exchange) -> str:
    """What *check* records about a run with these exchanges and no delivery."""
    given: dict[str, Any] = {
        "seen": AnsweredExchanges(exchanges),
        "receiver": Receiver("http://127.0.0.1:9", (), lambda _kind, ask: ask()),
        "target": TARGET,
        "operation": "findGroupSlots",
    }
    with pytest.raises(Observed) as found:
        check(**{name: given[name] for name in inspect.signature(check).parameters})
    return str(found.value)


def answered(body: object, method: str = "GET", path: str = "/travel/bookings/b1", **facts: Any) -> Exchange:
    """An exchange that was answered with this value as JSON."""
    return exchange(json.dumps(body).encode(), method=method, path=path, **facts)


@pytest.mark.parametrize("check", CLOSING)
def test_a_run_that_asked_nothing_records_nothing(check: Callable[..., None]) -> None:
    assert recorded(check) in NOTHING


def test_dates_and_tee_times_are_recorded_as_they_were_sent() -> None:
    booking = {
        "data": {"id": "b1", "createdAt": "2026-05-01T09:30:00Z", "date": "2026-05-12", "teeTime": "09:30+02:00"}
    }

    assert recorded(test_open_behaviour.test_how_moments_are_written, answered(booking)) == (
        "Moments are written as createdAt with Z (once)."
        " Dates and tee times are written as date without a zone (once), teeTime with an offset (once)."
    )


@pytest.mark.parametrize(
    ("written", "zone"),
    [
        ("2026-05-12", "without a zone"),
        ("09:30", "without a zone"),
        ("2026-05-01T09:30:00.25Z", "with Z and a fraction of a second"),
        ("2026-05-01T09:30:00+00:00", "with an offset"),
        ("2026-05-01T09:30:00", "without a zone"),
    ],
)
def test_a_zone_is_read_behind_a_time_of_day(written: str, zone: str) -> None:
    assert zone_of(written) == zone


@pytest.mark.parametrize(
    ("read", "said"),
    [
        ([{"note": "x"}, {"note": None}], "These members are null: getBooking: data[].note."),
        (
            {f"m{number}": "x" for number in range(30)} | {"last": None},
            "These members are null: getBooking: data.last.",
        ),
        ({"note": "x"}, "None of the accepted answers (1) has a member that is null."),
    ],
    ids=["in the second item", "after thirty members", "nowhere"],
)
def test_every_member_of_every_item_is_searched_for_null(read: object, said: str) -> None:
    assert recorded(test_open_records.test_which_members_are_null, answered({"data": read})) == said


def test_an_empty_body_is_no_member_that_is_null() -> None:
    ended = exchange(b"", method="POST", path="/auth/logout", status=204)

    assert recorded(test_open_records.test_which_members_are_null, ended) == NOTHING_SEEN
    assert members([ended]) == "a body that is empty or no JSON"


def test_a_member_is_recorded_with_every_kind_of_its_values() -> None:
    shown = [answered({"data": [{"phone": "1"}, {"phone": None}]}), answered({"data": [{"phone": 1}]})]

    assert members(shown) == "data[].phone (text or null or number)"


def test_lists_of_equal_items_show_no_order() -> None:
    assert orders_of([[{"id": "a"}], [{"id": "b"}, {"id": "b"}]], ("id",)) == ""


def test_an_order_that_no_member_explains_is_recorded() -> None:
    assert orders_of([[{"id": "b"}, {"id": "c"}, {"id": "a"}]], ("id", "name")) == "none of id"


def booked(booking_id: str) -> Exchange:
    """A booking with the reference r-1, answered with this id."""
    shown = {"data": {"id": booking_id, "status": "confirmed"}}
    sent = b'{"agencyBookingReference": "r-1"}'
    return answered(shown, "POST", "/travel/bookings", status=201, sent=sent)


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (booked("b2"), "The target accepted another booking with the same reference once."),
        (booked("b1"), "The target answered with the earlier booking once."),
        (replace(booked("b2"), agency="second agency"), NOTHING_SEEN),
    ],
    ids=["another booking", "the same booking", "another agency"],
)
def test_a_repeated_reference_is_one_of_the_same_agency(second: Exchange, said: str) -> None:
    assert recorded(test_open_behaviour.test_what_a_repeated_reference_does, booked("b1"), second) == said


def test_the_status_of_a_problem_is_no_status_of_a_booking() -> None:
    pending = answered({"data": {"id": "b1", "status": "pending"}}, "POST", "/travel/bookings", status=201)
    refused = answered({"status": 404}, "DELETE", status=404)

    assert recorded(test_open_behaviour.test_what_ends_a_pending_booking, pending, refused) == (
        "DELETE on a booking created as pending answered 404 (once)."
    )


def test_a_target_that_always_accepts_with_200_is_recorded() -> None:
    said = recorded(test_open_refusals.test_which_statuses_accept, answered({}))

    assert said == "Every accepted request was answered with 200."


@pytest.mark.parametrize(
    ("hour", "dates"),
    [
        (9, ["2026-11-24", "2026-11-25"]),
        (11, ["2026-11-24", "2026-11-25", "2026-11-26"]),
        (12, ["2026-11-25", "2026-11-26"]),
        (23, ["2026-11-25", "2026-11-26"]),
    ],
)
def test_a_moment_has_every_date_that_some_clock_on_earth_shows(hour: int, dates: list[str]) -> None:
    assert dates_on_earth(datetime(2026, 11, 25, hour, 30, tzinfo=UTC)) == dates
