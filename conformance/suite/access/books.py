"""The bookings of two agencies, and what each of them may see of the other's."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, within_budget
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Exchange, Response
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.booked import Booked, whole_tee_times
from conformance.suite.arranged.list_pages import page_of
from conformance.suite.arranged.races import Finish, answered
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.target.target import Target


@dataclass(frozen=True)
class Books:
    """The bookings that one agency has for these checks."""

    desk: BookingDesk
    confirmed: tuple[Booked, ...]
    cancelled: tuple[Booked, ...]
    pending: tuple[Booked, ...] = ()

    def of(self, status: str | None) -> set[str]:
        """Ids that a list of this status must show. Without a filter, cancelled bookings may be left out.

        A course may decide at any moment, so no list must show the bookings that were pending.
        """
        by_status = {None: self.confirmed, "confirmed": self.confirmed, "cancelled": self.cancelled}
        return {booking.id for booking in by_status.get(status, ())}

    @property
    def ids(self) -> set[str]:
        """Ids of all of them."""
        return {booking.id for booking in self.confirmed + self.cancelled + self.pending}


def book_for_lists(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, *parties: int) -> Books:
    """A confirmed booking for each of *parties*, and a cancelled one, on a day without other bookings of the run."""
    confirmed = tuple(book_in_some_way(desk, tee_times.fresh(), target, players) for players in parties)
    tee_time = whole_tee_times([tee_times.fresh_day()])[0]
    cancelled = book_in_some_way(desk, tee_time, target)
    accepted(desk.cancel(cancelled.id), "Cancelling a booking")
    return Books(desk, confirmed, (cancelled,))


def all_days(_: Sequence[Books]) -> dict[str, Any]:
    """No filters: a list of all days."""
    return {}


def days_with_bookings(agencies: Sequence[Books]) -> dict[str, Any]:
    """The filters of the days from the first to the last booking of all *agencies*."""
    days = [booking.tee_time.play_date for books in agencies for booking in books.confirmed + books.cancelled]
    return {"startDate": min(days), "endDate": max(days)}


def require_only_own_bookings_listed(
    own: Books, other: Books, target: Target, status: str | None, period: Mapping[str, Any]
) -> None:
    """Raises `Violation` when the list of an agency shows a booking of the *other* one, and `Inconclusive` when it
    lacks its *own*.
    """
    listed, missing = _listed(own, target, status, period)
    asked = _in_words({"status": status, **period})
    _require_none_of(other, listed, asked)
    if missing:
        raise Inconclusive(f"The list of bookings {asked} misses the agency's own {sorted(missing)} (BKL-03).")


def require_empty_list_stays_empty(own: Books, other: Books) -> None:
    """Raises `Violation` when a list with filters that fit no *own* booking shows a booking of the *other* agency."""
    day = other.cancelled[0].tee_time.play_date
    listing = own.desk.listing(status="cancelled", startDate=day, endDate=day)
    asked = _in_words({"status": "cancelled", "startDate": day, "endDate": day})
    _require_none_of(other, {str(item.get("id")) for item in listing.items}, asked)


def _require_none_of(other: Books, listed: Set[str], asked: str) -> None:
    strange = listed & other.ids
    expected = f"the list of bookings {asked} shows no booking of another agency"
    expect(not strange, expected, f"it shows {len(strange)} of another agency: {', '.join(sorted(strange))}")


def _in_words(filters: Mapping[str, Any]) -> str:
    """The *filters* that have a value, for a sentence."""
    sent = [f"{name}={value}" for name, value in filters.items() if value is not None]
    return f"with {' and '.join(sent)}" if sent else "without filters"


def _listed(own: Books, target: Target, status: str | None, period: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """Two sets of ids: the bookings that the list shows, and own bookings that are still missing when the time is over.

    Of a long list, the check reads only both ends. Own bookings may be elsewhere, so none counts as missing.
    """

    def look() -> tuple[set[str], set[str]]:
        listing = own.desk.listing(status=status, **period)
        ids = {str(item.get("id")) for item in listing.items}
        return ids, own.of(status) - ids if listing.is_whole else set()

    return within_budget(look, lambda seen: not seen[1], seconds=target.budgets.visibility_seconds)


def require_only_own_bookings_on_pages(
    callers: Sequence[Agency], finishes: Sequence[Finish], exchanges: Sequence[Exchange]
) -> None:
    """Raises `Violation` when the page of a caller shows a booking that another agency created in this run."""
    for caller, finish in zip(callers, finishes, strict=True):
        answer = answered(finish)
        accepted(answer, "Listing bookings")
        strange = page_of(answer).ids & _created_by_another(caller, exchanges)
        expected = f"{answer.where} shows no booking of another agency"
        expect(not strange, expected, f"it shows {', '.join(sorted(strange))}", answer)


def _created_by_another(caller: Agency, exchanges: Sequence[Exchange]) -> set[str]:
    """Ids of the bookings that other agencies created in this run."""
    others = [
        exchange
        for exchange in exchanges
        if exchange.operation_id == "createBooking" and exchange.agency != caller.label
    ]
    return {found for exchange in others if exchange.response and (found := _id_in(exchange.response))}


def _id_in(response: Response) -> str | None:
    try:
        return str(response.value["data"]["id"])
    except (KeyError, TypeError):
        return None
