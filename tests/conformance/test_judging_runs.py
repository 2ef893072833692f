"""Judging the recording of a run gives the verdicts of the run: on a sandbox with all levers, on targets with faults,
in parts, and stopped in the middle. Nothing is sent, and nothing is waited for.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from conformance.cli import commands
from conformance.evidence.exchanges import CLEAN_UP, WHOLE_RUN_DELIVERIES, Request, Response
from conformance.report import write_reports
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.judged_again import Judgement, judged, rows
from tests.conformance.small_operations import SmallTarget
from tests.mutants import MUTANTS, Mutant
from tests.mutants.tools.bench import Bench, bench
from tests.sandbox.servers import Server, serving

# A race, a refusal and a list in an ordinary run; one of each area, with all its waiting, in the whole matrix.
QUICK = ("INV-03", "BKC-13", "CRS-05")
ONE_PER_AREA = list({mutant.area: mutant for mutant in reversed(MUTANTS.values())}.values())
SEED = "11"
# In the addresses of the subscriptions of a whole run.
WHOLE = "-whole-run-"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("mutants")) as ready:
        yield ready


def checked(sandbox: Server, folder: Path, world: str, *options: str) -> Any:
    """The report of a run on a world of its own, whose checks follow each other where *options* say nothing else."""
    in_turn = [] if "--concurrency" in options else ["--concurrency", "1"]
    keys = ["--api-key", f"sbx_{world}_alpha", "--second-api-key", f"sbx_{world}_bravo"]
    place = [f"{sandbox.address}/api/v1", "--target", f"{sandbox.address}/_sandbox/v1/target"]
    CliRunner().invoke(commands, ["check", *place, *keys, "--report", str(folder), "--seed", SEED, *in_turn, *options])
    return json.loads((folder / "report.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def whole(sandbox: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of a run with every row and all levers."""
    folder = tmp_path_factory.mktemp("whole")
    checked(sandbox, folder, "judged-whole")
    return folder


