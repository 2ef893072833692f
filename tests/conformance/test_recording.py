"""No key leaves a run: wherever one appears, the recording shows its name instead."""

import pytest

from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.recordings.recording import Recording
from tests.conformance.made_up import MOMENT

KEY = "sbx_demo_alpha"
SECOND = "sbx_demo_alpha2"


def recorded(request: Request, response: Response) -> Exchange:
    recording = Recording({KEY: "$API_KEY", SECOND: "$SECOND_API_KEY"})
    recording.add("first agency", Role.read, request, response, failure=None, started_at=MOMENT, elapsed_ms=1)
    return recording.exchanges[0]


def request(**facts: object) -> Request:
    usual: dict[str, object] = {"query": (), "url": "http://t.example/x", "headers": (), "content": None}
    return Request("GET", "/x", **(usual | facts))  # type: ignore[arg-type]  # facts are those of a Request


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (request(headers=(("X-Api-Key", KEY),)), ("X-Api-Key", "$API_KEY")),
        (request(headers=(("X-Api-Key", SECOND),)), ("X-Api-Key", "$SECOND_API_KEY")),
        (request(headers=(("X-Trace", f"key={KEY}"),)), ("X-Trace", "key=$API_KEY")),
        (request(headers=(("Authorization", "Bearer abc"),)), ("Authorization", "(masked)")),
    ],
)
def test_keys_are_masked_in_headers(given: Request, shown: tuple[str, str]) -> None:
    exchange = recorded(given, Response(200, (), b""))

    assert exchange.request.headers == (shown,)


def test_keys_are_masked_in_addresses_and_bodies() -> None:
    given = request(url=f"http://t.example/x?key={KEY}", query=(("key", KEY),), content=f'{{"key":"{KEY}"}}'.encode())

    exchange = recorded(given, Response(200, (), f"you are {SECOND}".encode()))

    assert exchange.request.url == "http://t.example/x?key=$API_KEY"
    assert exchange.request.query == (("key", "$API_KEY"),)
    assert exchange.request.content == b'{"key":"$API_KEY"}'
    assert exchange.response == Response(200, (), b"you are $SECOND_API_KEY")


def test_cookies_are_masked_in_answers() -> None:
    exchange = recorded(request(), Response(200, (("Set-Cookie", "session=1"),), b""))

    assert exchange.response == Response(200, (("Set-Cookie", "(masked)"),), b"")


def test_a_role_can_be_given_afterwards() -> None:
    recording = Recording({})
    index = recording.add(
        "first agency", Role.read, request(), Response(400, (), b""), failure=None, started_at=MOMENT, elapsed_ms=1
    )

    recording.relabel(index, Role.attempt)

    assert recording.exchanges[index].role is Role.attempt
