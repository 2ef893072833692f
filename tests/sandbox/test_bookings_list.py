"""The list of an agency's bookings: newest first, filtered by status and play date, page by page."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import ORDINARY, SATURDAY, TeeTime, booked, by_trait, free_tee_times

BOOKINGS = "/travel/bookings"
SUNDAY = SATURDAY + timedelta(days=1)


def _references(agency: Agency, **filters: Any) -> list[str]:
    return [item["agencyBookingReference"] for item in agency.get(BOOKINGS, **filters).json()["data"]]


@pytest.fixture
def season(alpha: Agency, tee_times: list[TeeTime]) -> Agency:
    """An agency with four bookings: two confirmed on two days, one cancelled, one pending."""
    sunday = free_tee_times(alpha, ORDINARY.id, SUNDAY)[0]
    booked(alpha, tee_times[0], agencyBookingReference="saturday")
    booked(alpha, sunday, agencyBookingReference="sunday")
    cancelled = booked(alpha, tee_times[1], agencyBookingReference="cancelled")
    alpha.delete(f"{BOOKINGS}/{cancelled['id']}")
    offline = TeeTime(by_trait("offline-silent").id, SUNDAY, "10:00", 4, 0)
    booked(alpha, offline, agencyBookingReference="pending")
    return alpha


FILTERS: dict[str, tuple[dict[str, Any], Sequence[str]]] = {
    "none": ({}, ["pending", "cancelled", "sunday", "saturday"]),
    "confirmed": ({"status": "confirmed"}, ["sunday", "saturday"]),
    "pending": ({"status": "pending"}, ["pending"]),
    "cancelled": ({"status": "cancelled"}, ["cancelled"]),
    "from Saturday": ({"startDate": SATURDAY}, ["pending", "cancelled", "sunday", "saturday"]),
    "from Sunday": ({"startDate": SUNDAY}, ["pending", "sunday"]),
    "from Monday": ({"startDate": SUNDAY + timedelta(days=1)}, []),
    "to Saturday": ({"endDate": SATURDAY}, ["cancelled", "saturday"]),
    "to Friday": ({"endDate": SATURDAY - timedelta(days=1)}, []),
    "Sunday only": ({"startDate": SUNDAY, "endDate": SUNDAY}, ["pending", "sunday"]),
    "confirmed on Sunday": ({"status": "confirmed", "startDate": SUNDAY}, ["sunday"]),
    "second page": ({"pageSize": 3, "page": 2}, ["saturday"]),
    "past the end": ({"page": 9}, []),
}


@pytest.mark.parametrize("case", FILTERS)
def test_a_list_holds_what_matches_newest_first(season: Agency, case: str) -> None:
    filters, expected = FILTERS[case]

    assert _references(season, **filters) == expected


@pytest.mark.parametrize(
    ("filters", "total", "pages"),
    [({}, 4, 1), ({"pageSize": 3}, 4, 2), ({"status": "pending"}, 1, 1), ({"page": 9}, 4, 1)],
    ids=["all", "two pages", "filtered", "past the end"],
)
def test_the_total_counts_what_matches(season: Agency, filters: dict[str, Any], total: int, pages: int) -> None:
    pagination = season.get(BOOKINGS, **filters).json()["meta"]["pagination"]

    assert (pagination["totalItems"], pagination["totalPages"]) == (total, pages)


def test_a_fresh_world_has_no_bookings(alpha: Agency) -> None:
    body = alpha.get(BOOKINGS).json()

    assert body == {"data": [], "meta": {"pagination": {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 0}}}


def test_an_item_is_the_booking_without_its_lead_player(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time, agencyBookingReference="MGT-1")
    del created["leadPlayer"]

    assert alpha.get(BOOKINGS).json()["data"] == [created]


def test_a_page_holds_twenty_bookings_by_default(alpha: Agency, tee_times: list[TeeTime]) -> None:
    offline = TeeTime(by_trait("offline-silent").id, SUNDAY, "10:00", 4, 0)
    bookings = [booked(alpha, offline, agencyBookingReference=str(number)) for number in range(21)]

    assert _references(alpha) == [booking["agencyBookingReference"] for booking in bookings[:0:-1]]
