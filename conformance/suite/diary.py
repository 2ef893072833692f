"""A diary of own bookings on three days, for checks of the booking list, and the list walked in small pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from conformance.client import Agency
from conformance.discovery import BookingDesk, FreshDay, TeeTimeFinder, walk, without
from conformance.discovery.bookings import BOOKINGS
from conformance.oracles import accepted, part
from conformance.suite.booked import Booked, book, lead_player, whole_tee_times
from conformance.verdicts import Inconclusive

_PAGES = 3
_KEPT = ((1, 2, 3, 4), (3, 1), (2, 4))
_CANCELLED = (3, 2, 1)
_TEE_TIMES_A_DAY = 5


@dataclass(frozen=True)
class Diary:
    """Own bookings on three days, first to last: *kept* ones are confirmed, *cancelled* ones are not."""

    days: tuple[date, ...]
    kept: tuple[Booked, ...]
    cancelled: tuple[Booked, ...]

    def kept_on(self, days: Iterable[date]) -> set[str]:
        """Ids of the bookings kept on *days*."""
        wanted = set(days)
        return {one.id for one in self.kept if one.tee_time.play_date in wanted}


def make_diary(desk: BookingDesk, tee_times: TeeTimeFinder) -> Diary:
    """Eight kept and three cancelled bookings. Raises `Inconclusive` when the target refuses one of them."""
    days = _three_days(tee_times)
    free = {day.play_date: iter(whole_tee_times([day])) for day in days}
    kept: list[Booked] = []
    cancelled: list[Booked] = []
    for day, sizes, size_cancelled in zip(days, _KEPT, _CANCELLED, strict=True):
        for players in sizes:
            tee_time = next(free[day.play_date])
            body = desk.body(tee_time, players, leadPlayer=lead_player(len(kept)))
            kept.append(book(desk, _lessened(body), tee_time))
        tee_time = next(free[day.play_date])
        cancelled.append(book(desk, desk.body(tee_time, size_cancelled), tee_time))
    for one in cancelled:
        accepted(desk.cancel(one.id), "Cancelling a booking")
    return Diary(tuple(day.play_date for day in days), tuple(kept), tuple(cancelled))


def _three_days(tee_times: TeeTimeFinder) -> list[FreshDay]:
    """Three days with different dates, first to last."""
    days: dict[date, FreshDay] = {}
    while len(days) < len(_KEPT):
        day = tee_times.fresh_day(tee_times=_TEE_TIMES_A_DAY)
        days[day.play_date] = day
    return [days[play_date] for play_date in sorted(days)]


def _lessened(body: dict[str, Any]) -> dict[str, Any]:
    """Bookings for two are made without optional members."""
    if body["players"] != 2:
        return body
    return without(without(body, "agencyBookingReference"), "specialRequests")


def in_small_pages(agency: Agency, **filters: object) -> list[Any]:
    """The whole list, in about three pages, so that a fault on a later page is met too."""
    first = accepted(agency.get(BOOKINGS, pageSize=1, **filters), "Listing bookings")
    total = part(first, "meta.pagination.totalItems", judge=False)
    if not isinstance(total, int):
        raise Inconclusive("meta.pagination.totalItems is no integer, which PAG-01 judges.")
    page_size = min(100, max(1, -(-total // _PAGES)))
    query: dict[str, Any] = dict(filters)
    return [item for item in walk(agency, BOOKINGS, page_size=page_size, **query) if isinstance(item, dict)]
