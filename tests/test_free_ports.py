"""No test needs a fixed port: the tests pass beside a sandbox that listens on the usual one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.py"))


def _commands(file: Path) -> Iterator[list[ast.expr]]:
    """The words of each command line in a file that starts the sandbox: lists and calls with `serve` among others."""
    text = file.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if "serve" in text else ():
        words = node.elts if isinstance(node, ast.List | ast.Tuple) else node.args if isinstance(node, ast.Call) else []
        if len(words) > 1 and any(isinstance(word, ast.Constant) and word.value == "serve" for word in words):
            yield words


def _takes_a_free_port(words: list[ast.expr]) -> bool:
    """Whether `--port` is followed by 0, or by a port that the test has looked for."""
    values = [word.value if isinstance(word, ast.Constant) else None for word in words]
    return "--port" in values and values[values.index("--port") + 1] in ("0", None)


def _starts() -> list[tuple[str, list[ast.expr]]]:
    return [(f"{file.relative_to(HERE)}:{words[0].lineno}", words) for file in FILES for words in _commands(file)]


STARTS = _starts()


@pytest.mark.parametrize(("place", "words"), STARTS, ids=[place for place, _ in STARTS])
def test_a_server_that_a_test_starts_listens_on_a_free_port(place: str, words: list[ast.expr]) -> None:
    assert _takes_a_free_port(words), f"{place} starts a server without --port 0"


def test_the_servers_of_the_tests_are_found() -> None:
    assert {"sandbox/servers.py", "test_packaging.py"} <= {place.partition(":")[0] for place, _ in STARTS}
