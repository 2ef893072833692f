"""Bytes that no HTTP client sends. What is no HTTP gets 400 in plain text from the server below us."""

import json
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from time import sleep

import psutil
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.servers import Server
from tests.sandbox.trade import TeeTime, booked, booking, bookings_total

END = b"\r\n"


def _exchange(server: Server, raw: bytes, *, half_close: bool = False) -> bytes:
    """Everything the server says to *raw* until it closes or has been silent for a second."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=1) as connection:
        connection.sendall(raw)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: _received(connection), b""))


def _exchange_in_parts(server: Server, *parts: bytes) -> bytes:
    """The same for bytes that arrive in several segments."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=1) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            connection.sendall(part)
            sleep(0.05)  # A segment of its own.
        return b"".join(iter(lambda: _received(connection), b""))


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except (TimeoutError, ConnectionResetError):
        return b""


def _get(target: str, *headers: str, key: str = "sbx_raw_alpha") -> bytes:
    lines = [f"GET {target} HTTP/1.1", "Host: sandbox", "Connection: close", f"X-Api-Key: {key}", *headers, "", ""]
    return END.join(line.encode("latin-1") for line in lines)


def _post(*headers: str, body: bytes = b"{}") -> bytes:
    lines = ["POST /api/v1/travel/bookings HTTP/1.1", "Host: sandbox", "Connection: close", "X-Api-Key: sbx_raw_alpha",
             "Content-Type: application/json", *headers, "", ""]  # fmt: skip
    return END.join(line.encode("latin-1") for line in lines) + body


