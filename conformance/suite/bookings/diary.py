"""A diary of own bookings on three days, for checks of the booking list, and the list read in small pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import BOOKINGS
from conformance.conditions.days import is_first, is_last
from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder, without
from conformance.discovery.pages import PAGES_READ_WHOLE, pages_to_read
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation
from conformance.scope.lanes import run_together
from conformance.suite.arranged.booked import UNUSUAL_NAMES, Booked, book, book_unusually, lead_player, whole_tee_times
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.list_pages import Page, page_of
from conformance.target.target import Target

_PAGES = 3
_KEPT = ((1, 2, 3), (4, 1), (2,))
_CANCELLED = (3, 2, 1)
_CANCELLED_FROM_A_HOLD = 2
_TEE_TIMES_A_DAY = 4
_UNUSUALLY_NAMED = 2
# The last lead player has the e-mail address of the fourth.
_SHARED = {5: 3}
_TIMES_WALKED = 3
_TIMES_READ_AGAIN = 5
# Lead players whom no booking of the diary has that is kept.
_FIRST_CANCELLED = 11


@dataclass(frozen=True)
class Diary:
    """Own bookings on three days, first to last: *kept* ones are confirmed, *cancelled* ones are not."""

    days: tuple[date, ...]
    kept: tuple[Booked, ...]
    cancelled: tuple[Booked, ...]

    def kept_on(self, days: Iterable[date]) -> set[str]:
        """Ids of the bookings kept on *days*."""
        wanted = set(days)
        return {booking.id for booking in self.kept if booking.tee_time.play_date in wanted}


def make_diary(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Diary:
    """Six kept and three cancelled bookings, one of which completed a hold where that is possible. Raises
    `Inconclusive` when the target refuses one of them at two tee times.
    """
    days = _three_days(tee_times)
    kept: list[Booked] = []
    cancelled: list[Booked] = []
    for day, sizes, size_cancelled in zip(days, _KEPT, _CANCELLED, strict=True):
        free = iter(whole_tee_times([day]))
        for players in sizes:
            kept.append(_booked_at_one_of(free, partial(_book_to_keep, desk, len(kept), players)))
        cancelled.append(
            _booked_at_one_of(free, partial(_book_to_cancel, desk, len(cancelled), size_cancelled, target))
        )
    for booking in cancelled:
        accepted(desk.cancel(booking.id), "Cancelling a booking")
    return Diary(tuple(day.play_date for day in days), tuple(kept), tuple(cancelled))


def _booked_at_one_of(free: Iterator[OfferedTeeTime], book_at: Callable[[OfferedTeeTime], Booked]) -> Booked:
    """What *book_at* books at the next tee time, or at the one after it: somebody else may have been faster."""
    try:
        return book_at(next(free))
    except Inconclusive:
        if (other := next(free, None)) is None:
            raise
        return book_at(other)


def _book_to_keep(desk: BookingDesk, number: int, players: int, tee_time: OfferedTeeTime) -> Booked:
    body = desk.body(tee_time, players, leadPlayer=lead_player(number, address_of=_SHARED.get(number)))
    unusual = {**UNUSUAL_NAMES} if number == _UNUSUALLY_NAMED else body["leadPlayer"]
    return book_unusually(desk, _lessened(body), tee_time, leadPlayer=unusual)


def _book_to_cancel(desk: BookingDesk, number: int, players: int, target: Target, tee_time: OfferedTeeTime) -> Booked:
    body = desk.body(tee_time, players, leadPlayer=lead_player(_FIRST_CANCELLED + number))
    is_held = players == _CANCELLED_FROM_A_HOLD
    return book_from_hold(desk, body, tee_time, target) if is_held else book(desk, body, tee_time)


def _three_days(tee_times: TeeTimeFinder) -> list[FreshDay]:
    """Three days with different dates, first to last. Where the target sells such days, one is more than a year ahead,
    and two are the first and the last of a month.
    """
    found = [tee_times.beyond_a_year(_TEE_TIMES_A_DAY)]
    found += [tee_times.day_with(is_wanted, _TEE_TIMES_A_DAY) for is_wanted in (is_last, is_first)]
    days = {day.play_date: day for day in found if day}
    while len(days) < len(_KEPT):
        day = tee_times.fresh_day(tee_times=_TEE_TIMES_A_DAY)
        days[day.play_date] = day
    return [days[play_date] for play_date in sorted(days)]


def _lessened(body: dict[str, Any]) -> dict[str, Any]:
    """Bookings for two are sent without optional members."""
    if body["players"] != 2:
        return body
    return without(without(body, "agencyBookingReference"), "specialRequests")


class OwnLists:
    """The booking list under a filter, read in about three pages, so that a fault on a later page shows too.

    Of a long one, pages at both ends are read: an agency may have thousands of bookings.
    """

    def __init__(self, agency: Agency) -> None:
        self._agency = agency
        self._sizes: dict[str, int] = {}
        self._kept: dict[str, list[Any]] = {}
        self._long: set[str] = set()
        self._pages: dict[str, list[Page]] = {}

    def now(self, **filters: object) -> list[Any]:
        """The list, read with new requests."""
        # The size that gave three pages the last time does so again, unless much was booked meanwhile.
        size = self._sizes.get(str(filters), 1)
        page = self._page(1, size, filters)
        fitting = min(100, max(1, -(-page.total_items // _PAGES)))
        self._sizes[str(filters)] = fitting
        if page.total_pages > _PAGES + 1:
            size, page = fitting, self._page(1, fitting, filters)
        if page.total_pages > PAGES_READ_WHOLE:
            self._long.add(str(filters))
        numbers = pages_to_read(page.total_pages) if page.items else ()
        others = run_together(partial(self._later_page, number, size, filters) for number in numbers)
        pages = self._pages[str(filters)] = [page, *filter(None, others)]
        while pages[-1].items and pages[-1].number < pages[-1].total_pages <= PAGES_READ_WHOLE:
            # Checks in other lanes book while this check reads, and the list grows by a page.
            page_more = self._later_page(pages[-1].number + 1, size, filters)
            if page_more is None:
                break
            pages.append(page_more)
        return [item for page in pages for item in page.items if isinstance(item, dict)]

    def pages_with(self, item_id: object = None, **filters: object) -> list[Page]:
        """The pages of this list, as it was read last, that show the item. All pages when none shows it."""
        pages = self._pages.get(str(filters), [])
        return [page for page in pages if item_id in page.ids] or pages

    def are_long(self, **filters: object) -> bool:
        """Whether of this list, as it was read last, only both ends were read."""
        return str(filters) in self._long

    def missing(self, ids: Set[str], items: Iterable[Any], **filters: object) -> Set[str]:
        """The *ids* that *items* of this list lack. Empty when the list is long, because the run read only its ends."""
        return set() if self.are_long(**filters) else ids - {str(item.get("id")) for item in items}

    def still_missing(self, ids: Set[str], items: Iterable[Any], **filters: object) -> Set[str]:
        """As `missing`, where several new readings lack them too: somebody may cancel while the pages are read, and
        then an item moves to a page that is read already.
        """
        lacking = self.missing(ids, items, **filters)
        for _ in range(_TIMES_READ_AGAIN):
            if not lacking:
                break
            lacking = self.missing(lacking, self.now(**filters), **filters)
        return lacking

    def kept(self, ids: Iterable[str] = (), /, **filters: object) -> list[Any]:
        """The list as it was read before if it shows all *ids*, or else as new requests read it.

        It suits what no longer changes, such as the bookings of a diary.
        """
        known = self._kept.get(str(filters))
        if known is None or self.missing(set(ids), known, **filters):
            known = self._kept[str(filters)] = self.now(**filters)
        return known

    def forget(self, **filters: object) -> None:
        """Forgets this list, so that the next reading sends requests."""
        self._kept.pop(str(filters), None)

    def _later_page(self, number: int, size: int, filters: Mapping[str, object]) -> Page | None:
        """A page after the first, None where it is refused and the list no longer has it: checks in other lanes cancel,
        and no document says what a page past the last answers.
        """
        answer = self._agency.get(BOOKINGS, page=number, pageSize=size, **filters)
        if not answer.is_success and self._page(1, size, filters).total_pages < number:
            answer.mark(Role.attempt)
            return None
        return _page_in(answer, number)

    def _page(self, number: int, size: int, filters: Mapping[str, object]) -> Page:
        return _page_in(self._agency.get(BOOKINGS, page=number, pageSize=size, **filters), number)


def _page_in(answer: Answer, number: int) -> Page:
    accepted(answer, f"Page {number} of the bookings")
    return replace(page_of(answer), number=number)


def require_every_booking_once(lists: OwnLists, filters: Mapping[str, object]) -> None:
    """Raises `Violation` when the pages of this list together show more or fewer bookings than totalItems, three times.

    Somebody may book while the pages are read. Raises `NoEvidence` where only both ends of a long list are read.
    """
    lists.kept(**filters)
    if lists.are_long(**filters):
        raise NoEvidence("The list is long, so only its ends are read.")
    for _ in range(_TIMES_WALKED):
        pages = lists.pages_with(**filters)
        ids = [item.get("id") for page in pages for item in page.items if isinstance(item, dict)]
        total = pages[0].total_items if pages else 0
        if len(ids) == len(set(ids)) == total:
            return
        lists.now(**filters)
    actual = f"{len(pages)} pages show {len(ids)} bookings, {len(set(ids))} of them different"
    asked = ", ".join(f"{name}={value}" for name, value in filters.items())
    raise Violation(f"all pages of the bookings with {asked} show each of {total} once", actual, pages)
