"""junit.xml as build servers read it: red exactly when the exit code is not 0, sums that add up, nothing refused."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import junitparser
import pytest

from conformance.catalogue.files import load_catalogue
from conformance.evidence.verdicts import Verdict
from conformance.report.junit_xml import junit_xml
from conformance.results.run_result import RowResult, RunResult
from tests.conformance.conftest import Checked
from tests.conformance.made_up import exchange, row_result, run_result

# What the schemas of Jenkins' xUnit plug-in (junit-10) and of Surefire both take, in the order that Surefire wants.
CHILDREN = {
    "testsuites": ("testsuite",),
    "testsuite": ("properties", "testcase"),
    "properties": ("property",),
    "testcase": ("failure", "skipped", "error", "system-out"),
}
ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "time", "tests", "failures", "errors", "skipped", "timestamp"},
    "property": {"name", "value"},
    "testcase": {"name", "time", "classname"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}
LEVELS = ["must", "should", "open"]


def read(result: RunResult, folder: Path) -> junitparser.JUnitXml:
    """The report as a build server has it: written, and read by a parser that is not ours."""
    file = folder / "junit.xml"
    file.write_bytes(junit_xml(result))
    return junitparser.JUnitXml.fromfile(str(file))


def root(result: RunResult) -> Xml.Element:
    return Xml.fromstring(junit_xml(result))  # noqa: S314 - our own document


def case(row: RowResult) -> Xml.Element:
    return next(root(run_result(row)).iter("testcase"))


def everything() -> RunResult:
    """One row of each verdict and level, selected and not, with a fault, a stale row and an exchange."""
    rows = [
        row_result(verdict.value, level, selected=selected, expected="a", actual="b", exchanges=(0,))
        for verdict in Verdict
        for level in LEVELS
        for selected in (True, False)
    ]
    return run_result(*rows, exchanges=(exchange(),), faults=("test_x.py cannot be loaded",), stale_baseline=("Old.",))


@pytest.mark.parametrize(
    ("verdict", "level", "child"),
    [
        ("fail", "must", "failure"),
        ("untested", "must", "error"),
        ("inconclusive", "must", "error"),
        ("broken", "must", "error"),
        ("untested", "should", "skipped"),
        ("inconclusive", "should", "skipped"),
        ("broken", "should", "error"),
        ("skip", "must", "skipped"),
        ("known", "must", "skipped"),
        ("info", "open", "skipped"),
        ("warn", "should", "system-out"),
    ],
)
def test_a_verdict_is_shown_as_build_servers_understand_it(verdict: str, level: str, child: str) -> None:
    assert [element.tag for element in case(row_result(verdict, level))] == [child]


def test_a_pass_has_no_element() -> None:
    assert list(case(row_result("pass"))) == []


def test_a_row_that_was_not_selected_is_skipped_with_its_reason() -> None:
    (skipped,) = case(row_result("untested", selected=False, message="Not selected."))

    assert (skipped.tag, skipped.get("message")) == ("skipped", "untested: Not selected.")


@pytest.mark.parametrize(
    "result",
    [
        *[run_result(row_result("pass"), row_result(verdict.value, level)) for verdict in Verdict for level in LEVELS],
        run_result(row_result("pass")),
        run_result(row_result("skip")),
        run_result(),
        run_result(row_result("pass"), faults=("test_x.py cannot be loaded",)),
        run_result(row_result("pass"), stale_baseline=("PAG-05 holds: delete its row.",)),
        run_result(row_result("pass"), cut_short="the time budget of 60 s is used up"),
    ],
)
def test_the_report_is_red_exactly_when_the_exit_code_is_not_0(result: RunResult, tmp_path: Path) -> None:
    shown = read(result, tmp_path)

    shown.update_statistics()
    assert (shown.failures + shown.errors > 0) == (result.exit_code != 0)


def test_another_parser_counts_what_the_report_says_it_holds(tmp_path: Path) -> None:
    shown = read(everything(), tmp_path)
    said = (shown.tests, shown.failures, shown.errors)
    said_by_suite = [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in shown]

    shown.update_statistics()
    for suite in shown:
        suite.update_statistics()

    assert said == (shown.tests, shown.failures, shown.errors)
    assert said_by_suite == [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in shown]


def test_the_times_of_the_cases_make_the_time_of_their_suite(tmp_path: Path) -> None:
    for suite in read(everything(), tmp_path):
        assert suite.time == pytest.approx(sum(item.time for item in suite))


def test_nothing_is_in_it_that_a_schema_of_a_build_server_refuses() -> None:
    elements = list(root(everything()).iter())

    unknown = [
        (element.tag, child.tag)
        for element in elements
        for child in element
        if child.tag not in CHILDREN.get(element.tag, ())
    ]
    disordered = [
        element.tag
        for element in elements
        if (places := [CHILDREN[element.tag].index(child.tag) for child in element]) != sorted(places)
    ]
    refused = [
        (element.tag, element.keys())
        for element in elements
        if not set(element.keys()) <= ATTRIBUTES.get(element.tag, set())
    ]
    assert (unknown, disordered, refused) == ([], [], [])


def test_a_suite_says_when_it_ran_on_what_and_with_which_seed(tmp_path: Path) -> None:
    (suite,) = read(run_result(row_result("pass")), tmp_path)

    facts = {item.name: item.value for item in suite.properties()}
    assert suite.timestamp == "2026-05-01T09:30:00"
    assert {"target": "http://target.example/api/v1", "seed": "7"}.items() <= facts.items()


def test_a_case_names_its_row_its_area_and_its_level() -> None:
    shown = case(row_result("pass"))

    assert shown.get("name") == "PAG-03 Default page size is 20."
    assert shown.get("classname") == "conventions.must"


def test_a_failure_tells_both_sides_the_cost_and_how_to_repeat_it() -> None:
    failed = row_result("fail", expected="20 courses", actual="10 courses", exchanges=(0,))
    result = run_result(failed, exchanges=(exchange(),))

    text = root(result).findtext(".//failure")

    assert text is not None
    needed = ["expected: 20 courses", "actual: 10 courses", "costs: ", "repeat: curl -i http://target.example"]
    assert [words for words in needed if words in text] == needed


def test_it_holds_no_character_that_xml_forbids() -> None:
    (failure,) = case(row_result("fail", message="a\x00b\x0bc\ud800 <&>"))

    assert failure.get("message") == r"fail: a\x00b\x0bc\ud800 <&>"


def test_a_message_of_any_length_stays_readable() -> None:
    (failure,) = case(row_result("fail", message="x" * 1_000_000))

    assert len(failure.get("message") or "") < 500
    assert len(failure.text or "") < 9_000


def test_a_run_has_one_case_for_each_row_of_the_catalogue(checked: Checked, tmp_path: Path) -> None:
    shown = read(checked("PAG-03"), tmp_path)

    assert [item.name.split()[0] for suite in shown for item in suite] == [row.id for row in load_catalogue()]
