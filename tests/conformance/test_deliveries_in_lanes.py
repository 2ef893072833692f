"""Deliveries to a check while other lanes book as well: only a delivery that names its own booking counts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import pytest

from conformance.evidence.exchanges import Answer
from conformance.evidence.receiver import Delivery, Receiver
from conformance.evidence.verdicts import Inconclusive
from conformance.scope.lanes import Lane, running_in
from conformance.scope.run import Run
from conformance.suite.arranged.deliveries import CANCELLED, Mailroom, NamedBooking, Subscribed
from conformance.target.target import Target

NOON = datetime(2040, 5, 12, 12, tzinfo=UTC)
BESIDE_OTHERS = Lane("lane 1", 1, 10, hears_others=True)
IN_QUIET = replace(BESIDE_OTHERS, hears_others=False)
OWN = NamedBooking("bkg_1", ("bkg_1", "tsc-0a1b2c3d4e-f10001"))

Opened = tuple[Mailroom, Subscribed]
Opening = Callable[..., Opened]


@pytest.fixture
def opened(described: Target) -> Opening:
    """A mailroom with an open subscription, at which deliveries with these bodies arrived."""

    def open_with(*bodies: str) -> Opened:
        arrived = [Delivery("POST", "/desk", (), body.encode(), NOON) for body in bodies]
        receiver = Receiver("http://127.0.0.1:9", arrived, lambda _kind, ask: ask())
        nothing: Any = None
        run = Run(1, NOON, date(2040, 5, 12), "tsc-0a1b2c3d4e", read_only=False)
        mailroom = Mailroom(nothing, nothing, nothing, receiver, run, described, bookings=[OWN], changes_at=[NOON])
        return mailroom, Subscribed({"url": "http://127.0.0.1:9/desk"}, cast(Answer, nothing), NOON)

    return open_with


@pytest.mark.parametrize("lane", [BESIDE_OTHERS, IN_QUIET], ids=["beside others", "in quiet"])
@pytest.mark.parametrize("body", ['{"id": "bkg_1"}', '{"reference": "tsc-0a1b2c3d4e-f10001"}'])
def test_a_delivery_that_names_the_booking_counts(opened: Opening, lane: Lane, body: str) -> None:
    mailroom, line = opened(body)

    with running_in(lane):
        assert len(mailroom.arrived(line, OWN, CANCELLED)) == 1


def test_a_delivery_that_names_no_booking_counts_in_quiet_alone(opened: Opening) -> None:
    mailroom, line = opened("{}")

    with running_in(IN_QUIET):
        assert len(mailroom.arrived(line, OWN)) == 1
    with running_in(BESIDE_OTHERS), pytest.raises(Inconclusive):
        mailroom.arrived(line, OWN)


def test_a_delivery_about_a_booking_of_another_lane_is_not_unnamed(opened: Opening) -> None:
    mailroom, line = opened('{"reference": "tsc-0a1b2c3d4e-f20001"}', '{"id": "bkg_2"}', '{"id": "bkg_1"}')

    unnamed = mailroom.unnamed(line, mailroom.receiver.at(line.url))

    assert [delivery.text for delivery in unnamed] == ['{"id": "bkg_2"}']


def test_the_name_of_the_run_alone_is_no_reference(opened: Opening) -> None:
    mailroom, line = opened('{"description": "Made by a conformance run (tsc-0a1b2c3d4e)."}')

    assert len(mailroom.unnamed(line, mailroom.receiver.at(line.url))) == 1


def test_two_lanes_never_get_the_same_address(opened: Opening) -> None:
    mailroom, _ = opened()
    mailroom.agency = cast(Any, type("Agency", (), {"label": "first agency"}))
    given = []
    for number in (1, 2):
        with running_in(Lane(f"lane {number}", number, 10)):
            given += [mailroom.address(), mailroom.address()]

    assert len(set(given)) == len(given)


def test_a_delivery_counts_beside_a_subscription_that_is_younger_than_the_booking(opened: Opening) -> None:
    mailroom, line = opened("{}")
    younger = replace(line, opened_at=NOON + timedelta(seconds=1))

    assert len(mailroom.unnamed(line, mailroom.receiver.at(line.url))) == 1
    assert mailroom.unnamed(younger, mailroom.receiver.at(line.url)) == []
