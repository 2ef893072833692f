"""The command `teesheet serve`: what it says when it cannot start, and how it ends."""

import errno
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from click.testing import CliRunner, Result

from mock_server.app import Sandbox
from mock_server.cli import main
from mock_server.serve import _listening
from mock_server.settings import Settings
from tests.sandbox.in_process import asked
from tests.sandbox.servers import SERVE, TEESHEET, Server, refused_start, serving_afresh

KEY = {"X-Api-Key": "sbx_demo_alpha"}

# Options, and a word that the sentence must have. These run as processes, the others below in this one.
BAD_STARTS: dict[str, tuple[list[str], str]] = {
    "below a file": (["--database", "sqlite:////proc/version/teesheet.db"], "cannot be used"),
    "in memory and in a database": (["--ephemeral", "--database", "sqlite:///x.db"], "Give one of them"),
    "not a URL": (["--database", "nonsense"], "nonsense"),
}


@pytest.mark.parametrize("case", BAD_STARTS)
def test_a_start_that_cannot_be_says_why_in_one_sentence(case: str) -> None:
    options, word = BAD_STARTS[case]

    ended = refused_start(*options)

    assert (ended.returncode, len(ended.stderr.splitlines()), word in ended.stderr) == (2, 1, True), ended.stderr


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_in_use_is_said_in_one_sentence(taken_port: int) -> None:
    ended = refused_start("--ephemeral", "--port", str(taken_port))

    said = f"teesheet serve: cannot listen on 127.0.0.1:{taken_port}: it is in use. "
    assert (ended.returncode, ended.stderr) == (2, f"{said}Choose another with --host or --port.\n")


def test_a_range_without_a_free_port_is_said_in_one_sentence(
    serve_here: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_is_free(*_address: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(socket.socket, "bind", none_is_free)

    ended = serve_here.invoke(main, ["serve", "--ephemeral", "--port", "0"])

    assert (ended.exit_code, "no port of 127.0.0.1 is free" in ended.stderr) == (2, True)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A file that is no database."""
    path = tmp_path / "notes.txt"
    path.write_text("Tee times of Saturday, by hand. " * 100)
    return path


@pytest.fixture
def serve_here(monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """Runs the command in this process, which is fast. It stops where the server would begin to listen for good."""

    def runs(_server: uvicorn.Server, **_options: object) -> None:
        pytest.fail("The server started.")

    monkeypatch.setattr(uvicorn.Server, "run", runs)
    return CliRunner()


def _served(runner: CliRunner, *options: str) -> Result:
    return runner.invoke(main, ["serve", "--port", "0", *options])


MORE_BAD_STARTS: dict[str, tuple[list[str], str]] = {
    "an unknown kind of database": (["--database", "abacus://localhost/tees"], "abacus"),
    "a database without its driver": (["--database", "oracle://localhost/tees"], "oracle"),
    "where nobody may write": (["--database", "sqlite:////proc/teesheet.db"], "cannot be used"),
    "in no directory": (["--database", "sqlite:////no/such/place/teesheet.db"], "cannot be used"),
    "no such address": (["--ephemeral", "--host", "203.0.113.7"], "cannot listen"),
}


@pytest.mark.parametrize("case", MORE_BAD_STARTS)
def test_another_start_that_cannot_be_says_why_in_one_sentence(serve_here: CliRunner, case: str) -> None:
    options, word = MORE_BAD_STARTS[case]

    ended = _served(serve_here, *options)

    assert (ended.exit_code, len(ended.stderr.splitlines()), word in ended.stderr) == (2, 1, True), ended.stderr


def test_a_file_that_is_no_database_is_refused_in_one_sentence(serve_here: CliRunner, notes: Path) -> None:
    ended = _served(serve_here, "--database", f"sqlite:///{notes}")

    assert (ended.exit_code, len(ended.stderr.splitlines())) == (2, 1), ended.exception


def test_a_file_that_is_no_database_stays_as_it_is(serve_here: CliRunner, notes: Path) -> None:
    before = notes.read_bytes()

    _served(serve_here, "--database", f"sqlite:///{notes}")

    assert notes.read_bytes() == before


@pytest.mark.parametrize(
    "options",
    [["--port", "65536"], ["--port", "eighty"], ["--seed", "-1"], ["--max-worlds", "0"], ["--databse", "x"]],
    ids=" ".join,
)
def test_an_option_out_of_its_bounds_is_refused_with_its_name(serve_here: CliRunner, options: list[str]) -> None:
    ended = _served(serve_here, "--ephemeral", *options)

    assert (ended.exit_code, options[0] in ended.stderr) == (2, True)


def test_a_server_keeps_no_more_worlds_than_it_may() -> None:
    app = Sandbox(Settings(database_url="sqlite://", max_worlds=1))

    statuses = [
        asked(app, "GET", "/api/v1/travel/bookings", headers={"X-Api-Key": f"sbx_{world}_alpha"}).status_code
        for world in ("first", "second", "first")
    ]

    assert statuses == [200, 403, 200]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test alone, on a file."""
    with serving_afresh("--database", f"sqlite:///{tmp_path}/teesheet.db") as running:
        yield running


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_it_without_a_traceback_and_closes_its_database(
    server: Server, tmp_path: Path, by: signal.Signals
) -> None:
    httpx.get(f"{server.address}/api/v1/travel/bookings", headers=KEY)

    server.ended(by)

    assert ("Traceback" in server.complaints(), [path.name for path in tmp_path.iterdir()]) == (False, ["teesheet.db"])


def test_sigterm_is_its_whole_exit_code(server: Server) -> None:
    # uvicorn ends itself by the signal it was sent, once everything is closed.
    assert server.ended(signal.SIGTERM) in (0, -signal.SIGTERM)


def test_a_server_ends_when_its_standard_input_ends() -> None:
    words = [*TEESHEET, *SERVE, "--ephemeral", "--end-with-stdin"]

    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.readline()
        server.stdin.close()

        assert server.wait(20) in (0, -signal.SIGTERM)


def test_the_greeting_names_keys_and_an_address_that_work(server: Server) -> None:
    assert server.process.stdout is not None
    said = "".join(server.process.stdout.readline() for _line in range(5))

    answer = httpx.get(f"{server.address}/api/v1/travel/courses?country=ES&pageSize=3", headers=KEY)

    assert ("sbx_demo_alpha" in said, "sbx_demo_bravo" in said, len(answer.json()["data"])) == (True, True, 3)


def test_a_server_that_refuses_requests_writes_nothing_to_stderr(server: Server) -> None:
    httpx.get(f"{server.address}/api/v1/travel/bookings?page=0", headers=KEY)

    server.ended(signal.SIGTERM)

    assert server.complaints() == ""


def test_the_journal_keeps_what_came_just_before_the_end(tmp_path: Path) -> None:
    options = ("--database", f"sqlite:///{tmp_path / 'kept.db'}")
    key = {"X-Api-Key": "sbx_kept_alpha"}
    with serving_afresh(*options) as server:
        httpx.get(f"{server.address}/api/v1/travel/bookings", headers=key).raise_for_status()
        server.ended(signal.SIGTERM)
    with serving_afresh(*options) as server:
        kept = httpx.get(f"{server.address}/_sandbox/v1/journal", headers=key).raise_for_status().json()

    assert [item["path"] for item in kept["data"]] == ["/api/v1/travel/bookings"]


def test_an_accepted_connection_sends_each_segment_at_once() -> None:
    with _listening("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
