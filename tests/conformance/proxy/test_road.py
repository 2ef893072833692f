"""The road passes what comes, in both directions, whatever the service does."""

import gzip
import resource
import socket

import pytest

from conformance.proxy.carrying import CALLER_LEFT, NO_WHOLE_ANSWER, OTHER_PROTOCOL
from conformance.proxy.passed import MOST_JUDGED_BYTES, NotJudged
from tests.conformance.proxy.roads import answering, ask, caller, read_all, read_request, road_to, saying

GET = b"GET /api/v1/travel/courses HTTP/1.1\r\nHost: somebody.example\r\nX-Odd:  two  blanks\r\nx-api-key: k\r\n\r\n"
OK = b"HTTP/1.1 200 Fine\r\nX-Odd: 1\r\nContent-Length: 2\r\n\r\n{}"


@pytest.mark.parametrize(
    ("request_line", "answer"),
    [
        (GET, OK),
        (GET.replace(b"GET", b"HEAD"), b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
        (GET, b"HTTP/1.1 204 No Content\r\n\r\n"),
        (GET, b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"),
        (GET, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"),
        (GET, b"HTTP/1.1 200 OK\r\n\r\nuntil the end"),
    ],
    ids=["length", "HEAD", "204", "304", "chunks and trailer", "until close"],
)
def test_an_answer_passes_byte_for_byte(request_line: bytes, answer: bytes) -> None:
    with saying(answering(answer)) as port, road_to(port) as road:
        got = ask(road, request_line)

        assert got == answer
        assert road.only().failure is None


def test_a_request_passes_byte_for_byte_but_for_the_host() -> None:
    sent: list[bytes] = []

    def talk(connection: socket.socket) -> None:
        sent.append(read_request(connection))
        connection.sendall(OK)

    with saying(talk) as port, road_to(port) as road:
        ask(road, GET)

    assert sent == [GET.replace(b"somebody.example", f"127.0.0.1:{port}".encode())]


def test_requests_on_one_connection_are_handed_over_in_their_order() -> None:
    with saying(answering(OK, OK.replace(b"200", b"404"))) as port, road_to(port) as road:
        with caller(road) as connection:
            connection.sendall(GET)
            connection.recv(65536)
            connection.sendall(GET)
            connection.recv(65536)

        assert [passed.answer.start[1] for passed in road.first(2) if passed.answer] == ["200", "404"]


def test_requests_sent_ahead_get_their_own_answers() -> None:
    head, get = GET.replace(b"GET", b"HEAD"), GET
    both = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + OK

    def talk(connection: socket.socket) -> None:
        # One blank line ends each request.
        got = b""
        while got.count(b"\r\n\r\n") < 2:
            got += connection.recv(65536)
        connection.sendall(both)

    with saying(talk) as port, road_to(port) as road:
        got = ask(road, head + get)

        assert got == both
        assert [passed.answer.content for passed in road.first(2) if passed.answer] == [b"", b"{}"]


def test_the_service_asks_for_a_body_itself() -> None:
    head = b"POST /api/v1/travel/bookings HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"

    def talk(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        connection.recv(65536)
        connection.sendall(OK)

    with saying(talk) as port, road_to(port) as road, caller(road) as connection:
        connection.sendall(head)
        asked = connection.recv(65536)
        connection.sendall(b"{}")
        answered = connection.recv(65536)
        passed = road.only()

    assert (asked, answered) == (b"HTTP/1.1 100 Continue\r\n\r\n", OK)
    assert (passed.request.content, passed.answer and passed.answer.start[1]) == (b"{}", "200")


def test_a_compressed_body_passes_as_it_is_and_is_read_for_the_judges() -> None:
    body = gzip.compress(b'{"data": []}')
    answer = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body

    with saying(answering(answer)) as port, road_to(port) as road:
        assert ask(road, GET) == answer
        passed = road.only()

    assert passed.answer is not None
    assert passed.answer.decoded() == b'{"data": []}'


def test_a_hundred_megabytes_pass_and_are_never_held() -> None:
    size = 100_000_000

    def talk(connection: socket.socket) -> None:
        read_request(connection)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)
        for _ in range(100):
            connection.sendall(bytes(size // 100))

    with saying(talk) as port, road_to(port) as road:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with caller(road) as connection:
            connection.sendall(GET)
            connection.shutdown(socket.SHUT_WR)
            got = sum(len(chunk) for chunk in iter(lambda: connection.recv(65536), b""))
        passed = road.only()
        grown_kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    assert got > size
    assert grown_kilobytes < 30_000
    assert passed.answer is not None
    with pytest.raises(NotJudged, match=f"100000000 bytes is longer than {MOST_JUDGED_BYTES}"):
        passed.answer.decoded()


def test_a_service_that_is_away_is_a_502_with_a_sentence() -> None:
    with saying(answering()) as port:
        pass
    with road_to(port) as road:
        got = ask(road, GET)
        passed = road.only()

    assert got.startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
    assert b"Teesheet-Proxy: service-unreachable" in got
    assert passed.failure is not None
    assert passed.failure.startswith("The service behind the proxy cannot be reached")


def test_a_caller_sees_the_cut_of_an_answer() -> None:
    cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"

    with saying(answering(cut)) as port, road_to(port) as road:
        assert ask(road, GET) == cut
        assert road.only().failure == NO_WHOLE_ANSWER


def test_a_caller_that_leaves_is_noted() -> None:
    def talk(connection: socket.socket) -> None:
        read_request(connection)
        read_all(connection)

    with saying(talk) as port, road_to(port) as road:
        with caller(road) as connection:
            connection.sendall(GET)
        failure = road.only().failure

    assert failure in (CALLER_LEFT, NO_WHOLE_ANSWER)


def test_another_protocol_passes_and_is_not_judged() -> None:
    def talk(connection: socket.socket) -> None:
        read_request(connection)
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n")
        connection.sendall(connection.recv(65536))

    with saying(talk) as port, road_to(port) as road, caller(road) as connection:
        connection.sendall(GET)
        switched = connection.recv(65536)
        connection.sendall(b"\x00\x01 not HTTP")
        echoed = connection.recv(65536)
        failure = road.only().failure

    assert switched.startswith(b"HTTP/1.1 101")
    assert echoed == b"\x00\x01 not HTTP"
    assert failure == OTHER_PROTOCOL


def test_a_request_that_overlaps_another_is_not_settled() -> None:
    def talk(connection: socket.socket) -> None:
        read_request(connection)
        connection.sendall(OK)

    with saying(talk) as port, road_to(port) as road, caller(road) as slow, caller(road) as quick:
        slow.sendall(GET[:-2])
        slow.sendall(b"\r\n")
        quick.sendall(GET)
        passed = road.first(2)

    assert passed[0].settled <= passed[0].ended
