"""Checks of what one agency sees of another, and may do to it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from conformance.asking.client import ABSENT, Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import BOOKINGS
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.webhooks import list_subscriptions, place_of, unsubscribe
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.access.beside_others import BesideOthers, act_beside, require_confirmed_without_its_twin
from conformance.suite.access.books import (
    Books,
    all_days,
    book_for_lists,
    days_with_bookings,
    require_empty_list_stays_empty,
    require_only_own_bookings_listed,
    require_only_own_bookings_on_pages,
)
from conformance.suite.access.scoped_subscriptions import (
    TriedOnSubscription,
    changes_by_another,
    own_list_with,
    pause,
    require_changes_refused,
    require_control_accepted,
    require_shown_to_its_agency,
    require_subscription_unchanged,
    subscribe_to,
    subscribe_to_the_same_url,
    try_as_another,
)
from conformance.suite.access.strangers import (
    STATES,
    Control,
    OwnBookings,
    Tried,
    ask_as_owner,
    require_not_cancellable,
    require_refused_when_cancelled,
    require_unchangeable,
    require_unreadable,
    try_in,
)
from conformance.suite.arranged.pending import book_pending_if_possible
from conformance.suite.arranged.races import Racer, race
from conformance.target.target import Target

_PENDING_AT = "11:07"


@pytest.fixture(scope="session")
def two_agencies(
    bookings: BookingDesk,
    second_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    courses: CourseFinder,
    run: Run,
    target: Target,
) -> tuple[Books, Books]:
    """The bookings of the first and of the second agency. The second agency may have a pending booking too."""
    pending = book_pending_if_possible(second_bookings, courses, run, _PENDING_AT)
    second = book_for_lists(second_bookings, tee_times, target, 2, 3)
    return book_for_lists(bookings, tee_times, target, 1, 4), replace(second, pending=pending)


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
def test_a_list_without_own_bookings_shows_none_of_another_agency(two_agencies: tuple[Books, Books]) -> None:
    first, second = two_agencies

    require_empty_list_stays_empty(first, second)
    require_empty_list_stays_empty(second, first)


@verifies("AUT-09")
@pytest.mark.usefixtures("two_agencies")
def test_lists_asked_for_at_the_same_moment_show_only_own_bookings(
    agency: Agency, second_agency: Agency, exchanges: Sequence[Exchange]
) -> None:
    asked = [(caller, page) for page in (1, 2) for caller in (agency, second_agency)]

    finishes = race([Racer(0, partial(caller.get, BOOKINGS, page=page, pageSize=2)) for caller, page in asked])

    require_only_own_bookings_on_pages([caller for caller, _ in asked], finishes, exchanges)


@pytest.fixture(scope="session")
def own_bookings(
    bookings: BookingDesk,
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    courses: CourseFinder,
    run: Run,
    target: Target,
    course_decisions: CourseDecisions,
) -> OwnBookings:
    """Brings bookings of the first agency into a state."""
    return OwnBookings(bookings, hooks, tee_times, courses, run, target, course_decisions)


@pytest.fixture(scope="session")
def tried(own_bookings: OwnBookings, second_bookings: BookingDesk) -> Callable[[str], Tried]:
    """A booking by its state, with everything that the second agency tried with it, once."""
    return cache(lambda state: try_in(state, own_bookings, second_bookings))


@pytest.fixture(scope="session")
def control(own_bookings: OwnBookings, second_bookings: BookingDesk) -> Control:
    """The same requests about an ordinary booking, from its own agency."""
    return ask_as_owner(own_bookings, second_bookings)


@verifies("AUT-10")
@pytest.mark.parametrize("state", STATES)
def test_a_booking_of_another_agency_cannot_be_read(
    tried: Callable[[str], Tried], control: Control, state: str
) -> None:
    require_unreadable(tried(state), control)


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param("read", marks=verifies("AUT-10")),
        pytest.param("change", marks=verifies("AUT-11")),
        pytest.param("cancel", marks=verifies("AUT-12")),
    ],
)
def test_a_cancelled_booking_of_another_agency_is_out_of_reach(control: Control, attempt: str) -> None:
    require_refused_when_cancelled(control, attempt)


@verifies("AUT-11")
@pytest.mark.parametrize("state", STATES)
def test_a_booking_of_another_agency_cannot_be_changed(
    tried: Callable[[str], Tried], control: Control, state: str
) -> None:
    require_unchangeable(tried(state), control)


@verifies("AUT-12")
@pytest.mark.parametrize("state", STATES)
def test_a_booking_of_another_agency_cannot_be_cancelled(
    tried: Callable[[str], Tried], control: Control, state: str
) -> None:
    require_not_cancellable(tried(state), control)


@pytest.fixture(scope="session")
def beside_others(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run, target: Target
) -> BesideOthers:
    """A booking of the first agency beside one of the second that shares its tee time, reference and lead player."""
    return act_beside(bookings, second_bookings, tee_times, run, target)


@verifies("AUT-11")
def test_a_booking_cannot_be_changed_by_an_agency_with_the_same_reference(
    beside_others: BesideOthers, control: Control
) -> None:
    beside_others.require_unchangeable(control)


@verifies("AUT-12")
def test_a_booking_stays_when_another_agency_cancels_its_own_beside_it(
    beside_others: BesideOthers, control: Control
) -> None:
    beside_others.require_kept(control)


@verifies("BST-02")
def test_a_booking_stays_confirmed_when_another_at_its_tee_time_is_cancelled(
    bookings: BookingDesk, beside_others: BesideOthers
) -> None:
    require_confirmed_without_its_twin(bookings, beside_others)


@verifies("AUT-14")
def test_a_subscription_of_another_agency_is_not_listed(
    agency: Agency, second_agency: Agency, run: Run, target: Target
) -> None:
    body, subscribed = subscribe_to(agency, run, "scope")

    own = own_list_with(agency, body["url"], target)
    others = list_subscriptions(second_agency)
    unsubscribe(agency, subscribed, target.webhook_id)

    require_shown_to_its_agency(own, body["url"])
    accepted(others.last, "Listing subscriptions")
    expected = "another agency's list does not show the subscription"
    expect(not others.shows(body["url"]), expected, f"{others.last.where} shows {body['url']}", others.last)


@verifies("AUT-14")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_subscription_of_another_agency_cannot_be_changed(
    agency: Agency, second_agency: Agency, run: Run, target: Target, method: str
) -> None:
    body, subscribed = subscribe_to(agency, run, f"scope-{method.lower()}")
    path = place_of(agency, subscribed, target.webhook_id)
    bodies = changes_by_another(body, run) if method == "PUT" else [ABSENT]
    if method == "DELETE" and run.seed % 2:
        pause(agency, path)

    tried = try_as_another(agency, second_agency, method, path, bodies)
    control = agency.send(method, path, role=Role.control, json=bodies[0])
    unsubscribe(agency, subscribed, target.webhook_id)

    require_changes_refused(tried.attempts, control)
    require_subscription_unchanged(tried, body["url"])
    require_control_accepted(control)


@verifies("AUT-14")
def test_a_subscription_stays_when_another_agency_removes_its_own_to_the_same_url(
    agency: Agency, second_agency: Agency, run: Run, target: Target
) -> None:
    twins = subscribe_to_the_same_url(agency, second_agency, run, target)

    before = own_list_with(agency, twins.url, target)
    attempt = twins.try_to_remove_the_first()
    removed = twins.remove_the_second()
    after = list_subscriptions(agency)
    twins.remove_the_first()

    require_shown_to_its_agency(before, twins.url)
    twins.require_own_alone(before)
    require_subscription_unchanged(TriedOnSubscription(before, [attempt, removed], after), twins.url)
