"""What in the tests a part of the messages is in: mutants of the rows about it, and the trips of generated clients."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from conformance import touches as suite
from openapi.concerns.parts import Part, Where, has_word
from openapi.concerns.subjects import Concern
from openapi.places import Place, shown_path
from tests.mutants import MUTANTS

_FAULTS = Path(__file__).parent / "mutants" / "faults"
_NAME = r'"([A-Z]{3}-\d+[\w.-]*)"'
_NOWHERE = (Place(shown_path(_FAULTS)), "")
_TRIPS = Path(__file__).parent / "clients" / "trips"


def touches(part: Part) -> Iterator[Concern]:
    """The mutants that break a row about the part and name the part, and the trips that use the part."""
    rows = {concern.name for concern in suite.touches(part)}
    for name, mutant in sorted(MUTANTS.items()):
        if mutant.requirement in rows and (not mutant.operations or mutant.operations & part.operations):
            # A loop writes some mutants under names that are not in the file; their row is.
            place, written = _written().get(name) or _written().get(mutant.requirement) or _NOWHERE
            if part.where is Where.WHOLE or has_word(f"{mutant.breaks} {written}", part.word):
                yield Concern("mutant", name, place, mutant.breaks)
    for trip in sorted(filter(Path.is_file, _TRIPS.iterdir())):
        yield from _uses(trip, part)


@lru_cache(maxsize=1)
def _written() -> dict[str, tuple[Place, str]]:
    """Where each mutant is written, by its name in quotes, with the lines down to the next mutant."""
    found: dict[str, tuple[Place, str]] = {}
    for file in sorted(_FAULTS.rglob("*.py")):
        lines = file.read_text("utf-8").splitlines()
        begins = [(number, name) for number, line in enumerate(lines, 1) for name in re.findall(_NAME, line)]
        ends = [number for number, _ in begins[1:]] + [len(lines) + 1]
        for (number, name), end in zip(begins, ends, strict=False):
            found.setdefault(name, (Place(shown_path(file), number), "\n".join(lines[number - 1 : end - 1])))
    return found


def _uses(trip: Path, part: Part) -> Iterator[Concern]:
    """The line of a trip that names the part, nearest to a call of one of the operations."""
    lines = trip.read_text("utf-8").splitlines()
    called = [number for number, line in enumerate(lines) for call in part.calls if has_word(line, call.id)]
    if part.where is Where.WHOLE:
        named = called
    else:
        named = [number for number, line in enumerate(lines) if has_word(line, part.word)]
    if named and (called or (part.where is Where.NAME and part.is_distinct)):
        nearest = min(named, key=lambda number: min((abs(number - call) for call in called), default=number))
        yield Concern("client", trip.name, Place(shown_path(trip), nearest + 1), lines[nearest].strip()[:90])
