"""Optional tokens beside the key. Spec: Auth (optional JWT); assumptions A-08 and A-09."""

import base64
import json
from typing import Any

import httpx
import jwt
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import document, refusal

INVALID = (401, "token_invalid")


def opened(agency: Agency) -> dict[str, Any]:
    answer = agency.send("POST", "/auth/token")
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()["data"]
    return session


def refreshed(agency: Agency, pair: dict[str, Any]) -> httpx.Response:
    return agency.post("/auth/refresh", {"refreshToken": pair["refreshToken"]})


def used(agency: Agency, token: str, path: str = "/travel/bookings") -> httpx.Response:
    return agency.send("GET", path, headers={"Authorization": f"Bearer {token}"})


def logged_out(agency: Agency, token: str) -> httpx.Response:
    return agency.send("POST", "/auth/logout", headers={"Authorization": f"Bearer {token}"})


def claims_of(token: str) -> dict[str, Any]:
    payload = token.split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return claims


def test_a_token_stands_beside_the_key(alpha: Agency) -> None:
    pair = opened(alpha)

    assert (pair["tokenType"], pair["expiresIn"]) == ("Bearer", 3600)
    assert used(alpha, pair["accessToken"]).status_code == 200


def test_the_claims_are_on_the_clock_of_the_world(alpha: Agency) -> None:
    claims = claims_of(opened(alpha)["accessToken"])

    assert (claims["sub"], claims["world"], claims["iat"]) == ("alpha", alpha.world, 2219990400)
    assert claims["exp"] - claims["iat"] == 3600


@pytest.mark.parametrize(("span", "status"), [("PT59M59S", 200), ("PT60M", 401), ("PT60M1S", 401)])
def test_an_access_token_lives_for_3600_seconds(alpha: Agency, span: str, status: int) -> None:
    token = opened(alpha)["accessToken"]

    alpha.advance(by=span)

    assert used(alpha, token).status_code == status


@pytest.mark.parametrize("path", ["/travel/bookings", "/travel/courses", "/webhooks"])
@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic YTpi", "x", "Bearer a.b.c"])
def test_a_bad_token_is_refused_everywhere_though_the_key_is_good(alpha: Agency, path: str, header: str) -> None:
    opened(alpha)

    assert refusal(alpha.send("GET", path, headers={"Authorization": header})) == INVALID


def test_a_token_of_another_agency_is_refused(alpha: Agency, bravo: Agency) -> None:
    assert refusal(used(bravo, opened(alpha)["accessToken"])) == INVALID


def test_a_token_of_another_world_is_refused(alpha: Agency, stranger: Agency) -> None:
    opened(stranger)

    assert refusal(used(stranger, opened(alpha)["accessToken"])) == INVALID


def test_a_token_from_before_a_reset_is_refused(alpha: Agency) -> None:
    token = opened(alpha)["accessToken"]
    alpha.control("POST", "/worlds/self/reset")
    alpha.freeze("2040-05-07T08:00:01Z")
    opened(alpha)

    assert refusal(used(alpha, token)) == INVALID


@pytest.mark.parametrize("algorithm", ["none", "HS384", "HS512"])
def test_the_algorithm_is_pinned(alpha: Agency, algorithm: str) -> None:
    claims = claims_of(opened(alpha)["accessToken"])
    forged = jwt.encode(claims, "" if algorithm == "none" else "k" * 64, algorithm=algorithm)

    assert refusal(used(alpha, forged)) == INVALID


def test_a_changed_claim_breaks_the_signature(alpha: Agency) -> None:
    head, payload, signature = opened(alpha)["accessToken"].split(".")
    claims = claims_of(f"{head}.{payload}.{signature}") | {"exp": 9999999999}
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")

    assert refusal(used(alpha, f"{head}.{changed}.{signature}")) == INVALID


def test_a_renewal_retires_both_old_tokens(alpha: Agency) -> None:
    old = opened(alpha)

    new = refreshed(alpha, old).json()["data"]

    assert used(alpha, new["accessToken"]).status_code == 200
    assert refusal(used(alpha, old["accessToken"])) == INVALID


def test_a_renewal_works_when_the_access_token_has_expired(alpha: Agency) -> None:
    pair = opened(alpha)
    alpha.advance(by="P1D")

    assert used(alpha, refreshed(alpha, pair).json()["data"]["accessToken"]).status_code == 200


def test_an_expired_token_beside_a_renewal_does_no_harm(alpha: Agency) -> None:
    pair = opened(alpha)
    alpha.advance(by="P1D")

    answer = alpha.send(
        "POST",
        "/auth/refresh",
        json={"refreshToken": pair["refreshToken"]},
        headers={"Authorization": f"Bearer {pair['accessToken']}"},
    )

    assert answer.status_code == 200


@pytest.mark.parametrize(("span", "status"), [("P29DT23H59M59S", 200), ("P30D", 401)])
def test_a_refresh_token_lives_for_30_days(alpha: Agency, span: str, status: int) -> None:
    pair = opened(alpha)

    alpha.advance(by=span)

    assert refreshed(alpha, pair).status_code == status


def test_a_spent_refresh_token_revokes_the_whole_session(alpha: Agency) -> None:
    old = opened(alpha)
    new = refreshed(alpha, old).json()["data"]

    stolen = refreshed(alpha, old)

    assert refusal(stolen) == INVALID
    assert "revoked" in document(stolen)["detail"]
    assert refusal(used(alpha, new["accessToken"])) == INVALID
    assert refusal(refreshed(alpha, new)) == INVALID


def test_the_theft_of_one_session_leaves_the_others(alpha: Agency) -> None:
    stolen, other = opened(alpha), opened(alpha)
    refreshed(alpha, stolen)
    refreshed(alpha, stolen)

    assert used(alpha, other["accessToken"]).status_code == 200


@pytest.mark.parametrize("token", ["x", "rft_", "rft_a.b.c", "rft_ses_j0dq5nyzbr5z.0.00", "rft_ses_j0dq5nyzbr5z.9.ff"])
def test_a_made_up_refresh_token_is_refused(alpha: Agency, token: str) -> None:
    opened(alpha)

    assert refusal(alpha.post("/auth/refresh", {"refreshToken": token})) == INVALID


def test_a_refresh_token_of_another_agency_is_refused(alpha: Agency, bravo: Agency) -> None:
    pair = opened(alpha)

    assert refusal(refreshed(bravo, pair)) == INVALID
    assert refreshed(alpha, pair).status_code == 200


def test_a_logout_ends_the_session_and_not_the_key(alpha: Agency) -> None:
    pair = opened(alpha)

    assert logged_out(alpha, pair["accessToken"]).status_code == 204

    assert refusal(used(alpha, pair["accessToken"])) == INVALID
    assert refusal(refreshed(alpha, pair)) == INVALID
    assert alpha.get("/travel/bookings").status_code == 200


def test_a_logout_needs_a_token(alpha: Agency) -> None:
    assert refusal(alpha.send("POST", "/auth/logout")) == INVALID


def test_a_repeated_renewal_with_the_same_key_is_no_theft(alpha: Agency) -> None:
    pair = opened(alpha)
    body = {"refreshToken": pair["refreshToken"]}

    first, second = (alpha.post("/auth/refresh", body, Idempotency_Key="renew-1") for _ in range(2))

    assert first.json() == second.json()
    assert used(alpha, first.json()["data"]["accessToken"]).status_code == 200
