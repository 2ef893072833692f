"""The plan of a run: its requests, the things that it would create and leave, and the rows that it cannot decide.

Nothing is sent for a plan. Its numbers are sums of the measured footprints of the checks.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from conformance.catalogue.requirements import Catalogue, Level
from conformance.discovery.grounds import FIRST_DAY_FROM_TODAY, LAST_DAY_FROM_TODAY
from conformance.footprint.measured import Footprint, Measured, Measurements, total
from conformance.running.engine import collect_marks
from conformance.running.fewer_cases import dropped_cases, load_orders
from conformance.scope.selection import CheckMarks, Options, Selection, choose, select
from conformance.session.earlier import EarlierParts
from conformance.target.target import Target
from conformance.wire.pace import seconds_for_clean_up

# For a few rows, all walks are about these rows.
_HEADROOM_PERCENT, _HEADROOM_OF_FEW_ROWS_PERCENT = 10, 30
_HEADROOM_OF_GENERATED_PERCENT = 50
_ANSWERS_SECONDS = (0.0, 0.05, 0.2)
# From so many lanes: which share of its time alone a run takes when answers take none, and which share of its requests
# follow each other. Measured at 0, 20, 50 and 100 ms.
_SHARES_BY_LANES = ((12, 0.65, 0.15), (8, 0.65, 0.19), (4, 0.65, 0.32), (1, 1.0, 1.0))


@dataclass(frozen=True)
class UntestedRows:
    """Rows that a run would not decide. *reason* says why, and names the way out."""

    reason: str
    rows: tuple[str, ...]
    musts: int


@dataclass(frozen=True)
class Plan:
    """The plan of a run with these options. It drops *dropped_cases* to save requests. *done* checks were decided in
    earlier parts of the run. *usual* is the expected footprint, *most* its upper bound.

    *cut_short*: the expected requests of the checks already exceed the limit of requests. Generated traffic gets
    *generated* requests of *generated_wanted*, as many as the plan allows. *at_once* is the largest number of things
    on the target at one time, *requests_at_once* the largest number of requests under way. *uncertain* rows stay
    untested if the target does not use the usual places. *seconds_by_answer* is the duration of the run, by the
    duration of an answer, both in seconds, and *requests_by_answer* is how many of its requests fit into the time
    budget.
    """

    target: str
    checks: int
    dropped_cases: int
    done: int
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
    untested: tuple[UntestedRows, ...]
    uncertain: tuple[UntestedRows, ...]
    seconds_by_answer: Mapping[float, float]
    requests_by_answer: Mapping[float, int]
    stays: tuple[str, ...]
    worst: tuple[str, ...]


def plan_of(
    target: Target, options: Options, catalogue: Catalogue, measured: Measurements, today: date, earlier: EarlierParts
) -> Plan:
    """The plan of a run on *today*, without what *earlier* parts of it decided or dropped.

    Raises `CatalogueError` for an unknown row in the options.
    """
    selection = select(catalogue, target, options)
    checks_left = _checks(catalogue, selection, target, options, earlier.settled | earlier.dropped)
    traffic = measured.generated_traffic(whole=selection.is_whole(catalogue), read_only=options.read_only)
    planned = target.wire.planned_requests
    dropped = dropped_cases(checks_left, measured, traffic.usual, planned, load_orders()[0])
    names = [name for name in checks_left if name not in dropped]
    checks, generated, most = _footprints(names, measured, options, traffic)
    usual = checks + _fitting(generated, max(planned - checks.requests, 0))
    times, budget = _times(usual, measured, target), target.wire.time_budget_seconds or float("inf")
    return Plan(
        target=target.base_url,
        checks=len(names),
        dropped_cases=len(dropped | earlier.dropped),
        done=len(earlier.settled),
        rows=len([row_id for row_id in selection.decided if catalogue.row(row_id).level is not Level.open]),
        usual=usual,
        most=most,
        most_requests=min(most.requests, target.wire.most_requests),
        cut_short=checks.requests > target.wire.most_requests,
        generated=usual.requests - checks.requests,
        generated_wanted=generated.requests,
        at_once=_at_once(names, measured, most),
        requests_at_once=target.wire.requests_at_once,
        first_day=today + timedelta(days=FIRST_DAY_FROM_TODAY),
        last_day=today + timedelta(days=LAST_DAY_FROM_TODAY),
        untested=_untested(selection, catalogue, target, measured),
        uncertain=tuple(_uncertain(selection, catalogue, target)),
        seconds_by_answer={item: min(seconds, budget) for item, seconds in times.items()},
        requests_by_answer={item: _within(budget, seconds, usual.requests) for item, seconds in times.items()},
        stays=tuple(_stays(target, most)),
        worst=tuple(_worst(most)),
    )


def _fitting(generated: Footprint, most: int) -> Footprint:
    return replace(generated, requests=min(generated.requests, most))


def _checks(
    catalogue: Catalogue, selection: Selection, target: Target, options: Options, done: Collection[str]
) -> Mapping[str, CheckMarks]:
    """The checks that a run of this *selection* needs and that are not *done*, by name with their marks."""
    marks, _ = collect_marks()
    wanted = choose(
        marks.values(),
        catalogue,
        selection.decided,
        read_only=options.read_only,
        tours=target.wire.tours > 0,
        further_reads=target.wire.plans_as_usual,
        whole=selection.is_whole(catalogue),
    )
    return {name: marks[name] for name, needed in zip(marks, wanted, strict=True) if needed and name not in done}


def _footprints(
    names: Sequence[str], measured: Measurements, options: Options, traffic: Measured
) -> tuple[Footprint, Footprint, Footprint]:
    """Three footprints, each with its clean-up: expected of these checks, expected of the generated *traffic*, and the
    upper bound of both together.
    """
    if not names:
        return Footprint(), Footprint(), Footprint()
    parts = measured.all_of(names)
    headroom = _HEADROOM_OF_FEW_ROWS_PERCENT if options.only else _HEADROOM_PERCENT
    checks = measured.expected(names)
    most = _with_headroom(total(part.most for part in parts), headroom) + measured.shared
    most += _with_headroom(traffic.most, _HEADROOM_OF_GENERATED_PERCENT)
    checks, generated, most = (footprint.with_clean_up for footprint in (checks, traffic.usual, most))
    return (_reading(checks), _reading(generated), _reading(most)) if options.read_only else (checks, generated, most)


def _with_headroom(most: Footprint, percent: int) -> Footprint:
    more = {name: -(-value * (100 + percent) // 100) for name, value in vars(most).items()}
    return Footprint(**more)


def _reading(footprint: Footprint) -> Footprint:
    return Footprint(requests=footprint.requests)


def _at_once(names: Sequence[str], measured: Measurements, most: Footprint) -> int:
    """Things that wait for the clean-up add up. The things of one running check come on top."""
    if not most.created:
        return 0
    largest = max((footprint.most.created for footprint in measured.all_of(names)), default=0)
    return min(most.left + most.holds + most.tokens + largest, most.created)


def _untested(
    selection: Selection, catalogue: Catalogue, target: Target, measured: Measurements
) -> tuple[UntestedRows, ...]:
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for row_id, evidence in selection.barred.items():
        if row_id in selection.selected:
            reasons[evidence.message].append(row_id)
    for key, rows in measured.untested.items():
        if not _is_declared(target, key):
            found = [row for row in rows if row in selection.decided]
            reasons[f"A decision needs {_shown(key)} in the target file."] += found
    kept = ((reason, rows) for reason, rows in reasons.items() if rows)
    counted = [
        UntestedRows(reason, tuple(rows), sum(1 for row in rows if catalogue.row(row).level is Level.must))
        for reason, rows in kept
    ]
    return tuple(sorted(counted, key=lambda untested: -len(untested.rows)))


def _uncertain(selection: Selection, catalogue: Catalogue, target: Target) -> Iterator[UntestedRows]:
    """Rows for which the suite searches the usual places. They stay untested if the target uses other places."""
    for need, key in _LOOKED_FOR.items():
        rows = [row for row in catalogue if row.id in selection.decided and need in row.needs]
        if rows and not _is_declared(target, key):
            musts = sum(1 for row in rows if row.level is Level.must)
            yield UntestedRows(f"{_shown(key)} is not declared.", tuple(row.id for row in rows), musts)


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
    """Seconds of a run by seconds of an answer: the time that the *usual* requests take by themselves, plus the time of
    the answers that follow each other.
    """
    share = usual.requests / max(total(footprint.usual for footprint in measured.all_of(measured.checks)).requests, 1)
    slowest = usual.requests / target.wire.rate if target.wire.rate else 0.0
    times = {}
    for answer in _ANSWERS_SECONDS:
        lanes = target.wire.lanes(answer)
        by_itself, in_a_row = next(shares for least, *shares in _SHARES_BY_LANES if lanes >= least)
        seconds = measured.seconds * share * by_itself + usual.requests * in_a_row * answer
        times[answer] = max(seconds, slowest)
    return times


def _within(budget: float, seconds: float, requests: int) -> int:
    """How many of the *requests* of a run of so many *seconds* fit into the time *budget*, without its clean-up."""
    if seconds <= budget:
        return requests
    return int(requests * (budget - seconds_for_clean_up(budget)) / seconds)


def _stays(target: Target, most: Footprint) -> Sequence[str]:
    """Sentences about things that stay behind after a complete run."""
    sentences = []
    if most.holds:
        sentences.append("Tee-time holds end by themselves after 15 minutes; nobody can release them earlier.")
    if most.tokens:
        sentences.append("Tokens that a check does not end, end by themselves.")
    if most.bookings:
        sentences.append("Cancelled bookings stay in the lists, each with the marker of the run in its reference.")
    if most.groups and target.levers.group_cancel is None:
        sentences.append(f"Up to {most.groups} group bookings stay: no document shows how to cancel a group.")
    if most.stay and target.levers.clock_advance is not None:
        sentences.append(
            f"Up to {most.stay} bookings stay: the run moves the clock past their cutoffs, and then the target refuses"
            " to cancel them."
        )
    return sentences


def _worst(most: Footprint) -> Sequence[str]:
    """Sentences about things that stay behind after a run that was killed."""
    if not most.created:
        return ()
    killed = (
        "When a run is killed, everything that it created and did not remove stays. teesheet sweep removes these things"
        " with the help of the journal."
    )
    return [killed, *(["Booking hooks end by themselves after 14 days."] if most.hooks else [])]
