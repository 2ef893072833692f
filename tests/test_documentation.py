"""What the documents say is true: their commands run, their links lead somewhere, their tables agree with the code.

Each page is read as its reader would: from top to bottom, in one shell.
"""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from fixtures.catalogue import TRAITS, load_courses
from tests import lists
from tests.databases import postgresql
from tests.proxies import free_place, proxying
from tests.readers import reading
from tests.sandbox.servers import Server, serving

TREE = Path(__file__).parent.parent
README = (TREE / "README.md").read_text("utf-8")
SUITE = (TREE / "docs" / "suite.md").read_text("utf-8")
SANDBOX = (TREE / "docs" / "sandbox.md").read_text("utf-8")
PROXY = (TREE / "docs" / "proxy.md").read_text("utf-8")
DESIGNING = (TREE / "docs" / "designing.md").read_text("utf-8")
DOCUMENTS = [TREE / "README.md", TREE / "CHANGELOG.md", *sorted((TREE / "docs").glob("*.md"))]
# Where the pages say that the sandbox listens.
USUAL_ADDRESS = "http://127.0.0.1:8080"
# Where they say that callers of the proxy come in, unless a command says otherwise.
USUAL_LISTEN = "127.0.0.1:8090"

# Judges what a block has said, and what it has left in the reader's folder.
Look = Callable[[str, Path], None]


@dataclass(frozen=True)
class Block:
    """A fenced block of a page. *name* stands behind its language: a kind of commands, or a file to save."""

    language: str
    name: str
    text: str
    heading: str


