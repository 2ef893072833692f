"""What the server says on stderr, and what it keeps to itself: tokens, passwords, the names of people."""

import json
import signal
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from mock_server.cli import main
from tests.databases import postgresql
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import LEAD

TOKEN = "correct-horse-battery"  # noqa: S105 - it is invented, and looked for in the log.
KEY = {"X-Api-Key": "sbx_demo_alpha"}
SECRETS = (TOKEN, "sbx_demo_alpha", LEAD["lastName"], LEAD["email"])


@pytest.fixture(scope="module")
def talkative() -> Iterator[Server]:
    """A server that logs every request as JSON."""
    options = ("--log-format", "json", "--log-level", "info", "--admin-token", TOKEN)
    with serving("--ephemeral", *options) as server:
        yield server


def _entries(server: Server) -> list[dict[str, Any]]:
    # Not a line of which only the beginning is written.
    said, _, _ = server.complaints().rpartition("\n")
    return [json.loads(line) for line in said.splitlines()]


def _entry(server: Server, request_id: str) -> dict[str, Any]:
    """The entry about a request, which is written once its answer has left."""
    give_up = monotonic() + 10
    while monotonic() < give_up:
        for entry in _entries(server):
            if entry.get("requestId") == request_id:
                return entry
        sleep(0.01)
    raise AssertionError(f"Nothing is logged about the request {request_id}.")


def test_every_line_of_a_json_log_is_an_entry(talkative: Server) -> None:
    httpx.get(f"{talkative.address}/api/v1/travel/bookings", headers={**KEY, "X-Request-Id": "first"})

    assert _entry(talkative, "first")
    assert all({"time", "level", "logger", "message"} <= entry.keys() for entry in _entries(talkative))


def test_a_request_is_logged_with_its_id_world_and_operation(talkative: Server) -> None:
    httpx.get(f"{talkative.address}/api/v1/travel/bookings", headers={**KEY, "X-Request-Id": "mine"})

    entry = _entry(talkative, "mine")
    assert (entry["message"], entry["level"], entry["world"], entry["operation"]) == (
        "GET /api/v1/travel/bookings 200",
        "info",
        "demo",
        "listBookings",
    )


def test_a_request_without_a_world_is_logged_without_one(talkative: Server) -> None:
    httpx.get(f"{talkative.address}/api/v1/travel/bookings", headers={"X-Request-Id": "nobody"})

    entry = _entry(talkative, "nobody")
    assert (entry["message"], "world" in entry) == ("GET /api/v1/travel/bookings 401", False)


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_and_people_are_not_in_the_log(talkative: Server, secret: str) -> None:
    body = {"leadPlayer": LEAD, "courseId": "crs_none"}
    headers = {**KEY, "X-Request-Id": f"of-{SECRETS.index(secret)}"}
    httpx.post(f"{talkative.address}/api/v1/travel/bookings?email={LEAD['email']}", json=body, headers=headers)

    assert _entry(talkative, headers["X-Request-Id"])
    assert secret not in talkative.complaints()


def test_nothing_is_logged_of_a_request_that_went_well() -> None:
    with serving("--ephemeral") as quiet:
        httpx.get(f"{quiet.address}/api/v1/travel/bookings", headers=KEY)
        quiet.ended(signal.SIGTERM)

        assert quiet.complaints() == ""


def test_the_greeting_keeps_the_password_of_the_database() -> None:
    url = postgresql().new_database().replace("postgres:@", "postgres:sesame@")
    with serving("--database", url) as server:
        assert server.process.stdout is not None
        said = "".join(server.process.stdout.readline() for _line in range(5))

    assert ("postgresql+psycopg://" in said, "sesame" in said) == (True, False)


def _served(*options: str, token: str | None = None) -> Result:
    return CliRunner(env={"TEESHEET_ADMIN_TOKEN": token}).invoke(main, ["serve", "--port", "0", *options])


def test_an_address_that_others_reach_needs_an_admin_token() -> None:
    ended = _served("--ephemeral", "--host", "0.0.0.0")  # noqa: S104 - it is refused.

    assert (ended.exit_code, "Set TEESHEET_ADMIN_TOKEN" in ended.stderr) == (2, True)


def test_a_server_on_loopback_that_a_proxy_shows_to_others_needs_an_admin_token() -> None:
    ended = _served("--ephemeral", "--public-url", "https://sandbox.example.com")

    assert (ended.exit_code, "Set TEESHEET_ADMIN_TOKEN" in ended.stderr) == (2, True)


@pytest.mark.parametrize("token", ["short", "has spaces in its middle", "x" * 257, "täglich-neu-und-lang"])
def test_an_admin_token_that_cannot_be_sent_or_is_guessed_is_refused(token: str) -> None:
    ended = _served("--ephemeral", token=token)

    assert (ended.exit_code, "16 to 256 visible ASCII" in ended.stderr, token in ended.output) == (2, True, False)


@pytest.mark.parametrize("option", [["--log-format", "xml"], ["--log-level", "loud"], ["--workers", "0"]], ids=" ".join)
def test_an_unknown_choice_is_refused_with_its_name(option: list[str]) -> None:
    ended = _served("--ephemeral", *option)

    assert (ended.exit_code, option[0] in ended.stderr) == (2, True)


def test_a_bad_database_url_is_not_repeated_with_its_password() -> None:
    ended = _served("--database", "postgres//me:sesame@host")

    assert (ended.exit_code, "sesame" in ended.output) == (2, False)
