"""Which rows a run decides, which checks it needs for them, and why the others stay untested. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

from conformance.catalogue.requirements import AREAS, Catalogue, CatalogueError, Level, Requirement
from conformance.evidence.verdicts import Evidence, Finding
from conformance.target.target import CAPABILITIES, Target
from conformance.text.spelling import did_you_mean, nearest

_SOURCE = "selection"


class FailOn(StrEnum):
    """The lightest finding that ends a run with 1: a violated must, a serious finding, or any violated should."""

    must = "must"
    serious = "serious"
    should = "should"


@dataclass(frozen=True)
class Options:
    """The user's choice. *only* has ids, areas (`bookings`) and patterns (`CRS-*`); when it is empty, every row of the
    profile is selected.
    """

    only: tuple[str, ...] = ()
    read_only: bool = False
    fail_on: FailOn = FailOn.serious


@dataclass(frozen=True)
class Selection:
    """*selected* rows count for the outcome, and *decided* rows get checks. *barred* rows get no check, with a reason.
    *left_out* rows are not part of the profile of the run, so nobody decides them.
    """

    selected: frozenset[str]
    decided: frozenset[str]
    barred: Mapping[str, Evidence]
    left_out: frozenset[str] = frozenset()

    def is_whole(self, catalogue: Catalogue) -> bool:
        """Whether all rows of the profile of the run are selected."""
        return self.selected | self.left_out >= {row.id for row in catalogue}


def select(catalogue: Catalogue, target: Target, options: Options) -> Selection:
    """The rows to decide on this target with these options.

    Raises `CatalogueError` for a word in *only* that names no row.
    """
    asked = rows_named(catalogue, options.only) or frozenset(row.id for row in catalogue)
    left_out = frozenset(row.id for row in catalogue if row.id in asked and _is_left_out(row, options))
    barred: dict[str, Evidence] = {}
    for row in catalogue:
        reason = _not_selected(row, asked, left_out) or _bar(row, target, options)
        if reason:
            barred[row.id] = reason
    decided = frozenset(row.id for row in catalogue if row.id not in barred and row.level is not Level.excluded)
    return Selection(asked - left_out, decided, barred, left_out)


def words_of(only: str) -> tuple[str, ...]:
    """The words in a list with commas."""
    return tuple(word.strip() for word in only.split(",") if word.strip())


def rows_named(catalogue: Catalogue, only: Iterable[str]) -> frozenset[str]:
    """The ids of the rows that *only* names: by their id, by their area, or by a pattern such as `CRS-*`.

    Raises `CatalogueError` with the nearest name for a word that names no row.
    """
    return frozenset(row_id for word in only for row_id in _rows_named(catalogue, word))


def _rows_named(catalogue: Catalogue, word: str) -> list[str]:
    found = [row.id for row in catalogue if word in (row.id, row.area) or fnmatchcase(row.id, word)]
    if found:
        return found
    groups = sorted({f"{row.id[:3]}-*" for row in catalogue})
    if "*" in word or "?" in word:
        raise CatalogueError(f"No requirement fits the pattern {word!r}. {_nearest_pattern(word, groups)}")
    if not any(character.isdigit() for character in word):
        raise CatalogueError(f"There is no area {word!r}.{_nearest_area(word, groups)}")
    return [catalogue.row(word).id]


def _nearest_pattern(word: str, groups: Collection[str]) -> str:
    """The pattern whose letters look most like the letters of *word*, or all patterns."""
    near = nearest(word.partition("-")[0].upper(), (group.removesuffix("-*") for group in groups))
    return f"Did you mean '{near}-*'?" if near else f"Known: {', '.join(sorted(groups))}."


def _nearest_area(word: str, groups: Collection[str]) -> str:
    pattern = f"{word.upper()}-*"
    return f" Did you mean {pattern!r}?" if pattern in groups else did_you_mean(word.lower().replace(" ", "_"), AREAS)


def _is_left_out(row: Requirement, options: Options) -> bool:
    """Whether the read-only profile excludes *row*. It never excludes a row that the user named by its id."""
    decided = row.level in (Level.must, Level.should)
    return options.read_only and decided and row.writes and row.id not in options.only


def _not_selected(row: Requirement, asked: Collection[str], left_out: Collection[str]) -> Evidence | None:
    if row.id in left_out:
        return _untested("The read-only profile excludes this row: a decision needs more than GET.")
    return None if row.id in asked else _untested("--only does not name this requirement.")


def _bar(row: Requirement, target: Target, options: Options) -> Evidence | None:
    """Why this row cannot be decided here, or None. With several reasons, the reason that a user can change best."""
    if row.level in (Level.excluded, Level.open):
        return None
    absent = [CAPABILITIES[need] for need in row.needs if need in target.absent]
    if absent:
        return Evidence(Finding.absent, f"The target declares that it has no {absent[0]}.", _SOURCE)
    if options.read_only and row.writes:
        return _untested("A decision needs requests that write, and this run is read-only.")
    return _missing(row, target)


def _missing(row: Requirement, target: Target) -> Evidence | None:
    if "key2" in row.needs and target.second_api_key is None:
        return _untested("A decision needs the key of a second agency: give --second-api-key.")
    if "badkey" in row.needs and not target.may_send_bad_keys:
        return _untested("A decision needs missing and wrong keys, and the target file says may_send_bad_keys = false.")
    if "receiver" in row.needs and not target.reaches_the_receiver:
        return _untested(
            "A decision needs an address at which the target can reach this run:"
            " give --receiver-url, or public_url under [receiver] in the target file."
        )
    if "holdfield" in row.needs and target.hold_id is None:
        return _untested(
            "A decision needs hold_id under [declares] in the target file: where the hold id goes in POST /bookings."
        )
    return _missing_lever(row, target)


def _missing_lever(row: Requirement, target: Target) -> Evidence | None:
    # Only with a movable clock can a booking get inside its cutoff. Bookings there may stay behind.
    if {"clock", "fx:near-term"} & set(row.needs) and target.levers.clock_advance is None:
        return _untested(
            "A decision needs a clock that can be moved: declare clock_advance under [levers] in the target file."
            " This run does not wait for minutes."
        )
    if "confirm" in row.needs and target.levers.course_confirm is None:
        return _untested(
            "A decision needs an answer of the course: declare course_confirm under [levers] in the target file."
        )
    return None


def _untested(reason: str) -> Evidence:
    return Evidence(Finding.untested, reason, _SOURCE)


class Need(StrEnum):
    """What a check needs of the others.

    - *reads*: nothing, because it only reads.
    - *further_reads*: as *reads*, and all checks with that need have ended, because it asks what they did not ask.
    - *own_tee_times*: tee times of its own.
    - *own_deliveries*: tee times of its own, and only checks about deliveries run meanwhile. It holds where deliveries
      name its own bookings. In every other case it runs again when the target is quiet.
    - *quiet*: no other check writes meanwhile.
    - *races*: tee times of its own, and only races run meanwhile. Their moments come one after the other.
    - *further_writes*: tee times of its own, and all checks with that need have ended, because it books what they did
      not book. It runs before the lanes move the clock.
    - *clock_alone*: no other check runs meanwhile, because it moves the clock and needs a quiet target.
    - *clock*: only checks that move the clock run meanwhile, and all of them move it in turns.
    - *clock_in_lanes*: as *clock*, and the check divides its work between several lanes.
    - *the_end*: all other checks that write have ended. It only reads.
    - *whole_run*: all other checks have ended, because it judges what they recorded.
    """

    reads = "reads"
    further_reads = "further reads"
    own_tee_times = "own tee times"
    own_deliveries = "own deliveries"
    quiet = "quiet"
    races = "races"
    further_writes = "further writes"
    clock_alone = "clock alone"
    clock = "clock"
    clock_in_lanes = "clock in lanes"
    the_end = "the end"
    whole_run = "whole run"


@dataclass(frozen=True)
class CheckMarks:
    """The marks of a check: the rows that it decides, or the operations that it exercises as a step of the tour. Such a
    step also *speaks_for* rows, named by their ids or by the beginnings of their ids. A check that moves the clock of
    the target runs after all checks that do not. *at_the_end*: it only reads, and no other check may write any more.
    *quiet*: no other check may write while it runs. *races*: it sends requests at the same moment.
    *hears_deliveries*: it waits for deliveries about its own bookings.
    *divides_itself*: it uses several lanes. *judges_the_run*: it looks at the exchanges of all checks. *tours*: the
    check belongs to a tour through pairs of conditions, and runs only if the user allows requests for tours.
    *further_reads*: it belongs to a tour that only reads. A run of all rows has such tours anyway, and no *spare*
    step. *further_writes*: it books what no check before it has booked.
    """

    verifies: tuple[str, ...] = ()
    closing: bool = False
    exercises: tuple[str, ...] = ()
    writes: bool = False
    moves_clock_minutes: int = 0
    at_the_end: bool = False
    quiet: bool = False
    races: bool = False
    hears_deliveries: bool = False
    divides_itself: bool = False
    judges_the_run: bool = False
    speaks_for: tuple[str, ...] = ()
    tours: bool = False
    further_reads: bool = False
    further_writes: bool = False
    spare: bool = False


def need_of(marks: CheckMarks, catalogue: Catalogue) -> Need:
    """What a check with these *marks* needs of the other checks of its run."""
    if marks.closing:
        return Need.whole_run if marks.judges_the_run else Need.the_end
    if marks.moves_clock_minutes:
        return _need_of_a_move(marks)
    by_mark = (
        (marks.at_the_end, Need.the_end),
        (marks.further_reads, Need.further_reads),
        (marks.further_writes, Need.further_writes),
        (marks.quiet, Need.quiet),
        (marks.races, Need.races),
        (marks.hears_deliveries, Need.own_deliveries),
        (marks.writes or any(catalogue.row(row_id).writes for row_id in marks.verifies), Need.own_tee_times),
    )
    return next((need for is_so, need in by_mark if is_so), Need.reads)


def _need_of_a_move(marks: CheckMarks) -> Need:
    if marks.quiet:
        return Need.clock_alone
    return Need.clock_in_lanes if marks.divides_itself else Need.clock


def choose(
    checks: Iterable[CheckMarks],
    catalogue: Catalogue,
    decided: Collection[str],
    *,
    read_only: bool,
    tours: bool = False,
    further_reads: bool = False,
    whole: bool = False,
) -> list[bool]:
    """For each check, whether the run needs it: it decides a row, or it gets answers that a shape or a closing check
    judges. A step that writes and a check that moves the clock are never part of a read-only run. Without *tours*, no
    check of a tour runs. *whole* says that the run decides all rows of its profile, and *further_reads* that tours that
    only read are part of such a run.
    """
    marks = list(checks)
    needed = [any(row_id in decided for row_id in mark.verifies) for mark in marks]
    closing = any(mark.closing for mark, wanted in zip(marks, needed, strict=True) if wanted)
    shaped = {name for row in catalogue if row.id in decided for shape in row.shapes for name in shape.operations}
    return [
        (tours or not mark.tours)
        and (tours or (whole and further_reads) or not mark.further_reads)
        and not (read_only and mark.moves_clock_minutes)
        and (
            wanted
            or (
                bool(mark.exercises)
                and not (whole and mark.spare)
                and (closing or not shaped.isdisjoint(mark.exercises) or _any_begins(decided, mark.speaks_for))
                and not (mark.writes and read_only)
            )
        )
        for mark, wanted in zip(marks, needed, strict=True)
    ]


def _any_begins(rows: Collection[str], beginnings: tuple[str, ...]) -> bool:
    return any(row_id.startswith(beginnings) for row_id in rows) if beginnings else False
