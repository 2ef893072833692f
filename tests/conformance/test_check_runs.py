"""Whole runs against a small target: verdicts, faults that must be found, and what a run leaves behind."""

from pathlib import Path

import pytest

from conformance.running.findings import Findings
from tests.conformance.conftest import Checked, Command
from tests.conformance.small_operations import SmallTarget
from tests.conformance.small_suites import found, suite_of, verdict

SAMPLE = ("PAG-03", "PAG-05", "CRS-05", "BKC-13")


def test_a_conforming_target_is_conformant(checked: Checked) -> None:
    result = checked(*SAMPLE)

    assert {row_id: verdict(result, row_id) for row_id in SAMPLE} == dict.fromkeys(SAMPLE, "pass")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("fault", "row_id"),
    [
        ("default page size 10", "PAG-03"),
        ("country ignored", "CRS-05"),
        ("leadPlayer", "BKC-13"),
        ("thumbnail", "CRS-01"),
    ],
)
def test_a_planted_fault_fails_its_row(small_target: SmallTarget, checked: Checked, fault: str, row_id: str) -> None:
    small_target.faults.add(fault)

    result = checked(row_id)

    assert (verdict(result, row_id), result.exit_code) == ("fail", 1)


def test_a_failed_row_points_at_the_attempt_first(small_target: SmallTarget, checked: Checked) -> None:
    small_target.faults.add("leadPlayer")

    result = checked("BKC-13")

    attempt = result.exchanges[found(result, "BKC-13").exchanges[0]]
    assert (attempt.role, b"leadPlayer" in (attempt.request.content or b"")) == ("attempt", False)


def test_a_refused_control_is_inconclusive_and_incomplete(small_target: SmallTarget, checked: Checked) -> None:
    small_target.faults.add("create refused")

    result = checked("BKC-13")

    assert (verdict(result, "BKC-13"), result.exit_code) == ("inconclusive", 3)


def test_an_agency_has_one_desk_that_numbers_its_bookings(checked: Checked, tmp_path: Path) -> None:
    desks = """
        @verifies("BKC-13")
        def test_desks(second_bookings, other_bookings):
            expect(other_bookings is second_bookings, "one desk", "two desks, whose references are the same")
    """

    result = checked("BKC-13", suite=suite_of(tmp_path, desks))

    assert verdict(result, "BKC-13") == "pass"


@pytest.mark.parametrize("rows", [(*SAMPLE, "HLD-01", "WHK-01"), pytest.param((), marks=pytest.mark.whole)])
def test_a_read_only_run_sends_nothing_but_get(
    small_target: SmallTarget, checked: Checked, rows: tuple[str, ...]
) -> None:
    checked(*rows, read_only=True)

    assert {method for method, _ in small_target.requests} == {"GET"}


def test_what_was_booked_is_cancelled_at_the_end(small_target: SmallTarget, checked: Checked) -> None:
    result = checked("BKC-13")

    assert {booking["status"] for booking in small_target.bookings.values()} == {"cancelled"}
    assert result.leftovers == ()


def test_a_booking_that_cannot_be_cancelled_is_reported(small_target: SmallTarget, checked: Checked) -> None:
    small_target.faults.add("cancel refused")

    result = checked("BKC-13")

    assert [leftover.id for leftover in result.leftovers] == list(small_target.bookings)
    assert "DELETE answered 409" in result.leftovers[0].reason


def test_every_booking_of_a_run_carries_its_marker(small_target: SmallTarget, checked: Checked) -> None:
    result = checked("BKC-13")

    references = [booking["agencyBookingReference"] for booking in small_target.bookings.values()]
    assert references
    assert [reference for reference in references if not reference.startswith(result.marker)] == []


def test_only_the_named_rows_are_checked(small_target: SmallTarget, checked: Checked) -> None:
    checked("PAG-03")

    assert set(small_target.requests) == {("GET", "/travel/courses")}


def test_a_row_with_a_shape_gets_its_evidence_from_the_tour(checked: Checked) -> None:
    result = checked("TRM-05")

    assert verdict(result, "TRM-05") == "pass"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise ZeroDivisionError('oops')", "ZeroDivisionError: oops"),
        ("assert 1 == 2", "AssertionError"),
        ("pytest.skip('not today')", "Skipped: not today"),
        ("pytest.fail('no')", "Failed: no"),
    ],
)
def test_whatever_else_leaves_a_check_is_our_fault(checked: Checked, tmp_path: Path, body: str, words: str) -> None:
    suite = suite_of(tmp_path, f"@verifies('PAG-03')\ndef test_it() -> None:\n    {body}\n")

    result = checked("PAG-03", suite=suite)

    assert (verdict(result, "PAG-03"), result.exit_code) == ("broken", 4)
    assert words in found(result, "PAG-03").message


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Violation('a', 'b')", "fail"),
        ("Advisory('a')", "warn"),
        ("Untested('a')", "untested"),
        ("Inconclusive('a')", "inconclusive"),
        ("NotApplicable('a')", "skip"),
    ],
)
def test_each_word_of_a_check_becomes_its_verdict(checked: Checked, tmp_path: Path, word: str, expected: str) -> None:
    suite = suite_of(tmp_path, f"@verifies('PAG-03')\ndef test_it() -> None:\n    raise {word}\n")

    assert verdict(checked("PAG-03", suite=suite), "PAG-03") == expected


