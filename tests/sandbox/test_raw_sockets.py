"""Bytes that no HTTP client sends. What is no HTTP gets 400 in plain text from the server below us."""

import json
import re
import socket
from collections.abc import Callable
from contextlib import suppress

import psutil
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.raw_requests import BEYOND, END, NO_HTTP, exchange, exchange_in_parts, get, post
from tests.sandbox.servers import Server
from tests.sandbox.trade import TeeTime, booked, booking, bookings_total


@pytest.mark.parametrize("case", BEYOND)
def test_what_is_beyond_the_server_is_refused_with_its_status(sandbox: Server, case: str) -> None:
    raw, status = BEYOND[case]

    assert exchange(sandbox, raw).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.parametrize("first", [0.5, 0.98])
@pytest.mark.parametrize("case", BEYOND)
def test_the_limits_do_not_depend_on_the_segments(sandbox: Server, case: str, first: float) -> None:
    raw, status = BEYOND[case]
    cut = int(len(raw) * first)

    assert exchange_in_parts(sandbox, raw[:cut], raw[cut:]).startswith(b"HTTP/1.1 %d " % status)


WITHIN: dict[str, bytes] = {
    "a target of 8 KiB": get("/docs/?" + "a" * (8 * 1024 - 7)),
    "100 headers": get("/api/v1/travel/courses?pageSize=1", *(f"X-A-{number}: a" for number in range(97))),
    "headers of 60 KiB": get("/api/v1/travel/courses?pageSize=1", "X-A: " + "a" * 60 * 1024),
}


@pytest.mark.parametrize("case", WITHIN)
def test_what_is_just_within_the_limits_is_answered(sandbox: Server, case: str) -> None:
    assert exchange(sandbox, WITHIN[case]).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("case", NO_HTTP)
def test_what_is_no_http_is_refused(sandbox: Server, case: str) -> None:
    said = exchange(sandbox, NO_HTTP[case])

    assert said.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("case", NO_HTTP)
def test_the_sandbox_answers_after_what_is_no_http(sandbox: Server, alpha: Agency, case: str) -> None:
    exchange(sandbox, NO_HTTP[case])

    assert alpha.get("/travel/courses", pageSize=1).status_code == 200


# Well-formed for HTTP, odd for us: these reach the sandbox, and it answers with a problem.
ODD: dict[str, tuple[bytes, int]] = {
    "percent and letters": (get("/api/v1/travel/courses/%zz"), 400),
    "percent at the end": (get("/api/v1/travel/courses/a%"), 400),
    "percent in the query": (get("/api/v1/travel/courses?country=%zz"), 400),
    "dots": (get("/api/v1/travel/../travel/courses"), 404),
    "a backslash": (get("/api/v1/travel\\courses"), 404),
    "an asterisk": (get("*"), 404),
    "a key above ASCII": (get("/api/v1/travel/bookings", key="sbx_\xe9_alpha"), 401),
    "chunks with a bad body": (post("Transfer-Encoding: chunked", body=b"2\r\n{]\r\n0\r\n\r\n"), 400),
    "no length and no body": (post(body=b""), 400),
    "a compressed body": (post("Content-Encoding: gzip", "Content-Length: 4", body=b"\x1f\x8b\x08\x00"), 400),
}


@pytest.mark.parametrize("case", ODD)
def test_what_is_odd_gets_a_problem_with_its_status(sandbox: Server, case: str) -> None:
    raw, status = ODD[case]

    said = exchange(sandbox, raw)

    assert (said[:12], b"application/problem+json" in said) == (f"HTTP/1.1 {status}".encode(), True)


def test_an_absolute_target_is_understood(sandbox: Server) -> None:
    said = exchange(sandbox, get(f"{sandbox.address}/api/v1/travel/courses?pageSize=1"))

    assert said.startswith(b"HTTP/1.1 200 ")


def test_headers_in_capitals_are_understood(sandbox: Server) -> None:
    raw = get("/api/v1/travel/courses?pageSize=1").replace(b"X-Api-Key", b"X-API-KEY")

    assert exchange(sandbox, raw).startswith(b"HTTP/1.1 200 ")


