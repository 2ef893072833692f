"""The plan of a run: what it would send and make on a target, what could stay behind, and what it cannot decide.

Nothing is sent for it. The numbers are sums of what every check was measured to take.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from conformance.catalogue.requirements import Catalogue, Level
from conformance.discovery.tee_times import FIRST_DAY_FROM_TODAY, LAST_DAY_FROM_TODAY
from conformance.planning.measured import Footprint, Measurements, total
from conformance.running.engine import collect_marks
from conformance.running.plugin import SUITE_FOLDER
from conformance.scope.selection import Options, Selection, choose, select
from conformance.target.target import Target

# Runs differ by what their seed draws.
_HEADROOM_PERCENT = 10
# Walks turn to whatever few rows are about.
_HEADROOM_OF_FEW_ROWS_PERCENT = 30
_HEADROOM_OF_GENERATED_PERCENT = 50


@dataclass(frozen=True)
class Untested:
    """Rows that a run would leave undecided, and why: *reason* names the way out."""

    reason: str
    rows: tuple[str, ...]
    musts: int


@dataclass(frozen=True)
class Plan:
    """What a run with these options would do. *usual* is what to expect, *most* the bound.

    *cut_short* says that even what the checks are expected to send goes beyond the limit of requests; what they leave
    of it is for generated requests, *generated* of *generated_wanted*. *at_once* is the most that stands on the target
    at one time, *requests_at_once* the most that are under way. *uncertain* rows stay untested where the
    target does not do the usual. *seconds_by_answer* is how long the run takes, by the seconds that an answer takes.
    """

    target: str
    checks: int
    rows: int
    usual: Footprint
    most: Footprint
    most_requests: int
    cut_short: bool
    generated: int
    generated_wanted: int
    at_once: int
    requests_at_once: int
    first_day: date
    last_day: date
    untested: tuple[Untested, ...]
    uncertain: tuple[Untested, ...]
    seconds_by_answer: Mapping[float, float]
    stays: tuple[str, ...]
    worst: tuple[str, ...]


def plan_of(
    target: Target,
    options: Options,
    catalogue: Catalogue,
    measured: Measurements,
    today: date,
    suite: Path = SUITE_FOLDER,
) -> Plan:
    """The plan of a run on *today*. Raises `CatalogueError` for an unknown row in the options."""
    selection = select(catalogue, target, options)
    marks, _ = collect_marks(suite)
    wanted = choose(marks.values(), catalogue, selection.decided, read_only=options.read_only)
    names = [name for name, needed in zip(marks, wanted, strict=True) if needed]
    checks, generated, most = _footprints(names, measured, options)
    left = max(target.wire.requests - checks.requests, 0)
    usual = checks + replace(generated, requests=min(generated.requests, left))
    return Plan(
        target=target.base_url,
        checks=len(names),
        rows=len([row_id for row_id in selection.decided if catalogue.row(row_id).level is not Level.open]),
        usual=usual,
        most=most,
        most_requests=min(most.requests, target.wire.requests),
        cut_short=checks.requests > target.wire.requests,
        generated=usual.requests - checks.requests,
        generated_wanted=generated.requests,
        at_once=_at_once(names, measured, most),
        requests_at_once=target.wire.concurrency,
        first_day=today + timedelta(days=FIRST_DAY_FROM_TODAY),
        last_day=today + timedelta(days=LAST_DAY_FROM_TODAY),
        untested=_untested(selection, catalogue, target, measured),
        uncertain=tuple(_uncertain(selection, catalogue, target)),
        seconds_by_answer=_times(usual, measured, target),
        stays=tuple(_stays(target, most)),
        worst=tuple(_worst(most)),
    )


def _footprints(
    names: Sequence[str], measured: Measurements, options: Options
) -> tuple[Footprint, Footprint, Footprint]:
    """What to expect of these checks, and of generated traffic, and the bound of both, each with its clean-up."""
    if not names:
        return Footprint(), Footprint(), Footprint()
    parts = measured.all_of(names)
    headroom = _HEADROOM_OF_FEW_ROWS_PERCENT if options.only else _HEADROOM_PERCENT
    checks = total(part.usual for part in parts) + measured.shared
    most = _with_headroom(total(part.most for part in parts), headroom) + measured.shared
    generated = Footprint()
    if not options.only:
        # Single rows are decided by their checks alone.
        traffic = measured.generated_reads if options.read_only else measured.generated
        generated = traffic.usual
        most += _with_headroom(traffic.most, _HEADROOM_OF_GENERATED_PERCENT)
    checks, generated, most = (_with_clean_up(footprint) for footprint in (checks, generated, most))
    return (_reading(checks), _reading(generated), _reading(most)) if options.read_only else (checks, generated, most)


def _with_headroom(most: Footprint, percent: int) -> Footprint:
    more = {name: -(-value * (100 + percent) // 100) for name, value in vars(most).items()}
    return Footprint(**more)


def _with_clean_up(footprint: Footprint) -> Footprint:
    """The clean-up sends a request for each thing that is left, and reads those that it cannot end."""
    return replace(footprint, requests=footprint.requests + footprint.left + footprint.stay)


def _reading(footprint: Footprint) -> Footprint:
    return Footprint(requests=footprint.requests)


def _at_once(names: Sequence[str], measured: Measurements, most: Footprint) -> int:
    """What is left for the clean-up adds up, and one check at a time stands beside it."""
    if not most.made:
        return 0
    largest = max((footprint.most.made for footprint in measured.all_of(names)), default=0)
    return min(most.left + most.holds + most.tokens + largest, most.made)


def _untested(
    selection: Selection, catalogue: Catalogue, target: Target, measured: Measurements
) -> tuple[Untested, ...]:
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for row_id, evidence in selection.barred.items():
        if row_id in selection.selected:
            reasons[evidence.message].append(row_id)
    for key, rows in measured.untested.items():
        if not _is_declared(target, key):
            found = [row for row in rows if row in selection.decided]
            reasons[f"Needs {_shown(key)} in the target file."] += found
    kept = ((reason, rows) for reason, rows in reasons.items() if rows)
    counted = [
        Untested(reason, tuple(rows), sum(1 for row in rows if catalogue.row(row).level is Level.must))
        for reason, rows in kept
    ]
    return tuple(sorted(counted, key=lambda untested: -len(untested.rows)))


def _uncertain(selection: Selection, catalogue: Catalogue, target: Target) -> Iterator[Untested]:
    """Rows for which the suite looks in usual places, and which stay untested where a target has others."""
    for need, key in _LOOKED_FOR.items():
        rows = [row for row in catalogue if row.id in selection.decided and need in row.needs]
        if rows and not _is_declared(target, key):
            musts = sum(1 for row in rows if row.level is Level.must)
            yield Untested(f"{_shown(key)} is not declared.", tuple(row.id for row in rows), musts)


_LOOKED_FOR: Mapping[str, str] = {
    "whid": "declares.webhook_id",
    "hook": "hooks.body",
    "grpbody": "groups.players",
    "jwt": "tokens",
}


def _shown(key: str) -> str:
    section, _, name = key.rpartition(".")
    return f"{name} under [{section}]" if section else f"[{name}]"


def _is_declared(target: Target, key: str) -> bool:
    """Whether the target file gives *key*, a dotted name such as `courses.offline`."""
    found: object = target
    for name in key.removeprefix("declares.").split("."):
        found = getattr(found, name, None)
    return found is not None


def _times(usual: Footprint, measured: Measurements, target: Target) -> Mapping[float, float]:
    """Seconds of a run by seconds that an answer takes: what was measured for as many requests, and the answers."""
    share = usual.requests / max(total(footprint.usual for footprint in measured.all_of(measured.checks)).requests, 1)
    slowest = usual.requests / target.wire.rate if target.wire.rate else 0.0
    budget = target.wire.time_budget_seconds or float("inf")
    times = {item: max(measured.seconds * share + usual.requests * item, slowest) for item in (0.0, 0.05, 0.2)}
    return {time_: min(seconds, budget) for time_, seconds in times.items()}


def _stays(target: Target, most: Footprint) -> Sequence[str]:
    """What a run that ends well leaves behind, in sentences."""
    said = []
    if most.holds:
        said.append("Tee-time holds end by themselves after 15 minutes; nobody can release them earlier.")
    if most.tokens:
        said.append("Tokens that a check leaves open end by themselves.")
    if most.bookings:
        said.append("Cancelled bookings stay in the lists, each with the marker of the run in its reference.")
    if most.groups and target.levers.group_cancel is None:
        said.append(f"Up to {most.groups} group bookings stay: no document shows how to cancel one.")
    if most.stay and target.levers.clock_advance is not None:
        said.append(f"Up to {most.stay} bookings stay: the clock is moved past their cutoffs to see them refused.")
    return said


def _worst(most: Footprint) -> Sequence[str]:
    """What a run that is killed may leave behind, in sentences."""
    if not most.made:
        return ()
    said = ["A run that is killed may leave all that stands at that moment. teesheet sweep removes it by the journal."]
    return [*said, *(["Booking hooks end by themselves after 14 days."] if most.hooks else [])]
