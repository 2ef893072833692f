"""The fixtures in somebody else's pytest: a fresh world, a report with reasons, one server for all workers."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from openapi.bundler import PUBLISHED_FILE
from teesheet.testing import Sandbox, World

TESTS = """
import httpx
import pytest

def order(world):
    return {"courseId": world.course("daylight-saving")["id"], "date": "2040-05-12", "teeTime": "09:30", "players": 2,
            "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}}

@pytest.mark.parametrize("number", range(NUMBER))
def test_transcript(teesheet_world, teesheet_clock, number, request):
    world = teesheet_world
    body = order(world)
    answers = [world.client.post("/travel/bookings", json=body, headers={"X-Request-Id": f"r{n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    folder = request.config.rootpath / "transcripts"
    folder.mkdir(exist_ok=True)
    text = "".join(f"{answer.text} {answer.headers['X-Request-Id']}\\n" for answer in answers)
    (folder / f"{number}.txt").write_text(text)
    (folder.parent / "addresses").open("a").write(world.url + "\\n")
"""
FAILING = """
def test_fails(teesheet_world, teesheet_clock, teesheet_webhooks):
    course = teesheet_world.course("daylight-saving")["id"]
    body = {"courseId": course, "date": "2040-05-12", "teeTime": "09:30", "players": 5}
    assert teesheet_world.client.post("/travel/bookings", json=body).status_code == 201

def test_asks_with_two_mistakes(teesheet_world, teesheet_clock):
    course = teesheet_world.course("daylight-saving")["id"]
    body = {"courseId": course, "date": "2040-05-12", "teeTime": "9:30", "players": 5}
    assert teesheet_world.client.post("/travel/bookings", json=body).status_code == 201

def test_asks_for_too_many_places(teesheet_world, teesheet_clock):
    course = teesheet_world.course("daylight-saving")
    teesheet_world.rival.takes(course, "2040-05-12", "09:30", leave=1)
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
    body = {"courseId": course["id"], "date": "2040-05-12", "teeTime": "09:30", "players": 2, "leadPlayer": lead}
    assert teesheet_world.client.post("/travel/bookings", json=body).status_code == 201

def test_leaves_the_world_frozen(teesheet_world, teesheet_clock):
    pass

def test_begins_with_a_clock_that_ticks(teesheet_world):
    assert teesheet_world.state()["clock"]["mode"] == "ticking"
    assert teesheet_world.bookings() == []
"""


def ran(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest in a folder of its own, with this environment."""
    folder.mkdir()
    (folder / "test_agency.py").write_text(tests, "utf-8")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        *options,
        str(folder),
    ]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)


def transcripts_of(folder: Path, number: int, *options: str) -> dict[str, str]:
    """The answers that each test of a run got. Fails where the run fails."""
    done = ran(folder, TESTS.replace("NUMBER", str(number)), *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return {file.name: file.read_text("utf-8") for file in sorted((folder / "transcripts").iterdir())}


def _addresses(folder: Path) -> set[str]:
    return set((folder / "addresses").read_text("utf-8").split())


@pytest.mark.parametrize(
    ("number", "workers"), [(6, 2), pytest.param(500, 8, marks=pytest.mark.long)], ids=["two workers", "eight workers"]
)
def test_workers_share_a_server_and_get_the_bytes_of_a_run_alone(tmp_path: Path, number: int, workers: int) -> None:
    alone = transcripts_of(tmp_path / "alone", number)

    together = transcripts_of(tmp_path / "together", number, "-n", str(workers), "--dist", "loadgroup")

    assert (together, len(together), len(_addresses(tmp_path / "together"))) == (alone, number, 1)


def test_the_report_of_a_failed_test_says_why_the_sandbox_refused(tmp_path: Path) -> None:
    done = ran(tmp_path / "failing", FAILING)

    said = done.stdout
    assert "3 failed, 2 passed" in said
    assert "POST /api/v1/travel/bookings -> 400 invalid_request" in said
    assert "leadPlayer" in said.split("-> 400 invalid_request")[1]


def test_the_report_gives_every_mistake_and_says_in_words_what_the_sandbox_accepts(tmp_path: Path) -> None:
    done = ran(tmp_path / "failing", FAILING)

    said = done.stdout
    assert "/body/players: 5 is too large. Send at most 4." in said
    assert "/body/teeTime: '9:30' has another form. Write a time as HH:MM, for example 09:30." in said
    assert "The sandbox would have accepted:\n      players: at most 1\n      teeTime: for example 0" in said
    assert "'oneOf'" not in said
    assert "See errors" not in said


ENDING = """
import httpx

def test_is_there(teesheet_world):
    teesheet_world.clock.now()

def test_moves_the_clock(teesheet_sandbox, teesheet_world):
    teesheet_sandbox._process._process.kill()
    teesheet_world.clock.advance(minutes=15)

def test_asks_with_a_client_of_its_own(teesheet_world):
    httpx.get(teesheet_world.url)
"""


def test_a_sandbox_that_ended_is_named_once_in_the_report_of_each_test(tmp_path: Path) -> None:
    done = ran(tmp_path / "ending", ENDING)

    moves, asks = done.stdout.split("test_asks_with_a_client_of_its_own ___")
    summary = "2 failed, 1 passed"
    assert (moves.count("No sandbox answers at"), asks.partition("= short")[0].count("No sandbox answers at")) == (1, 1)
    assert ("httpx/_client.py" in moves, "connections.py" in moves, summary in asks) == (False, False, True)


def test_an_address_without_a_sandbox_is_named_once_for_each_test(tmp_path: Path) -> None:
    done = ran(tmp_path / "nowhere", ENDING, "--teesheet-url", "http://127.0.0.1:9", "--tb", "short")

    said = done.stdout.partition("= short")[0]
    assert (said.count("No sandbox answers at http://127.0.0.1:9"), "httpx/" in said) == (3, False)


def test_a_run_that_uses_no_fixture_loads_nothing_more(tmp_path: Path) -> None:
    loaded = "import sys\ndef test_loads_nothing():\n    loaded = {m.partition('.')[0] for m in sys.modules}\n"
    tests = (
        f"{loaded}    assert not loaded & {{'httpx', 'sqlalchemy', 'openapi', 'fixtures', 'connexion', 'uvicorn'}}\n"
    )

    done = ran(tmp_path / "other", tests)

    assert done.returncode == 0, done.stdout


def test_a_fixture_whose_server_lacks_an_extra_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking").mkdir()
    missing = "openapi_spec_validator"
    (tmp_path / "lacking" / f"{missing}.py").write_text(f"raise ModuleNotFoundError(name='{missing}')\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "lacking"))

    done = ran(
        tmp_path / "seeded",
        "def test_it(teesheet_world):\n    pass\n",
        "-o",
        f"teesheet_options=--contract {PUBLISHED_FILE}",
    )

    assert (done.returncode, "pip install 'teesheet[contract]'" in done.stdout) == (1, True), done.stdout


def test_a_configured_sandbox_is_used_and_no_other_starts(tmp_path: Path, sandbox: Sandbox, world: World) -> None:
    tests = "def test_address(teesheet_sandbox, teesheet_world):\n    print(teesheet_world.state())\n"
    tests += f"    assert teesheet_world.url == {world.url!r}\n"

    done = ran(tmp_path / "remote", tests, "--teesheet-url", sandbox.url)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("setting", "advice"),
    [
        ("teesheet_world_prefix=Team A/", "teesheet_world_prefix = 'Team A/' cannot be used. Write at most 23"),
        (f"teesheet_world_prefix={'a' * 24}", "at most 23 of the characters"),
        ("teesheet_exchanges=many", "teesheet_exchanges = 'many' cannot be used. Write a whole number from 1"),
        ("teesheet_exchanges=0", "teesheet_exchanges = '0'"),
        ("teesheet_now=2040-05-07", "teesheet_now = '2040-05-07' cannot be used. Write a moment with its time zone"),
        ("teesheet_url=localhost:8080", "teesheet_url = 'localhost:8080' cannot be used. Write the address"),
    ],
)
def test_a_setting_that_cannot_be_used_ends_the_run_at_its_start(tmp_path: Path, setting: str, advice: str) -> None:
    done = ran(tmp_path / "set", "def test_it():\n    pass\n", "-o", setting)

    assert (done.returncode, done.stdout, advice in done.stderr) == (pytest.ExitCode.USAGE_ERROR, "", True), done.stderr


def test_an_address_on_the_command_line_that_cannot_be_used_ends_the_run(tmp_path: Path) -> None:
    done = ran(tmp_path / "set", "def test_it():\n    pass\n", "--teesheet-url", "127.0.0.1")

    assert "--teesheet-url '127.0.0.1' cannot be used." in done.stderr


def test_the_longest_prefix_names_a_world(tmp_path: Path) -> None:
    tests = "def test_it(teesheet_world):\n    assert len(teesheet_world.name) == 32 and teesheet_world.state()\n"

    done = ran(tmp_path / "set", tests, "-o", f"teesheet_world_prefix={'a' * 23}")

    assert done.returncode == 0, done.stdout


@pytest.fixture(autouse=True)
def _without_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the run of these tests sets for pytest is not meant for the runs that they start."""
    names: Sequence[str] = (
        "PYTEST_ADDOPTS",
        "PYTEST_XDIST_WORKER",
        "PYTEST_XDIST_WORKER_COUNT",
        "PYTEST_XDIST_TESTRUNUID",
    )
    for name in names:
        monkeypatch.delenv(name, raising=False)
