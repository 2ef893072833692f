"""Which rows a run decides, which checks it needs for them, and why the others stay untested. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from conformance.catalogue import Catalogue, Level, Requirement
from conformance.target import CAPABILITIES, Target
from conformance.verdicts import Evidence, Finding

_SOURCE = "selection"


@dataclass(frozen=True)
class Options:
    """What the caller asked for; without *only*, every row is selected."""

    only: tuple[str, ...] = ()
    read_only: bool = False


@dataclass(frozen=True)
class Selection:
    """*selected* rows count for the outcome, *decided* ones get checks, *barred* ones already have their
    reason.
    """

    selected: frozenset[str]
    decided: frozenset[str]
    barred: Mapping[str, Evidence]


def select(catalogue: Catalogue, target: Target, options: Options) -> Selection:
    """The rows to decide on this target with these options.

    Raises `CatalogueError` for an unknown id in *only*.
    """
    selected = frozenset(catalogue.row(one).id for one in options.only) or frozenset(row.id for row in catalogue)
    barred: dict[str, Evidence] = {}
    for row in catalogue:
        reason = _not_selected(row, selected) or _bar(row, target, options)
        if reason:
            barred[row.id] = reason
    decided = frozenset(row.id for row in catalogue if row.id not in barred and row.level is not Level.excluded)
    return Selection(selected, decided, barred)


def _not_selected(row: Requirement, selected: Collection[str]) -> Evidence | None:
    return None if row.id in selected else _untested("Not selected: --only names other requirements.")


def _bar(row: Requirement, target: Target, options: Options) -> Evidence | None:
    """Why this row cannot be decided here, or None. The first reason is the one a user can do most about."""
    if row.level in (Level.excluded, Level.open):
        return None
    absent = [CAPABILITIES[need] for need in row.needs if need in target.absent]
    if absent:
        return Evidence(Finding.absent, f"The target declares that it has no {absent[0]}.", _SOURCE)
    if options.read_only and row.writes:
        return _untested("Needs to write, and this run is read-only.")
    return _missing(row, target)


def _missing(row: Requirement, target: Target) -> Evidence | None:
    if "key2" in row.needs and target.second_api_key is None:
        return _untested("Needs the key of a second agency: give --second-api-key.")
    if "badkey" in row.needs and not target.may_send_bad_keys:
        return _untested("Needs to send missing and wrong keys, and the target file says may_send_bad_keys = false.")
    if "receiver" in row.needs and not target.reaches_the_receiver:
        return _untested(
            "Needs an address at which the target reaches this run:"
            " give --receiver-url, or public_url under [receiver] in the target file."
        )
    if "holdfield" in row.needs and target.hold_id is None:
        return _untested("Needs hold_id under [declares] in the target file: where the hold id goes in POST /bookings.")
    return _missing_lever(row, target)


def _missing_lever(row: Requirement, target: Target) -> Evidence | None:
    # Only a target with a clock of its own can be brought inside a cutoff, and has bookings that may stay behind.
    if {"clock", "fx:near-term"} & set(row.needs) and target.levers.clock_advance is None:
        return _untested(
            "Needs a clock that can be moved: declare clock_advance under [levers] in the target file. This run does"
            " not wait for minutes."
        )
    if "confirm" in row.needs and target.levers.course_confirm is None:
        return _untested("Needs an answer of the course: declare course_confirm under [levers] in the target file.")
    return None


def _untested(reason: str) -> Evidence:
    return Evidence(Finding.untested, reason, _SOURCE)


@dataclass(frozen=True)
class CheckMarks:
    """What a check says about itself: the rows it decides, or the operations it exercises as a step of the
    tour. A check that moves the clock of the target runs after those that do not.
    """

    verifies: tuple[str, ...] = ()
    closing: bool = False
    exercises: tuple[str, ...] = ()
    writes: bool = False
    moves_clock_minutes: int = 0


def choose(
    checks: Iterable[CheckMarks], catalogue: Catalogue, decided: Collection[str], *, read_only: bool
) -> list[bool]:
    """For each check, whether the run needs it: it decides a row, or it shows answers that a shape or a
    closing
    check looks at. A step that writes is never part of a read-only run.
    """
    marks = list(checks)
    needed = [any(one in decided for one in mark.verifies) for mark in marks]
    closing = any(mark.closing for mark, wanted in zip(marks, needed, strict=True) if wanted)
    shaped = {name for row in catalogue if row.id in decided for shape in row.shapes for name in shape.operations}
    return [
        wanted
        or (
            bool(mark.exercises)
            and (closing or not shaped.isdisjoint(mark.exercises))
            and not (mark.writes and read_only)
        )
        for mark, wanted in zip(marks, needed, strict=True)
    ]