@pytest.fixture(scope="module")
def whole_judged(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Judgement:
    return judged(whole / "exchanges.har", tmp_path_factory.mktemp("judged"))


def reported(folder: Path) -> Any:
    return json.loads((folder / "report.json").read_text("utf-8"))


def test_a_whole_run_is_judged_as_it_was(whole: Path, whole_judged: Judgement) -> None:
    run = reported(whole)

    assert (rows(whole_judged.report), whole_judged.code) == (rows(run), run["exitCode"])


def test_a_whole_run_lists_its_bookings_before_it_removes_them(whole: Path) -> None:
    entries = json.loads((whole / "exchanges.har").read_text("utf-8"))["log"]["entries"]
    removing = [entry["_operation"] for entry in entries if entry["_check"] == CLEAN_UP]

    assert "listBookings" in removing[: removing.index("cancelBooking")]


def test_a_whole_run_hears_of_every_booking_that_its_clean_up_cancels(whole: Path) -> None:
    log = json.loads((whole / "exchanges.har").read_text("utf-8"))["log"]
    removed = [entry for entry in log["entries"] if entry["_check"] == CLEAN_UP and entry["response"]["status"] == 200]
    cancelled = {entry["_path"].rpartition("/")[2] for entry in removed if entry["_operation"] == "cancelBooking"}
    contents = [item["content"]["text"] for item in log["_teesheet"]["deliveries"] if WHOLE in item["path"]]
    heard = map(json.loads, contents)

    assert len(cancelled) > 100
    assert cancelled <= {event["data"]["id"] for event in heard if event["type"] == "booking.cancelled"}


def test_a_judged_run_has_the_coverage_of_the_run(whole: Path, whole_judged: Judgement) -> None:
    coverage = reported(whole)["coverage"]

    assert len(coverage) > 10
    assert whole_judged.report["coverage"] == coverage


def test_a_whole_recording_holds_all_that_the_checks_ask_for(whole_judged: Judgement) -> None:
    assert (whole_judged.report["judged"]["missing"], whole_judged.report["judged"]["notes"]) == (0, [])


def test_a_whole_recording_without_its_deliveries_leaves_their_rows_undecided(whole: Path, tmp_path: Path) -> None:
    archive = json.loads((whole / "exchanges.har").read_text("utf-8"))
    facts = archive["log"]["_teesheet"]["facts"]
    looks = {"check": WHOLE_RUN_DELIVERIES, "kind": "deliveries"}
    facts["notes"] = [note for note in facts["notes"] if not looks.items() <= note.items()]
    (tmp_path / "older.har").write_text(json.dumps(archive), "utf-8")

    again = judged(tmp_path / "older.har", tmp_path / "judged")

    said = verdicts(again.report)
    differing = {name for name, verdict in verdicts(reported(whole)).items() if said[name] != verdict}
    assert differing == {name for name, verdict in said.items() if verdict == "inconclusive"}
    assert {"EVT-01", "EVT-10", "EVT-13"} <= differing <= {name for name in said if name.startswith("EVT-")}
    assert "The recording does not hold this value of the run: deliveries." in again.printed


@pytest.fixture(scope="module")
def side_by_side(sandbox: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of the same run with eight checks at once."""
    folder = tmp_path_factory.mktemp("side-by-side")
    checked(sandbox, folder, "judged-lanes", "--concurrency", "8")
    return folder


@pytest.mark.whole
def test_checks_side_by_side_give_the_verdicts_of_checks_in_turn(whole: Path, side_by_side: Path) -> None:
    in_turn, at_once = reported(whole), reported(side_by_side)

    assert verdicts(at_once) == verdicts(in_turn)
    assert at_once["exitCode"] == in_turn["exitCode"]


@pytest.mark.whole
def test_checks_side_by_side_are_judged_as_they_were(side_by_side: Path, tmp_path: Path) -> None:
    run = reported(side_by_side)

    again = judged(side_by_side / "exchanges.har", tmp_path / "judged")

    assert (rows(again.report), again.code) == (rows(run), run["exitCode"])
    assert (again.report["judged"]["missing"], again.report["judged"]["notes"]) == (0, [])


def verdicts(report: Any) -> dict[str, str]:
    return {row["id"]: row["verdict"] for row in report["requirements"]}


def test_judging_passes_the_recording_on_byte_for_byte(whole: Path, whole_judged: Judgement) -> None:
    assert (whole_judged.folder / "exchanges.har").read_bytes() == (whole / "exchanges.har").read_bytes()


@pytest.mark.parametrize("file", ["report.html", "report.md", "report.json", "junit.xml"])
def test_the_reports_say_that_they_come_from_a_recording(whole_judged: Judgement, file: str) -> None:
    said = (whole_judged.folder / file).read_text("utf-8")

    assert "exchanges.har" in said
    assert "Judged from the recording" in said or '"judged": {' in said


def test_no_key_and_no_usable_token_is_in_the_recording(whole: Path) -> None:
    recording = (whole / "exchanges.har").read_text("utf-8")

    signatures = re.findall(r"eyJ[\w-]+\.[\w-]+\.([\w-]+)", recording)
    assert "judged-whole_alpha" not in recording
    assert "judged-whole_bravo" not in recording
    assert signatures
    assert {signature[:7] for signature in signatures} == {"masked-"}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("read-only", ("--read-only",), marks=pytest.mark.whole),
        pytest.param(
            "side-by-side",
            ("--concurrency", "8", "--only", "BKU-*,CRS-*,HLD-01,HLD-10,INV-03,EVT-01"),
            marks=pytest.mark.whole,
        ),
        pytest.param(
            "only",
            ("--only", "HLD-10,INV-03,HLD-06,EVT-01,EVT-05,JWT-02,GRP-05,BKU-06,CRS-05,UNS-10"),
            marks=pytest.mark.whole,
        ),
        pytest.param(
            "too-little-time",
            ("--only", "bookings", "--rate", "20", "--time-budget", "10"),
            marks=pytest.mark.whole,
        ),
        ("few-requests", ("--requests", "120")),
    ],
)
def test_a_part_of_a_run_is_judged_as_it_was(
    sandbox: Server, tmp_path: Path, name: str, options: tuple[str, ...]
) -> None:
    run = checked(sandbox, tmp_path / "run", f"judged-{name}", *options)

    again = judged(tmp_path / "run" / "exchanges.har", tmp_path / "judged")

    assert (rows(again.report), again.code) == (rows(run), run["exitCode"])
    assert (again.report["cutShort"], again.report["judged"]["missing"]) == (run["cutShort"], 0)


@pytest.mark.parametrize(
    "planted",
    [
        *(next(mutant for mutant in MUTANTS.values() if mutant.requirement == row) for row in QUICK),
        *(pytest.param(item, marks=pytest.mark.mutants) for item in ONE_PER_AREA),
    ],
    ids=lambda planted: planted.name,
)
def test_a_target_with_a_fault_is_judged_as_it_was(planted: Mutant, mutants: Bench, tmp_path: Path) -> None:
    mutants.verdicts(planted.name, "--only", planted.requirement, "--concurrency", "1")
    run = reported(mutants.folder / planted.name)

    again = judged(mutants.folder / planted.name / "exchanges.har", tmp_path)

    assert (rows(again.report), again.code) == (rows(run), run["exitCode"])
    verdicts = {row["id"]: row["verdict"] for row in again.report["requirements"]}
    assert verdicts[planted.requirement] in ("fail", "warn")


class Impatient:
    """A transport whose user stops the run at the request of this number."""

    def __init__(self, inner: HttpTransport, number: int) -> None:
        self._inner = inner
        self._left = number

    def exchange(self, request: Request) -> Response:
        """The response to *request*, or the interruption."""
        self._left -= 1
        if self._left == 0:
            raise KeyboardInterrupt
        return self._inner.exchange(request)


@pytest.mark.parametrize(
    "number", [4, 7, 25, 70, *(pytest.param(number, marks=pytest.mark.whole) for number in (5, 12, 40, 60, 80))]
)
def test_a_run_that_was_stopped_is_judged_as_it_was(
    small_target: SmallTarget, described: Target, tmp_path: Path, number: int
) -> None:
    options = Options(("PAG-03", "PAG-05", "CRS-05", "BKC-13", "BKC-01", "BKX-01", "CRD-01", "TRM-01"))
    transport = HttpTransport(10)
    write_reports(check(described, options, 7, Impatient(transport, number)), tmp_path / "run")
    transport.close()
    run = reported(tmp_path / "run")

    again = judged(tmp_path / "run" / "exchanges.har", tmp_path / "judged")

    assert (rows(again.report), again.code) == (rows(run), run["exitCode"])
    assert (again.report["interrupted"], again.report["leftovers"]) == (run["interrupted"], run["leftovers"])
    assert again.report["judged"]["missing"] == 0