def test_http_1_0_is_answered(sandbox: Server) -> None:
    raw = get("/api/v1/travel/courses?pageSize=1").replace(b"HTTP/1.1", b"HTTP/1.0")

    assert b" 200 " in exchange(sandbox, raw)[:20]


CUT_SHORT: dict[str, Callable[[], bytes]] = {
    "in the request line": lambda: b"GET /api/v1/tra",
    "in the headers": lambda: get("/api/v1/travel/courses")[:60],
    "in the body": lambda: post("Content-Length: 500", body=b'{"courseId": '),
    "in a chunk": lambda: post("Transfer-Encoding: chunked", body=b"ff\r\n{"),
}


@pytest.mark.parametrize("case", CUT_SHORT)
def test_the_sandbox_answers_others_after_a_connection_that_broke(sandbox: Server, alpha: Agency, case: str) -> None:
    exchange(sandbox, CUT_SHORT[case](), half_close=True)

    assert alpha.get("/travel/courses", pageSize=1).status_code == 200


CHUNKED = "Transfer-Encoding: chunked"


def _statuses(said: bytes) -> list[bytes]:
    """The statuses of all answers in what was said."""
    return re.findall(rb"HTTP/1\.1 (\d{3}) ", said)


def test_a_key_among_the_trailers_is_no_key(sandbox: Server) -> None:
    head = post(CHUNKED, body=b"").replace(b"X-Api-Key: sbx_raw_alpha\r\n", b"")

    said = exchange(sandbox, head + b"2\r\n{}\r\n0\r\nX-Api-Key: sbx_raw_alpha\r\n\r\n")

    assert said.startswith(b"HTTP/1.1 401 ")


def test_a_request_id_among_the_trailers_is_no_request_id(sandbox: Server) -> None:
    said = exchange(sandbox, post(CHUNKED, body=b"2\r\n{}\r\n0\r\nX-Request-Id: trailing\r\n\r\n"))

    assert (said[:12], b"trailing" in said) == (b"HTTP/1.1 400", False)


GARBAGE: dict[str, bytes] = {
    "bytes": b"\x00\x01\x02\r\n\r\n",
    "a head that is wrong": b"GET / HTTP/1.1\r\nHost : sandbox\r\n\r\n",
    "a head without Host": b"GET / HTTP/1.1\r\n\r\n",
    "a request whose body is wrong": post(CHUNKED, body=b"zz\r\n"),
}


@pytest.mark.parametrize("case", GARBAGE)
def test_a_request_is_answered_before_the_garbage_behind_it(sandbox: Server, case: str) -> None:
    request = get("/api/v1/travel/courses?pageSize=1").replace(b"Connection: close\r\n", b"")

    said = exchange(sandbox, request + request + GARBAGE[case])

    assert _statuses(said) == [b"200", b"200", b"400"]
    assert said.count(b'"pagination"') == 2