def test_the_worst_case_of_a_check_decides(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @verifies("PAG-03")
        @pytest.mark.parametrize("size", [1, 2, 3])
        def test_it(size: int) -> None:
            expect(size != 2, "not two", size)
        """,
    )

    assert verdict(checked("PAG-03", suite=suite), "PAG-03") == "fail"


def test_a_set_up_that_cannot_tell_leaves_the_row_undecided(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @pytest.fixture
        def nothing() -> None:
            raise Untested("There is no such course.")

        @verifies("PAG-03")
        def test_it(nothing: None) -> None:
            pass
        """,
    )

    assert found(checked("PAG-03", suite=suite), "PAG-03").message == "There is no such course."


def test_checks_that_move_the_clock_run_last_and_before_closing_ones(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @verifies('PAG-03', closing=True)
        def test_a(agency) -> None:
            agency.get('/closing')

        @verifies('PAG-03', moves_clock_minutes=20000)
        def test_b(agency) -> None:
            agency.get('/days')

        @verifies('PAG-03', moves_clock_minutes=16)
        def test_c(agency) -> None:
            agency.get('/minutes')

        @verifies('PAG-03')
        def test_d(agency) -> None:
            agency.get('/usual')
        """,
    )

    result = checked("PAG-03", suite=suite)

    assert [exchange.request.path for exchange in result.exchanges] == ["/usual", "/minutes", "/days", "/closing"]


def test_a_module_that_cannot_be_loaded_is_our_fault(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "import no_such_module\n")

    result = checked("PAG-03", suite=suite)

    assert result.exit_code == 4
    assert "cannot be loaded: E   ModuleNotFoundError" in result.faults[0]


def test_a_failure_outside_the_checks_is_our_fault_and_prints_no_traceback(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("No checks are expected.")

    monkeypatch.setattr(Findings, "expect", fail)
    result = checked("PAG-03", suite=suite_of(tmp_path, "@verifies('PAG-03')\ndef test_it() -> None:\n    pass\n"))

    assert result.exit_code == 4
    assert result.faults[0].startswith("ValueError: No checks are expected. (")
    assert result.faults[1] == "pytest ended with INTERNAL_ERROR: the checks did not run to the end."
    assert "Traceback" not in (printed := capfd.readouterr()).err + printed.out
    assert "INTERNALERROR" not in printed.err + printed.out


def test_a_check_of_an_unknown_row_is_our_fault(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "@verifies('PAG-33')\ndef test_it() -> None:\n    pass\n")

    result = checked("PAG-03", suite=suite)

    assert "There is no requirement 'PAG-33'. Ids run from PAG-01 to PAG-" in result.faults[0]


def test_a_check_that_names_no_row_is_our_fault(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "def test_it() -> None:\n    pass\n")

    assert "names no requirement" in checked("PAG-03", suite=suite).faults[0]


def test_what_an_open_row_observes_is_information(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "@verifies('UNS-29')\ndef test_it() -> None:\n    raise Observed('An empty list.')\n")

    result = checked("UNS-29", suite=suite)

    assert (verdict(result, "UNS-29"), found(result, "UNS-29").message) == ("info", "An empty list.")


def test_the_callers_pytest_settings_play_no_part(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "conftest.py").write_text("raise RuntimeError('loaded')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")

    assert checked("PAG-03").exit_code == 0


def test_a_conftest_beside_the_callers_own_rules_is_not_loaded(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    rules = tmp_path / "own_rules.py"
    (tmp_path / "conftest.py").write_text("raise RuntimeError('loaded')\n")
    rules.write_text(
        "from conformance.rules import rule\n\n\n"
        "@rule('OWN-01', 'Every list has a course.')\n"
        "def test_a_list_has_a_course(agency):\n"
        "    agency.get('/travel/courses')\n"
    )

    options = ("--rules", rules, "--only", "OWN-01", "--report", tmp_path / "report")
    result = command("check", small_target.base_url, "--api-key", "key-of-alpha", *options)

    assert result.exit_code == 0, result.output


def test_the_same_seed_asks_the_same_things(small_target: SmallTarget, checked: Checked) -> None:
    checked("CRS-05", "TRM-05", read_only=True)
    first = sorted(small_target.requests)
    small_target.requests.clear()

    checked("CRS-05", "TRM-05", read_only=True)

    assert sorted(small_target.requests) == first
