"""The command `teesheet serve`: what it says when it cannot start, and how it ends."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.sandbox.servers import Server, refused_start, serving


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is no database."""
    path = tmp_path / "notes.txt"
    path.write_text("Tee times of Saturday, by hand. " * 100)
    return path


# Options, and a word that the sentence must have.
BAD_OPTIONS: dict[str, tuple[list[str], str]] = {
    "not a URL": (["--database", "nonsense"], "nonsense"),
    "an unknown kind of database": (["--database", "abacus://localhost/tees"], "abacus"),
    "a database without its driver": (["--database", "oracle://localhost/tees"], "oracle"),
    "below a file": (["--database", "sqlite:////proc/version/teesheet.db"], "cannot be used"),
    "where nobody may write": (["--database", "sqlite:////proc/teesheet.db"], "cannot be used"),
    "in no directory": (["--database", "sqlite:////no/such/place/teesheet.db"], "cannot be used"),
    "in memory and in a database": (["--ephemeral", "--database", "sqlite:///x.db"], "Give one of them"),
    "no such address": (["--ephemeral", "--host", "203.0.113.7"], "cannot listen"),
    "no such host": (["--ephemeral", "--host", "no-such-host.invalid"], "cannot listen"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_a_start_that_cannot_be_says_why_in_one_sentence(case: str) -> None:
    options, word = BAD_OPTIONS[case]

    ended = refused_start(*options, "--port", "0")

    assert (ended.returncode, len(ended.stderr.splitlines()), word in ended.stderr) == (2, 1, True), ended.stderr


def test_a_file_that_is_no_database_is_refused_in_one_sentence(file: Path) -> None:
    ended = refused_start("--database", f"sqlite:///{file}", "--port", "0")

    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1), ended.stderr


def test_a_file_that_is_no_database_stays_as_it_is(file: Path) -> None:
    before = file.read_bytes()

    refused_start("--database", f"sqlite:///{file}", "--port", "0")

    assert file.read_bytes() == before


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_in_use_is_said_in_one_sentence(taken_port: int) -> None:
    ended = refused_start("--ephemeral", "--port", str(taken_port))

    assert (ended.returncode, ended.stderr) == (
        2,
        f"teesheet serve: cannot listen on 127.0.0.1:{taken_port}: it is in use. "
        "Choose another with --host or --port.\n",
    )


@pytest.mark.parametrize(
    "options",
    [["--port", "65536"], ["--port", "eighty"], ["--seed", "-1"], ["--max-worlds", "0"], ["--databse", "x"]],
    ids=" ".join,
)
def test_an_option_out_of_its_bounds_is_refused_with_its_name(options: list[str]) -> None:
    ended = refused_start("--ephemeral", *options)

    assert (ended.returncode, options[0] in ended.stderr, "Traceback" in ended.stderr) == (2, True, False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test alone, on a file."""
    with serving("--database", f"sqlite:///{tmp_path}/teesheet.db") as running:
        yield running


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_it_without_a_traceback(server: Server, by: signal.Signals) -> None:
    httpx.get(f"{server.address}/_sandbox/v1/info")

    server.ended(by)

    assert "Traceback" not in server.complaints()


def test_a_terminated_server_reports_the_signal_and_nothing_else(server: Server) -> None:
    # uvicorn ends itself by the signal it was sent, once everything is closed.
    assert (server.ended(signal.SIGTERM) in (0, -signal.SIGTERM), server.complaints()) == (True, "")


def test_a_terminated_server_leaves_one_file(server: Server, tmp_path: Path) -> None:
    headers = {"X-Api-Key": "sbx_demo_alpha"}
    httpx.get(f"{server.address}/api/v1/travel/bookings", headers=headers)

    server.ended(signal.SIGTERM)

    assert [path.name for path in tmp_path.iterdir()] == ["teesheet.db"]


def test_the_greeting_names_keys_that_work(server: Server) -> None:
    assert server.process.stdout is not None
    said = "".join(server.process.stdout.readline() for _line in range(5))

    assert ("sbx_demo_alpha" in said, "sbx_demo_bravo" in said, "/_sandbox/v1/info" in said) == (True, True, True)


def test_the_command_of_the_greeting_is_answered(server: Server) -> None:
    answer = httpx.get(
        f"{server.address}/api/v1/travel/courses?country=ES&pageSize=3", headers={"X-Api-Key": "sbx_demo_alpha"}
    )

    assert len(answer.json()["data"]) == 3


def test_a_server_keeps_no_more_worlds_than_it_may() -> None:
    with serving("--ephemeral", "--max-worlds", "1") as server:
        asked = [
            httpx.get(f"{server.address}/api/v1/travel/bookings", headers={"X-Api-Key": f"sbx_{world}_alpha"})
            for world in ("first", "second", "first")
        ]

    assert [answer.status_code for answer in asked] == [200, 403, 200]


def test_a_quiet_server_writes_nothing_to_stderr(server: Server) -> None:
    headers = {"X-Api-Key": "sbx_demo_alpha"}
    httpx.get(f"{server.address}/api/v1/travel/bookings", headers=headers)
    httpx.get(f"{server.address}/api/v1/travel/bookings?page=0", headers=headers)

    assert server.complaints() == ""
