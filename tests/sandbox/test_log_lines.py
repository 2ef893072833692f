"""Nobody forges a line of the log, and nothing from outside reaches a terminal as a control character."""

import json
import logging
import signal
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from mock_server import logs
from tests.sandbox.servers import Server, refused_start, serving

FORGED = "2026-05-04T08:00:00.000Z info GET /forged 200"
HOSTILE = {
    "a line feed": f"a\n{FORGED}",
    "a carriage return": f"a\r{FORGED}",
    "an escape sequence": "a\x1b[2J\x1b[31mred",
    "a vertical tab": f"a\x0b{FORGED}",
    "a delete": "a\x7fb",
    "a next line": f"a\u0085{FORGED}",
    "a C1 control": "a\u009b31mred",
    "a line separator": f"a\u2028{FORGED}",
    "a paragraph separator": f"a\u2029{FORGED}",
    "a bidi override": "a\u202etxt.exe",
    "a bidi isolate": "a\u2066b",
    "a zero-width space": "a\u200bb",
    "a tag above U+FFFF": "a\U000e0041b",
}


@pytest.fixture(scope="module")
def text_log() -> Iterator[Server]:
    """A server that logs every request as text."""
    with serving("--ephemeral", "--log-level", "info") as server:
        yield server


@pytest.fixture(scope="module")
def json_log() -> Iterator[Server]:
    """A server that logs every request as JSON."""
    with serving("--ephemeral", "--log-level", "info", "--log-format", "json") as server:
        yield server


def _logged(server: Server, path: str, request_id: str) -> str:
    """What the log gained by a request for *path*, once the request after it is logged too."""
    before = server.errors.read_bytes().decode()
    httpx.get(f"{server.address}/{quote(path)}", headers={"X-Request-Id": request_id})
    while not server.errors.read_bytes().decode()[len(before) :].count("404"):
        pass
    httpx.get(f"{server.address}/after", headers={"X-Request-Id": "after"})
    while "[after]" not in (gained := server.errors.read_bytes().decode()[len(before) :]) and '"after"' not in gained:
        pass
    return gained


def _not_printable(text: str) -> set[str]:
    return {letter for letter in text if letter != "\n" and not letter.isprintable()}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_path_makes_one_line_of_text(text_log: Server, case: str) -> None:
    gained = _logged(text_log, HOSTILE[case], "mine")

    assert (len(gained.splitlines()), _not_printable(gained)) == (2, set())


@pytest.mark.parametrize("case", HOSTILE)
def test_a_path_makes_one_line_of_json_that_gives_the_path_back(json_log: Server, case: str) -> None:
    gained = _logged(json_log, HOSTILE[case], "mine")

    assert (len(gained.splitlines()), _not_printable(gained)) == (2, set())
    assert json.loads(gained.splitlines()[0])["message"] == f"GET /{HOSTILE[case]} 404"


def test_letters_of_every_language_are_shown_as_they_are(text_log: Server) -> None:
    assert "GET /Grüße-高尔夫 404" in _logged(text_log, "Grüße-高尔夫", "mine")


@pytest.fixture
def said() -> Iterator[StringIO]:
    """The log of this process as text, as a server begins it."""
    root = logging.getLogger()
    handlers, level, said = root.handlers[:], root.level, StringIO()
    root.handlers.clear()
    with redirect_stderr(said):
        logs.begin("text", "info")
    yield said
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_traceback_never_begins_a_line_as_an_entry_does(said: StringIO) -> None:
    logging.getLogger("teesheet").error("It failed.", exc_info=ValueError(f"a\n{FORGED}\x1b[31m"))

    first, *others = said.getvalue().splitlines()
    assert first.endswith(" error It failed.")
    assert [line for line in others if not line.startswith("  | ")] == []
    assert _not_printable("".join(others)) == set()


def test_a_message_that_ends_with_a_line_feed_makes_one_line(said: StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")

    assert said.getvalue().endswith(" error Exception in ASGI application\n")


def test_a_file_name_that_cannot_be_printed_is_escaped_in_a_refusal(tmp_path: Path) -> None:
    ended = refused_start("--ephemeral", "--port", "0", "--keys", f"{tmp_path}/a\nteesheet serve: b\x1b[31m.toml")

    assert (ended.returncode, len(ended.stderr.splitlines()), _not_printable(ended.stderr)) == (2, 1, set())


def test_a_file_name_that_cannot_be_printed_is_escaped_in_the_greeting(tmp_path: Path) -> None:
    keys = tmp_path / "k\x1b[31m\nkeys              none.toml"
    keys.write_text('[keys]\n"a-long-secret-of-alpha" = "shared/alpha"\n')
    with serving("--database", f"sqlite:///{tmp_path}/s\x1b[2J\u202e.db", "--keys", str(keys)) as server:
        server.ended(signal.SIGTERM)
        assert server.process.stdout is not None
        said = server.process.stdout.read()

    assert (len(said.splitlines()), _not_printable(said)) == (6, set())
