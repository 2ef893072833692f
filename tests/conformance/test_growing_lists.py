"""A list that grows while its pages are read: other lanes book, and so may other programs with the same key."""

import json
from datetime import UTC, date, datetime

import pytest

from conformance.asking.client import Agency
from conformance.discovery.pages import both_ends
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.suite.arranged.list_pages import BOOKINGS
from conformance.suite.bookings.diary import OwnLists
from conformance.suite.bookings.unknown_bookings import require_another_booking_on_the_next_page
from conformance.suite.conventions.page_oracles import require_different_items_on_pages
from tests.conformance.made_up import BASE_URL

RUN = new_run(1, datetime(2026, 11, 25, tzinfo=UTC), date(2026, 11, 25), read_only=True)


class GrowingList:
    """A transport that answers a page of bookings, oldest or newest first. After each of the first *growths* answers
    there is one booking more. *ignores_page* answers page 1 under each number.
    """

    def __init__(self, count: int, growths: int, *, newest_first: bool, ignores_page: bool = False) -> None:
        self.count, self.growths = count, growths
        self.newest_first, self.ignores_page = newest_first, ignores_page

    def exchange(self, request: Request) -> Response:
        query = dict(request.query)
        number, size = int(query.get("page", 1)), int(query["pageSize"])
        ids = [f"bkg_{place}" for place in range(self.count)]
        listed = list(reversed(ids)) if self.newest_first else ids
        begin = 0 if self.ignores_page else (number - 1) * size
        pagination = {"page": number, "pageSize": size, "totalItems": self.count, "totalPages": -(-self.count // size)}
        body = {"data": [{"id": found} for found in listed[begin : begin + size]], "meta": {"pagination": pagination}}
        if self.growths:
            self.count, self.growths = self.count + 1, self.growths - 1
        return Response(200, (), json.dumps(body).encode())


class ShrinkingList:
    """A transport that answers a page of 48 bookings. Whenever it has answered page 1, the first booking goes, at most
    *losses* times. It never lists booking 40 if it *hides* that. It *refuses* a page past the last with 410, or this
    page.
    """

    def __init__(self, losses: int, *, hides: bool = False, refuses: int = 0) -> None:
        self.ids = [f"bkg_{place}" for place in range(48) if not (hides and place == 40)]
        self.losses = losses
        self.refuses = refuses

    def exchange(self, request: Request) -> Response:
        query = dict(request.query)
        number, size = int(query["page"]), int(query["pageSize"])
        count = len(self.ids)
        pagination = {"page": number, "pageSize": size, "totalItems": count, "totalPages": -(-count // size)}
        found = [{"id": booking_id} for booking_id in self.ids[(number - 1) * size : number * size]]
        if number == 1 and self.losses:
            del self.ids[0]
            self.losses -= 1
        if not found or number == self.refuses:
            return Response(410, (), b"{}")
        return Response(200, (), json.dumps({"data": found, "meta": {"pagination": pagination}}).encode())


def agency_of(listed: GrowingList | ShrinkingList) -> Agency:
    return Agency("first agency", "a-key", BASE_URL, listed, Recording({}), read_only=False)


def test_the_page_that_came_last_is_read_too() -> None:
    listed = GrowingList(48, growths=3, newest_first=False)
    lists = OwnLists(agency_of(listed))
    lists.now()
    listed.growths = 1

    shown = lists.now()

    assert len(shown) == listed.count


@pytest.mark.parametrize("losses", [1, 2, 4])
def test_a_booking_that_moves_to_a_page_that_was_read_is_not_missing(losses: int) -> None:
    listed = ShrinkingList(losses=0)
    lists = OwnLists(agency_of(listed))
    lists.now()
    listed.losses = losses
    moving = {f"bkg_{place}" for place in range(10, 48)}

    shown = lists.now()

    assert lists.missing(moving, shown)
    assert lists.still_missing(moving, shown) == set()


def test_a_booking_that_no_reading_shows_is_missing() -> None:
    lists = OwnLists(agency_of(ShrinkingList(losses=0, hides=True)))

    assert lists.still_missing({"bkg_40", "bkg_41"}, lists.now()) == {"bkg_40"}


def test_a_page_that_went_while_the_list_shrank_is_no_refusal() -> None:
    listed = ShrinkingList(losses=0)
    lists = OwnLists(agency_of(listed))
    # Sixteen bookings a page, and the last of four pages has a single booking.
    lists.now()
    listed.ids.append("bkg_48")
    listed.losses = 1

    assert {item["id"] for item in lists.now()} >= {f"bkg_{place}" for place in range(17, 48)}


def test_a_page_that_the_list_has_must_be_answered() -> None:
    lists = OwnLists(agency_of(ShrinkingList(losses=0, refuses=3)))

    with pytest.raises(Inconclusive, match="Page 3 of the bookings was refused"):
        lists.now()


def test_a_whole_listing_has_the_page_that_came_last() -> None:
    listed = GrowingList(200, growths=1, newest_first=False)

    assert len(both_ends(agency_of(listed), BOOKINGS).items) == 201


@pytest.mark.parametrize("compare", ["lists", "a period"])
def test_pages_of_a_list_that_grows_each_time_prove_nothing(compare: str) -> None:
    agency = agency_of(GrowingList(30, growths=100, newest_first=True))

    with pytest.raises(Inconclusive, match=r"changed while|came or went"):
        _compare(compare, agency)


@pytest.mark.parametrize("compare", ["lists", "a period"])
def test_pages_that_are_the_same_prove_a_violation(compare: str) -> None:
    agency = agency_of(GrowingList(30, growths=0, newest_first=True, ignores_page=True))

    with pytest.raises(Violation):
        _compare(compare, agency)


@pytest.mark.parametrize("compare", ["lists", "a period"])
def test_pages_of_a_list_that_rests_differ(compare: str) -> None:
    _compare(compare, agency_of(GrowingList(30, growths=0, newest_first=True)))


def _compare(compare: str, agency: Agency) -> None:
    if compare == "lists":
        require_different_items_on_pages(agency, RUN, {BOOKINGS: 1})
    else:
        require_another_booking_on_the_next_page(agency, RUN)
