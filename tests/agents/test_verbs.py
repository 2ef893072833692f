"""Each verb answers what its description says, and the descriptions are short."""

import asyncio
import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from click.testing import CliRunner
from mcp import Client
from mcp.types import TextContent
from standardwebhooks import Webhook

from mock_server.agents import verbs
from mock_server.agents.session import AgentSession, session
from mock_server.agents.tools import tools_of
from mock_server.cli import main
from mock_server.storage.journal import KEPT_PER_WORLD
from tests.sandbox.servers import Server, serving

CHARACTERS_OF_A_TOKEN = 3.5
MOST_TOKENS = 4000
SECRET = "whsec_" + base64.b64encode(b"the key of this subscription").decode()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A sandbox that runs already."""
    with serving("--ephemeral") as server:
        yield server


def asked(sandbox: Server, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """What the verbs answer in a fresh world: content, or the sentence of a refusal."""

    async def run() -> list[Any]:
        async with session(sandbox.address, None) as opened, Client(tools_of(opened)) as client:
            return [_said(await client.call_tool(verb, words)) for verb, words in calls]

    return asyncio.run(run())


def _said(result: Any) -> Any:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text if result.is_error else result.structured_content


def order(course: str, **members: Any) -> dict[str, Any]:
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
    body = {"courseId": course, "date": "2027-06-12", "teeTime": "09:30", "players": 2, "leadPlayer": lead}
    return {"method": "POST", "path": "/travel/bookings", "body": {**body, **members}}


SILENT, ORDINARY = "crs_gnjxqxw7", "crs_h3w8kz11"


def test_all_descriptions_together_are_short(sandbox: Server) -> None:
    async def read(opened: AgentSession) -> str:
        async with Client(tools_of(opened)) as client:
            tools = (await client.list_tools()).tools
            return str(client.instructions) + json.dumps(
                [tool.model_dump(mode="json", by_alias=True) for tool in tools]
            )

    async def run() -> str:
        async with session(sandbox.address, None) as opened:
            return await read(opened)

    assert len(asyncio.run(run())) / CHARACTERS_OF_A_TOKEN < MOST_TOKENS


@pytest.mark.parametrize(
    ("task", "operation"),
    [
        ("find golf courses near Lisbon", "searchCourses"),
        ("Which tee times are free on a day?", "listTeeTimes"),
        ("hold a tee time", "holdTeeTime"),
        ("book a tee time", "createBooking"),
        ("cancel a booking", "cancelBooking"),
        ("price a group", "calculateGroupPrice"),
        ("subscribe to webhooks", "createWebhook"),
        ("updateBooking", "updateBooking"),
    ],
)
def test_look_finds_the_operation_of_a_task(sandbox: Server, task: str, operation: str) -> None:
    (looked,) = asked(sandbox, ("look", {"task": task}))

    assert looked["best"]["operation"].startswith(f"{operation}: ")


def test_look_lists_all_operations_where_no_word_fits(sandbox: Server) -> None:
    (looked,) = asked(sandbox, ("look", {"task": "xyzzy"}))

    assert (len(looked["operations"]), "best" in looked) == (28, False)


def test_the_desk_decides_and_the_timeline_tells(sandbox: Server) -> None:
    _, waiting, timeline = asked(sandbox, ("call", order(SILENT)), ("decide", {}), ("timeline", {"last": 2}))

    (question,) = waiting["waiting"]
    assert (question["kind"], question["status"]) == ("booking", "pending")
    assert [line.split(" ", 1)[1] for line in timeline["happened"]] == [
        "request 1 of alpha: POST /api/v1/travel/bookings -> 201"
    ]


def test_the_clock_moves_to_what_happens_next(sandbox: Server) -> None:
    _, moved = asked(sandbox, ("call", order("crs_qgnda4f8")), ("advance", {"to_next": True}))

    (happened,) = moved["happened"]
    assert "booking.cancelled of bkg_" in happened


def test_a_signature_that_fails_has_its_reason(sandbox: Server) -> None:
    body, now = '{"type":"booking.confirmed"}', datetime.now(UTC)
    right = {
        "webhook-id": "dlv_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(SECRET).sign("dlv_1", now, body),
    }
    question = {"body": body, "headers": right, "secret": SECRET}

    valid, spaced = asked(
        sandbox,
        ("verify_signature", question),
        ("verify_signature", {**question, "body": body.replace(":", ": ")}),
    )

    assert (valid["valid"], spaced["valid"], spaced["reason"]) == (True, False, "body_reserialised")


def test_grade_says_what_the_calls_of_a_client_did_wrong(sandbox: Server) -> None:
    impossible = order(ORDINARY, players=9)

    *_, grade = asked(sandbox, ("call", impossible), ("call", impossible), ("call", impossible), ("grade", {}))

    assert grade["outcome"] == "fail"
    assert "ACV-03" in {row["id"] for row in grade["improve"]}


def test_the_journal_keeps_as_many_requests_as_the_verbs_believe() -> None:
    assert verbs.JOURNAL_KEEPS == KEPT_PER_WORLD


def test_grade_refuses_a_journal_that_may_have_lost_the_first_requests(
    sandbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "JOURNAL_KEEPS", 2)

    *_, said = asked(sandbox, ("call", order(ORDINARY)), ("call", order(ORDINARY, players=1)), ("grade", {}))

    assert "The first requests may be missing" in said


REFUSALS: dict[str, tuple[str, dict[str, Any], str]] = {
    "a path without a slash": ("call", {"method": "GET", "path": "travel"}, "A path begins with /"),
    "no refusal": ("why", {}, "No request of this world was refused."),
    "an unknown request": ("why", {"request": "req_unknown"}, "has no request req_unknown"),
    "two ways to move the clock": ("advance", {"by": "PT1M", "to_next": True}, "Give exactly one of"),
    "a wrong duration": ("advance", {"by": "soon"}, "400"),
    "nothing to decide": ("decide", {"object_id": "bkg_unknown"}, "404"),
    "no calls to grade": ("grade", {}, "nothing to grade"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_is_a_sentence(sandbox: Server, case: str) -> None:
    verb, words, sentence = REFUSALS[case]

    (said,) = asked(sandbox, (verb, words))

    assert sentence in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--url", "http://127.0.0.1:1"], "no sandbox answers at"),
        (["--url", "localhost"], "is not the address of a sandbox"),
        (["--key", "wrong"], "is not a name for a world"),
    ],
)
def test_a_session_that_cannot_begin_says_why(options: list[str], sentence: str) -> None:
    ended = CliRunner().invoke(main, ["mcp", *options])

    assert (ended.exit_code, len(ended.stderr.splitlines())) == (2, 1)
    assert sentence in ended.stderr


def test_the_timeline_puts_what_a_lever_and_a_request_caused_below_them(sandbox: Server) -> None:
    refused = {**order("crs_qgnda4f8")["body"], "players": 9}
    steps = (("call", order("crs_qgnda4f8")), ("advance", {"to_next": True}), ("call", {**order(""), "body": refused}))

    *_, timeline = asked(sandbox, *steps, ("timeline", {}))

    lines = [line.split(" ", 1)[1] for line in timeline["happened"]]
    kinds = [line.split(":")[0].split(" ")[0] for line in lines]
    assert kinds == ["request", "lever", "event", "request", "refused"], lines
    assert lines[2].startswith("event of alpha: booking.cancelled bkg_")
