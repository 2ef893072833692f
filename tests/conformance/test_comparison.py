"""`teesheet compare`: what changed between two reports, newly failing first, and an exit code that says whether it is
worse.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from conformance.conditions.coverage import FamilyCoverage
from conformance.evidence.verdicts import Verdict
from conformance.report.comparison_text import comparison_markdown, comparison_text
from conformance.report.json_report import json_report
from conformance.report.markdown_text import MOST_BYTES
from conformance.results.comparison import Comparison, Direction, compare, read_report
from conformance.results.run_result import RowResult
from mock_server.cli import COMMANDS, main
from tests.conformance.conftest import Checked, Command
from tests.conformance.made_up import row, row_result, run_result
from tests.conformance.small_operations import SmallTarget


def shown(verdict: str, row_id: str = "PAG-03", *, selected: bool = True, message: str = "Because.") -> RowResult:
    return replace(row_result(verdict, selected=selected, message=message), row=row(row_id=row_id))


def report(folder: Path, name: str, *rows: RowResult) -> Path:
    file = folder / name
    file.write_bytes(json_report(run_result(*rows)))
    return file


def test_a_warning_that_becomes_serious_is_newly_serious(tmp_path: Path) -> None:
    comparison = between(tmp_path, [shown("warn")], [shown("serious")])

    assert ([change.direction for change in comparison.changes], comparison.got_worse) == ([Direction.serious], True)


def test_a_violated_must_that_is_only_serious_now_is_better(tmp_path: Path) -> None:
    comparison = between(tmp_path, [shown("fail")], [shown("serious")])

    assert ([change.direction for change in comparison.changes], comparison.got_worse) == ([Direction.better], False)


def between(folder: Path, old: Sequence[RowResult], new: Sequence[RowResult]) -> Comparison:
    return compare(
        read_report(report(folder, "old.json", *old)),
        read_report(report(folder, "new.json", *new)),
    )


@pytest.mark.parametrize(
    ("before", "now", "direction"),
    [
        ("pass", "fail", Direction.failing),
        ("warn", "fail", Direction.failing),
        ("known", "fail", Direction.failing),
        ("untested", "fail", Direction.failing),
        ("broken", "fail", Direction.failing),
        ("pass", "serious", Direction.serious),
        ("untested", "serious", Direction.serious),
        ("inconclusive", "serious", Direction.serious),
        ("fail", "serious", Direction.better),
        ("pass", "warn", Direction.worse),
        ("pass", "known", Direction.worse),
        ("pass", "untested", Direction.worse),
        ("pass", "skip", Direction.worse),
        ("fail", "untested", Direction.worse),
        ("untested", "broken", Direction.worse),
        ("fail", "pass", Direction.better),
        ("fail", "known", Direction.better),
        ("inconclusive", "warn", Direction.better),
        ("broken", "untested", Direction.better),
        ("untested", "inconclusive", Direction.other),
    ],
)
def test_a_change_has_a_direction(tmp_path: Path, before: str, now: str, direction: Direction) -> None:
    comparison = between(tmp_path, [shown(before)], [shown(now)])

    assert [(change.before, change.row.verdict, change.direction) for change in comparison.changes] == [
        (before, now, direction)
    ]
    assert comparison.got_worse is (direction in (Direction.failing, Direction.serious, Direction.worse))


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_that_stayed_is_no_change(tmp_path: Path, verdict: Verdict) -> None:
    comparison = between(tmp_path, [shown(verdict)], [shown(verdict, message="Otherwise.")])

    assert (comparison.changes, comparison.got_worse) == ((), False)


@pytest.mark.parametrize(
    ("verdict", "direction"), [("fail", Direction.failing), ("pass", Direction.other), ("warn", Direction.other)]
)
def test_a_row_that_the_old_report_does_not_have_is_new(tmp_path: Path, verdict: str, direction: Direction) -> None:
    (change,) = between(tmp_path, [], [shown(verdict)]).changes

    assert (change.before, change.direction) == (None, direction)


def test_a_row_that_only_the_old_report_has_is_reported_and_is_no_change(tmp_path: Path) -> None:
    comparison = between(tmp_path, [shown("pass")], [])

    assert (comparison.changes, comparison.gone, comparison.got_worse) == ((), ("PAG-03",), False)
    assert "Only in the old report: PAG-03." in comparison_text(comparison)


@pytest.mark.parametrize(("before", "now"), [(True, False), (False, True)])
def test_a_row_that_one_run_did_not_select_is_not_compared(tmp_path: Path, before: bool, now: bool) -> None:
    old = shown("pass" if before else "untested", selected=before)
    new = shown("fail" if now else "untested", selected=now)

    comparison = between(tmp_path, [old], [new])

    assert (comparison.changes, comparison.uncompared) == ((), 1)
    assert "did not select them: 1." in comparison_text(comparison)


def test_newly_failing_rows_come_first_and_tell_why(tmp_path: Path) -> None:
    old = [shown("fail", "PAG-01"), shown("pass", "PAG-02"), shown("pass", "PAG-03")]
    new = [shown("pass", "PAG-01"), shown("warn", "PAG-02"), shown("fail", "PAG-03", message="Expected: 20.")]

    text = comparison_text(between(tmp_path, old, new))

    assert text.startswith("3 requirements changed: 1 newly failing, 1 otherwise worse, 1 better.\n")
    assert text.endswith(
        "\nNewly failing\n"
        "  PAG-03  pass -> fail  Default page size is 20.\n"
        "      Expected: 20.\n"
        "\nOtherwise worse\n"
        "  PAG-02  pass -> warn  Default page size is 20.\n"
        "      Because.\n"
        "\nBetter\n"
        "  PAG-01  fail -> pass  Default page size is 20.\n"
    )


def test_two_equal_reports_say_so(tmp_path: Path) -> None:
    text = comparison_text(between(tmp_path, [shown("pass")], [shown("pass")]))

    assert text.startswith("No requirement changed its verdict.\n")


def test_the_markdown_form_shows_what_a_target_sent_as_code(tmp_path: Path) -> None:
    comparison = between(tmp_path, [shown("pass")], [shown("fail", message="@octocat <img> `x`")])

    text = comparison_markdown(comparison)

    assert text.startswith("## 1 requirement changed: 1 newly failing.\n")
    assert "### Newly failing\n\n- **PAG\\-03** pass → fail: Default page size is 20." in text
    assert "`` @octocat <img> `x` ``" in text


def test_the_markdown_form_stays_short_enough_for_a_comment(tmp_path: Path) -> None:
    ids = [f"PAG-{number}" for number in range(1000)]
    old, new = [shown("pass", row_id) for row_id in ids], [shown("fail", row_id, message="x" * 900) for row_id in ids]

    text = comparison_markdown(between(tmp_path, old, new))

    assert len(text) < MOST_BYTES
    assert "more entries do not fit here; the text form has them." in text


@pytest.mark.parametrize(
    ("before", "now", "exit_code"),
    [("pass", "fail", 1), ("pass", "untested", 1), ("fail", "pass", 0), ("pass", "pass", 0)],
)
@pytest.mark.parametrize("options", [(), ("--markdown",)])
def test_the_exit_code_says_whether_something_got_worse(
    command: Command, tmp_path: Path, before: str, now: str, exit_code: int, options: tuple[str, ...]
) -> None:
    old, new = report(tmp_path, "old.json", shown(before)), report(tmp_path, "new.json", shown(now))

    assert command("compare", old, new, *options).exit_code == exit_code


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[]", "a table or a list is missing."),
        (b"3", "a table or a list is missing."),
        (b"{}", "it lacks 'requirements'."),
        (b'{"requirements": 3}', "a table or a list is missing."),
        (b'{"requirements": ["x"]}', "a table or a list is missing."),
        (b'{"requirements": [{"id": "PAG-03"}]}', "it lacks 'sentence'."),
        (b'{"requirements": [{"id": "A", "sentence": "B", "verdict": "fine"}]}', "'fine' is not a valid Verdict."),
    ],
)
def test_a_file_that_is_no_report_exits_2_with_one_sentence(
    command: Command, tmp_path: Path, content: bytes, words: str
) -> None:
    broken, whole = tmp_path / "broken.json", report(tmp_path, "whole.json", shown("pass"))
    broken.write_bytes(content)

    result = command("compare", whole, broken)

    assert (result.exit_code, result.stderr.count("\n"), result.stdout) == (2, 1, "")
    assert result.stderr.startswith(f"teesheet compare: {broken} ")
    assert words in result.stderr


def test_a_report_folder_stands_for_the_report_in_it(tmp_path: Path) -> None:
    file = report(tmp_path, "report.json", shown("fail"))

    assert read_report(tmp_path) == read_report(file)


def test_a_file_that_is_not_there_exits_2(command: Command, tmp_path: Path) -> None:
    result = command("compare", tmp_path / "old.json", tmp_path / "new.json")

    assert (result.exit_code, "cannot be read: No such file or directory." in result.stderr) == (2, True)


def test_a_report_of_an_earlier_version_can_be_compared(tmp_path: Path) -> None:
    old = report(tmp_path, "old.json", shown("pass"))
    document = json.loads(old.read_text())
    del document["staleBaseline"]
    del document["requirements"][0]["known"]
    old.write_text(json.dumps(document))

    assert read_report(old).rows["PAG-03"].verdict == "pass"


def test_two_runs_are_compared(small_target: SmallTarget, checked: Checked, command: Command, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(json_report(checked("PAG-03")))
    small_target.faults.add("default page size 10")
    (tmp_path / "new.json").write_bytes(json_report(checked("PAG-03")))

    result = command("compare", tmp_path / "old.json", tmp_path / "new.json")

    assert result.exit_code == 1
    assert "PAG-03  pass -> fail" in result.stdout


def test_the_product_has_the_command() -> None:
    result = CliRunner().invoke(main, ["compare", "--help"])

    assert (result.exit_code, "newly failing ones first" in " ".join(result.stdout.split())) == (0, True)
    assert "compare" in COMMANDS


def covering(met: int, offered: int = 10, family: str = "tee sheets") -> FamilyCoverage:
    return FamilyCoverage(family, ("players", "week"), 3, met, offered, (), ())


def coverages(folder: Path, old: Sequence[FamilyCoverage], new: Sequence[FamilyCoverage]) -> Comparison:
    for name, coverage in (("old.json", old), ("new.json", new)):
        (folder / name).write_bytes(json_report(run_result(shown("pass"), coverage=tuple(coverage))))
    return compare(read_report(folder / "old.json"), read_report(folder / "new.json"))


def test_a_coverage_that_shrank_is_a_note_and_nothing_worse(tmp_path: Path) -> None:
    comparison = coverages(tmp_path, [covering(9)], [covering(6)])

    assert "Coverage of tee sheets shrank: 9 of 10 pairs before, 6 of 10 now." in comparison_text(comparison)
    assert not comparison.got_worse


def test_a_family_that_only_the_old_run_asked_about_shrank(tmp_path: Path) -> None:
    comparison = coverages(tmp_path, [covering(9)], [covering(9, family="holds")])

    assert "Coverage of tee sheets shrank: 9 of 10 pairs before, none now." in comparison_markdown(comparison)


def test_the_same_share_of_fewer_pairs_is_no_smaller_coverage(tmp_path: Path) -> None:
    assert coverages(tmp_path, [covering(8, 10)], [covering(4, 5)]).shrunk == {}


def test_cases_that_only_the_old_run_tried_are_a_note_and_nothing_worse(tmp_path: Path) -> None:
    for name, dropped in (("old.json", ("test_a[1]",)), ("new.json", ("test_a[1]", "test_a[3]", "test_b[2]"))):
        (tmp_path / name).write_bytes(json_report(run_result(shown("pass"), dropped_cases=dropped)))
    older, newer = (read_report(tmp_path / name) for name in ("old.json", "new.json"))

    note = "Cases that only the old run tried, so a verdict may be better without them: 2."
    assert note in comparison_text(compare(older, newer))
    assert not compare(older, newer).got_worse
    assert "only the old run tried" not in comparison_text(compare(newer, older))


def test_a_report_without_coverage_can_be_compared(tmp_path: Path) -> None:
    comparison = coverages(tmp_path, [covering(8)], [covering(8)])
    old = json.loads((tmp_path / "old.json").read_text("utf-8"))
    del old["coverage"]
    (tmp_path / "old.json").write_text(json.dumps(old), "utf-8")

    assert compare(read_report(tmp_path / "old.json"), comparison.new).shrunk == {}
