"""The rows of the grade and the scenarios: complete, tied to what decides them, and refused at the first typo."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from conformance.grading.judgements import JUDGED_ROWS
from conformance.grading.rows import AREAS, RowError, load_rows
from conformance.grading.scenarios import chosen, load_scenarios
from tests.grading.blind_lot import RIGHT, WRONG
from tests.grading.blind_programs import load_programs
from tests.pages import TREE

_ROW = """\
- id: ACC-01
  level: must
  basis: stated
  sentence: a
  source: b
  costs: c
  shown_by: d
  how: e
  right: f
"""


def compared_rows() -> set[str]:
    """The rows that a comparison with the plain scenario decides."""
    return {row for scenario in load_scenarios() for row in (scenario.survives, scenario.adds_nothing) if row}


_SENTENCES = ("sentence", "costs", "shown_by", "how", "right")
# Word for word from another language, or a sentence that only its neighbours explain.
_TRANSLATED = (
    *("works on when", "works on whether", "works on after", "leaves a", "leaves the", "asks no second"),
    *("keeps on asking", "alone that is over", "as otherwise", "asks for patience", "asked for patience"),
)


def _texts() -> dict[str, str]:
    """Each text of the rows and the scenarios, by the id and the name of its member."""
    rows = {f"{row.id} {name}": getattr(row, name) for row in load_rows() for name in _SENTENCES}
    said = {f"{scenario.id} says": scenario.says for scenario in load_scenarios()}
    return {**rows, **said, **{f"{scenario.id} title": f"{scenario.title}." for scenario in load_scenarios()}}


def test_no_text_of_a_row_or_a_scenario_reads_as_translated() -> None:
    found = [name for name, text in _texts().items() if any(words in text for words in _TRANSLATED)]

    assert found == []


def test_every_text_of_a_row_or_a_scenario_is_a_whole_sentence() -> None:
    # Some begin with the name of a member.
    names = ("earliestTime", "latitude", "pageSize", "courseId", "createToken", "distance")
    odd = [name for name, text in _texts().items() if not text.endswith(".") or not _begins_well(text, names)]

    assert odd == []


def _begins_well(text: str, names: tuple[str, ...]) -> bool:
    return text[0].isupper() or text[0].isdigit() or text.startswith(names)


def test_every_row_is_decided_by_a_judgement_or_by_a_comparison() -> None:
    assert {row.id for row in load_rows()} == {*JUDGED_ROWS, *compared_rows()}


def test_no_row_is_decided_twice() -> None:
    assert compared_rows().isdisjoint(JUDGED_ROWS)


_PAGE = (TREE / "docs" / "grading.md").read_text("utf-8")


def test_there_are_as_many_rows_as_the_page_says() -> None:
    assert f"The {len(load_rows())} rows" in _PAGE


def test_the_lots_are_as_large_as_the_page_says() -> None:
    kinds = Counter(client.kind for client in WRONG)

    assert f"wrote {len(WRONG)} faulty and {len(RIGHT)} odd but right clients" in _PAGE
    assert re.findall(r"found[a-z ]* \| \d+ of (\d+) \(", _PAGE)[:2] == [str(kinds["plain"]), str(kinds["conditional"])]


def test_the_programs_are_as_many_as_the_page_says() -> None:
    programs = load_programs()
    kinds = Counter(program.kind for program in programs)
    rows = {
        "plain": "plain faults found",
        "conditional": "faults found that show only in a situation",
        "right": "odd but right programs without a finding",
    }

    assert f"wrote {len(programs)} programs" in _PAGE
    for kind, words in rows.items():
        totals = re.findall(rf"\| {words} \| \d+ of (\d+)", _PAGE)
        assert totals[-2:] == [str(kinds[kind])] * 2


def test_the_first_run_found_as_much_as_the_page_says() -> None:
    found = json.loads((TREE / "tests" / "grading" / "blind_clients" / "first_run.json").read_text("utf-8"))
    counts = Counter(
        program.kind for program in load_programs() if bool(found[program.name]) is (program.kind != "right")
    )

    assert f"plain faults found | {counts['plain']} of" in _PAGE
    assert f"only in a situation | {counts['conditional']} of" in _PAGE
    assert f"right programs without a finding | {counts['right']} of" in _PAGE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (_ROW.replace("shown_by", "shown-by"), "unknown member 'shown-by'. Did you mean 'shown_by'?"),
        (_ROW.replace("  how: e\n", ""), "needs a text for how"),
        (_ROW.replace("must", "may"), "its level is 'may'. It is one of must, should."),
        (_ROW.replace("ACC-01", "ABK-01"), "begin with ACC-"),
        (_ROW + _ROW, "two rows have the id ACC-01"),
        ("id: ACC-01\n", "not a list of rows"),
    ],
    ids=["typo", "missing", "level", "file", "twice", "no list"],
)
def test_a_wrong_row_is_refused_with_a_way_out(tmp_path: Path, text: str, sentence: str) -> None:
    for area in AREAS:
        (tmp_path / f"{area}.yaml").write_text("[]", "utf-8")
    (tmp_path / "access.yaml").write_text(text, "utf-8")

    with pytest.raises(RowError) as refusal:
        load_rows(tmp_path)

    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("- {id: x, title: a, says: b, arange: []}", "no member 'arange'. Did you mean 'arrange'?"),
        ("- {id: x, title: a}", "needs a text for says"),
        ("- {id: plain, title: a, says: b}", "two scenarios have the id plain"),
        ("- {id: x, title: a, says: b, expects: [ABK-99]}", "there is no 'ABK-99'"),
        ("- {id: x, title: a, says: b, needs: [createBoking]}", "Did you mean 'createBooking'?"),
        ("- {id: x, title: a, says: b, arrange: [{rul: {}}]}", "Did you mean 'rule'?"),
        ("- {id: x, title: a, says: b, arrange: [{advance: {}}]}", "advance takes a text"),
        ("- {id: x, title: a, says: b, moments: [{do: []}]}", "a moment has `when`"),
        ("- {id: x, title: [", "s.yaml"),
    ],
    ids=["member", "missing", "twice", "row", "operation", "lever", "type", "moment", "yaml"],
)
def test_a_wrong_scenario_is_refused_with_a_way_out(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(text, "utf-8")

    with pytest.raises(RowError) as refusal:
        load_scenarios(file)

    assert sentence in str(refusal.value)


def test_a_chosen_scenario_comes_after_the_plain_one() -> None:
    assert [scenario.id for scenario in chosen(load_scenarios(), ["hold-lost"])] == ["plain", "hold-lost"]


def test_an_unknown_scenario_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RowError, match="Did you mean 'hold-lost'"):
        chosen(load_scenarios(), ["hold-loss"])


def test_survival_alone_leaves_the_scenarios_with_other_answers() -> None:
    found = chosen(load_scenarios(), [], only_survival=True)

    assert found[0].id == "plain"
    assert all(scenario.survives for scenario in found[1:])
