"""Joins each difference between two versions with what it touches in every room, and in the traffic of a run."""

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from openapi.concerns.parts import Part
from openapi.concerns.rooms import concerns_in, touched_by
from openapi.concerns.subjects import Concern, Subject
from openapi.concerns.traffic import Traffic
from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Difference
from openapi.impact.asking import part_of
from openapi.impact.assumed import assumptions_of
from openapi.impact.written import examples_of
from openapi.versions import Version

# The room that reads recordings is above this room, so it is named and never imported.
_TRAFFIC = "conformance.recordings.carried:traffic_in"


@dataclass(frozen=True)
class Touched:
    """A difference, everything that it touches, and the traffic of a run that has it. None: no run was given."""

    difference: Difference
    concerns: tuple[Concern, ...]
    traffic: Traffic | None


@dataclass(frozen=True)
class Impact:
    """What every difference touches. *absent* are the rooms that this installation does not have."""

    comparison: Comparison
    touched: tuple[Touched, ...]
    absent: tuple[str, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many different things of each kind are touched. A thing that two differences touch counts once."""
        things = {(concern.kind, concern.name, concern.place) for item in self.touched for concern in item.concerns}
        return Counter(kind for kind, _, _ in things)


def impact_of(old: Version, new: Version, run: Path | None) -> Impact:
    """What the differences between two versions touch.

    *run* is the report folder of a run. Raises ContractError if its recording cannot be read.
    """
    asked = _traffic_in(run) if run is not None else None
    comparison = compare(old, new)
    absent: set[str] = set()
    touched = tuple(_touched(difference, old, new, asked, absent) for difference in comparison.differences)
    return Impact(comparison, touched, tuple(sorted(absent)))


def _touched(
    difference: Difference, old: Version, new: Version, asked: Callable[[Part], Traffic] | None, absent: set[str]
) -> Touched:
    part = part_of(difference, old, new)
    concerns = list(_assumed(difference, part, old, new))
    if part is None:
        return Touched(difference, _once(concerns), None)
    concerns += [concern for version in (new, old) for concern in examples_of(version.document, part)]
    answers = touched_by(part)
    absent.update(answers.absent)
    traffic = None if asked is None else asked(part)
    return Touched(difference, _once([*concerns, *answers.found]), traffic)


def _assumed(difference: Difference, part: Part | None, old: Version, new: Version) -> Iterator[Concern]:
    """The assumptions of a difference, and the open points of the suite that ask for them."""
    for assumption in assumptions_of(difference, part, old, new):
        yield assumption
        found = concerns_in("suite", Subject.assumption(assumption.name))
        yield from (concern for concern in found if concern.kind == "open point")


def _once(concerns: list[Concern]) -> tuple[Concern, ...]:
    """Each thing once: two versions have the same example, and a check decides several rows."""
    by_name: dict[tuple[str, str], Concern] = {}
    for concern in concerns:
        by_name.setdefault((concern.kind, _name(concern)), concern)
    return tuple(by_name.values())


def _name(concern: Concern) -> str:
    return f"{concern.name} {concern.place}" if concern.kind in ("page", "code") else concern.name


def _traffic_in(run: Path) -> Callable[[Part], Traffic]:
    module, _, name = _TRAFFIC.partition(":")
    function: Callable[[Path], Callable[[Part], Traffic]] = getattr(importlib.import_module(module), name)
    return function(run)
