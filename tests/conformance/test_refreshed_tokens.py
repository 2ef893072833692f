"""A refresh that answers with the token of before gives no more time: a warning, and no violation."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.discovery.tokens import TokenDesk
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Advisory
from conformance.recordings.moments import timed_by
from conformance.recordings.recording import Recording
from conformance.suite.tokens.sessions import advise_another_token, must_refresh, refresh_later
from conformance.target.channels import TokenFacts
from tests.conformance.made_up import MadeUpTime

TIME = MadeUpTime()


def jwt(claims: dict[str, Any]) -> str:
    """A token with these claims."""
    coded = (urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in ({"alg": "none"}, claims))
    return ".".join((*coded, "c2lnbmF0dXJl"))


class Office:
    """Gives tokens with *claims*. The claim `iat` is the second of the request where it *tells_time*."""

    def __init__(self, claims: dict[str, Any], *, tells_time: bool = False) -> None:
        self._claims, self._tells_time = claims, tells_time
        self.asked = 0

    def exchange(self, request: Request) -> Response:  # noqa: ARG002 - every answer is a token
        """A token."""
        self.asked += 1
        claims = self._claims | ({"iat": int(TIME.seconds)} if self._tells_time else {})
        return Response(200, (), json.dumps({"token": jwt(claims)}).encode())


def judge(office: Office) -> int:
    """Opens a session and refreshes it. How many requests that took."""
    agency = Agency("first agency", "key", "http://t.example/api/v1", office, Recording({}), read_only=False)
    desk = TokenDesk(agency, TokenFacts())
    with timed_by(TIME):
        before = desk.open_session()
        advise_another_token(before, refresh_later(desk, before, must_refresh(desk, before)))
    return office.asked


def test_the_token_of_before_is_a_warning() -> None:
    with pytest.raises(Advisory, match="the access token of before again"):
        judge(Office({"exp": 1_800_000_000}))


def test_tokens_of_the_same_second_may_be_equal() -> None:
    assert judge(Office({"exp": 1_800_000_000}, tells_time=True)) == 3


def test_a_token_without_an_end_may_stay() -> None:
    assert judge(Office({"sub": "agency"})) == 3
