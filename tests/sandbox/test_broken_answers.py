"""Rules that end connections and spoil bodies: the write is done or not, and the next request is answered."""

import json
import socket

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.ruled import raw, ruled
from tests.sandbox.trade import TeeTime, booking, bookings_total

COURSES = "/travel/courses?pageSize=1"


def test_a_late_booking_is_made_although_the_client_waits_no_longer(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"latency": {"milliseconds": 600}}, match={"operations": ["createBooking"]})
    with pytest.raises(httpx.ReadTimeout):
        alpha.http.post(
            f"{alpha.address}/api/v1/travel/bookings",
            json=booking(tee_time),
            headers={"X-Api-Key": alpha.key},
            timeout=0.2,
        )

    alpha.control("POST", "/wait", {"for": {"request": {"operation": "createBooking"}}, "timeoutSeconds": 5})

    assert bookings_total(alpha) == 1


@pytest.mark.parametrize(("when", "bookings"), [("before", 0), ("after", 1)])
def test_a_connection_ends_before_or_after_the_write(
    alpha: Agency, tee_time: TeeTime, when: str, bookings: int
) -> None:
    ruled(alpha, {"drop": {"when": when}}, match={"operations": ["createBooking"]}, times=1)

    with pytest.raises(httpx.RemoteProtocolError):
        alpha.post("/travel/bookings", booking(tee_time))

    assert bookings_total(alpha) == bookings


def test_a_connection_ends_when_the_request_is_read_and_not_in_a_reset(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"drop": {"when": "before"}}, match={"operations": ["createBooking"]}, times=1)
    body = json.dumps(booking(tee_time)).encode() + b" " * 400_000
    address = httpx.URL(alpha.address)
    head = (
        f"POST /api/v1/travel/bookings HTTP/1.1\r\nHost: {address.host}\r\nX-Api-Key: {alpha.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )

    with socket.create_connection((address.host, address.port or 80), timeout=10) as connection:
        connection.sendall(head.encode() + body)
        answer = connection.recv(100)

    assert answer == b""


def test_a_lost_answer_is_found_again_with_the_idempotency_key(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"drop": {"when": "after"}}, match={"operations": ["createBooking"]}, times=1)
    with pytest.raises(httpx.RemoteProtocolError):
        alpha.post("/travel/bookings", booking(tee_time), Idempotency_Key="once")

    again = alpha.post("/travel/bookings", booking(tee_time), Idempotency_Key="once")

    assert (again.status_code, again.headers["idempotency-replayed"], bookings_total(alpha)) == (201, "true", 1)


def test_the_server_is_well_after_it_cut_a_connection(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"drop": {"when": "before"}}, times=1)
    with pytest.raises(httpx.RemoteProtocolError):
        alpha.get("/travel/bookings")

    faults = alpha.control("GET", "/info").json()["data"]["faults"]
    assert alpha.get("/travel/bookings").status_code == 200
    assert faults["internalErrors"] == 0


@pytest.mark.parametrize("form", ["truncated", "not_json", "empty"])
def test_a_spoilt_body_is_no_json(alpha: Agency, tee_time: TeeTime, form: str) -> None:
    ruled(alpha, {"malformed": {"form": form}}, match={"operations": ["createBooking"]})

    spoilt = raw(alpha, "POST", "/travel/bookings", booking(tee_time))

    assert (spoilt.status_code, bookings_total(alpha)) == (201, 1)
    with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
        spoilt.json()


def test_wrong_types_are_json_that_lies(alpha: Agency) -> None:
    ruled(alpha, {"malformed": {"form": "wrong_types"}}, times=1)

    lied = raw(alpha, "GET", COURSES).json()

    assert isinstance(lied["meta"]["pagination"]["totalItems"], str)
