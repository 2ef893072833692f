"""The published self-test is about the suite as it stands: the page shows its results, and they cover everything."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Level
from tests.mutants import MUTANTS
from tests.selftest.longest_first import seconds_of
from tests.selftest.page import PAGE, render
from tests.selftest.passing import Passing, Quiet, Sighted, load_passing, save_passing
from tests.selftest.passing_run import Journal
from tests.selftest.results import Drawn, Planted, Results, load, read_junit, save

JUNIT = """<testsuites><testsuite>
<testcase name="a" time="0.512"><properties>
  <property name="mutant" value="CRS-05"/><property name="verdict" value="fail"/></properties></testcase>
<testcase name="b" time="1"><properties><property name="mutant" value="CRS-06"/>
  <property name="verdict" value="pass"/></properties><failure message="survives"/></testcase>
<testcase name="c" time="2"><properties><property name="draw" value="7"/><property name="rows" value="109"/>
  <property name="alarms" value=""/><property name="untested" value="INV-03 INV-04"/></properties></testcase>
<testcase name="d" time="2"><properties><property name="draw" value="8"/></properties>
  <error message="broke"/></testcase>
<testcase name="e" time="2"/>
</testsuite></testsuites>"""


@pytest.fixture(scope="module")
def published() -> Results:
    return load()


def test_the_page_shows_the_results(published: Results) -> None:
    assert PAGE.read_text("utf-8") == render(published), "run: python -m tests.selftest page"


def test_the_results_are_about_all_mutants_there_are(published: Results) -> None:
    assert {mutant.name for mutant in published.mutants} == MUTANTS.keys(), "run: python -m tests.selftest"


def test_no_mutant_survives(published: Results) -> None:
    assert [mutant.name for mutant in published.mutants if not mutant.killed] == []


def test_there_are_as_many_mutants_as_promised(published: Results) -> None:
    broken = {mutant.name.partition(".")[0] for mutant in published.mutants}
    rows = {level: {row.id for row in load_catalogue() if row.level is level} for level in Level}

    assert rows[Level.must] <= broken
    assert len(rows[Level.should] & broken) >= 60


def test_two_hundred_conforming_targets_were_tried_and_none_failed(published: Results) -> None:
    assert len(published.draws) >= 200
    assert [draw.seed for draw in published.draws if draw.alarms] == []


def test_the_longest_of_the_last_time_begin_first(published: Results) -> None:
    plugin = ["-p", "tests.selftest.longest_first", "-m", "mutants or conforming"]
    files = [Path(__file__).with_name(name) for name in ("test_conforming.py", "test_mutants.py")]

    command = [sys.executable, "-m", "pytest", "--collect-only", "-o", "addopts=-q", *plugin, *files]
    listed = subprocess.run(command, check=True, capture_output=True, text=True)

    seconds = seconds_of(published)
    ids = re.findall(r"\[(?:draw-(\d+)-|(.+))\]$", listed.stdout, re.MULTILINE)
    taken = [seconds[int(seed) if seed else name] for seed, name in ids]
    assert len(taken) == len(published.mutants) + len(published.draws)
    assert taken == sorted(taken, reverse=True)


def test_a_junit_report_is_read_as_what_was_planted_and_drawn(tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    report.write_text(JUNIT, encoding="utf-8")

    mutants, draws = read_junit(report)

    assert mutants == (Planted("CRS-05", "fail", True, 0.51), Planted("CRS-06", "pass", False, 1.0))
    assert draws[0] == Drawn(7, 109, (), ("INV-03", "INV-04"), (), 2.0)
    assert draws[1].alarms, "a draw that broke is never a quiet one"


def test_results_are_kept_as_they_are(published: Results, tmp_path: Path) -> None:
    save(published, tmp_path / "results.json")

    assert load(tmp_path / "results.json") == published


SIGHTED = Sighted("PAG-02", ("PAG-02",), (), ("BKU-01",), 1.5)
QUIET = Quiet(7, 120, (), ("AVT-18",), (), 12.0)


def test_an_interrupted_measurement_of_the_proxy_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    interrupted = Journal(file)
    interrupted.add(SIGHTED)
    interrupted.add(QUIET)

    resumed = Journal(file)

    assert (resumed.sights(), resumed.quiets()) == ({"PAG-02": SIGHTED}, {7: QUIET})


def test_a_journal_about_other_code_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    Journal(file).add(SIGHTED)
    file.write_text(file.read_text("utf-8").replace('"code": "', '"code": "0'), "utf-8")

    assert Journal(file).sights() == {}
    assert len(file.read_text("utf-8").splitlines()) == 1


def test_a_measurement_of_the_proxy_is_read_as_it_was_saved(tmp_path: Path) -> None:
    measured = Passing("2026-11-23", (SIGHTED,), (QUIET,), "2 cores", 12)

    save_passing(measured, tmp_path / "passing.json")

    assert load_passing(tmp_path / "passing.json") == measured
