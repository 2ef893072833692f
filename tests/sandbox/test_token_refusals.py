"""Each reason against a token has its own rule and facts in the journal, and its own sentence under one code."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mock_server.domain import refusals
from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.test_journal import why
from tests.sandbox.test_tokens import claims_of, logged_out, opened, refreshed, used


def _replaced(alpha: Agency, pair: dict[str, Any]) -> httpx.Response:
    refreshed(alpha, pair)
    return used(alpha, pair["accessToken"])


def _expired(alpha: Agency, pair: dict[str, Any]) -> httpx.Response:
    alpha.advance(by="PT1H")
    return used(alpha, pair["accessToken"])


def _spent(alpha: Agency, pair: dict[str, Any]) -> httpx.Response:
    refreshed(alpha, pair)
    return refreshed(alpha, pair)


def _revoked(alpha: Agency, pair: dict[str, Any]) -> httpx.Response:
    logged_out(alpha, pair["accessToken"])
    return used(alpha, pair["accessToken"])


def _over(alpha: Agency, pair: dict[str, Any]) -> httpx.Response:
    alpha.advance(by="P30D")
    return refreshed(alpha, pair)


WITHOUT_FACTS: list[tuple[type[refusals.Refusal], Callable[[Agency], httpx.Response]]] = [
    (refusals.AccessTokenMissing, lambda alpha: alpha.send("POST", "/auth/logout")),
    (refusals.NotABearer, lambda alpha: alpha.send("GET", "/webhooks", headers={"Authorization": "Basic YTpi"})),
    (refusals.AccessTokenUnknown, lambda alpha: used(alpha, "a.b.c")),
    (refusals.RefreshTokenUnknown, lambda alpha: refreshed(alpha, {"refreshToken": "rft_a.b.c"})),
]
OF_A_SESSION: list[
    tuple[type[refusals.Refusal], Callable[[Agency, dict[str, Any]], httpx.Response], dict[str, str]]
] = [
    (refusals.AccessTokenReplaced, _replaced, {}),
    (refusals.AccessTokenExpired, _expired, {"expiredAt": "2040-05-07T09:00:00+00:00"}),
    (refusals.RefreshTokenSpent, _spent, {}),
    (refusals.SessionRevoked, _revoked, {"revokedAt": "2040-05-07T08:00:00+00:00"}),
    (refusals.SessionExpired, _over, {"expiredAt": "2040-06-06T08:00:00+00:00"}),
]


def _rule(kind: type[refusals.Refusal]) -> str:
    return " ".join((kind.__doc__ or "").split()).partition(". ")[0].rstrip(".") + "."


@pytest.mark.parametrize(("kind", "ask"), WITHOUT_FACTS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_header_or_a_token_that_nobody_issued_has_its_own_rule(
    alpha: Agency, kind: type[refusals.Refusal], ask: Callable[[Agency], httpx.Response]
) -> None:
    assert refusal(ask(alpha)) == (401, "token_invalid")

    explained = why(alpha, status=401)

    assert (explained["rule"], explained["sentence"], explained["facts"]) == (_rule(kind), str(kind()), {})


@pytest.mark.parametrize(("kind", "ask", "facts"), OF_A_SESSION, ids=lambda part: getattr(part, "__name__", ""))
def test_a_token_of_a_session_has_its_own_rule_and_names_the_session(
    alpha: Agency,
    kind: type[refusals.Refusal],
    ask: Callable[[Agency, dict[str, Any]], httpx.Response],
    facts: dict[str, str],
) -> None:
    pair = opened(alpha)

    assert refusal(ask(alpha, pair)) == (401, "token_invalid")
    explained = why(alpha, status=401)

    session_id = claims_of(pair["accessToken"])["sid"]
    assert (explained["rule"], explained["facts"]) == (_rule(kind), {"sessionId": session_id, **facts})


def test_the_refusal_of_a_token_of_another_agency_names_the_agency_of_the_key(alpha: Agency, bravo: Agency) -> None:
    used(bravo, opened(alpha)["accessToken"])

    explained = why(bravo, status=401)

    assert explained["rule"] == _rule(refusals.AccessTokenForeign)
    assert explained["facts"] == {"keyAgency": "bravo", "keyWorld": bravo.world}
