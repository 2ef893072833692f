"""Each refusal that the sandbox writes itself names a way out: an imperative, or what the caller can choose from."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mock_server
from mock_server.app import Sandbox
from mock_server.settings import Settings
from tests.sandbox.agencies import BASE_PATH, CONTROL, Agency
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.ruled import raw, ruled
from tests.sandbox.trade import TeeTime, booking

ROOT = Path(mock_server.__file__).parent
_IMPERATIVES = "Accept Add Ask Book Call Choose List Open Paste Read Remove Reset Run See Send Set Start Use Write"
# An imperative at the beginning or in the middle of a sentence, the methods that a path takes, or where the reason is.
_WAY_OUT = re.compile(
    rf"\b(?:{_IMPERATIVES.replace(' ', '|')}|start|use|Try again|Please report|takes|run from|log has the reason)\b"
)
# The way out of these comes from another place.
_ELSEWHERE = {"hint", "where", "detail"}


def _constant(node: ast.expr) -> str | None:
    """The text of a literal or of an f-string, with the names of its variables; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _text(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    named = getattr(part.value, "id", getattr(part.value, "attr", ""))
    return "See elsewhere." if named in _ELSEWHERE else "…"


def _details() -> Iterator[tuple[str, str]]:
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) > 1:
                detail = _constant(node.args[1])
                if detail is not None:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", detail


@pytest.mark.parametrize(("place", "detail"), list(_details()), ids=[place for place, _ in _details()])
def test_every_problem_names_a_way_out(place: str, detail: str) -> None:
    assert _WAY_OUT.search(detail), detail


def test_a_rule_says_how_to_get_rid_of_it(alpha: Agency) -> None:
    rule = ruled(alpha, {"problem": {"code": "internal_error"}})

    detail = raw(alpha, "GET", "/travel/courses").json()["detail"]

    assert f"Remove the rule with DELETE {CONTROL}/rules/{rule['id']}" in detail


def test_a_reserved_name_says_how_to_get_the_usual_answer(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {"firstName": "Ada", "lastName": "Sandbox-Server-Error", "email": "ada@example.com"}

    detail = raw(alpha, "POST", "/travel/bookings", booking(tee_time, leadPlayer=lead)).json()["detail"]

    assert "Send another last name" in detail


@pytest.mark.parametrize(
    ("method", "path", "status", "way_out"),
    [
        ("GET", "/nowhere", 404, "documentation at /docs/"),
        ("POST", "/docs/", 405, "Send one of these methods"),
        ("GET", f"{BASE_PATH}/nowhere", 404, "See /docs/"),
        ("GET", f"{CONTROL}/nowhere", 404, "See /docs/"),
    ],
)
def test_an_address_without_anything_names_the_documentation(method: str, path: str, status: int, way_out: str) -> None:
    refused = asked(whole_sandbox(), method, path)

    assert (refused.status_code, way_out in refused.json()["detail"]) == (status, True)


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [("GET", f"{CONTROL}/clock", "too_many_worlds"), ("POST", f"{BASE_PATH}/auth/token", "forbidden")],
)
def test_a_world_too_many_has_its_own_code_where_the_list_of_codes_is_open(method: str, path: str, code: str) -> None:
    full = Sandbox(Settings(database_url="sqlite://", max_worlds=1))
    asked(full, "PUT", f"{CONTROL}/clock", headers={"X-Api-Key": "sbx_first_alpha"}, json={"mode": "frozen"})

    refused = asked(full, method, path, headers={"X-Api-Key": "sbx_second_alpha"})

    assert (refused.status_code, refused.json()["code"]) == (403, code)