def _blocks(page: str) -> list[Block]:
    """The fenced blocks of a page that have a name, in order."""
    blocks, heading = [], ""
    for found in re.finditer(r"^#+ ([^\n]*)$|^```(\w+) ([\w.]+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        heading = found[1] or heading
        if found[2]:
            blocks.append(Block(found[2], found[3], found[4], heading))
    return blocks


def _read(page: str, folder: Path, looks: Mapping[str, Look], fails: Mapping[str, str]) -> None:
    """Reads a page from top to bottom, and does what it says.

    A block `sh serve` is the first terminal: its server runs to the end of the page, on a free port. The other blocks
    of commands run one after the other in one shell of bash, the second terminal. A block `sh start` shows other ways
    to start a server, and has a test of its own. A block `sh proxy` is a further terminal, with a proxy on free ports.
    Blocks of other languages are saved as the file that they name.

    Every command succeeds, but for one command of each block in *fails*, whose note begins as written there. *looks*
    judge what a block has said and left.
    """
    with ExitStack() as open_things:
        reader = open_things.enter_context(reading(folder))
        address, places = USUAL_ADDRESS, {}
        for block in _blocks(page):
            text = _with_places(block.text, {USUAL_ADDRESS: address, **places})
            if block.language != "sh":
                (folder / block.name).write_text(text, "utf-8")
            elif block.name == "serve":
                address = open_things.enter_context(serving(*_options(text), folder=folder)).address
            elif block.name == "proxy":
                places |= open_things.enter_context(_proxy(text, address, folder))
            elif block.name != "start":
                pasted = reader.paste(text)
                expected = fails.get(block.name, "")
                assert _is_as_expected(pasted.failed, expected), f"{block.heading}: {pasted.failed}\n{pasted.said}"
                looks.get(block.name, _nothing)(pasted.said, folder)


def _with_places(text: str, places: Mapping[str, str]) -> str:
    for written, real in places.items():
        text = text.replace(written, real)
    return text


@contextmanager
def _proxy(commands: str, to: str, folder: Path) -> Iterator[dict[str, str]]:
    """A proxy as a block starts it, but on free ports. Gives the free place of each place of the block."""
    words = shlex.split(commands)
    given = dict(pairwise(words))
    places = {given["--page"]: free_place()} if "--page" in given else {}
    options = [places.get(word, word) for word in words[words.index("proxy") + 1 :]]
    with proxying(to, *options, folder=folder) as running:
        listening = running.address.removeprefix("http://").partition("/")[0]
        yield {**places, given.get("--listen", USUAL_LISTEN): listening}


def _is_as_expected(failed: list[str], expected: str) -> bool:
    return len(failed) == 1 and failed[0].startswith(expected) if expected else not failed


def _nothing(_said: str, _folder: Path) -> None:
    """Most blocks need no further look."""


def _options(commands: str) -> list[str]:
    """What the last command of a block gives `teesheet serve`."""
    words = shlex.split(commands)
    return words[words.index("serve") + 1 :]


def _has_every_report(_said: str, folder: Path) -> None:
    written = {file.name for file in (folder / "teesheet-report").iterdir()}
    reports = {"report.json", "report.html", "report.md", "junit.xml", "exchanges.har", "badge.svg"}
    assert written == {*reports, "run.journal.jsonl"}
    # A run leaves nothing beside its reports.
    assert {file.name for file in folder.glob(".*")} == {".reader", ".venv"}


def _prints(*statuses: str, naming: str = "") -> Look:
    """One short line for each answer: its status first, and somewhere the text *naming*. No status stands for 2xx."""

    def look(said: str, _folder: Path) -> None:
        lines = said.splitlines()
        found = [line[:3] for line in lines]
        assert found == list(statuses) if statuses else all(status[0] == "2" for status in found), said
        assert naming in said
        assert all(len(line) < 220 for line in lines), said

    return look


def test_the_readme_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks = {
        "walk": _prints(),
        "expires": _prints("201", "409", "200", "201", naming="tee_time_hold.expired"),
        "rival": _prints("200", "409", "200", "200", naming='"freePlaces":1'),
        "declines": _prints("201", "200", "200", naming="course_declined"),
        "suite": _has_every_report,
    }

    _read(README, tmp_path, looks, {})

    assert (tmp_path / "teesheet.db").exists()


def test_the_sandbox_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    _read(SANDBOX, tmp_path, {}, {})


NAMES = "Names for this page"
SECTIONS = sorted({block.heading for block in _blocks(SANDBOX) if block.name == "walk"} - {NAMES})


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A sandbox for those who jump to a section."""
    with serving("--ephemeral") as server:
        yield server


@pytest.mark.parametrize("heading", SECTIONS)
def test_a_reader_can_jump_to_any_section_of_the_sandbox_page(heading: str, sandbox: Server, tmp_path: Path) -> None:
    blocks = [block for block in _blocks(SANDBOX) if block.name == "walk" and block.heading in (NAMES, heading)]

    with reading(tmp_path) as reader:
        pasted = [reader.paste(block.text.replace(USUAL_ADDRESS, sandbox.address)) for block in blocks]

    assert [block.failed for block in pasted if block.failed] == [], pasted[-1].said


def _decided_two_rows(_said: str, folder: Path) -> None:
    report = json.loads((folder / "teesheet-report" / "report.json").read_text("utf-8"))
    verdicts = {requirement["id"]: requirement["verdict"] for requirement in report["requirements"]}
    assert verdicts["CRS-05"] == verdicts["PAG-03"] == "pass"
    assert report["only"] == ["CRS-05", "PAG-03"]


def _judged_own_rules(said: str, _folder: Path) -> None:
    assert "own rules" in said


def _has_the_reports_of_the_page(_said: str, folder: Path) -> None:
    named = set(re.findall(r"^\| `(\S+\.\w+)` \|", SUITE, re.MULTILINE))
    assert {file.name for file in (folder / "teesheet-report").iterdir() if file.name in named} == named
    assert len(named) == 6


def _says_that_the_row_is_stale(said: str, _folder: Path) -> None:
    assert "AVT-20 (owner availability team) holds: delete its row." in " ".join(said.split())


def _kept_to_its_requests(said: str, _folder: Path) -> None:
    assert "of 100 requests" in said


def test_the_suite_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks: dict[str, Look] = {
        "library": _decided_two_rows,
        "rules": _judged_own_rules,
        "reports": _has_the_reports_of_the_page,
        "baseline": _says_that_the_row_is_stale,
        "options": _kept_to_its_requests,
    }

    # An acceptance that has no cause any more ends a run with 1, as the page says.
    _read(SUITE, tmp_path, looks, {"baseline": "1: teesheet check"})


def _passed_to_the_sandbox(_said: str, folder: Path) -> None:
    assert len(json.loads((folder / "courses.json").read_text("utf-8"))["data"]) == 2
    assert json.loads((folder / "course.json").read_text("utf-8"))["data"]["id"] == "crs_h3w8kz11"


def _shows_the_refused_request(said: str, _folder: Path) -> None:
    assert "query.holes is 12, not one of 9, 18" in said


def _is_answered_by_the_proxy(said: str, _folder: Path) -> None:
    assert json.loads(said)["answeredBy"] == "teesheet proxy"


def _is_compatible(said: str, _folder: Path) -> None:
    assert "Compatible: nothing in this traffic is newly broken." in said


def test_the_proxy_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks: dict[str, Look] = {
        "traffic": _passed_to_the_sandbox,
        "page": _shows_the_refused_request,
        "enforced": _is_answered_by_the_proxy,
        "replay": _is_compatible,
    }

    # A recording of three reads decides few requirements, as the page says.
    _read(PROXY, tmp_path, looks, {"judge": "3: .venv/bin/teesheet judge"})


STARTS = [
    line
    for block in _blocks(SANDBOX)
    if block.name == "start"
    for line in block.text.splitlines()
    if line.startswith("teesheet")
]


@pytest.mark.parametrize("command", STARTS)
def test_the_servers_of_the_sandbox_page_start(command: str, tmp_path: Path) -> None:
    options = shlex.split(command)[2:]
    databases = {option: postgresql().new_database() for option in options if option.startswith("postgresql")}
    options = [databases.get(option, option) for option in options]

    # The page sets the token beside the command.
    with serving("--admin-token", "0123456789abcdef", *options, folder=tmp_path) as server:
        health = httpx.get(f"{server.address}/_sandbox/v1/health")

    assert health.json()["data"]["status"] == "ok"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the contract of this tree, committed."""
    left_out = shutil.ignore_patterns("*.py", "__pycache__", "dist")
    shutil.copytree(TREE / "openapi", tmp_path / "openapi", ignore=left_out)
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    for command in (["init", "-q"], ["add", "openapi"], [*author, "commit", "-q", "-m", "contract: as it was"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def _names_the_rows_about_courses(said: str, _folder: Path) -> None:
    assert "A-67" in said
    assert "handlers.py" in said


def _counts_the_exchanges(said: str, folder: Path) -> None:
    assert "messages have it" in said
    assert json.loads((folder / "impact.json").read_text("utf-8"))["differences"] != []


def _shows_the_new_member(said: str, _folder: Path) -> None:
    assert said.split() == ["dressCode"]


def _finds_the_new_member_compatible(said: str, _folder: Path) -> None:
    assert "The member `dressCode` is new." in said
    assert "The change from HEAD to openapi is compatible." in said


def _froze_the_new_version(said: str, folder: Path) -> None:
    assert "the differences to 1.3.0 demand 1.4.0" in said
    assert "dressCode" in (folder / "openapi" / "released" / "1.4.0" / "openapi.json").read_text("utf-8")


def test_the_designing_page_runs_from_top_to_bottom(clone: Path) -> None:
    looks: dict[str, Look] = {
        "diff": _finds_the_new_member_compatible,
        "impact": _names_the_rows_about_courses,
        "release": _froze_the_new_version,
        "run": _counts_the_exchanges,
        "try": _shows_the_new_member,
    }

    # Lint refuses the first edit, and release refuses the old number, as the page says.
    fails = {"lint": "1: teesheet contract lint", "release": "1: teesheet contract release published openapi"}
    _read(DESIGNING, clone, looks, fails)


def test_the_server_of_two_versions_of_the_designing_page_starts(clone: Path) -> None:
    (command,) = [block.text for block in _blocks(DESIGNING) if block.name == "start"]

    with serving(*_options(command), folder=clone) as server:
        second = httpx.get(f"{server.address}/openapi-beside.json")

    assert second.json()["servers"][0]["url"].endswith("/api/v2")


@pytest.mark.parametrize("name", lists.LISTS)
def test_the_lists_of_a_page_are_those_of_the_code(name: str) -> None:
    text = (TREE / "docs" / name).read_text("utf-8")

    assert lists.page(name, text) == text, "run: python -m tests.lists"


def test_the_guard_runs_the_test_command_of_the_readme() -> None:
    (command,) = re.findall(r"^python3 -m venv .*pytest -n 4$", README, re.MULTILINE)

    assert command in (TREE / ".ci" / "run").read_text("utf-8")


def test_the_readme_lists_every_named_course() -> None:
    rows = re.findall(r"^\| ([a-z-]+) \| ([A-Z0-9]{8}) \| (crs_\w+) \|", README, re.MULTILINE)

    named = {(course.trait, course.booking_code, course.id) for course in load_courses() if course.trait}
    assert set(rows) == named
    assert {trait for trait, _, _ in rows} == set(TRAITS)


def test_the_documents_count_the_courses_right() -> None:
    counts = re.findall(r"([0-9],[0-9]{3}) invented courses", (TREE / "CHANGELOG.md").read_text("utf-8"))

    assert counts == [f"{len(load_courses()):,}"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text("utf-8"))

    assert [target for target in targets if not (document.parent / target).exists()] == []
