"""The rows of the grade: what a client must do and should do. Read from `clients/*.yaml`, refused at the first typo."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from conformance.text.spelling import did_you_mean
from openapi.places import ContractError, load_yaml

CLIENTS_FOLDER = Path(__file__).parents[1] / "clients"

# One file for each area. The first three letters of an id name its file.
AREAS: Mapping[str, str] = {
    "access": "ACC",
    "conventions": "ACV",
    "courses": "ACR",
    "availability": "AAV",
    "tee_time_holds": "AHL",
    "bookings": "ABK",
    "booking_hooks": "AHK",
    "group_bookings": "AGR",
    "webhooks": "AWH",
    "tokens": "ATK",
}
_MEMBERS = ("id", "level", "basis", "sentence", "source", "costs", "shown_by", "how", "right")


class RowError(Exception):
    """The rows of the grade are wrong, or a row does not exist. The message is one sentence with the way out."""


class GradeLevel(StrEnum):
    """How much a row binds a client: a violated `must` fails, a violated `should` warns."""

    must = "must"
    should = "should"


class GradeBasis(StrEnum):
    """Where a row comes from.

    *stated*: the specification says it. *contract*: the contract answers where the specification is silent.
    *http*: RFC 9110 and its siblings. *webhooks*: Standard Webhooks. *practice*: real integrations went wrong there.
    """

    stated = "stated"
    contract = "contract"
    http = "http"
    webhooks = "webhooks"
    practice = "practice"


@dataclass(frozen=True)
class Row:
    """One row. *source* is a heading of the specification, an assumption, or a section of a standard. *costs* is what a
    violation costs, *shown_by* the situation that shows it, *how* the decision, and *right* what a right client does.
    """

    id: str
    level: GradeLevel
    basis: GradeBasis
    sentence: str
    source: str
    costs: str
    shown_by: str
    how: str
    right: str
    area: str


@cache
def load_rows(folder: Path = CLIENTS_FOLDER) -> tuple[Row, ...]:
    """All rows, in the order of the files. Raises `RowError` at the first typo."""
    rows: dict[str, Row] = {}
    for area in AREAS:
        for row in _read_file(folder / f"{area}.yaml", area):
            if row.id in rows:
                raise RowError(f"{area}.yaml: two rows have the id {row.id}. Every id belongs to one row.")
            rows[row.id] = row
    return tuple(rows.values())


def _read_file(file: Path, area: str) -> list[Row]:
    try:
        entries = load_yaml(file)
    except ContractError as error:
        raise RowError(" ".join(str(error).split())) from error
    if not isinstance(entries, list):
        raise RowError(f"{file.name}: the file is not a list of rows.")
    return [_row(entry, file.name, area) for entry in entries]


def _row(entry: Any, file: str, area: str) -> Row:
    name = f"{file}: {entry.get('id', 'a row without an id') if isinstance(entry, dict) else 'a row'}"
    if not isinstance(entry, dict):
        raise RowError(f"{name} is not an object.")
    for member in entry:
        if member not in _MEMBERS:
            raise RowError(f"{name} has an unknown member {member!r}.{did_you_mean(str(member), _MEMBERS)}")
    missing = [member for member in _MEMBERS if not isinstance(entry.get(member), str)]
    if missing:
        raise RowError(f"{name} needs a text for {', '.join(missing)}.")
    if not str(entry["id"]).startswith(f"{AREAS[area]}-"):
        raise RowError(f"{name} belongs to another file: ids of this file begin with {AREAS[area]}-.")
    for member, kind in (("level", GradeLevel), ("basis", GradeBasis)):
        if entry[member] not in list(kind):
            raise RowError(f"{name}: its {member} is {entry[member]!r}. It is one of {', '.join(kind)}.")
    level, basis = GradeLevel(entry["level"]), GradeBasis(entry["basis"])
    return Row(**{**entry, "level": level, "basis": basis}, area=area)
