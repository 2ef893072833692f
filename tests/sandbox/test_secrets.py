"""Secrets of subscriptions and keys of tokens: derived where only this machine reaches the server, else random."""

import base64
from pathlib import Path
from typing import Any

import jwt
import pytest

from mock_server.app import Sandbox
from mock_server.domain.ids import origin_of, secret_bytes
from mock_server.settings import Settings
from tests.databases import BOTH, new_database
from tests.sandbox.in_process import asked

KEY_OF_ALPHA = "a-long-secret-of-alpha"
HOOK = {"url": "https://receiver.example/hooks", "events": ["booking.confirmed"]}


def _derived(world: str) -> str:
    """The secret of the first subscription that anybody can compute who knows seed and name."""
    return "whsec_" + base64.b64encode(secret_bytes(origin_of(1, world), "webhook of alpha", 1, b"")).decode()


def _secret(sandbox: Sandbox, key: str = "sbx_inside_alpha") -> str:
    """The secret of a new subscription."""
    answer = asked(sandbox, "POST", "/api/v1/webhooks", headers={"X-Api-Key": key}, json=HOOK)
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["data"]["secret"]
    return secret


def _how(sandbox: Sandbox) -> str:
    how: str = asked(sandbox, "GET", "/_sandbox/v1/info", headers={}).json()["data"]["secrets"]
    return how


@pytest.fixture
def keys_file(tmp_path: Path) -> str:
    """A file with one key, of alpha in the world `inside`."""
    file = tmp_path / "keys.toml"
    file.write_text(f'[keys]\n"{KEY_OF_ALPHA}" = "inside/alpha"\n')
    return str(file)


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


def test_on_loopback_a_secret_follows_from_seed_and_world() -> None:
    sandboxes = [Sandbox(Settings(database_url="sqlite://")) for _server in range(2)]

    assert [_secret(sandbox) for sandbox in sandboxes] == [_derived("inside")] * 2
    assert _secret(sandboxes[0], "sbx_outside_alpha") == _derived("outside")
    assert _how(sandboxes[0]) == "derived"


def test_with_keys_nobody_computes_a_secret(database: str, keys_file: str) -> None:
    sandbox = Sandbox(Settings(database_url=database, keys_file=keys_file))

    assert _secret(sandbox, KEY_OF_ALPHA) != _derived("inside")
    assert _how(sandbox) == "random"


def test_beyond_loopback_nobody_computes_a_secret(database: str) -> None:
    assert _secret(Sandbox(Settings(database_url=database, loopback=False))) != _derived("inside")


def test_two_databases_have_two_secrets() -> None:
    first, other = (Sandbox(Settings(database_url="sqlite://", loopback=False)) for _server in range(2))

    assert _secret(first) != _secret(other)


def test_servers_of_one_database_share_its_secret(database: str) -> None:
    first = Sandbox(Settings(database_url=database, loopback=False))
    before = _secret(first)
    again = Sandbox(Settings(database_url=database))
    asked(again, "POST", "/_sandbox/v1/worlds/self/reset")

    assert (_secret(again), _how(again)) == (before, "random")


def test_an_agency_that_resets_the_world_does_not_get_the_secret_of_another() -> None:
    sandbox = Sandbox(Settings(database_url="sqlite://", loopback=False))
    of_alpha = _secret(sandbox)
    asked(sandbox, "POST", "/_sandbox/v1/worlds/self/reset")

    assert _secret(sandbox, "sbx_inside_bravo") != of_alpha


@pytest.mark.parametrize(("loopback", "verifies"), [(True, True), (False, False)])
def test_a_token_can_be_signed_by_others_on_loopback_only(loopback: bool, verifies: bool) -> None:
    sandbox = Sandbox(Settings(database_url="sqlite://", loopback=loopback))
    pair: Any = asked(sandbox, "POST", "/api/v1/auth/token").json()["data"]
    key = secret_bytes("1", "access token of inside", 0, b"")

    assert _is_signed_with(key, pair["accessToken"]) is verifies


def _is_signed_with(key: bytes, token: str) -> bool:
    try:
        jwt.decode(token, key, algorithms=["HS256"], options={"verify_exp": False, "verify_iat": False})
    except jwt.InvalidSignatureError:
        return False
    return True
