"""Requests as raw bytes, and requests that are no HTTP or beyond a limit of the server."""

import socket
from time import sleep

from tests.sandbox.servers import Server

END = b"\r\n"


def exchange(server: Server, raw: bytes, *, half_close: bool = False) -> bytes:
    """Everything the server says to *raw* until it closes or has been silent for a second."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=1) as connection:
        connection.sendall(raw)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: received(connection), b""))


def exchange_in_parts(server: Server, *parts: bytes) -> bytes:
    """The same for bytes that arrive in several segments."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=1) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            connection.sendall(part)
            sleep(0.05)  # A segment of its own.
        return b"".join(iter(lambda: received(connection), b""))


def received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except (TimeoutError, ConnectionResetError):
        return b""


def get(target: str, *headers: str, key: str = "sbx_raw_alpha") -> bytes:
    lines = [f"GET {target} HTTP/1.1", "Host: sandbox", "Connection: close", f"X-Api-Key: {key}", *headers, "", ""]
    return END.join(line.encode("latin-1") for line in lines)


def post(*headers: str, body: bytes = b"{}") -> bytes:
    lines = ["POST /api/v1/travel/bookings HTTP/1.1", "Host: sandbox", "Connection: close", "X-Api-Key: sbx_raw_alpha",
             "Content-Type: application/json", *headers, "", ""]  # fmt: skip
    return END.join(line.encode("latin-1") for line in lines) + body


NO_HTTP: dict[str, bytes] = {
    "no request line": b"\x00\x01\x02\x03\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "an unknown method": b"BREW /api/v1/travel/courses HTTP/1.1\r\nHost: sandbox\r\n\r\n",
    "an unknown version": b"GET /api/v1/travel/courses HTTP/9.9\r\nHost: sandbox\r\n\r\n",
    "a byte above ASCII in the target": get("/api/v1/travel/courses/\xff"),
    "a blank in the target": get("/api/v1/travel/courses/a b"),
    "Content-Length of letters": post("Content-Length: abc"),
    "Content-Length below zero": post("Content-Length: -1"),
    "two different Content-Lengths": post("Content-Length: 2", "Content-Length: 3"),
    "Content-Length beside chunks": post(
        "Content-Length: 2", "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "a chunk size of letters": post("Transfer-Encoding: chunked", body=b"zz\r\n{}\r\n0\r\n\r\n"),
    "a header without a name": get("/api/v1/travel/courses", ": value"),
    "a header with U+0000": get("/api/v1/travel/courses", "X-Request-Id: a\x00b"),
    "a header name with U+0000": get("/api/v1/travel/courses", "X-\x00: a"),
    "a header with a control character": get("/api/v1/travel/courses", "X-Request-Id: a\x01b"),
    "a header over two lines": get("/api/v1/travel/courses", "X-Request-Id: a\r\n b"),
    "a header without a colon": get("/api/v1/travel/courses", "X-Request-Id"),
    "a blank before the colon": get("/api/v1/travel/courses", "X-Request-Id : a"),
    "a blank before the first header": b"GET / HTTP/1.1\r\n Host: sandbox\r\n\r\n",
    "lines that end with LF": get("/api/v1/travel/courses").replace(b"\r\n", b"\n"),
    "a header that ends with CR": get("/api/v1/travel/courses", "X-A: a\rX-B: b"),
    "no Host": b"GET /api/v1/travel/courses HTTP/1.1\r\nX-Api-Key: sbx_raw_alpha\r\n\r\n",
    "two Hosts": get("/api/v1/travel/courses", "Host: elsewhere"),
    "the same Content-Length twice": post("Content-Length: 2", "Content-Length: 2"),
    "a list of Content-Lengths": post("Content-Length: 2, 2"),
    "Content-Length with a sign": post("Content-Length: +2"),
    "Content-Length beyond 64 bits": post("Content-Length: 99999999999999999999"),
    "chunks beside Content-Length": post(
        "Transfer-Encoding: chunked", "Content-Length: 2", body=b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "Content-Length among the trailers": post(
        "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n"
    ),
    "chunked and then another coding": post("Transfer-Encoding: chunked, identity", body=b"2\r\n{}\r\n0\r\n\r\n"),
    "chunked twice": post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
    "chunks in HTTP/1.0": post("Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n").replace(
        b"HTTP/1.1", b"HTTP/1.0"
    ),
    "chunks that end with LF": post("Transfer-Encoding: chunked", body=b"2\n{}\n0\n\n"),
    "a chunk extension that ends with LF": post("Transfer-Encoding: chunked", body=b"2;\n{}\r\n0\r\n\r\n"),
    "a chunk size below zero": post("Transfer-Encoding: chunked", body=b"-2\r\n{}\r\n0\r\n\r\n"),
    "a chunk size beyond 64 bits": post("Transfer-Encoding: chunked", body=b"1" + b"0" * 16 + b"2\r\n{}\r\n"),
    "a chunk longer than its size": post("Transfer-Encoding: chunked", body=b"2\r\n{}xx\r\n0\r\n\r\n"),
    "a tunnel": b"CONNECT sandbox:443 HTTP/1.1\r\nHost: sandbox\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


BEYOND: dict[str, tuple[bytes, int]] = {
    "a body that is compressed on the way": (
        post("Transfer-Encoding: gzip, chunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
        501,
    ),
    "a coding that is only like chunked": (
        post("Transfer-Encoding: xchunked", body=b"2\r\n{}\r\n0\r\n\r\n"),
        501,
    ),
    "HTTP/2.0 in a line": (get("/api/v1/travel/courses").replace(b"HTTP/1.1", b"HTTP/2.0"), 505),
    "a line of HTTP/0.9": (b"GET /api/v1/travel/courses\r\n\r\n", 505),
    "a target of 9 KiB": (get("/api/v1/travel/courses?country=" + "G" * 9 * 1024), 414),
    "101 headers": (get("/api/v1/travel/courses", *(f"X-A-{number}: a" for number in range(98))), 431),
    "a header of 65 KiB": (get("/api/v1/travel/courses", "X-A: " + "a" * 65 * 1024), 431),
    "many headers of 65 KiB together": (
        get("/api/v1/travel/courses", *(f"X-A-{number}: {'a' * 1024}" for number in range(65))),
        431,
    ),
    "101 trailers": (
        post(
            "Transfer-Encoding: chunked",
            body=b"2\r\n{}\r\n0\r\n" + b"".join(b"X-%d: a\r\n" % number for number in range(101)) + b"\r\n",
        ),
        431,
    ),
}
