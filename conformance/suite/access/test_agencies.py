"""Checks of what one agency sees of another, and may do to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, refused, within_budget
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.webhooks import WEBHOOKS, place_of, shows, subscription, unsubscribe
from conformance.evidence.exchanges import Exchange, NotJson, Role, parse_json
from conformance.evidence.verdicts import Inconclusive, Untested, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, Booked, all_modifiable, book, change, read
from conformance.suite.arranged.list_pages import page_of
from conformance.suite.arranged.pending import asked_for_if_possible
from conformance.suite.arranged.races import Racer, answered, race
from conformance.suite.arranged.read_back import refused_and_unchanged
from conformance.target.target import Target

_PENDING_AT = "11:00"


@dataclass(frozen=True)
class Books:
    """The bookings that one agency made for these checks."""

    desk: BookingDesk
    confirmed: tuple[Booked, ...]
    cancelled: tuple[Booked, ...]
    pending: tuple[Booked, ...] = ()

    def of(self, status: str | None) -> set[str]:
        """Ids that a list of this status must show. Without a filter, cancelled bookings may be left out.

        A course may decide at any moment, so no list must show those that were pending.
        """
        by_status = {None: self.confirmed, "confirmed": self.confirmed, "cancelled": self.cancelled}
        return {one.id for one in by_status.get(status, ())}

    @property
    def ids(self) -> set[str]:
        """Ids of all of them."""
        return {one.id for one in self.confirmed + self.cancelled + self.pending}


@pytest.fixture(scope="session")
def two_agencies(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, run: Run
) -> tuple[Books, Books]:
    """What the first and what the second agency booked, each for every party size; the second may wait for one more."""
    pending = asked_for_if_possible(second_bookings, courses, run, _PENDING_AT)
    return _books(bookings, tee_times), replace(_books(second_bookings, tee_times), pending=pending)


@verifies("AUT-09")
@pytest.mark.parametrize("with_period", [False, True], ids=["", "period"])
@pytest.mark.parametrize("status", [None, "confirmed", "pending", "cancelled"])
def test_a_booking_list_shows_only_the_agencys_own_bookings(
    two_agencies: tuple[Books, Books], target: Target, status: str | None, with_period: bool
) -> None:
    first, second = two_agencies
    days = [one.tee_time.play_date for books in two_agencies for one in books.confirmed + books.cancelled]
    period = {"startDate": min(days), "endDate": max(days)} if with_period else {}
    for own, other in ((first, second), (second, first)):
        listed, missing = _listed(own, target, status, period)
        strange = listed & other.ids
        asked = f"with status={status}" if status else "without filters"
        expect(
            not strange,
            f"the list of bookings {asked} shows no booking of another agency",
            f"it shows {len(strange)} of another agency: {', '.join(sorted(strange))}",
        )
        if missing:
            raise Inconclusive(f"The list status={status} misses the agency's own {sorted(missing)} (BKL-03).")


@verifies("AUT-09")
def test_lists_asked_for_at_the_same_moment_show_only_own_bookings(
    agency: Agency, second_agency: Agency, two_agencies: tuple[Books, Books], exchanges: Sequence[Exchange]
) -> None:
    asked = [(caller, page) for page in (1, 2) for caller in (agency, second_agency)]

    finishes = race([Racer(0, partial(caller.get, BOOKINGS, page=page, pageSize=2)) for caller, page in asked])

    for (caller, _), one in zip(asked, finishes, strict=True):
        answer = answered(one)
        accepted(answer, "Listing bookings")
        strange = page_of(answer).ids & _made_by_another(caller, exchanges)
        expect(
            not strange,
            f"{answer.where} shows no booking of another agency",
            f"it shows {', '.join(sorted(strange))}",
            answer,
        )


@verifies("AUT-10")
def test_a_booking_of_another_agency_cannot_be_read(two_agencies: tuple[Books, Books]) -> None:
    first, second = two_agencies
    for one in first.confirmed:
        refused(second.desk.read(one.id), control=first.desk.read_own(one.id))


@verifies("AUT-11")
@pytest.mark.parametrize("players", [1, 3])
def test_a_booking_of_another_agency_cannot_be_changed(
    bookings: BookingDesk, second_bookings: BookingDesk, two_agencies: tuple[Books, Books], players: int
) -> None:
    booked = next(one for one in two_agencies[0].confirmed if one.players == players)
    before, changes = read(bookings, booked.id), {"players": 5 - players}

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
    booked = _made(bookings, tee_times, players)
    before = read(bookings, booked.id)

    attempt = second_bookings.cancel(booked.id)
    after = read(bookings, booked.id)
    control = bookings.cancel(booked.id)

    refused_and_unchanged([attempt], before, after, control=control)


@verifies("AUT-14")
def test_a_subscription_of_another_agency_is_not_listed(
    agency: Agency, second_agency: Agency, run: Run, target: Target
) -> None:
    body = subscription(run, "scope")
    made = agency.post(WEBHOOKS, body)
    accepted(made, "Registering a subscription")

    own = within_budget(
        lambda: agency.get(WEBHOOKS),
        lambda answer: answer.is_success and shows(answer, body["url"]),
        seconds=target.budgets.visibility_seconds,
    )
    others = second_agency.get(WEBHOOKS)
    unsubscribe(agency, made)

    if not (own.is_success and shows(own, body["url"])):
        raise Untested("The agency's own list does not show its new subscription, so another's list proves nothing.")
    accepted(others, "Listing subscriptions")
    expect(
        not shows(others, body["url"]),
        "another agency's list does not show the subscription",
        f"{others.where} shows {body['url']}",
        others,
    )


@verifies("AUT-14")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_subscription_of_another_agency_cannot_be_changed(
    agency: Agency, second_agency: Agency, run: Run, target: Target, method: str
) -> None:
    body = subscription(run, f"scope-{method.lower()}")
    made = agency.post(WEBHOOKS, body)
    accepted(made, "Registering a subscription")
    path = place_of(agency, made, target.webhook_id)
    changes: dict[str, Any] = {"json": body | {"url": f"{body['url']}-changed"}} if method == "PUT" else {}

    before = agency.get(WEBHOOKS)
    attempt = second_agency.send(method, path, role=Role.attempt, **changes)
    after = agency.get(WEBHOOKS)
    control = agency.send(method, path, role=Role.control, **changes)
    unsubscribe(agency, made, target.webhook_id)

    # To remove what the caller does not have may be answered as if it were gone.
    refused = not attempt.is_success or method == "DELETE"
    expect(
        refused, f"{attempt.where} by another agency is refused", f"it answered {attempt.status}", (attempt, control)
    )
    if not shows(before, body["url"]):
        raise Inconclusive("The agency's own list does not show its new subscription, so it cannot be seen to stay.")
    told = (
        f"after {attempt.where} by another agency (answered {attempt.status}) {after.where} does not show {body['url']}"
    )
    expect(shows(after, body["url"]), "the subscription of the first agency is as it was", told, (attempt, after))
    if not control.is_success:
        raise Inconclusive(f"The agency's own {control.where} answered {control.status}, so a refusal proves nothing.")


def _made_by_another(caller: Agency, exchanges: Sequence[Exchange]) -> set[str]:
    """Ids of the bookings that other agencies made in this run."""
    others = [one for one in exchanges if one.operation_id == "createBooking" and one.agency != caller.label]
    return {found for one in others if one.response and (found := _id_in(one.response.content))}


def _id_in(content: bytes) -> str | None:
    try:
        return str(parse_json(content)["data"]["id"])
    except (NotJson, KeyError, TypeError):
        return None


def _listed(own: Books, target: Target, status: str | None, period: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """Ids of the bookings that the agency lists, and of its own that it should list and, in the end, does not.

    Of a long list only both ends are read, where none of its own need be.
    """

    def look() -> tuple[set[str], set[str]]:
        listing = own.desk.listing(status=status, **period)
        ids = {str(item.get("id")) for item in listing.items}
        return ids, own.of(status) - ids if listing.is_whole else set()

    return within_budget(look, lambda seen: not seen[1], seconds=target.budgets.visibility_seconds)


def _books(desk: BookingDesk, tee_times: TeeTimeFinder) -> Books:
    confirmed = tuple(_made(desk, tee_times, players) for players in PARTY_SIZES)
    cancelled = tuple(_made(desk, tee_times, players) for players in PARTY_SIZES[1:3])
    for one in cancelled:
        accepted(desk.cancel(one.id), "Cancelling a booking")
    return Books(desk, confirmed, cancelled)


def _made(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    tee_time = tee_times.fresh()
    return book(desk, desk.body(tee_time, players), tee_time)
