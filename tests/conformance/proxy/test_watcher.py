"""What single exchanges show: findings about the service, about callers, and what is not judged."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import LEAD, WISH, Traffic, booking, page

SHEET = {
    "courseId": "crs_1",
    "courseName": "Links",
    "date": "2027-03-01",
    "dayType": "weekday",
    "isOnline": True,
    "availableTimes": [
        {
            "time": "10:00",
            "available": 4,
            "pricing": {"currency": "EUR", "greenFee": 80.5, "totalAmount": 322, "priceType": "standard"},
        }
    ],
    "additionalFees": [],
    "timeSlots": {"firstAvailable": "10:00", "lastAvailable": "10:00", "twilightStart": "18:00"},
}
PRICED_FOR_TWO = {
    "time": "10:00",
    "available": 4,
    "pricing": {"currency": "EUR", "greenFee": 80.5, "totalAmount": 161, "priceType": "standard"},
}
TEE_TIMES = "GET /travel/courses/crs_1/tee-times?date=2027-03-01"


def test_conforming_traffic_has_no_finding() -> None:
    traffic = Traffic().passes(TEE_TIMES, 200, SHEET).books().reads().lists(booking())

    assert traffic.found() == {}
    assert traffic.watcher.tally.judged == 4


@pytest.mark.parametrize(
    ("row", "request_line", "body"),
    [
        ("AVT-06", TEE_TIMES, SHEET | {"availableTimes": [PRICED_FOR_TWO]}),
        ("AVT-04", TEE_TIMES, SHEET | {"date": "2027-03-02"}),
        ("AVT-09", f"{TEE_TIMES}&earliestTime=11:00", SHEET),
        ("BKL-04", "GET /travel/bookings?status=pending", page(booking())),
        ("BKL-05", "GET /travel/bookings?startDate=2027-04-01", page(booking())),
        ("PAG-02", "GET /travel/bookings", page(booking(), page=2)),
        ("PAG-04", "GET /travel/bookings", page(booking(), pageSize=10)),
        ("BKG-03", "GET /travel/bookings/bkg_2", {"data": booking()}),
        ("BKC-04", "GET /travel/bookings/bkg_1", {"data": booking(status="open")}),
        ("ENV-02", "GET /travel/bookings/bkg_1", b"<html>"),
    ],
)  # fmt: skip
def test_one_answer_that_violates_a_requirement_is_found(row: str, request_line: str, body: Any) -> None:
    assert Traffic().passes(request_line, 200, body).found()[row] == "violated"


@pytest.mark.parametrize(
    ("row", "sent"),
    [
        ("BKC-13", {name: value for name, value in WISH.items() if name != "leadPlayer"}),
        ("BKC-16", WISH | {"leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist"}}),
        ("BKC-21", WISH | {"players": 5}),
        ("BKC-22", WISH | {"players": "2"}),
        ("BKC-29", WISH | {"teeTime": "9:75"}),
        ("BKC-26", WISH | {"date": "2026-11-01"}),
        ("BKC-05", WISH | {"teeTime": "10:10"}),
    ],
)
def test_a_booking_that_had_to_be_refused_or_differs_is_found(row: str, sent: dict[str, Any]) -> None:
    traffic = Traffic().passes("POST /travel/bookings", 201, {"data": booking()}, sent=sent)

    assert traffic.found()[row] == "violated"


def test_a_refused_request_is_a_matter_of_its_caller() -> None:
    traffic = Traffic().passes("POST /travel/bookings", 400, {"title": "No"}, sent=WISH | {"players": "2"})

    assert traffic.found() == {"createBooking body.players": "caller"}


def test_an_answer_without_a_key_is_found() -> None:
    assert Traffic().passes("GET /travel/bookings", 200, page(), key=None).found() == {"AUT-01": "violated"}


def test_a_refusal_in_a_200_is_a_refusal() -> None:
    assert Traffic().passes("GET /travel/bookings", 200, {"success": False}, key=None).found() == {}


def test_a_repeated_answer_shows_what_an_earlier_request_sent() -> None:
    first = {"data": booking(createdAt="2026-11-20T09:00:00Z", teeTime="09:00")}

    assert Traffic().passes("POST /travel/bookings", 201, first, sent=WISH).found() == {}


def test_an_undocumented_place_of_the_contract_is_named() -> None:
    lead = {name: value for name, value in LEAD.items() if name != "email"}
    answer = {"data": booking(leadPlayer=lead | {"email": 5})}

    found = Traffic().passes("GET /travel/bookings/bkg_1", 200, answer).found()

    assert [row for row in found if row.startswith(("BK", "the contract: getBooking"))]


def test_traffic_outside_of_the_interface_passes_without_a_judgement() -> None:
    traffic = Traffic().passes("GET /health", 200, {"ok": True})

    assert traffic.found() == {}
    assert dict(traffic.watcher.tally.not_judged) == {"it has no operation of the interface": 1}


def test_no_key_is_ever_shown() -> None:
    kept = []
    traffic = Traffic()
    traffic.watcher._keep = kept.append
    traffic.passes(
        "GET /travel/bookings", 200, page(booking(agencyBookingReference="key-of-charlie")), key="key-of-charlie"
    )

    assert "key-of-charlie" not in repr(kept)
    assert kept[0].agency == "$KEY_3"


def test_no_player_is_ever_kept() -> None:
    kept = []
    traffic = Traffic()
    traffic.watcher._keep = kept.append
    traffic.books()

    assert LEAD["lastName"] not in repr(kept)


def test_no_finding_names_a_player() -> None:
    other = {"data": booking(leadPlayer=LEAD | {"lastName": "Lovelace"})}
    traffic = Traffic().passes("POST /travel/bookings", 201, other, sent=WISH)

    sentences = [finding.first.sentence for finding in traffic.watcher.findings]
    assert [sentence for sentence in sentences if "leadPlayer.lastName" in sentence]
    assert "Lindqvist" not in str(sentences)
    assert "Lovelace" not in str(sentences)
