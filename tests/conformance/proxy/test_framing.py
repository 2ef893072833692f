"""Where messages begin and end, in streams that arrive whole and byte by byte."""

import pytest

from conformance.proxy.framing import Framing, MessagePart, NotHttp, rest_of_answer, rest_of_request

PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
STREAMS = {
    "a length": (PLAIN, "GET", [b"hello"]),
    "two answers": (PLAIN + PLAIN, "GET", [b"hello", b"hello"]),
    "no body after 204": (b"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n" + PLAIN, "GET", [b"", b"hello"]),
    "no body after 304": (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "GET", [b""]),
    "no body for HEAD": (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + PLAIN[:-5], "HEAD", [b"", b""]),
    "an empty body": (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "GET", [b""]),
    "100 before 200": (b"HTTP/1.1 100 Continue\r\n\r\n" + PLAIN, "POST", [b"", b"hello"]),
    "chunks": (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n",
        "GET",
        [b"hello"],
    ),
    "chunks and a trailer": (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nDigest: x\r\n\r\n",
        "GET",
        [b"hello"],
    ),
    "an empty line before": (b"\r\n" + PLAIN, "GET", [b"hello"]),
}


def _bodies(parts: list[MessagePart]) -> list[bytes]:
    bodies, body = [], b""
    for part in parts:
        body += part.content
        if part.ends:
            bodies.append(body)
            body = b""
    return bodies


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_every_message_ends_where_it_ends_and_no_byte_is_lost(name: str, size: int) -> None:
    stream, method, bodies = STREAMS[name]
    framing = Framing(lambda head: rest_of_answer(head, method))

    parts = [part for at in range(0, len(stream), size) for part in framing.feed(stream[at : at + size])]

    assert b"".join(part.raw for part in parts) == stream
    assert _bodies(parts) == bodies
    assert parts[-1].ends


def test_a_body_without_a_length_ends_with_the_connection() -> None:
    framing = Framing(lambda head: rest_of_answer(head, "GET"))

    parts = list(framing.feed(b"HTTP/1.1 200 OK\r\n\r\nhel")) + list(framing.feed(b"lo"))
    last = framing.close()

    assert _bodies([*parts, *([last] if last else [])]) == [b"hello"]


def test_a_request_without_a_length_has_no_body() -> None:
    parts = list(Framing(rest_of_request).feed(b"DELETE /x HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n"))

    assert [part.ends for part in parts] == [True, True]


@pytest.mark.parametrize(
    "stream",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: five\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"GET /" + b"x" * 70_000,
    ],
)
def test_what_nobody_can_follow_is_said_to_be_no_http(stream: bytes) -> None:
    with pytest.raises(NotHttp):
        list(Framing(rest_of_request).feed(stream))
