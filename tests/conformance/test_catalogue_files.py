"""The catalogue is whole, and a typo in it is refused with a sentence that names the way out."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from conformance.catalogue.files import REQUIREMENTS_FOLDER, load_catalogue
from conformance.catalogue.requirements import CATALOGUE_AREAS, CatalogueError, Level

COST = "A feature the agency paid to integrate fails for its customers although their request is right."


def catalogue_with(folder: Path, old: str, new: str, file: str = "conventions.yaml") -> Path:
    """A copy of the catalogue in which *new* stands for the first *old* of *file*."""
    copy = folder / "requirements"
    shutil.copytree(REQUIREMENTS_FOLDER, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def test_the_catalogue_has_383_rows() -> None:
    assert len(load_catalogue()) == 383


@pytest.mark.parametrize(("level", "count"), [("must", 216), ("should", 112), ("excluded", 13), ("open", 42)])
def test_each_level_has_its_rows(level: str, count: int) -> None:
    found = [row for row in load_catalogue() if row.level == level]

    assert len(found) == count


def test_every_area_has_a_row() -> None:
    assert {row.area for row in load_catalogue()} == set(CATALOGUE_AREAS)


def test_every_must_row_names_the_fault_it_finds() -> None:
    assert [row.id for row in load_catalogue() if row.level == "must" and not row.fault] == []


def test_every_row_that_can_fail_or_warn_says_in_one_line_what_that_costs() -> None:
    decided = [row for row in load_catalogue() if row.level in ("must", "should")]

    assert [row.id for row in decided if not row.costs or len(row.costs) > 110 or "\n" in row.costs] == []
    assert [row.id for row in decided if row.costs and not row.costs.endswith(".")] == []


def test_no_two_rows_have_the_same_sentence() -> None:
    sentences = Counter(row.sentence for row in load_catalogue())

    assert [sentence for sentence, count in sentences.items() if count > 1] == []


def test_an_open_row_asks_and_every_other_row_states() -> None:
    wrong = [row.id for row in load_catalogue() if row.sentence[-1] != ("?" if row.level is Level.open else ".")]

    assert wrong == []


def test_no_two_rows_cost_the_same() -> None:
    costs = Counter(row.costs for row in load_catalogue() if row.costs)

    assert [cost for cost, count in costs.items() if count > 1] == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("  level: must", "  lavel: must", "conventions.yaml: ENV-01: unknown member 'lavel'. Did you mean 'level'?"),
        ("  level: must\n", "", "conventions.yaml: ENV-01: unknown level None."),
        ("level: must", "level: open", "conventions.yaml: ENV-01: unknown member 'costs'."),
        ("  traps: Only", "  trap: Only", "conventions.yaml: ENV-01: unknown member 'trap'. Did you mean 'traps'?"),
        ("level: must", "level: most", "conventions.yaml: ENV-01: unknown level 'most'. Did you mean 'must'?"),
        ("basis: entailed", "basis: entailled", "ENV-01: unknown basis 'entailled'. Did you mean 'entailed'?"),
        ("profile: BOOK", "profile: BOOKS", "ENV-01: unknown profile 'BOOKS'. Did you mean 'BOOK'?"),
        ("mode: W", "mode: X", "ENV-01: unknown mode 'X'. Known: D, M, R, W."),
        ("needs: []", "needs: [wrote]", "ENV-01: unknown need 'wrote'. Did you mean 'write'?"),
        ("needs: []", "needs: write", "ENV-01: 'needs' must be a list, not 'write'."),
        ("  fault: one operation answers 500\n", "", "ENV-01: 'fault' is missing. A row of level must needs it."),
        (f"  costs: {COST}\n", "", "ENV-01: 'costs' is missing. A row of level must needs it."),
        (f"costs: {COST}", "costs: 7", "ENV-01: 'costs' must be a text that is not empty, not 7."),
        ("id: ENV-01", "id: ENW-01", "conventions.yaml: ENW-01: ids of this file begin with ENV or CNV or PAG."),
        ("id: ENV-02", "id: ENV-01", "conventions.yaml: two rows have the id ENV-01."),
        ("  mode: W\n", "  mode: W\n  mode: R\n", "the key 'mode' occurs twice"),
        ("sentence: Every", "sentence: ''\n  x: Every", "ENV-01: unknown member 'x'"),
        ("- id: ENV-01", "- {", "conventions.yaml:6: did not find expected"),
        ("operations: [createBooking,", "operations: [createBookings,", "unknown operation 'createBookings'"),
        ("required: [data]", "requierd: [data]", "shape: unknown keyword 'requierd'. Did you mean 'required'?"),
        ("schema: {type: object, required: [data]", "shema: {type: object, required: [data]", "unknown member 'shema'"),
        ("type: object", "type: objekt", "ENV-04: shape: not a JSON Schema"),
        ("format: date", "format: dat", "shape: unknown format 'dat'. Did you mean 'date'?"),
    ],
)
def test_a_typo_is_refused_and_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    folder = catalogue_with(tmp_path, old, new)

    with pytest.raises(CatalogueError) as refusal:
        load_catalogue(folder)

    assert complaint in str(refusal.value)


def test_a_file_of_no_area_is_refused(tmp_path: Path) -> None:
    folder = catalogue_with(tmp_path, "level: must", "level: must")
    (folder / "bookngs.yaml").write_text("[]", encoding="utf-8")

    with pytest.raises(CatalogueError, match=r"bookngs.yaml: no area has this name. Did you mean 'bookings'\?"):
        load_catalogue(folder)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    folder = catalogue_with(tmp_path, "level: must", "level: must")
    (folder / "bookings.yaml").unlink()

    with pytest.raises(CatalogueError, match=r"bookings.yaml cannot be read"):
        load_catalogue(folder)


@pytest.mark.parametrize(("wrong", "near"), [("BKC-130", "BKC-13"), ("pag-03", "PAG-03"), ("XYZ-01", "-01")])
def test_an_unknown_id_names_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(CatalogueError) as refusal:
        load_catalogue().row(wrong)

    assert near in str(refusal.value)