def test_a_write_before_garbage_is_answered(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    request = post(f"Content-Length: {len(body)}", body=body).replace(b"Connection: close\r\n", b"")

    said = exchange(sandbox, request.replace(b"sbx_raw_alpha", alpha.key.encode()) + b"\x00\x01")

    assert _statuses(said) == [b"201", b"400"]
    assert bookings_total(alpha) == 1


def test_a_request_whose_chunks_are_wrong_is_not_carried_out(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    lines = [f"DELETE /api/v1/travel/bookings/{made['id']} HTTP/1.1", "Host: sandbox", f"X-Api-Key: {alpha.key}",
             CHUNKED, "", "zz", ""]  # fmt: skip

    said = exchange(sandbox, END.join(line.encode() for line in lines))

    assert _statuses(said) == [b"400"]
    assert alpha.get(f"/travel/bookings/{made['id']}").json()["data"]["status"] == "confirmed"


OFFER = (
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
)


def _offering_http_2(alpha: Agency, tee_time: TeeTime, *framing: str, body: bytes) -> bytes:
    """A booking by a client that would rather speak HTTP/2, as the client of Java does by default."""
    raw = post(*OFFER, *framing, body=body).replace(b"Connection: close\r\n", b"")
    return raw.replace(b"sbx_raw_alpha", alpha.key.encode())


def test_a_client_that_offers_http_2_is_answered_in_http_1(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    after = get("/api/v1/travel/courses?pageSize=1")

    said = exchange(sandbox, _offering_http_2(alpha, tee_time, f"Content-Length: {len(body)}", body=body) + after)

    assert _statuses(said) == [b"201", b"200"]


def test_a_client_that_offers_http_2_may_send_chunks(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    after = get("/api/v1/travel/courses?pageSize=1")

    said = exchange(sandbox, _offering_http_2(alpha, tee_time, CHUNKED, body=chunks) + after)

    assert _statuses(said) == [b"201", b"200"]


def test_a_client_that_offers_http_2_may_send_its_body_later(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    head = _offering_http_2(alpha, tee_time, f"Content-Length: {len(body)}", body=b"")

    said = exchange_in_parts(sandbox, head[:-2], head[-2:], body[:10], body[10:])

    assert _statuses(said) == [b"201"]


def test_a_body_of_tiny_chunks_is_read(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    chunks = b"".join(b"1;name=value\r\n%c\r\n" % byte for byte in json.dumps(booking(tee_time)).encode())
    raw = post(CHUNKED, body=chunks + b"0\r\n\r\n").replace(b"sbx_raw_alpha", alpha.key.encode())

    assert _statuses(exchange(sandbox, raw)) == [b"201"]


def test_requests_sent_ahead_are_answered_in_order(sandbox: Server) -> None:
    request = get("/api/v1/travel/courses?pageSize=1").replace(b"Connection: close\r\n", b"")

    assert _statuses(exchange(sandbox, request * 100)) == [b"200"] * 100


def test_too_many_requests_sent_ahead_are_refused_after_the_answers(sandbox: Server) -> None:
    request = get("/docs/none").replace(b"Connection: close\r\n", b"")

    said = _statuses(exchange(sandbox, request * 1000))

    assert (set(said[:-1]), said[-1], len(said) < 1000) == ({b"404"}, b"429", True)


WITHOUT_END: dict[str, tuple[bytes, bytes]] = {
    "headers": (get("/api/v1/travel/courses")[:-2], b"X-Long: " + b"a" * 1000 + b"\r\n"),
    "a header": (get("/api/v1/travel/courses")[:-2] + b"X-Long: ", b"a" * 1000),
    "a target": (b"GET /", b"a" * 1000),
    "trailers": (post(CHUNKED, body=b"2\r\n{}\r\n0\r\n"), b"X-Long: " + b"a" * 1000 + b"\r\n"),
    "a chunk extension": (post(CHUNKED, body=b"2;"), b"a" * 1000),
    "chunks nobody reads": (
        get("/api/v1/travel/courses", CHUNKED).replace(b"Connection: close\r\n", b""),
        b"1;" + b"a" * 1000 + b"\r\na\r\n",
    ),
}


@pytest.mark.parametrize("case", WITHOUT_END)
def test_what_has_no_end_is_cut_before_it_takes_memory(sandbox: Server, case: str) -> None:
    begin, more = WITHOUT_END[case]
    process = psutil.Process(sandbox.process.pid)
    before = process.memory_info().rss

    sent = _sent_until_cut(sandbox, begin, more * 100, most=64 * 1024 * 1024)

    assert sent < 16 * 1024 * 1024
    assert process.memory_info().rss - before < 16 * 1024 * 1024


def _sent_until_cut(server: Server, begin: bytes, more: bytes, most: int) -> int:
    """How many bytes the server takes before it ends the connection."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    sent = 0
    with socket.create_connection((host, int(port)), timeout=5) as connection, suppress(ConnectionError):
        connection.sendall(begin)
        while sent < most:
            connection.sendall(more)
            sent += len(more)
    return sent
