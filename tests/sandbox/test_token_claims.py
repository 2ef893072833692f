"""Access tokens that carry the right signature and other claims than ours: a refusal each time, never a failure."""

import json
from typing import Any

import jwt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mock_server.app import Sandbox
from mock_server.clock import wall_clock
from mock_server.services import tokens
from mock_server.services.worlds import opened
from mock_server.settings import Settings
from tests.databases import BOTH, new_database
from tests.sandbox.in_process import KEY, asked

BOOKINGS = "/api/v1/travel/bookings"
NAMES = ("iss", "sub", "world", "jti", "sid", "turn", "iat", "exp", "nbf", "aud", "kid", "")


@pytest.fixture(scope="module", params=BOTH)
def sandbox(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """A sandbox on each database."""
    return Sandbox(Settings(database_url=new_database(request.param, tmp_path_factory.mktemp("claims"))))


@pytest.fixture(scope="module")
def made(sandbox: Sandbox) -> dict[str, Any]:
    """The claims of a token that opens something."""
    answer = asked(sandbox, "POST", "/api/v1/auth/token")
    claims: dict[str, Any] = jwt.decode(answer.json()["data"]["accessToken"], options={"verify_signature": False})
    return claims


def _signed(sandbox: Sandbox, claims: Any) -> str:
    """A token with the signature of the world."""
    with opened(sandbox.store, "inside", wall_clock(), writes=False) as session:
        return jwt.api_jws.encode(json.dumps(claims).encode(), tokens._key(session, "access"), algorithm="HS256")


def _outcome(sandbox: Sandbox, token: str) -> tuple[int, str | None]:
    answer = asked(sandbox, "GET", BOOKINGS, headers={**KEY, "Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code")


@st.composite
def _values(draw: st.DrawFn) -> Any:
    """Any JSON value, with numbers beyond 64 bits, NaN, lone surrogates, U+0000 and deep nesting among them."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(min_value=10**300, max_value=10**301),
        st.floats(),
        st.text(st.characters(codec=None), max_size=8),
        st.sampled_from(["ses_\x00", "\ud800", "x" * 500, "1", 0, -1, 2**31, 2**63, 2**64, 1e308, 0.0, "", [], {}]),
    )
    value = draw(
        st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))
    )
    for _ in range(draw(st.sampled_from([0, 0, 0, 30, 500]))):
        value = [value]
    return value


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changed=st.dictionaries(st.sampled_from(NAMES), _values(), max_size=4),
    dropped=st.sets(st.sampled_from(NAMES), max_size=2),
)
def test_other_claims_than_ours_are_refused(
    sandbox: Sandbox, made: dict[str, Any], changed: dict[str, Any], dropped: set[str]
) -> None:
    claims = {name: value for name, value in {**made, **changed}.items() if name not in dropped}
    expected = (200, None) if json.dumps(claims) == json.dumps(made) else (401, "token_invalid")

    assert _outcome(sandbox, _signed(sandbox, claims)) == expected


@pytest.mark.parametrize(
    "claims",
    [[], None, "", 1, float("nan"), [[]]],
    ids=repr,
)
def test_what_is_no_object_is_refused(sandbox: Sandbox, claims: Any) -> None:
    assert _outcome(sandbox, _signed(sandbox, claims)) == (401, "token_invalid")


@pytest.mark.parametrize("part", ["header", "payload"])
def test_a_token_that_nests_too_deeply_is_refused(sandbox: Sandbox, part: str) -> None:
    deep = jwt.utils.base64url_encode(b"[" * 30_000).decode()
    token = f"{deep}.e30.x" if part == "header" else f"{_signed(sandbox, {}).split('.')[0]}.{deep}.x"

    assert _outcome(sandbox, token) == (401, "token_invalid")


@pytest.mark.parametrize(
    ("claim", "value"),
    [("iat", "x"), ("iat", None), ("turn", 1), ("turn", -1), ("turn", True), ("turn", 10**30), ("exp", 10**30),
     ("sid", "ses_\x00"), ("sid", "\ud800"), ("sub", ["alpha"]), ("nbf", 10**30), ("aud", ["x"]), ("jti", None)],
)  # fmt: skip
def test_one_wrong_claim_is_enough(sandbox: Sandbox, made: dict[str, Any], claim: str, value: Any) -> None:
    assert _outcome(sandbox, _signed(sandbox, {**made, claim: value})) == (401, "token_invalid")


def test_the_claims_that_were_made_are_accepted(sandbox: Sandbox, made: dict[str, Any]) -> None:
    assert _outcome(sandbox, _signed(sandbox, made)) == (200, None)
