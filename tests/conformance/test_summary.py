"""The last screen: 80 columns, nothing said twice, long lists folded, the outcome at the end. And what runs before."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

from rich.console import Console

from conformance.contracts.under_test import Contract
from conformance.evidence.verdicts import Finding
from conformance.report.markdown_summary import markdown_summary
from conformance.report.terminal_summary import print_summary
from conformance.results.run_result import Leftover, RowResult, RunResult
from conformance.running.progress import showing_progress
from conformance.target.target import About
from conformance.wire.pace import Traffic
from tests.conformance.made_up import exchange, row, row_result, run_result
from tests.sandbox.candidates import seconds_until


def screen(result: RunResult, folder: Path | None = Path("teesheet-report")) -> str:
    """What a terminal of 80 columns shows."""
    written = StringIO()
    print_summary(result, folder, Console(file=written, width=80))
    return written.getvalue()


def untested(count: int, message: str = "Needs a key.") -> list[RowResult]:
    return [replace(row_result("untested", message=message), row=row(row_id=f"PAG-{n}")) for n in range(10, 10 + count)]


def failed(count: int = 1, **facts: object) -> list[RowResult]:
    first = row_result("fail", expected="20 courses", actual="10 courses", **facts)
    return [replace(first, row=row(row_id=f"CRS-{n}")) for n in range(10, 10 + count)]


def test_the_outcome_and_the_place_of_the_report_come_last() -> None:
    *_, outcome, facts, _origin, report = screen(run_result(*failed(), *untested(3))).splitlines()

    assert outcome == "Not conformant: 1 must requirement is violated. 3 more could not be decided."
    assert facts.startswith("http://target.example/api/v1  0 requests in 0.0 s, seed 7")
    assert report == "Report: teesheet-report/report.html"


def test_the_summary_names_what_judged_the_run() -> None:
    contract = Contract("Tee times", "1.3.0", "0123456789abcdef" * 4)
    judged = run_result(row_result("pass"), contract=contract)

    assert "\nteesheet 0.9, contract 1.3.0, sha256 0123456789abcdef\n" in screen(judged)
    assert " · teesheet 0.9, contract 1.3.0, sha256 0123456789abcdef\n" in markdown_summary(judged)


def test_the_summary_says_when_no_contract_could_be_read() -> None:
    assert "\nteesheet 0.9, no contract could be read\n" in screen(run_result(contract=None))


def test_the_summary_names_the_requests_of_the_run() -> None:
    traffic = Traffic(requests=1234, most_requests=3000)

    assert "  1234 of 3000 requests in 0.0 s" in screen(run_result(exchanges=(exchange(),), traffic=traffic))


def test_what_is_violated_stands_below_what_was_not_tested() -> None:
    shown = screen(run_result(*failed(), *untested(3), row_result("warn", "should")))

    assert shown.index("Warnings") < shown.index("Not tested, by reason") < shown.index("Violated")


def test_a_failure_shows_its_cost_both_sides_and_the_request_to_repeat() -> None:
    lines = screen(run_result(*failed(exchanges=(0,)), exchanges=(exchange(),))).splitlines()

    shown = [line.rstrip() for line in lines if line.startswith("  ")]
    assert shown == [
        "  costs     Two parties arrive for one tee time.",
        "  expected  20 courses",
        "  actual    10 courses",
        '  repeat    curl -i http://target.example/api/v1/travel/courses -H "X-Api-Key: $API_KEY"',
    ]


def test_a_fault_of_the_suite_costs_an_agency_nothing() -> None:
    assert "costs" not in screen(run_result(row_result("broken")))


def test_an_expectation_that_repeats_the_sentence_is_not_shown_again() -> None:
    repeating = row_result("fail", expected="Default page size is 20.", actual="10 courses")

    assert screen(run_result(repeating)).count("Default page size is 20.") == 1


def test_a_reason_is_shown_once_and_its_rows_are_folded() -> None:
    shown = screen(run_result(*untested(30)))

    assert shown.count("Needs a key.") == 1
    assert "PAG-18 and 21 more" in shown


def test_a_reason_says_for_how_many_musts_it_holds() -> None:
    should = replace(row_result("untested", message="Needs a key."), row=row("should", row_id="PAG-50"))

    assert "3 Needs a key. (2 must)" in screen(run_result(*untested(2), should))


def test_reasons_that_differ_only_in_a_time_or_an_id_are_one() -> None:
    rows = [
        *untested(1, "The tee time 17:00 on 2027-02-07 was taken."),
        *untested(1, "The tee time 16:40 on 2027-02-13 was taken."),
    ]

    assert "2 The tee time 17:00 on 2027-02-07 was taken. (and 1 like it)" in screen(run_result(*rows))


def test_a_long_list_of_failures_ends_with_how_many_more_there_are() -> None:
    shown = screen(run_result(*failed(25)))

    assert shown.count("20 courses") == 10
    assert "15 more: CRS-20" in shown
    assert len(shown.splitlines()) < 75


def test_things_that_stay_behind_for_one_reason_are_reported_once() -> None:
    leftovers = tuple(Leftover("booking", f"bkg_{n}", "DELETE answered 409") for n in range(4))

    shown = screen(run_result(row_result("pass"), leftovers=leftovers))

    assert shown.count("DELETE answered 409") == 1
    assert "bkg_0 bkg_1 bkg_2 bkg_3" in shown


def test_the_last_screen_names_the_implementation() -> None:
    shown = screen(run_result(row_result("pass"), about=About("Golf API", "4.2")))

    assert "(Golf API 4.2)  " in shown


def test_the_table_has_a_column_for_each_verdict_that_occurs_and_no_other() -> None:
    header = screen(run_result(row_result("pass"), *failed())).splitlines()[1]

    assert header.split() == ["area", "fail", "pass"]


def test_nothing_but_commands_and_addresses_is_wider_than_80_columns() -> None:
    rows = [*failed(20, message="x" * 500), *untested(40, "y " * 200), row_result("warn", "should", message="z" * 300)]

    assert [line for line in screen(run_result(*rows)).splitlines() if len(line) > 80] == []


def test_a_result_without_a_folder_names_none() -> None:
    assert "Report:" not in screen(run_result(row_result("pass")), folder=None)


def test_a_log_gets_a_line_for_each_phase_and_one_every_few_seconds() -> None:
    log = StringIO()

    with showing_progress(Console(file=log, width=80), seconds_between_lines=0.05) as progress:
        progress.follow(lambda: Traffic(1204, 3000))
        progress.begin(3)
        progress.enter("checks")
        for finding in (Finding.held, Finding.violated, Finding.untested):
            progress.end(finding)
        seconds_until(lambda: log.getvalue().count("  1204/3000 requests  3/3 checks: 1 failed, 1 undecided\n") >= 2)
        progress.enter("clean-up")

    lines = log.getvalue().splitlines()
    assert lines[0] == "   0 s  checks"
    assert any(line.endswith(" s  clean-up") for line in lines)


def test_a_terminal_gets_one_line_that_counts_checks_requests_and_what_did_not_hold() -> None:
    terminal = StringIO()

    with showing_progress(Console(file=terminal, width=100, force_terminal=True, color_system=None)) as progress:
        progress.follow(lambda: Traffic(12, 3000))
        progress.begin(2)
        progress.end(Finding.violated)
        progress.enter("walks")

    last = terminal.getvalue().split("\r")
    shown = next(line for line in reversed(last) if "walks" in line)
    needed = ["1/2", "12/3000 requests", "1 failed", "walks"]
    assert [words for words in needed if words in shown] == needed
