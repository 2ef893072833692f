"""The exchanges that prove a finding: the request to repeat first, then the writes that led to it."""

import json

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.evidence.proof import proof_of
from conformance.evidence.verdicts import Evidence, Finding
from tests.conformance.made_up import exchange

READ = "/travel/bookings/bkg_mine01"


def booked(index: int, booking: str, course: str = "crs_far001") -> Exchange:
    body = json.dumps({"data": {"id": booking, "courseId": course}}).encode()
    return exchange(body, method="POST", path="/travel/bookings", status=201, index=index, sent=b"{}")


def proof(message: str, *exchanges: Exchange, named: tuple[int, ...] = ()) -> tuple[int, ...]:
    places = tuple(exchange.index for exchange in exchanges)
    return proof_of(Evidence(Finding.violated, message, "a_check", exchanges=places, proof=named), exchanges)


def test_the_read_that_shows_a_finding_comes_before_the_write_that_made_its_booking() -> None:
    exchanges = [booked(0, "bkg_other1"), booked(1, "bkg_mine01"), exchange(path=READ, index=2)]

    assert proof(f"GET {READ} shows players 3, not 4", *exchanges) == (2, 1)


def test_a_write_that_the_words_name_is_shown() -> None:
    exchanges = [booked(0, "bkg_mine01"), booked(1, "bkg_rival1"), exchange(path=READ, index=2)]

    found = proof("its status is pending after booking bkg_rival1 was made", *exchanges, named=(2,))

    assert found == (2, 0, 1)


def test_a_refused_booking_is_shown_with_its_hold() -> None:
    hold = exchange(
        b'{"data": {"holdId": "hld_one001"}}',
        method="POST",
        path="/travel/courses/crs_far001/hold-tee-time",
        status=201,
    )
    refused = exchange(
        b"{}", method="POST", path="/travel/bookings", status=409, index=1, sent=b'{"holdId": "hld_one001"}'
    )

    assert proof("a held tee time is refused", hold, refused, named=(1,)) == (1, 0)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(exchange(path=READ, index=0), id="a read"),
        pytest.param(exchange(method="PUT", path=READ, status=409, index=0), id="a write that was refused"),
        pytest.param(booked(0, "bkg_other1"), id="a write of something else"),
        pytest.param(exchange(method="PUT", path=READ, index=2), id="a later write"),
    ],
)
def test_what_led_to_no_finding_is_not_shown(other: Exchange) -> None:
    places = {0: exchange(index=0), 1: exchange(path=READ, index=1), other.index: other}

    assert proof("the booking is not as it was made", *places.values(), named=(1,)) == (1,)


def test_of_many_writes_the_last_three_are_shown() -> None:
    changes = [exchange(method="PUT", path=READ, index=index) for index in range(1, 6)]

    assert proof("", booked(0, "bkg_mine01"), *changes, exchange(path=READ, index=6), named=(6,)) == (6, 3, 4, 5)


def test_a_request_that_is_named_by_its_filter_is_found_with_its_page() -> None:
    pages = [
        exchange(query=(("page", str(number)), ("pageSize", "3"), ("holes", holes)), index=number)
        for number, holes in enumerate(("9", "9", "18"))
    ]

    assert proof("it lacks 1: crs_far001, in GET /travel/courses?holes=9", *pages) == (1,)
