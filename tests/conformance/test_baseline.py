"""Baselines: accepted failures do not count and are shown as known; what no longer tells the truth fails the run."""

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from conformance.report.badge import badge
from conformance.report.html_page import html_page
from conformance.report.json_report import json_report
from conformance.report.junit_xml import junit_xml
from conformance.report.markdown_summary import markdown_summary
from conformance.report.wording import headline
from conformance.results.baseline import BaselineError, apply_baseline, read_baseline
from conformance.results.run_result import KnownFailure, RunResult
from tests.conformance.baselines import ACCEPTED, OVER, ROW, TODAY, TOML, YAML, another, known, stale, written
from tests.conformance.conftest import Command
from tests.conformance.made_up import row_result, run_result
from tests.conformance.small_operations import SmallTarget


@pytest.mark.parametrize(
    ("name", "text"),
    [("b.yaml", YAML), ("b.yml", YAML.replace("2026-05-01", "'2026-05-01'")), ("b.toml", TOML)],
)
def test_a_baseline_is_yaml_or_toml(tmp_path: Path, name: str, text: str) -> None:
    assert read_baseline(written(tmp_path, text, name)) == (ACCEPTED,)


def test_a_baseline_may_be_empty(tmp_path: Path) -> None:
    assert read_baseline(written(tmp_path, "known_failures: []")) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must hold a list known_failures."),
        ("- PAG-03", "must hold a list known_failures."),
        ("known_failures: PAG-03", "must hold a list known_failures."),
        ("known_failures: {id: PAG-03}", "must hold a list known_failures."),
        ("known_failure: []", "has an unknown key: known_failure. Did you mean 'known_failures'?"),
        ("known_failures: [PAG-03]", "has a row that is not a table of id, reason, owner, until: known_failures 1."),
        (
            f"known_failures: [{ROW}, {ROW.replace('owner', 'ownr')}]",
            "has an unknown key in known_failures 2: ownr. Did you mean 'owner'?",
        ),
        ("known_failures: [{id: PAG-03, reason: ' ', owner: us, until: 2026-12-31}]", "needs a text as reason"),
        ("known_failures: [{id: PAG-03, owner: us}]", "lacks reason and until in known_failures 1."),
        (f"known_failures: [{ROW.replace('because', '7')}]", "needs a text as reason in known_failures 1."),
        (f"known_failures: [{ROW.replace('because', '[]')}]", "needs a text as reason in known_failures 1."),
        (f"known_failures: [{ROW.replace('2026-12-31', 'soon')}]", "needs a day like 2026-12-31 as until"),
        (f"known_failures: [{ROW.replace('2026-12-31', '2026-12-31 10:00:00')}]", "needs a day like 2026-12-31"),
        (f"known_failures: [{ROW.replace('2026-12-31', '2026')}]", "needs a day like 2026-12-31"),
        (f"known_failures: [{ROW}, {ROW}]", "names PAG-03 more than once."),
        ("known_failures: [", "is not YAML: while parsing"),
        (f"known_failures: [{ROW.replace('2026-12-31', '2026-13-31')}]", "is not YAML: month must be in 1..12."),
        ("[" * 5000, "is not YAML: the values are nested in more than 200 levels"),
        (
            "a: &a [1]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghij")),
            "is not YAML: the aliases in this part repeat more than 200,000 values",
        ),
    ],
)
def test_a_malformed_baseline_is_refused_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    file = written(tmp_path, text)

    with pytest.raises(BaselineError) as refused:
        read_baseline(file)

    message = str(refused.value)
    assert message.startswith(f"The baseline {file} ")
    assert words in message
    assert message.endswith((".", "?"))
    assert "\n" not in message


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("b.toml", b"a = ", "is not TOML: "),
        ("b.yaml", b"\xff", "is not YAML: "),
        ("b.json", b"{}", "must end in .yaml, .yml or .toml."),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)

    with pytest.raises(BaselineError, match=words):
        read_baseline(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BaselineError, match="cannot be read: No such file or directory"):
        read_baseline(tmp_path / "b.yaml")


def test_a_known_failure_is_no_violation() -> None:
    result = known()

    assert [row.verdict for row in result.rows] == ["known", "pass"]
    assert (result.outcome, result.exit_code, result.stale_baseline) == ("conformant", 0, ())


def test_a_failure_beside_a_known_one_is_a_violation() -> None:
    result = apply_baseline(run_result(row_result("fail"), another("fail")), [ACCEPTED])

    assert (result.outcome, [row.verdict for row in result.rows]) == ("violation", ["known", "fail"])


@pytest.mark.parametrize(
    ("verdict", "becomes"),
    [
        ("warn", "known"),
        ("untested", "untested"),
        ("inconclusive", "inconclusive"),
        ("skip", "skip"),
        ("broken", "broken"),
    ],
)
def test_failures_and_warnings_can_be_known_and_nothing_else(verdict: str, becomes: str) -> None:
    result = apply_baseline(run_result(row_result(verdict, "should")), [ACCEPTED])

    assert ([row.verdict for row in result.rows], result.stale_baseline) == ([becomes], ())


