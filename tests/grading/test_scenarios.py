"""Scenarios that no recording replaces: the client that does wrong is named, the odd client that does right is not."""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from conformance.grading import sandbox as grading_sandbox
from conformance.grading.examination import ClientProgram, examine
from conformance.grading.grades import GradeVerdict, RowGrade, rows_of
from conformance.grading.sandbox import ExaminationError, running_sandbox
from conformance.grading.scenarios import chosen, load_scenarios
from conformance.grading.world import next_summer_time

_CLIENTS = Path(__file__).with_name("small_clients.py")
# Scenario, the row that it shows, the client that does wrong, the odd client that does right.
_CASES = [
    ("patience-until-a-date", "ACV-04", "repeats_after_a_second", "works_on_until_the_date"),
    ("price-moves", "AHL-09", "books_at_any_price", "shows_the_new_sheet_before_it_books"),
    ("hold-expires", "AAV-04", "books_without_its_dead_hold", "looks_when_its_hold_is_over"),
    ("colleague-cancels", "ABK-21", "books_again_what_is_gone", "leaves_what_is_gone"),
    ("group-fails", "AGR-05", "sends_a_failed_group_again", "looks_for_slots_after_a_failed_group"),
    (
        "list-grows",
        "ACV-21",
        "reads_as_many_pages_as_the_first_page_names",
        "begins_anew_when_the_list_changes",
    ),
    ("summer-time", "AAV-03", "asks_in_the_time_of_today", "keeps_instants_and_converts_them_back"),
]


def test_a_sandbox_that_says_nothing_is_stopped_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading_sandbox, "_SERVE", ("sh", "-c", "echo it waits >&2; exec sleep 15"))
    monkeypatch.setattr(grading_sandbox, "_START_SECONDS", 0.5)
    began = time.monotonic()

    with (
        pytest.raises(ExaminationError, match=r"within 0\.5 seconds, and its last words were: it waits"),
        running_sandbox("127.0.0.1:0"),
    ):
        pass

    assert time.monotonic() - began < 10


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    with running_sandbox("127.0.0.1:0") as address:
        yield address


def _rows(address: str, scenario: str, client: str) -> dict[str, RowGrade]:
    program = ClientProgram((sys.executable, str(_CLIENTS), client), 30)
    stages = list(examine(address, program, chosen(load_scenarios(), [scenario]), 1, lambda _: None))
    assert [stage.trouble for stage in stages] == ["", ""]
    assert stages[-1].exit_code == 0
    return {row.row.id: row for row in rows_of(stages)}


@pytest.mark.parametrize(("scenario", "row", "client"), [(case[0], case[1], case[2]) for case in _CASES])
def test_a_client_that_does_wrong_is_named(sandbox: str, scenario: str, row: str, client: str) -> None:
    found = _rows(sandbox, scenario, client)[row]

    assert found.verdict in (GradeVerdict.failed, GradeVerdict.warned)
    assert scenario in {finding.scenario for finding in found.findings}


@pytest.mark.parametrize(("scenario", "row", "client"), [(case[0], case[1], case[3]) for case in _CASES])
def test_an_odd_client_that_does_right_is_not_accused(sandbox: str, scenario: str, row: str, client: str) -> None:
    found = _rows(sandbox, scenario, client)[row]

    assert found.verdict is GradeVerdict.passed, found.findings


@pytest.mark.parametrize(
    ("now", "begins"),
    [
        ("2026-11-24", "2027-03-28T01:00"),
        ("2027-03-27", "2027-03-28T01:00"),
        ("2027-03-28", "2028-03-26T01:00"),
        ("2029-07-01", "2030-03-31T01:00"),
    ],
)
def test_summer_time_begins_on_the_last_sunday_of_march(now: str, begins: str) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)

    assert next_summer_time(moment) == datetime.fromisoformat(begins).replace(tzinfo=UTC)
