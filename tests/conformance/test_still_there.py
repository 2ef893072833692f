"""The clean-up finds bookings that no answer showed, and takes nobody else's for its own."""

import json
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Exchange, Request, Response
from conformance.footprint.still_there import bookings_still_listed, look_once_more
from conformance.recordings.recording import Recording
from conformance.scope.run import digits_of
from conformance.wire.transport import NoAnswer
from tests.conformance.made_up import BASE_URL, exchange

MARKER = "tsc-1"
PLACE = {"courseId": "crs_1", "date": "2027-01-12", "teeTime": "10:20"}
MARKED = {**PLACE, "agencyBookingReference": f"{MARKER}-book-1"}


class Lists:
    """A transport that answers each list of confirmed bookings with *items*, and every other one with none."""

    def __init__(self, *items: dict[str, Any]) -> None:
        self._items = items

    def exchange(self, request: Request) -> Response:
        shown = self._items if ("status", "confirmed") in request.query else ()
        return Response(200, (), json.dumps({"data": shown}).encode())


def found(listed: dict[str, Any], *exchanges: Exchange) -> list[str]:
    agency = Agency("first agency", "a-key", BASE_URL, Lists(listed), Recording({}), read_only=False)
    return [made.id for made in bookings_still_listed({"first agency": agency}, MARKER, exchanges)[0]]


def lost(body: dict[str, Any], path: str = "/travel/bookings", index: int = 0) -> Exchange:
    return exchange(method="POST", path=path, status=502, sent=json.dumps(body).encode(), index=index)


def hook(hook_id: str, body: dict[str, Any], index: int = 0) -> Exchange:
    shown = json.dumps({"data": {"id": hook_id}}).encode()
    sent = json.dumps(body).encode()
    return exchange(shown, method="POST", path="/travel/bookings/hooks", status=201, sent=sent, index=index)


def booking(**members: Any) -> dict[str, Any]:
    return {"id": "bkg_1", "status": "confirmed", **PLACE, **members}


@pytest.mark.parametrize("marker", [MARKER, f"{MARKER}-r2"])
def test_a_booking_with_a_reference_of_digits_is_found_too(marker: str) -> None:
    numbered = {**PLACE, "agencyBookingReference": f"{digits_of(marker)}0007"}

    assert found(booking(**numbered), lost(numbered)) == ["bkg_1"]


def test_a_booking_whose_answer_was_lost_is_found_by_its_reference() -> None:
    assert found(booking(agencyBookingReference=f"{MARKER}-book-1"), lost(MARKED)) == ["bkg_1"]


def test_a_booking_that_was_sent_without_a_reference_is_found_by_its_tee_time() -> None:
    assert found(booking(), lost(PLACE)) == ["bkg_1"]


@pytest.mark.parametrize(
    ("listed", "exchanges"),
    [
        pytest.param(booking(), [lost(MARKED)], id="a colleague's booking without a reference"),
        pytest.param(booking(agencyBookingReference="colleague"), [lost(PLACE)], id="one with another reference"),
        pytest.param(booking(teeTime="10:30"), [lost(PLACE)], id="another tee time"),
        pytest.param(
            booking(),
            [
                hook("hk_10", PLACE),
                hook("hk_1", {**PLACE, "teeTime": "11:00"}, index=1),
                lost({}, "/travel/bookings/hooks/hk_1/confirm", index=2),
            ],
            id="the tee time of a hook with a longer id",
        ),
    ],
)
def test_a_booking_that_the_run_did_not_make_is_left_alone(listed: dict[str, Any], exchanges: list[Exchange]) -> None:
    assert found(listed, *exchanges) == []


def test_the_booking_of_a_confirmed_hook_is_found_by_the_tee_time_of_the_hook() -> None:
    exchanges = [hook("hk_1", PLACE), lost({}, "/travel/bookings/hooks/hk_1/confirm", index=1)]

    assert found(booking(), *exchanges) == ["bkg_1"]


def asked_once_more(*exchanges: Exchange) -> list[str]:
    recording = Recording({})
    agency = Agency("first agency", "a-key", BASE_URL, Lists(booking()), recording, read_only=False)
    look_once_more({"first agency": agency}, exchanges)
    addresses = [sent.request.url.removeprefix(BASE_URL) for sent in recording.exchanges]
    return [address for address in addresses if "status=" not in address]


def created(index: int, *, status: str = "confirmed") -> Exchange:
    shown = json.dumps({"data": {**booking(id=f"bkg_{index}", status=status)}}).encode()
    return exchange(
        shown, method="POST", path="/travel/bookings", status=201, sent=json.dumps(PLACE).encode(), index=index
    )


def test_a_booking_that_no_list_shows_is_read_after_the_list_of_its_day() -> None:
    asked = asked_once_more(created(1), created(2))

    assert asked == ["/travel/bookings?startDate=2027-01-12&endDate=2027-01-12", "/travel/bookings/bkg_2"]


def test_a_booking_that_has_ended_is_not_read_again() -> None:
    declined = json.dumps({"data": booking(id="bkg_2", status="declined")}).encode()
    read = exchange(declined, method="GET", path="/travel/bookings/bkg_2", index=9)
    cancelled = exchange(b"{}", method="DELETE", path="/travel/bookings/bkg_3", index=10)

    assert asked_once_more(created(1), created(2), created(3), read, cancelled) == []
    assert asked_once_more(created(4, status="cancelled")) == []


def test_few_bookings_are_read_where_many_are_missing() -> None:
    assert len(asked_once_more(*map(created, range(2, 30)))) == 6


def test_the_clean_up_goes_on_where_no_answer_to_a_look_comes() -> None:
    class Silent(Lists):
        def exchange(self, request: Request) -> Response:
            if "status=" not in request.url:
                raise NoAnswer("it was silent")
            return super().exchange(request)

    agency = Agency("first agency", "a-key", BASE_URL, Silent(booking()), Recording({}), read_only=False)

    look_once_more({"first agency": agency}, [created(2)])