@pytest.mark.parametrize(
    ("result", "row", "sentence"),
    [
        (run_result(row_result("pass")), ACCEPTED, "PAG-03 (owner booking team) holds: delete its row."),
        (
            run_result(row_result("fail")),
            OVER,
            "PAG-03 (owner booking team) was accepted until 2026-04-30: mend the target, or agree on a new day.",
        ),
        (
            run_result(row_result("pass")),
            KnownFailure("PAG-33", "Because.", "us", TODAY),
            "PAG-33 (owner us) is not a requirement. The only id is PAG-03.",
        ),
        (
            run_result(row_result("info", "open")),
            ACCEPTED,
            "PAG-03 (owner booking team) cannot fail, because it is open: delete its row.",
        ),
    ],
    ids=["holds", "over", "unknown", "open"],
)
def test_a_stale_row_is_reported_and_exits_1(result: RunResult, row: KnownFailure, sentence: str) -> None:
    judged = apply_baseline(result, [row])

    assert (judged.stale_baseline, judged.exit_code) == ((sentence,), 1)


def test_a_failure_whose_last_day_is_over_counts_again() -> None:
    assert apply_baseline(run_result(row_result("fail")), [OVER]).outcome == "violation"


def test_a_stale_row_says_nothing_about_the_target() -> None:
    assert (stale().outcome, stale().exit_code) == ("conformant", 1)


def test_a_row_that_the_run_did_not_select_is_left_alone() -> None:
    result = apply_baseline(run_result(row_result("untested", selected=False), another("pass")), [OVER])

    assert (result.stale_baseline, result.exit_code) == ((), 0)


def test_a_broken_suite_exits_4_whatever_is_stale() -> None:
    result = run_result(row_result("pass"), faults=("test_x.py cannot be loaded",))

    assert apply_baseline(result, [ACCEPTED]).exit_code == 4


def test_the_report_tells_who_accepts_a_failure_and_until_when() -> None:
    row, _ = json.loads(json_report(known()))["requirements"]

    assert (row["verdict"], row["known"]) == (
        "known",
        {"reason": "Mended in the next release.", "owner": "booking team", "until": "2026-05-01"},
    )


def test_the_report_tells_what_is_stale() -> None:
    report = json.loads(json_report(stale()))

    assert report["staleBaseline"] == ["PAG-03 (owner booking team) holds: delete its row."]
    assert (report["outcome"], report["exitCode"]) == ("conformant", 1)


def test_a_build_server_shows_a_known_failure_as_skipped_with_its_reason() -> None:
    root = Xml.fromstring(junit_xml(known()))  # noqa: S314 - our own document

    assert [(suite.get("failures"), suite.get("skipped")) for suite in root] == [("0", "1")]
    (skipped,) = root.iter("skipped")
    assert "Mended in the next release. (owner booking team, until 2026-05-01)" in skipped.get("message", "")


def test_a_build_server_shows_a_stale_row_as_a_failure() -> None:
    root = Xml.fromstring(junit_xml(stale()))  # noqa: S314 - our own document

    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    (failure,) = root.iter("failure")
    assert failure.get("message") == "stale: PAG-03 (owner booking team) holds: delete its row."


def test_the_headline_does_not_hide_a_known_failure() -> None:
    assert headline(known()) == (
        "Conformant: no other selected must requirement is violated or undecided; 1 requirement holds."
        " 1 known failure is not counted."
    )


@pytest.mark.parametrize("render", [html_page, markdown_summary])
def test_pages_show_a_known_failure_as_known(render: object) -> None:
    assert callable(render)

    text = render(known())

    needed = ["1 known failure is not counted.", "20 courses", "10 courses", "booking team, until 2026"]
    assert [words for words in needed if words in text] == needed


@pytest.mark.parametrize("render", [html_page, markdown_summary])
def test_pages_show_what_is_stale(render: object) -> None:
    assert callable(render)

    text = render(stale())

    needed = ["1 row of the baseline is stale.", "Stale rows of the baseline", "holds: delete its row."]
    assert [words for words in needed if words in text] == needed


def test_the_badge_tells_how_many_failures_are_known() -> None:
    assert "golf booking: conformant, 1 known" in badge(known())


@pytest.mark.parametrize(
    ("fault", "until", "exit_code", "words"),
    [
        ("default page size 10", "9999-12-31", 0, "Known failures"),
        ("default page size 10", "2020-01-01", 1, "was accepted until 2020-01-01"),
        ("", "9999-12-31", 1, "holds: delete its row."),
    ],
)
def test_the_command_takes_a_baseline(
    small_target: SmallTarget,
    command: Command,
    tmp_path: Path,
    fault: str,
    until: str,
    exit_code: int,
    words: str,
) -> None:
    small_target.faults.add(fault)
    file = written(tmp_path, YAML.replace("2026-05-01", until))
    options = ("--api-key", "key-of-alpha", "--only", "PAG-03,PAG-05", "--report", tmp_path / "r", "--baseline", file)

    result = command("check", small_target.base_url, *options)

    assert result.exit_code == exit_code
    assert words in " ".join(result.stdout.split())


def test_a_baseline_that_cannot_be_used_stops_the_command_before_it_starts(command: Command, tmp_path: Path) -> None:
    file = written(tmp_path, "known_failure: []")

    result = command("check", "http://127.0.0.1:9/api/v1", "--api-key", "x", "--baseline", file, "--report", tmp_path)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "Did you mean 'known_failures'?" in result.stderr
