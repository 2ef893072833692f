"""A list is read to its end, or says why it broke off and keeps the pages so far."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.lists import PagedList
from conformance.asking.written import is_shown_as_not_done
from conformance.catalogue.paths import WEBHOOKS
from conformance.evidence.exchanges import Request, Response
from conformance.footprint.still_there import bookings_still_listed
from conformance.footprint.subscriptions import remove_subscriptions
from conformance.recordings import moments
from conformance.recordings.recording import Recording
from conformance.wire.transport import NoAnswer
from tests.conformance.made_up import BASE_URL, exchange

MARKER = "tsc-1"
OURS = {"id": "bkg_ours", "status": "confirmed", "agencyBookingReference": f"{MARKER}-book-1"}
LOST = exchange(method="POST", path="/travel/bookings", status=502, sent=json.dumps(OURS).encode())

Page = Callable[[int], Any]


class Pages:
    """A transport that answers page n with *page*(n): a body, or a status. It accepts each removal."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.asked: list[int] = []

    def exchange(self, request: Request) -> Response:
        if request.method == "DELETE":
            return Response(204, (), b"")
        number = int(dict(request.query).get("page", "1"))
        self.asked.append(number)
        shown = self._page(number)
        return Response(shown, (), b"") if isinstance(shown, int) else Response(200, (), json.dumps(shown).encode())


def agency_of(page: Page) -> Agency:
    return Agency("first agency", "a-key", BASE_URL, Pages(page), Recording({}), read_only=False)


def full(number: int) -> list[dict[str, Any]]:
    """A page of 100 bookings of somebody else."""
    return [{"id": f"bkg_{number}_{place}", "status": "confirmed"} for place in range(100)]


def counted(items: list[dict[str, Any]], pages: int) -> dict[str, Any]:
    return {"data": items, "meta": {"pagination": {"totalPages": pages}}}


def bookings_of(page: Page) -> PagedList:
    return PagedList(agency_of(page).get, "/travel/bookings", {}, page_size=100)


@pytest.mark.parametrize(
    ("page", "items"),
    [
        pytest.param(lambda number: counted(full(number), 3), 300, id="with totalPages"),
        pytest.param(lambda number: {"data": full(number) if number < 3 else []}, 200, id="to the empty page"),
        pytest.param(lambda _: {"data": [OURS]}, 2, id="one page whatever its number"),
        pytest.param(lambda number: full(number) if number < 2 else [], 100, id="bare arrays"),
    ],
)
def test_a_list_is_read_to_its_end(page: Page, items: int) -> None:
    bookings = bookings_of(page)

    assert (len(list(bookings.items())), bookings.broken_off) == (items, None)


@pytest.mark.parametrize(
    ("page", "items", "reason"),
    [
        pytest.param(lambda number: counted(full(number), 21), 2000, "has more than 20 pages.", id="too many pages"),
        pytest.param(lambda number: {"data": full(number)}, 2000, "has more than 20 pages.", id="no last page"),
        pytest.param(lambda _: {"data": full(1)}, 200, "repeats a page.", id="a full page whatever its number"),
        pytest.param(lambda number: counted(full(1), 2) if number == 1 else 404, 100, "answered 404.", id="a refusal"),
        pytest.param(lambda number: counted(full(1), 2) if number == 1 else {}, 100, "with no list.", id="no list"),
    ],
)
def test_a_list_that_breaks_off_keeps_its_pages_and_says_why(page: Page, items: int, reason: str) -> None:
    bookings = bookings_of(page)

    assert len(list(bookings.items())) == items
    assert str(bookings.broken_off).endswith(reason)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(lambda number: counted([OURS, *full(number)], 21), id="more than 20 pages"),
        pytest.param(lambda number: {"data": [OURS, *full(number)]}, id="no totalPages"),
        pytest.param(lambda number: counted([OURS], 2) if number == 1 else 404, id="a refused page"),
    ],
)
def test_the_clean_up_keeps_the_bookings_that_it_found_and_names_the_list_that_broke_off(page: Page) -> None:
    found, unread = bookings_still_listed({"first agency": agency_of(page)}, MARKER, [LOST])

    assert [booking.id for booking in found] == ["bkg_ours"]
    assert [leftover.id for leftover in unread] == [f"with the reference {MARKER}-..."]


def test_the_clean_up_finds_a_booking_beyond_a_first_page_without_total_pages() -> None:
    pages = {1: full(1), 2: [OURS]}

    found, unread = bookings_still_listed(
        {"first agency": agency_of(lambda number: {"data": pages.get(number, [])})}, MARKER, [LOST]
    )

    assert ([booking.id for booking in found], unread) == (["bkg_ours"], [])


def test_the_clean_up_reads_a_list_again_after_lost_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "sleep", lambda _seconds: None)
    silences = iter([True] * 8)

    def page(_number: int) -> Any:
        if next(silences, False):
            raise NoAnswer("The connection broke")
        return counted([OURS], 1)

    found, unread = bookings_still_listed({"first agency": agency_of(page)}, MARKER, [LOST])

    assert ([booking.id for booking in found], unread) == (["bkg_ours"], [])


def test_the_clean_up_removes_the_subscriptions_that_it_found_and_names_the_list_that_broke_off() -> None:
    shown, hidden = "https://example.com/shown", "https://example.com/hidden"
    removed: set[str] = set()

    def page(number: int) -> Any:
        return counted([{"id": f"whk_{number}", "url": shown}] if number == 1 and not removed else [], 2)

    class Switchboard(Pages):
        def exchange(self, request: Request) -> Response:
            removed.update([request.path] if request.method == "DELETE" else [])
            return super().exchange(request)

    recording = Recording({})
    agency = Agency(
        "first agency",
        "a-key",
        BASE_URL,
        Switchboard(lambda number: page(number) if number == 1 else 404),
        recording,
        read_only=False,
    )
    subscribed = [
        exchange(b"{}", method="POST", path=WEBHOOKS, status=201, sent=json.dumps({"url": url}).encode())
        for url in (shown, hidden)
    ]

    left = remove_subscriptions(subscribed, {"first agency": agency}, None)

    assert [path.rpartition("/")[2] for path in removed] == ["whk_1"]
    assert [leftover.id for leftover in left] == [hidden]


def test_a_subscription_on_a_page_that_was_not_read_may_have_been_created() -> None:
    request = Request("POST", WEBHOOKS, (), BASE_URL + WEBHOOKS, (), b'{"url": "https://example.com/late"}')

    is_not_done = is_shown_as_not_done(
        agency_of(lambda number: counted([{"id": f"whk_{number}"}], 9)).get, Recording({}), request
    )

    assert not is_not_done
