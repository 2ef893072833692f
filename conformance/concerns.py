"""What in the suite concerns a part of the contract: requirements and open points, the checks that decide them, and the
code that names the part.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from conformance.catalogue.files import REQUIREMENTS_FOLDER
from openapi.concerns.sources import symbols
from openapi.concerns.subjects import Concern, Subject
from openapi.places import Placed, load_yaml

_ROOM = Path(__file__).parent


def concerns(subject: Subject) -> Iterator[Concern]:
    """The rows of the catalogue that name the subject, with their checks, and the symbols that name the subject."""
    for row in _rows():
        if subject.is_named_in(_text(row)):
            yield from _row_and_checks(row)
    yield from symbols(_ROOM, subject)


@lru_cache(maxsize=1)
def _rows() -> tuple[Any, ...]:
    return tuple(row for file in sorted(REQUIREMENTS_FOLDER.glob("*.yaml")) for row in load_yaml(file))


def _row_and_checks(row: Any) -> Iterator[Concern]:
    assert isinstance(row, Placed)
    kind = "open point" if row["level"] == "open" else f"{row['level']} row"
    yield Concern(kind, row["id"], row.place, row["sentence"])
    # An id of the catalogue is written in the code as the id of an assumption is.
    yield from symbols(_ROOM / "suite", Subject.operation(row["id"]), "check")


def _text(row: Any) -> str:
    """Everything that a row says, as text to search."""
    return " ".join(str(value) for value in row.values())
