"""The names of the code: no name says less than the thing, and no variable is called by a word for anything."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.test_sizes import PACKAGES, PROOFS, TREE, files_of

BANNED = {"data", "info", "manager", "helper", "util", "utils", "one", "each"}
OF_ANSWERS = "the name of the member `data` of an answer"
# File, name -> why it may have this name.
EXCEPTIONS: Mapping[tuple[str, str], str] = {
    ("conformance/evidence/decoded.py", "data"): OF_ANSWERS,
    ("conformance/evidence/verdicts.py", "info"): "the name of a verdict in reports",
    ("conformance/suite/conventions/test_conventions.py", "data"): OF_ANSWERS,
    ("conformance/suite/tours/lives_judged.py", "data"): OF_ANSWERS,
    ("conformance/suite/webhooks/awaited_deliveries.py", "data"): OF_ANSWERS,
    ("conformance/wire/network.py", "info"): "a parameter of a method that httpcore calls",
    ("mock_server/connections.py", "data"): "a parameter of a method that asyncio calls",
    ("mock_server/console/asking.py", "data"): OF_ANSWERS,
    ("mock_server/console/outcomes.py", "data"): OF_ANSWERS,
    ("mock_server/console/pages/home.py", "info"): "the answer of `GET /info`",
    ("tests/conformance/test_html_page.py", "data"): "a parameter of a method that the HTML parser of Python calls",
    ("tests/sandbox/oracle.py", "data"): "an attribute that openapi-core reads",
}


def names_of(code: str) -> Iterator[str]:
    """The names that a module gives: to variables, parameters, functions, classes, attributes and imports."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name


def banned_names_of(code: str) -> set[str]:
    """The banned names of a module. An underscore before or after a name changes nothing."""
    return {name.strip("_") for name in names_of(code)} & BANNED


def _banned_in(package: str) -> set[tuple[str, str]]:
    return {
        (file.relative_to(TREE).as_posix(), name)
        for file in files_of(package)
        for name in banned_names_of(file.read_text("utf-8"))
    }


@pytest.mark.parametrize("package", [*PACKAGES, *PROOFS])
def test_no_name_is_a_word_for_anything(package: str) -> None:
    assert _banned_in(package) - set(EXCEPTIONS) == set()


@pytest.mark.parametrize("package", [*PACKAGES, *PROOFS])
def test_every_exception_is_still_in_use(package: str) -> None:
    excepted = {(file, name) for file, name in EXCEPTIONS if Path(file).parts[0] == package}

    assert excepted - _banned_in(package) == set()


@pytest.mark.parametrize("package", [*PACKAGES, *PROOFS])
def test_no_file_has_the_name_of_a_place_for_anything(package: str) -> None:
    assert {file.stem for file in files_of(package)} & BANNED == set()


@pytest.mark.parametrize(
    "code",
    [
        "data = 1",
        "for data in []: pass",
        "def f(data): pass",
        "def f(*, _data): pass",
        "def _data(): pass",
        "class data: pass",
        "self.data = 1",
        "import json as data",
        "[data for data in []]",
        "match 1:\n    case data: pass",
        "try: pass\nexcept ValueError as data: pass",
    ],
)
def test_a_banned_name_is_found_wherever_it_is_given(code: str) -> None:
    assert banned_names_of(code) == {"data"}


@pytest.mark.parametrize("code", ["print(data)", "answer.data", "body['data']", "data_bytes = 1"])
def test_reading_a_name_of_others_is_no_fault(code: str) -> None:
    assert banned_names_of(code) == set()
