"""What an operator declares about a target decides rows that nothing else could decide."""

from collections.abc import Iterator

import httpx
import pytest

from conformance.evidence.exchanges import Response
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from tests.conforming.tools.draws import Draw, run_on
from tests.conforming.tools.variation import Ask, Declared, Forward, Variation, refusal, variation
from tests.sandbox.servers import Server, serving

ADDRESS = "http://t.example/api/v1"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def verdicts(sandbox: Server, seed: int, varied: Variation, *rows: str) -> dict[str, str]:
    target_file = httpx.get(f"{sandbox.address}/_sandbox/v1/target").text
    result = run_on(Draw(seed, (varied,)), sandbox.address, target_file, rows)
    return {row.row.id: row.verdict.value for row in result.rows if row.selected}


def _bare_array(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation != "updateGroupBookingPlayers":
        return forward(ask)
    return forward(ask.with_json({"players": body})) if isinstance(body, list) else refusal(400, "an array is wanted")


def _declares_an_array(declared: Declared) -> Declared:
    return declared | {"groups": {"players": [{"firstName": "Ada", "lastName": "Lindqvist"}]}}


def test_a_player_list_may_be_a_bare_array(sandbox: Server) -> None:
    array = variation("a bare array of players", "", _bare_array, declares=_declares_an_array)

    assert verdicts(sandbox, 921, array, "GRP-13") == {"GRP-13": "pass"}


def _without_refresh(ask: Ask, forward: Forward) -> Response:
    return refusal(404, "nothing here") if ask.operation == "refreshToken" else forward(ask)


def _declares_no_refresh(declared: Declared) -> Declared:
    return declared | {"tokens": declared["tokens"] | {"absent": ["refresh"]}}


def test_tokens_may_work_in_part(sandbox: Server) -> None:
    part = variation("tokens that are never refreshed", "", _without_refresh, declares=_declares_no_refresh)

    found = verdicts(sandbox, 922, part, "JWT-01", "JWT-02", "JWT-03", "JWT-04", "AUT-04")

    assert found == {"JWT-01": "pass", "JWT-02": "skip", "JWT-03": "pass", "JWT-04": "skip", "AUT-04": "pass"}


def test_headers_of_the_command_line_win_over_those_of_the_file() -> None:
    declared = {"connection": {"headers": {"X-Tenant": "file", "X-Other": "kept"}}}

    target = describe_target(ADDRESS, "key", None, declared, {"headers": {"X-Tenant": "option"}})

    assert dict(target.wire.headers) == {"X-Tenant": "option", "X-Other": "kept"}


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"connection": {"headers": {"X Tenant": "lab"}}}, "a table of header names"),
        ({"connection": {"headers": {"X-Tenant": "a\nb"}}}, "a table of header names"),
        ({"connection": {"headers": {"x-api-key": "lab"}}}, "carries the key"),
        ({"keys": {"header": "no header"}}, "the name of a header"),
        ({"keys": {"scheme": "two words"}}, "one word like Bearer"),
        ({"tokens": {"absent": ["login"]}}, "a list of refresh and logout"),
        ({"groups": {"players": "Ada"}}, "groups.players"),
    ],
)
def test_what_cannot_be_sent_is_refused_in_one_sentence(declared: Declared, words: str) -> None:
    with pytest.raises(TargetError, match=words) as refused:
        describe_target(ADDRESS, "key", None, declared)

    assert "lab" not in str(refused.value)
