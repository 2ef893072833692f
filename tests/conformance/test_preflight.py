"""A run that cannot start says why in one sentence."""

import socket
from collections.abc import Callable
from datetime import date

import pytest

from conformance.asking.levers import LeverCaller, TargetClock
from conformance.asking.preflight import PreflightError
from conformance.asking.preflight import preflight as look
from conformance.evidence.exchanges import Request, Response
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport, NoAnswer
from tests.conformance.small_operations import SmallTarget

BASE_URL = "http://target.example/api/v1"


class Scripted:
    """A transport that answers every request with what it was given."""

    def __init__(self, answer: Callable[[Request], Response]) -> None:
        self.exchange = answer


def answering(status: int = 200, content: bytes = b"{}", **headers: str) -> Scripted:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Scripted(lambda _: Response(status, named, content))


def silent(reason: str, **kind: bool) -> Scripted:
    def refuse(request: Request) -> Response:
        raise NoAnswer(reason, **kind)

    return Scripted(refuse)


def preflight(described: Target, transport: Scripted | HttpTransport) -> date:
    return look(described, transport, TargetClock(described.levers, LeverCaller(transport, described.api_key)))


def target(base_url: str = BASE_URL, second_api_key: str | None = None) -> Target:
    return Target(base_url, "a-key", second_api_key)


@pytest.mark.parametrize(
    ("base_url", "complaint"),
    [
        ("http://target.example/api", "does not end in the version segment. Give an address like"),
        ("http://target.example/api/v1/travel", "does not end in the version segment"),
        ("target.example/api/v1", "is not an http or https address"),
        ("ftp://target.example/api/v1", "is not an http or https address"),
        ("http://target.example/api/v1?x=1", "has a query or a fragment"),
    ],
)
def test_an_address_of_the_wrong_form_is_refused(base_url: str, complaint: str) -> None:
    with pytest.raises(PreflightError) as refusal:
        preflight(target(base_url), answering())

    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("transport", "complaint"),
    [
        (answering(401), "The API key was refused: GET http://target.example/api/v1/travel/courses answered 401."),
        (answering(403), "The API key was refused"),
        (answering(404), "answered 404. Check the path"),
        (answering(301, location="https://x.example/"), "points to https://x.example/. Give the final address."),
        (answering(503), "answered 503. The run needs a target that lists its courses."),
        (answering(content=b"<html>", content_type="text/html"), "with text/html, which is not JSON. Is this the API?"),
        (silent("connection refused"), "cannot be reached: connection refused. Is the target running?"),
        (silent("no answer within 10 s", timed_out=True), "gave no answer within 10 s. Is it the right address"),
        (silent("certificate verify failed", tls=True), "No secure connection to http://target.example/api/v1"),
    ],
)
def test_a_target_that_cannot_be_judged_is_refused(transport: Scripted, complaint: str) -> None:
    with pytest.raises(PreflightError) as refusal:
        preflight(target(), transport)

    assert complaint in str(refusal.value)


def test_the_same_key_twice_is_refused() -> None:
    with pytest.raises(PreflightError, match="Both API keys are the same"):
        preflight(target(second_api_key="a-key"), answering())


def test_a_wrong_second_key_is_refused() -> None:
    transport = Scripted(lambda request: Response(401 if ("X-Api-Key", "b-key") in request.headers else 200, (), b"{}"))

    with pytest.raises(PreflightError, match="The second API key was refused"):
        preflight(target(second_api_key="b-key"), transport)


def test_today_is_what_the_target_says() -> None:
    today = preflight(target(), answering(Date="Fri, 01 May 2026 23:59:59 GMT"))

    assert today == date(2026, 5, 1)


def test_a_closed_port_is_no_answer() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{taken.getsockname()[1]}/api/v1"

        with pytest.raises(PreflightError, match="cannot be reached"):
            preflight(target(closed), HttpTransport(2))


def test_tls_against_a_plain_port_is_reported_as_such(small_target: SmallTarget) -> None:
    secure = small_target.base_url.replace("http://", "https://")

    with pytest.raises(PreflightError, match="No secure connection"):
        preflight(target(secure), HttpTransport(2))


def test_a_target_that_never_answers_is_reported_as_silent() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()

        with pytest.raises(PreflightError, match=r"no answer within 0\.2 s"):
            preflight(target(f"http://127.0.0.1:{deaf.getsockname()[1]}/api/v1"), HttpTransport(0.2))
