"""What in the tests concerns a part of the contract: probes, variations, and the tests that name the part."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from openapi.concerns.sources import symbols
from openapi.concerns.subjects import Concern, Subject, SubjectKind
from openapi.places import Place, shown_path
from tests.answers import other_answers
from tests.answers.other_answers import OTHER_ANSWERS

_ROOM = Path(__file__).parent


def concerns(subject: Subject) -> Iterator[Concern]:
    """The variations of an assumption, and the symbols that name the subject. A probe is one of them."""
    if subject.kind is SubjectKind.ASSUMPTION:
        yield from _variations(subject.name)
    for symbol in symbols(_ROOM, subject, "test"):
        if "/answers/probes/" in symbol.place.file:
            yield replace(symbol, kind="probe")
        elif not symbol.place.file.endswith("other_answers.py"):
            yield symbol


def _variations(assumption_id: str) -> Iterator[Concern]:
    file = Path(other_answers.__file__)
    lines = file.read_text("utf-8").splitlines()
    for name, (assumption, word) in OTHER_ANSWERS.items():
        if assumption == assumption_id:
            number = next(number for number, line in enumerate(lines, 1) if f'"{name}"' in line)
            yield Concern("variation", name, Place(shown_path(file), number), f"answers {word}")
