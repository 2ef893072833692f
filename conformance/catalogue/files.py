"""Reads the catalogue from `requirements/*.yaml` and refuses it at the first typo, naming file, row and way out."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from conformance.catalogue.requirements import (
    CATALOGUE_AREAS,
    NEEDS,
    PROFILES,
    Basis,
    Catalogue,
    CatalogueError,
    Gravity,
    Level,
    Mode,
    Requirement,
)
from conformance.catalogue.shapes import ShapeError, read_shapes
from conformance.text.spelling import did_you_mean
from openapi.places import ContractError, load_yaml

REQUIREMENTS_FOLDER = Path(__file__).parents[1] / "requirements"

_ASSUMPTION = re.compile(r"A-\d{2,3}")
_ALWAYS = ("id", "level", "basis", "sentence", "heading")
_DECIDED = ("costs", "needs", "profile", "mode", "how", "fault")
REQUIRED_MEMBERS: Mapping[Level, tuple[str, ...]] = {
    Level.must: (*_ALWAYS, *_DECIDED),
    Level.should: (*_ALWAYS, *_DECIDED, "gravity", "gravity_reason"),
    Level.excluded: (*_ALWAYS, "reason"),
    Level.open: (*_ALWAYS, "assumptions", "how"),
}
_OPTIONAL_MEMBERS: Mapping[Level, tuple[str, ...]] = {
    Level.must: ("traps", "shape", "entailed_by"),
    Level.should: ("traps", "shape"),
    Level.excluded: (),
    Level.open: ("reason",),
}
_ALL_MEMBERS = frozenset(
    member for members in (*REQUIRED_MEMBERS.values(), *_OPTIONAL_MEMBERS.values()) for member in members
)


@cache
def load_catalogue(folder: Path = REQUIREMENTS_FOLDER) -> Catalogue:
    """The catalogue in *folder*. Raises `CatalogueError` at the first typo."""
    rows: list[Requirement] = []
    for area in CATALOGUE_AREAS:
        for row in _read_file(folder / f"{area}.yaml", area):
            if any(row.id == other.id for other in rows):
                raise CatalogueError(f"{area}.yaml: two rows have the id {row.id}. Every id belongs to one row.")
            rows.append(row)
    _refuse_other_files(folder)
    return Catalogue(tuple(rows))


def _refuse_other_files(folder: Path) -> None:
    for file in folder.glob("*.y*ml"):
        if file.stem not in CATALOGUE_AREAS or file.suffix != ".yaml":
            raise CatalogueError(f"{file.name}: no area has this name.{did_you_mean(file.stem, CATALOGUE_AREAS)}")


def _read_file(file: Path, area: str) -> list[Requirement]:
    try:
        entries = load_yaml(file)
    except ContractError as error:
        raise CatalogueError(" ".join(str(error).split())) from error
    if not isinstance(entries, list):
        raise CatalogueError(f"{file.name}: must be a list of rows.")
    return [_read_row(entry, area) for entry in entries]


def _read_row(entry: Any, area: str) -> Requirement:
    file = f"{area}.yaml"
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise CatalogueError(f"{file}: a row has no id: {str(entry)[:80]}")
    where = f"{file}: {entry['id']}"
    if entry["id"][:3] not in CATALOGUE_AREAS[area]:
        raise CatalogueError(f"{where}: ids of this file begin with {' or '.join(CATALOGUE_AREAS[area])}.")
    _refuse_unknown_members(entry, _ALL_MEMBERS, where)
    level = Level(_one_of(entry, "level", [level.value for level in Level], where))
    _refuse_unknown_members(entry, (*REQUIRED_MEMBERS[level], *_OPTIONAL_MEMBERS[level]), where)
    _refuse_missing_members(entry, level, where)
    return _requirement(entry, level, area, where)


def _requirement(entry: Mapping[str, Any], level: Level, area: str, where: str) -> Requirement:
    decided = level in (Level.must, Level.should)
    try:
        shapes = read_shapes(entry["shape"]) if "shape" in entry else ()
    except ShapeError as error:
        raise CatalogueError(f"{where}: shape: {error}") from error
    return Requirement(
        id=entry["id"],
        level=level,
        basis=Basis(_one_of(entry, "basis", [Basi.value for Basi in Basis], where)),
        sentence=_text(entry, "sentence", where),
        heading=_text(entry, "heading", where),
        area=area,
        costs=_text(entry, "costs", where) if decided else None,
        needs=_needs(entry, where) if decided else (),
        profile=_one_of(entry, "profile", sorted(PROFILES), where) if decided else None,
        mode=Mode(_one_of(entry, "mode", [mode.value for mode in Mode], where)) if decided else None,
        how=_text(entry, "how", where) if "how" in entry else "",
        traps=_text_if_any(entry, "traps", where),
        fault=_text(entry, "fault", where) if decided else None,
        reason=_text_if_any(entry, "reason", where),
        gravity=_gravity(entry, where),
        gravity_reason=_text_if_any(entry, "gravity_reason", where),
        entailed_by=_text_if_any(entry, "entailed_by", where),
        assumptions=_assumptions(entry, where),
        shapes=shapes,
    )


def _refuse_unknown_members(entry: Mapping[str, Any], known: Collection[str], where: str) -> None:
    for member in entry:
        if member not in known:
            raise CatalogueError(f"{where}: unknown member {member!r}.{did_you_mean(str(member), known)}")


def _refuse_missing_members(entry: Mapping[str, Any], level: Level, where: str) -> None:
    for member in REQUIRED_MEMBERS[level]:
        if member not in entry:
            raise CatalogueError(f"{where}: {member!r} is missing. A row of level {level} needs it.")


def _one_of(entry: Mapping[str, Any], member: str, known: list[str], where: str) -> str:
    value = entry.get(member)
    if value not in known:
        raise CatalogueError(f"{where}: unknown {member} {value!r}.{did_you_mean(str(value), known)}")
    return str(value)


def _text(entry: Mapping[str, Any], member: str, where: str) -> str:
    value = entry[member]
    if not isinstance(value, str) or not value.strip():
        raise CatalogueError(f"{where}: {member!r} must be a text that is not empty, not {value!r}.")
    return value


def _text_if_any(entry: Mapping[str, Any], member: str, where: str) -> str | None:
    return _text(entry, member, where) if member in entry else None


def _gravity(entry: Mapping[str, Any], where: str) -> Gravity | None:
    if "gravity" not in entry:
        return None
    return Gravity(_one_of(entry, "gravity", [gravity.value for gravity in Gravity], where))


def _assumptions(entry: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """The ids of assumptions in a row. An open row without assumptions gives the reason."""
    assumptions = entry.get("assumptions", [])
    if not isinstance(assumptions, list) or not all(_ASSUMPTION.fullmatch(str(name)) for name in assumptions):
        raise CatalogueError(f"{where}: 'assumptions' must be a list of ids like A-07, not {assumptions!r}.")
    if "assumptions" in entry and bool(assumptions) == ("reason" in entry):
        raise CatalogueError(f"{where}: a row names assumptions, or gives the reason why it names none.")
    return tuple(assumptions)


def _needs(entry: Mapping[str, Any], where: str) -> tuple[str, ...]:
    needs = entry["needs"]
    if not isinstance(needs, list):
        raise CatalogueError(f"{where}: 'needs' must be a list, not {needs!r}.")
    for need in needs:
        if need not in NEEDS:
            raise CatalogueError(f"{where}: unknown need {need!r}.{did_you_mean(str(need), NEEDS)}")
    return tuple(needs)