NO_HTTP: dict[str, bytes] = {
    "no request line": b"\x00\x01\x02\x03\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "an unknown method": b"BREW /api/v1/travel/courses HTTP/1.1\r\nHost: sandbox\r\n\r\n",
    "an unknown version": b"GET /api/v1/travel/courses HTTP/9.9\r\nHost: sandbox\r\n\r\n",
    "a byte above ASCII in the target": _get("/api/v1/travel/courses/\xff"),
    "a blank in the target": _get("/api/v1/travel/courses/a b"),
    "Content-Length of letters": _post("Content-Length: abc"),
    "Content-Length below zero": _post("Content-Length: -1"),
    "two different Content-Lengths": _post("Content-Length: 2", "Content-Length: 3"),
    "Content-Length beside chunks": _post(
        "Content-Length: 2", "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "a chunk size of letters": _post("Transfer-Encoding: chunked", body=b"zz\r\n{}\r\n0\r\n\r\n"),
    "a header without a name": _get("/api/v1/travel/courses", ": value"),
    "a header with U+0000": _get("/api/v1/travel/courses", "X-Request-Id: a\x00b"),
    "a header name with U+0000": _get("/api/v1/travel/courses", "X-\x00: a"),
    "a header with a control character": _get("/api/v1/travel/courses", "X-Request-Id: a\x01b"),
    "a header over two lines": _get("/api/v1/travel/courses", "X-Request-Id: a\r\n b"),
    "a header without a colon": _get("/api/v1/travel/courses", "X-Request-Id"),
    "a blank before the colon": _get("/api/v1/travel/courses", "X-Request-Id : a"),
    "a blank before the first header": b"GET / HTTP/1.1\r\n Host: sandbox\r\n\r\n",
    "lines that end with LF": _get("/api/v1/travel/courses").replace(b"\r\n", b"\n"),
    "a header that ends with CR": _get("/api/v1/travel/courses", "X-A: a\rX-B: b"),
    "no Host": b"GET /api/v1/travel/courses HTTP/1.1\r\nX-Api-Key: sbx_raw_alpha\r\n\r\n",
    "two Hosts": _get("/api/v1/travel/courses", "Host: elsewhere"),
    "the same Content-Length twice": _post("Content-Length: 2", "Content-Length: 2"),
    "a list of Content-Lengths": _post("Content-Length: 2, 2"),
    "Content-Length with a sign": _post("Content-Length: +2"),
    "Content-Length beyond 64 bits": _post("Content-Length: 99999999999999999999"),
    "chunks beside Content-Length": _post(
        "Transfer-Encoding: chunked", "Content-Length: 2", body=b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "Content-Length among the trailers": _post(
        "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n"
    ),
    "chunked and then another coding": _post("Transfer-Encoding: chunked, identity", body=b"2\r\n{}\r\n0\r\n\r\n"),
    "chunked twice": _post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
    "chunks in HTTP/1.0": _post("Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n").replace(
        b"HTTP/1.1", b"HTTP/1.0"
    ),
    "chunks that end with LF": _post("Transfer-Encoding: chunked", body=b"2\n{}\n0\n\n"),
    "a chunk extension that ends with LF": _post("Transfer-Encoding: chunked", body=b"2;\n{}\r\n0\r\n\r\n"),
    "a chunk size below zero": _post("Transfer-Encoding: chunked", body=b"-2\r\n{}\r\n0\r\n\r\n"),
    "a chunk size beyond 64 bits": _post("Transfer-Encoding: chunked", body=b"1" + b"0" * 16 + b"2\r\n{}\r\n"),
    "a chunk longer than its size": _post("Transfer-Encoding: chunked", body=b"2\r\n{}xx\r\n0\r\n\r\n"),
    "a tunnel": b"CONNECT sandbox:443 HTTP/1.1\r\nHost: sandbox\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


BEYOND: dict[str, tuple[bytes, int]] = {
    "a body that is compressed on the way": (
        _post("Transfer-Encoding: gzip, chunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
        501,
    ),
    "a coding that is only like chunked": (
        _post("Transfer-Encoding: xchunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
        501,
    ),
    "HTTP/2.0 in a line": (_get("/api/v1/travel/courses").replace(b"HTTP/1.1", b"HTTP/2.0"), 505),
    "a line of HTTP/0.9": (b"GET /api/v1/travel/courses\r\n\r\n", 505),
    "a target of 9 KiB": (_get("/api/v1/travel/courses?country=" + "G" * 9 * 1024), 414),
    "101 headers": (_get("/api/v1/travel/courses", *(f"X-A-{number}: a" for number in range(98))), 431),
    "a header of 65 KiB": (_get("/api/v1/travel/courses", "X-A: " + "a" * 65 * 1024), 431),
    "many headers of 65 KiB together": (
        _get("/api/v1/travel/courses", *(f"X-A-{number}: {'a' * 1024}" for number in range(65))),
        431,
    ),
    "101 trailers": (
        _post(
            "Transfer-Encoding: chunked",
            body=b"2\r\n{}\r\n0\r\n" + b"".join(b"X-%d: a\r\n" % number for number in range(101)) + b"\r\n",
        ),
        431,
    ),
}


@pytest.mark.parametrize("case", BEYOND)
def test_what_is_beyond_the_server_is_refused_with_its_status(sandbox: Server, case: str) -> None:
    raw, status = BEYOND[case]

    assert _exchange(sandbox, raw).startswith(b"HTTP/1.1 %d " % status)


WITHIN: dict[str, bytes] = {
    "a target of 8 KiB": _get("/docs/?" + "a" * (8 * 1024 - 7)),
    "100 headers": _get("/api/v1/travel/courses?pageSize=1", *(f"X-A-{number}: a" for number in range(97))),
    "headers of 60 KiB": _get("/api/v1/travel/courses?pageSize=1", "X-A: " + "a" * 60 * 1024),
}


@pytest.mark.parametrize("case", WITHIN)
def test_what_is_just_within_the_limits_is_answered(sandbox: Server, case: str) -> None:
    assert _exchange(sandbox, WITHIN[case]).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("case", NO_HTTP)
def test_what_is_no_http_is_refused(sandbox: Server, case: str) -> None:
    said = _exchange(sandbox, NO_HTTP[case])

    assert said.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("case", NO_HTTP)
def test_the_sandbox_answers_after_what_is_no_http(sandbox: Server, alpha: Agency, case: str) -> None:
    _exchange(sandbox, NO_HTTP[case])

    assert alpha.get("/travel/courses", pageSize=1).status_code == 200


# Well-formed for HTTP, odd for us: these reach the sandbox, and it answers with a problem.
ODD: dict[str, tuple[bytes, int]] = {
    "percent and letters": (_get("/api/v1/travel/courses/%zz"), 400),
    "percent at the end": (_get("/api/v1/travel/courses/a%"), 400),
    "percent in the query": (_get("/api/v1/travel/courses?country=%zz"), 400),
    "dots": (_get("/api/v1/travel/../travel/courses"), 404),
    "a backslash": (_get("/api/v1/travel\\courses"), 404),
    "an asterisk": (_get("*"), 404),
    "a key above ASCII": (_get("/api/v1/travel/bookings", key="sbx_\xe9_alpha"), 401),
    "chunks with a bad body": (_post("Transfer-Encoding: chunked", body=b"2\r\n{]\r\n0\r\n\r\n"), 400),
    "no length and no body": (_post(body=b""), 400),
    "a compressed body": (_post("Content-Encoding: gzip", "Content-Length: 4", body=b"\x1f\x8b\x08\x00"), 400),
}


@pytest.mark.parametrize("case", ODD)
def test_what_is_odd_gets_a_problem_with_its_status(sandbox: Server, case: str) -> None:
    raw, status = ODD[case]

    said = _exchange(sandbox, raw)

    assert (said[:12], b"application/problem+json" in said) == (f"HTTP/1.1 {status}".encode(), True)


def test_an_absolute_target_is_understood(sandbox: Server) -> None:
    said = _exchange(sandbox, _get(f"{sandbox.address}/api/v1/travel/courses?pageSize=1"))

    assert said.startswith(b"HTTP/1.1 200 ")


def test_headers_in_capitals_are_understood(sandbox: Server) -> None:
    raw = _get("/api/v1/travel/courses?pageSize=1").replace(b"X-Api-Key", b"X-API-KEY")

    assert _exchange(sandbox, raw).startswith(b"HTTP/1.1 200 ")


def test_http_1_0_is_answered(sandbox: Server) -> None:
    raw = _get("/api/v1/travel/courses?pageSize=1").replace(b"HTTP/1.1", b"HTTP/1.0")

    assert b" 200 " in _exchange(sandbox, raw)[:20]


CUT_SHORT: dict[str, Callable[[], bytes]] = {
    "in the request line": lambda: b"GET /api/v1/tra",
    "in the headers": lambda: _get("/api/v1/travel/courses")[:60],
    "in the body": lambda: _post("Content-Length: 500", body=b'{"courseId": '),
    "in a chunk": lambda: _post("Transfer-Encoding: chunked", body=b"ff\r\n{"),
}


@pytest.mark.parametrize("case", CUT_SHORT)
def test_the_sandbox_answers_others_after_a_connection_that_broke(sandbox: Server, alpha: Agency, case: str) -> None:
    _exchange(sandbox, CUT_SHORT[case](), half_close=True)

    assert alpha.get("/travel/courses", pageSize=1).status_code == 200


CHUNKED = "Transfer-Encoding: chunked"


def _statuses(said: bytes) -> list[bytes]:
    """The statuses of all answers in what was said."""
    return re.findall(rb"HTTP/1\.1 (\d{3}) ", said)


def test_a_key_among_the_trailers_is_no_key(sandbox: Server) -> None:
    head = _post(CHUNKED, body=b"").replace(b"X-Api-Key: sbx_raw_alpha\r\n", b"")

    said = _exchange(sandbox, head + b"2\r\n{}\r\n0\r\nX-Api-Key: sbx_raw_alpha\r\n\r\n")

    assert said.startswith(b"HTTP/1.1 401 ")


def test_a_request_id_among_the_trailers_is_no_request_id(sandbox: Server) -> None:
    said = _exchange(sandbox, _post(CHUNKED, body=b"2\r\n{}\r\n0\r\nX-Request-Id: trailing\r\n\r\n"))

    assert (said[:12], b"trailing" in said) == (b"HTTP/1.1 400", False)


GARBAGE: dict[str, bytes] = {
    "bytes": b"\x00\x01\x02\r\n\r\n",
    "a head that is wrong": b"GET / HTTP/1.1\r\nHost : sandbox\r\n\r\n",
    "a head without Host": b"GET / HTTP/1.1\r\n\r\n",
    "a request whose body is wrong": _post(CHUNKED, body=b"zz\r\n"),
}


@pytest.mark.parametrize("case", GARBAGE)
def test_a_request_is_answered_before_the_garbage_behind_it(sandbox: Server, case: str) -> None:
    request = _get("/api/v1/travel/courses?pageSize=1").replace(b"Connection: close\r\n", b"")

    said = _exchange(sandbox, request + request + GARBAGE[case])

    assert _statuses(said) == [b"200", b"200", b"400"]
    assert said.count(b'"pagination"') == 2


def test_what_is_written_before_garbage_is_told(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    request = _post(f"Content-Length: {len(body)}", body=body).replace(b"Connection: close\r\n", b"")

    said = _exchange(sandbox, request.replace(b"sbx_raw_alpha", alpha.key.encode()) + b"\x00\x01")

    assert _statuses(said) == [b"201", b"400"]
    assert bookings_total(alpha) == 1


def test_a_request_whose_chunks_are_wrong_is_not_carried_out(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    lines = [f"DELETE /api/v1/travel/bookings/{made['id']} HTTP/1.1", "Host: sandbox", f"X-Api-Key: {alpha.key}",
             CHUNKED, "", "zz", ""]  # fmt: skip

    said = _exchange(sandbox, END.join(line.encode() for line in lines))

    assert _statuses(said) == [b"400"]
    assert alpha.get(f"/travel/bookings/{made['id']}").json()["data"]["status"] == "confirmed"


OFFER = (
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
)


def _offering_http_2(alpha: Agency, tee_time: TeeTime, *framing: str, body: bytes) -> bytes:
    """A booking by a client that would rather speak HTTP/2, as that of Java does unless it is told otherwise."""
    raw = _post(*OFFER, *framing, body=body).replace(b"Connection: close\r\n", b"")
    return raw.replace(b"sbx_raw_alpha", alpha.key.encode())


def test_a_client_that_offers_http_2_is_answered_in_http_1(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    after = _get("/api/v1/travel/courses?pageSize=1")

    said = _exchange(sandbox, _offering_http_2(alpha, tee_time, f"Content-Length: {len(body)}", body=body) + after)

    assert _statuses(said) == [b"201", b"200"]


def test_a_client_that_offers_http_2_may_send_chunks(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    after = _get("/api/v1/travel/courses?pageSize=1")

    said = _exchange(sandbox, _offering_http_2(alpha, tee_time, CHUNKED, body=chunks) + after)

    assert _statuses(said) == [b"201", b"200"]


def test_a_client_that_offers_http_2_may_send_its_body_later(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    body = json.dumps(booking(tee_time)).encode()
    head = _offering_http_2(alpha, tee_time, f"Content-Length: {len(body)}", body=b"")

    said = _exchange_in_parts(sandbox, head[:-2], head[-2:], body[:10], body[10:])

    assert _statuses(said) == [b"201"]


def test_a_body_of_tiny_chunks_is_read(sandbox: Server, alpha: Agency, tee_time: TeeTime) -> None:
    chunks = b"".join(b"1;name=value\r\n%c\r\n" % byte for byte in json.dumps(booking(tee_time)).encode())
    raw = _post(CHUNKED, body=chunks + b"0\r\n\r\n").replace(b"sbx_raw_alpha", alpha.key.encode())

    assert _statuses(_exchange(sandbox, raw)) == [b"201"]


def test_requests_sent_ahead_are_answered_in_order(sandbox: Server) -> None:
    request = _get("/api/v1/travel/courses?pageSize=1").replace(b"Connection: close\r\n", b"")

    assert _statuses(_exchange(sandbox, request * 100)) == [b"200"] * 100


def test_too_many_requests_sent_ahead_are_refused_after_the_answers(sandbox: Server) -> None:
    request = _get("/docs/none").replace(b"Connection: close\r\n", b"")

    said = _statuses(_exchange(sandbox, request * 1000))

    assert (set(said[:-1]), said[-1], len(said) < 1000) == ({b"404"}, b"429", True)


WITHOUT_END: dict[str, tuple[bytes, bytes]] = {
    "headers": (_get("/api/v1/travel/courses")[:-2], b"X-Long: " + b"a" * 1000 + b"\r\n"),
    "a header": (_get("/api/v1/travel/courses")[:-2] + b"X-Long: ", b"a" * 1000),
    "a target": (b"GET /", b"a" * 1000),
    "trailers": (_post(CHUNKED, body=b"2\r\n{}\r\n0\r\n"), b"X-Long: " + b"a" * 1000 + b"\r\n"),
    "a chunk extension": (_post(CHUNKED, body=b"2;"), b"a" * 1000),
    "chunks nobody reads": (
        _get("/api/v1/travel/courses", CHUNKED).replace(b"Connection: close\r\n", b""),
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
