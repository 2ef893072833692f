"""Whatever a receiver does, sending ends in time with an outcome that says what happened. Real sockets throughout."""

import asyncio
import socket
import ssl
from collections.abc import Sequence

import pytest

from mock_server.deliveries.sender import MAX_ANSWER_BYTES, AttemptOutcome, Sender
from tests.deliveries.receivers import CERTIFICATE, Answer, Request, answering, receiving, saying

HEADERS = {"webhook-id": "msg_1"}
BODY = b'{"type":"booking.confirmed"}'


def sent_to(answer: Answer, limit_seconds: float = 5) -> tuple[AttemptOutcome, list[Request]]:
    """What came of one delivery to a receiver that answers so, and what it got."""

    async def exchange() -> tuple[AttemptOutcome, list[Request]]:
        async with receiving(answer) as receiver:
            sender = Sender(allow_loopback=True, limit_seconds=limit_seconds)
            return await sender.send(receiver.url, HEADERS, BODY), receiver.requests

    return asyncio.run(exchange())


def sent(url: str, *, allow_loopback: bool = True) -> AttemptOutcome:
    return asyncio.run(Sender(allow_loopback=allow_loopback, limit_seconds=5).send(url, HEADERS, BODY))


@pytest.mark.parametrize("status", ["200 OK", "201 Created", "202 Accepted", "204 No Content", "299 Fine"])
def test_every_2xx_is_accepted(status: str) -> None:
    outcome, _ = sent_to(answering(status))

    assert (outcome.status, outcome.reason, outcome.accepted) == (int(status[:3]), None, True)


def test_the_receiver_gets_a_post_with_the_bytes_and_the_headers() -> None:
    _, (request,) = sent_to(answering("204 No Content"))

    assert request.line == "POST /hooks?from=teesheet HTTP/1.1"
    assert request.body == BODY
    assert request.headers["webhook-id"] == "msg_1"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"].startswith("teesheet/")


def test_the_answer_is_kept_with_headers_and_body() -> None:
    outcome, _ = sent_to(answering("200 OK", "X-Seen: yes", body=b"thanks"))

    assert ("X-Seen", "yes") in outcome.headers
    assert (outcome.body, outcome.truncated) == (b"thanks", False)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_a_redirect_is_a_failure_that_says_so(status: str) -> None:
    async def exchange() -> tuple[AttemptOutcome, int]:
        async with receiving(answering("204 No Content")) as elsewhere:
            async with receiving(answering(status, f"Location: {elsewhere.url}")) as receiver:
                outcome = await Sender(allow_loopback=True).send(receiver.url, HEADERS, BODY)
            return outcome, len(elsewhere.requests)

    outcome, followed = asyncio.run(exchange())

    assert outcome.reason is not None
    assert "Redirects are not followed" in outcome.reason
    assert followed == 0


@pytest.mark.parametrize("status", ["400 Bad Request", "404 Not Found", "410 Gone", "500 Oops", "503 Later"])
def test_4xx_and_5xx_are_failures_with_the_status(status: str) -> None:
    outcome, _ = sent_to(answering(status))

    assert outcome.status == int(status[:3])
    assert outcome.reason is not None
    assert status[:3] in outcome.reason


def test_a_receiver_that_never_answers_ends_with_the_time() -> None:
    outcome, _ = sent_to(saying(b"", then_waits=30), limit_seconds=0.3)

    assert (outcome.status, outcome.reason) == (None, "No complete answer came within 0.3 seconds.")
    assert 250 <= outcome.milliseconds < 3000


def test_a_receiver_that_trickles_ends_with_the_time() -> None:
    async def trickle(_request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(100):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    outcome, _ = sent_to(trickle, limit_seconds=2)

    assert outcome.status == 200
    assert outcome.reason == "No complete answer came within 2 seconds."


def test_reading_stops_at_256_kib_of_100_mb() -> None:
    written = 0

    async def flood(_request: Request, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
        while written < 100_000_000:
            writer.write(b"x" * 65536)
            await writer.drain()
            written += 65536

    outcome, _ = sent_to(flood)

    assert outcome.accepted
    assert (len(outcome.body), outcome.truncated) == (MAX_ANSWER_BYTES, True)
    assert written < 20_000_000


def test_an_answer_of_exactly_256_kib_is_whole() -> None:
    outcome, _ = sent_to(answering("200 OK", body=b"x" * MAX_ANSWER_BYTES))

    assert (len(outcome.body), outcome.truncated) == (MAX_ANSWER_BYTES, False)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"\x00\xff\x00\xff" * 50,
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 999999 What\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"y" * 2_000_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_answer_is_a_failure_with_a_sentence(raw: bytes) -> None:
    outcome, _ = sent_to(saying(raw))

    assert not outcome.accepted
    assert outcome.reason is not None
    assert outcome.reason[0].isupper()
    assert outcome.reason.endswith(".")


def test_a_receiver_that_does_not_listen_is_a_failure() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        outcome = sent(f"http://127.0.0.1:{unused.getsockname()[1]}/")

    assert outcome.status is None
    assert outcome.reason is not None
    assert outcome.reason.startswith("The connection failed")


def test_a_blocked_address_is_a_failure_that_names_it() -> None:
    outcome = sent("http://localhost:9/", allow_loopback=False)

    assert outcome.reason is not None
    assert "loopback" in outcome.reason


@pytest.mark.parametrize(
    "url", ["ftp://127.0.0.1/", "http:///x", "http://127.0.0.1:99999/", "no address", "http://[::1", "http://a b/"]
)
def test_what_is_no_address_is_a_failure_with_a_sentence(url: str) -> None:
    outcome = sent(url)

    assert outcome.status is None
    assert outcome.reason is not None
    assert outcome.reason.endswith(".")


def test_a_name_without_address_is_a_failure() -> None:
    outcome = sent("https://no-such-name.invalid/")

    assert outcome.reason == "The name in https://no-such-name.invalid/ has no address."


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")

    outcome, _ = sent_to(answering("204 No Content"))

    assert outcome.accepted


def test_a_cookie_is_not_kept() -> None:
    async def exchange() -> list[Request]:
        async with receiving(answering("200 OK", "Set-Cookie: seen=1")) as receiver:
            sender = Sender(allow_loopback=True)
            await sender.send(receiver.url, HEADERS, BODY)
            await sender.send(receiver.url, HEADERS, BODY)
            return receiver.requests

    assert ["cookie" in request.headers for request in asyncio.run(exchange())] == [False, False]


def over_tls(host: str, trusted: ssl.SSLContext | None) -> AttemptOutcome:
    """What comes of a delivery to *host*, whose receiver holds a certificate for receiver.example."""

    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    async def exchange() -> AttemptOutcome:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(CERTIFICATE)
        async with receiving(answering("204 No Content"), tls) as receiver:
            sender = Sender(allow_loopback=True, resolve=resolve, tls=trusted)
            return await sender.send(f"https://{host}:{receiver.port}/", HEADERS, BODY)

    return asyncio.run(exchange())


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=CERTIFICATE)


def test_a_trusted_certificate_for_the_name_is_accepted() -> None:
    assert over_tls("receiver.example", trusting()).accepted


def test_a_certificate_for_another_name_is_refused() -> None:
    reason = over_tls("other.example", trusting()).reason

    assert reason is not None
    assert "certificate" in reason


def test_a_certificate_that_nobody_vouches_for_is_refused() -> None:
    reason = over_tls("receiver.example", None).reason

    assert reason is not None
    assert "certificate" in reason
