"""A serious finding: it ends a run with 1, comes first in every report, and is no violated must. A read-only run is
judged by its own profile.
"""

import json
from dataclasses import replace
from xml.etree import ElementTree as Xml

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Gravity, Level
from conformance.evidence.verdicts import Evidence, Finding, decide
from conformance.report.badge import badge
from conformance.report.html_page import html_page
from conformance.report.json_report import json_report
from conformance.report.junit_xml import junit_xml
from conformance.report.markdown_summary import markdown_summary
from conformance.report.wording import headline, notices
from conformance.results.run_result import RowResult, RunResult
from conformance.scope.selection import FailOn
from tests.conformance.made_up import exchange, row, row_result, run_result
from tests.conformance.test_summary import screen

SERIOUS = row("should", "BKX-07", gravity=Gravity.serious, gravity_reason="Places are lost with each cancellation.")


def serious(**facts: object) -> RowResult:
    found = {"expected": "4 places are free", "actual": "2 places are free", "exchanges": (0,)} | facts
    return replace(row_result("serious", "should", **found), row=SERIOUS)


def run(*rows: RowResult, **facts: object) -> RunResult:
    return run_result(row_result("pass"), *rows, exchanges=(exchange(),), **facts)


@pytest.mark.parametrize(
    ("gravity", "finding", "verdict"),
    [
        (Gravity.serious, Finding.violated, "serious"),
        (Gravity.minor, Finding.violated, "warn"),
        (Gravity.serious, Finding.advisory, "warn"),
        (Gravity.serious, Finding.held, "pass"),
    ],
)
def test_the_gravity_of_a_violated_should_decides_its_verdict(gravity: Gravity, finding: Finding, verdict: str) -> None:
    decision = decide(row("should", gravity=gravity), [Evidence(finding, "Because.", "a_check")])

    assert decision.verdict == verdict


def test_every_should_of_the_catalogue_has_a_gravity_and_one_sentence_that_gives_the_reason() -> None:
    shoulds = [row for row in load_catalogue() if row.level is Level.should]

    reasons = [row.gravity_reason or "" for row in shoulds]
    assert [row.id for row in shoulds if row.gravity is None] == []
    assert [reason for reason in reasons if not reason.endswith(".") or len(reason) > 110] == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((serious(),), "No stated requirement is violated; 1 serious finding."),
        ((serious(), serious()), "No stated requirement is violated; 2 serious findings."),
        (
            (serious(), row_result("untested")),
            "No stated requirement is violated; 1 serious finding. 1 must requirement is not decided.",
        ),
        ((serious(), row_result("fail")), "Not conformant: 1 must requirement is violated; 1 serious finding."),
    ],
)
def test_the_headline_tells_a_serious_finding_from_a_violated_must(rows: tuple[RowResult, ...], said: str) -> None:
    assert headline(run(*rows)) == said


def test_a_serious_finding_that_does_not_count_is_still_in_the_headline() -> None:
    said = headline(run(serious(), fail_on=FailOn.must))

    assert said.startswith("Conformant: ")
    assert said.endswith(" 1 serious finding not counted (--fail-on must).")


def test_the_headline_counts_warnings_when_they_fail_the_run() -> None:
    result = run(serious(), row_result("warn", "should"), fail_on=FailOn.should)

    assert headline(result) == "No stated requirement is violated; 1 serious finding and 1 warning."


def test_the_last_screen_shows_it_below_all_that_weighs_less_and_as_completely_as_a_violated_must() -> None:
    shown = screen(run(serious(), row_result("warn", "should"), row_result("untested", "should")))

    assert shown.index("Warnings") < shown.index("Not tested") < shown.index("Serious findings")
    said = shown.partition("Serious findings")[2]
    needed = ["costs", "expected  4 places are free", "actual    2 places are free", "repeat    curl -i"]
    assert [words for words in needed if words in said] == needed


def test_a_warning_is_shown_as_completely_as_a_violated_must() -> None:
    warned = row_result("warn", "should", expected="20 courses", actual="10 courses", exchanges=(0,))

    shown = screen(run(warned)).partition("Warnings")[2]

    needed = ["costs", "expected  20 courses", "actual    10 courses", "repeat    curl -i"]
    assert [words for words in needed if words in shown] == needed


def test_the_badge_counts_serious_findings() -> None:
    assert "<title>golf booking: 2 serious findings</title>" in badge(run(serious(), serious()))


@pytest.mark.parametrize(("fail_on", "failures"), [("must", "0"), ("serious", "1"), ("should", "2")])
def test_junit_is_as_red_as_the_exit_code(fail_on: str, failures: str) -> None:
    result = run(serious(), row_result("warn", "should"), fail_on=FailOn(fail_on))

    root = Xml.fromstring(junit_xml(result))  # noqa: S314 - our own document

    assert (root.get("failures"), result.exit_code) == (failures, int(failures != "0"))
    assert {failure.get("type") for failure in root.iter("failure")} <= {"serious", "warn"}


def test_markdown_and_page_have_a_section_for_it() -> None:
    result = run(serious())

    assert "### Serious findings\n\n**BKX-07**" in markdown_summary(result)
    assert '<section class="findings serious">' in html_page(result)


def test_json_tells_the_gravity_of_the_row_and_what_counts() -> None:
    document = json.loads(json_report(run(serious())))

    shown = document["requirements"][-1]
    assert (document["outcome"], document["exitCode"], document["failOn"]) == ("finding", 1, "serious")
    assert (shown["verdict"], shown["gravity"]) == ("serious", "serious")
    assert document["counts"]["serious"] == 1


def read_only(*rows: RowResult) -> RunResult:
    left_out = replace(row_result("untested", selected=False), left_out=True)
    return run(*rows, left_out, read_only=True)


def test_a_read_only_run_conforms_for_its_profile() -> None:
    result = read_only()

    assert (result.outcome, result.exit_code) == ("conformant", 0)
    assert headline(result).startswith("Conformant for the read-only profile: no selected must")
    assert "The read-only profile excludes 1 requirement that" in notices(result)[0]
    assert "<title>golf booking: conformant (read-only)</title>" in badge(result)
    assert json.loads(json_report(result))["profile"] == "read-only"


def test_a_row_that_the_profile_excludes_is_not_reported_as_untested() -> None:
    result = read_only()

    assert "Not tested" not in screen(result)
    assert 'data-verdict="not in profile"' in html_page(result)
    assert json.loads(json_report(result))["requirements"][-1]["leftOut"] is True


def test_a_read_only_run_in_which_a_read_row_stays_open_is_incomplete() -> None:
    assert read_only(row_result("untested")).exit_code == 3
