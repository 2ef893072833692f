"""Probes of tokens."""

from tests.answers.asking import Asker, decided, made
from tests.answers.registry import probe


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@probe("A-08")
def place_and_life_of_a_token(asks: Asker) -> str:
    """A token without a key, beside the key, and an hour later."""
    created = made(asks.post("/auth/token"))
    headers = _bearer(created["accessToken"])
    alone = asks.with_key(None).ask("GET", "/travel/bookings", headers=headers).status
    beside = asks.ask("GET", "/travel/bookings", headers=headers).status
    asks.advance("PT1H")
    later = asks.ask("GET", "/travel/bookings", headers=headers).status
    return decided(
        ("instead-of-key", alone == 200),
        ("other-lifetime", created["expiresIn"] != 3600),
        ("beside-key", (alone, beside, later) == (401, 200, 401)),
        seen=(created["expiresIn"], alone, beside, later),
    )


@probe("A-09")
def requests_of_the_token_operations(asks: Asker) -> str:
    """A token without a body, a refresh with either token, and an end of the session."""
    opened = asks.ask("POST", "/auth/token")
    pair = opened.shown if opened.is_success else {}
    by_access = asks.post("/auth/refresh", {"refreshToken": pair.get("accessToken", "none")})
    renewed = asks.post("/auth/refresh", {"refreshToken": pair.get("refreshToken", "none")})
    fresh = renewed.shown if renewed.is_success else {}
    ended = asks.ask("POST", "/auth/logout", headers=_bearer(fresh.get("accessToken", "none"))).status
    members = {"accessToken", "tokenType", "expiresIn", "refreshToken"}
    return decided(
        ("client-secret", not opened.is_success),
        ("refresh-by-access", by_access.is_success),
        ("no-body", set(pair) == set(fresh) == members and ended == 204),
        seen=(opened, by_access, renewed, ended),
    )
