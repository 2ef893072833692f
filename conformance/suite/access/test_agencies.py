"""Checks of what one agency sees of another, and may do to it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, refused
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.webhooks import WEBHOOKS, place_of, shows, unsubscribe
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.access.books import (
    Books,
    all_days,
    booked_for,
    books_of,
    days_with_bookings,
    require_only_own_bookings_listed,
    require_only_own_bookings_on_pages,
    require_unreadable_for,
)
from conformance.suite.access.scoped_subscriptions import (
    other_url,
    own_list_with,
    require_control_accepted,
    require_refused_unless_a_removal,
    require_shown_to_its_agency,
    require_subscription_unchanged,
    subscribed_to,
    tried_by_another,
)
from conformance.suite.arranged.booked import all_modifiable, change, read, read_before
from conformance.suite.arranged.pending import asked_for_if_possible
from conformance.suite.arranged.races import Racer, race
from conformance.suite.arranged.read_back import refused_and_unchanged
from conformance.target.target import Target

_PENDING_AT = "11:00"


@pytest.fixture(scope="session")
def two_agencies(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, run: Run
) -> tuple[Books, Books]:
    """The bookings of the first and of the second agency. The second agency may have a pending booking too."""
    pending = asked_for_if_possible(second_bookings, courses, run, _PENDING_AT)
    return books_of(bookings, tee_times), replace(books_of(second_bookings, tee_times), pending=pending)


@verifies("AUT-09")
@pytest.mark.parametrize("period_of", [all_days, days_with_bookings], ids=["", "period"])
@pytest.mark.parametrize("status", [None, "confirmed", "pending", "cancelled"])
def test_a_booking_list_shows_only_the_agencys_own_bookings(
    two_agencies: tuple[Books, Books],
    target: Target,
    status: str | None,
    period_of: Callable[[Sequence[Books]], dict[str, Any]],
) -> None:
    first, second = two_agencies
    period = period_of(two_agencies)

    require_only_own_bookings_listed(first, second, target, status, period)
    require_only_own_bookings_listed(second, first, target, status, period)


@verifies("AUT-09")
def test_lists_asked_for_at_the_same_moment_show_only_own_bookings(
    agency: Agency, second_agency: Agency, two_agencies: tuple[Books, Books], exchanges: Sequence[Exchange]
) -> None:
    asked = [(caller, page) for page in (1, 2) for caller in (agency, second_agency)]

    finishes = race([Racer(0, partial(caller.get, BOOKINGS, page=page, pageSize=2)) for caller, page in asked])

    require_only_own_bookings_on_pages([caller for caller, _ in asked], finishes, exchanges)


@verifies("AUT-10")
def test_a_booking_of_another_agency_cannot_be_read(two_agencies: tuple[Books, Books]) -> None:
    first, second = two_agencies

    require_unreadable_for(second, first)


@verifies("AUT-11")
@pytest.mark.parametrize("players", [1, 3])
def test_a_booking_of_another_agency_cannot_be_changed(
    bookings: BookingDesk, second_bookings: BookingDesk, two_agencies: tuple[Books, Books], players: int
) -> None:
    booked = two_agencies[0].confirmed_for(players)
    before, changes = read_before(bookings, booked.id), {"players": 5 - players}

    attempts = [second_bookings.update(booked.id, body) for body in (changes, all_modifiable(before, changes))]
    after = read(bookings, booked.id)
    control = change(bookings, booked.id, changes)
    # A change by its own agency opens it to nobody.
    again = second_bookings.update(booked.id, {"players": players})

    refused_and_unchanged(attempts, before, after, control=control)
    refused(again, control=control)


@verifies("AUT-12")
@pytest.mark.parametrize("players", [1, 3])
def test_a_booking_of_another_agency_cannot_be_cancelled(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, players: int
) -> None:
    booked = booked_for(bookings, tee_times, players)
    before = read_before(bookings, booked.id)

    attempt = second_bookings.cancel(booked.id)
    after = read(bookings, booked.id)
    control = bookings.cancel(booked.id)

    refused_and_unchanged([attempt], before, after, control=control)


@verifies("AUT-14")
def test_a_subscription_of_another_agency_is_not_listed(
    agency: Agency, second_agency: Agency, run: Run, target: Target
) -> None:
    body, subscribed = subscribed_to(agency, run, "scope")

    own = own_list_with(agency, body["url"], target)
    others = second_agency.get(WEBHOOKS)
    unsubscribe(agency, subscribed)

    require_shown_to_its_agency(own, body["url"])
    accepted(others, "Listing subscriptions")
    expected = "another agency's list does not show the subscription"
    expect(not shows(others, body["url"]), expected, f"{others.where} shows {body['url']}", others)


@verifies("AUT-14")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_subscription_of_another_agency_cannot_be_changed(
    agency: Agency, second_agency: Agency, run: Run, target: Target, method: str
) -> None:
    body, subscribed = subscribed_to(agency, run, f"scope-{method.lower()}")
    path = place_of(agency, subscribed, target.webhook_id)
    changes = other_url(body) if method == "PUT" else {}

    tried = tried_by_another(agency, second_agency, method, path, changes)
    control = agency.send(method, path, role=Role.control, **changes)
    unsubscribe(agency, subscribed, target.webhook_id)

    require_refused_unless_a_removal(tried.attempt, control)
    require_subscription_unchanged(tried, body["url"])
    require_control_accepted(control)
