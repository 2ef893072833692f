"""Bytes that no HTTP client sends. What is no HTTP gets 400 in plain text from the server below us."""

import socket
from collections.abc import Callable

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.servers import Server

END = b"\r\n"


def _exchange(server: Server, raw: bytes, *, half_close: bool = False) -> bytes:
    """Everything the server says to *raw* until it closes or has been silent for a second."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=1) as connection:
        connection.sendall(raw)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
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
}


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
