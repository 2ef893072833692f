"""Scenarios that no recording replaces: the client that does wrong is named, the odd client that does right is not."""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from conformance.grading import sandbox as grading_sandbox
from conformance.grading.examination import ClientProgram, examine
from conformance.grading.grades import GradeVerdict, RowGrade, rows_of
from conformance.grading.sandbox import ExaminationError, running_sandbox
from conformance.grading.scenarios import chosen, load_scenarios
from conformance.grading.world import next_summer_time
from tests.grading import compared_clients, small_clients
from tests.grading.test_rows import compared_rows
from tests.pages import TREE

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
    (
        "booking-lost-after",
        "ABK-20",
        "takes_the_next_tee_time_when_an_answer_is_lost",
        "reads_its_bookings_when_an_answer_is_lost",
    ),
    ("list-grows", "ABK-22", "cancels_bookings_that_it_does_not_know", "reads_bookings_that_it_does_not_know"),
    (
        "change-too-late",
        "ABK-23",
        "books_again_for_one_player_when_the_change_is_refused",
        "shows_the_booking_when_the_change_is_refused",
    ),
    ("delivery-twice", "AWH-12", "writes_a_voucher_for_each_delivery", "writes_a_voucher_for_each_event"),
    ("too-many-requests", "ACV-22", "stops_when_it_is_asked_for_patience", "waits_longer_than_it_is_asked_to"),
    ("created-is-200", "ABK-15", "takes_only_201_for_a_booking", "takes_every_2xx_for_a_booking"),
    (
        "second-cancellation-is-refused",
        "ABK-16",
        "stops_when_its_second_cancellation_is_refused",
        "lists_its_cancellations_after_a_refusal",
    ),
    ("errors-as-text", "ACV-15", "decides_by_the_code_of_a_refusal", "decides_by_the_status_of_a_refusal"),
    ("invalid-is-422", "ACV-16", "knows_only_400_for_a_mistake", "takes_every_4xx_for_a_mistake"),
    (
        "empty-members-are-null",
        "ACV-17",
        "expects_a_text_in_each_member_that_is_there",
        "drops_members_without_a_value",
    ),
    (
        "page-sizes-are-clamped",
        "ACV-18",
        "expects_the_page_size_that_it_asked_for",
        "reads_the_page_size_of_the_answer",
    ),
    ("slow-answers", "ACV-19", "waits_half_a_second_for_an_answer", "waits_ten_seconds_for_an_answer"),
    ("read-cut", "ACV-20", "stops_after_a_cut_answer", "reads_less_after_a_cut_answer"),
]


def test_every_row_that_a_comparison_decides_has_a_pair_of_clients() -> None:
    assert {row for _, row, _, _ in _CASES} >= compared_rows()


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


@pytest.fixture(autouse=True)
def in_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small clients are modules of the tree."""
    monkeypatch.chdir(TREE)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    with running_sandbox("127.0.0.1:0") as address:
        yield address


def _rows(address: str, scenario: str, client: str) -> dict[str, RowGrade]:
    module = small_clients if hasattr(small_clients, client) else compared_clients
    program = ClientProgram((sys.executable, "-m", module.__name__, client), 30)
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
