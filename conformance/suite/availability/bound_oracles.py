"""What a tee sheet between two times must show, and how it is asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, steady
from conformance.discovery.offered_tee_times import WHOLE_DAY
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect
from conformance.scope.run import Run
from conformance.suite.arranged.tee_sheets import ListedTeeTime, TeeSheet, ask, listed_tee_times
from conformance.suite.availability.sampled_sheets import bound_inside, bounds_inside
from conformance.suite.availability.sheets_again import as_listed, offered_within

Bounds = Mapping[str, str]


def asked_with_a_bound(
    agency: Agency, run: Run, sheets: Iterable[TeeSheet], name: str, place: str
) -> Iterator[tuple[Answer, str]]:
    """The answers for *sheets* with a bound *name* inside them, and the bound: first alone, then beside the other."""
    for turn, sheet in enumerate(sheets):
        bound = bound_inside(sheet, run, place, afternoon=_is_turn_of_the_afternoon(turn, place))
        beside = {other: time for other, time in WHOLE_DAY.items() if other != name and turn}
        yield ask(agency, sheet.course_id, sheet.play_date, sheet.players, **{name: bound}, **beside), bound


def _is_turn_of_the_afternoon(turn: int, place: str) -> bool:
    """Each place has a morning and an afternoon, in opposite orders: each comes alone once and beside a bound once."""
    return (turn == 0) == (place == "at a tee time")


def require_no_tee_time_before(answers: Iterable[tuple[Answer, str]]) -> None:
    """Raises `Violation` for an answer that lists a tee time before the bound beside it."""
    for answer, bound in answers:
        earlier = [time for time in _times(listed_tee_times(golden(answer))) if time < bound]
        expected = f"{answer.where} lists no tee time before {bound}"
        expect(not earlier, expected, f"it lists {', '.join(earlier)}", answer)


def require_no_tee_time_after(answers: Iterable[tuple[Answer, str]]) -> None:
    """Raises `Violation` for an answer that lists a tee time after the bound beside it."""
    for answer, bound in answers:
        later = [time for time in _times(listed_tee_times(golden(answer))) if time > bound]
        expected = f"{answer.where} lists no tee time after {bound}"
        expect(not later, expected, f"it lists {', '.join(later)}", answer)


def times_unless_refused(answer: Answer) -> list[str]:
    """The times that *answer* lists. Raises `NoEvidence` when it is refused."""
    if not answer.is_success:
        raise NoEvidence(f"{answer.where} answered {answer.status}, and no document shows an answer without tee times.")
    return _times(listed_tee_times(answer.body))


def require_no_tee_time_at_the_bounds(
    agency: Agency, run: Run, sheets: Iterable[TeeSheet], names: Sequence[str]
) -> None:
    """Raises `Violation` for a tee sheet that lists a tee time at one of its own bounds. *names* are the bounds asked
    for: one, or both.
    """
    for sheet in sheets:
        ends = bounds_inside(sheet, run) if len(names) > 1 else (bound_inside(sheet, run, "at a tee time"),)
        bounds = dict(zip(names, ends, strict=True))
        at_bounds = set(bounds.values())
        unbounded, bounded = steady(
            as_listed(agency, sheet),
            partial(offered_within, agency, sheet, bounds),
            agree=lambda whole, rest: at_bounds <= {*_times(whole)} and at_bounds.isdisjoint(_times(rest)),  # noqa: B023 - called at once
        )

        if not at_bounds <= {*_times(unbounded)}:
            raise Inconclusive(f"A tee time at {' or '.join(sorted(at_bounds))} was taken before it could be a bound.")
        expected = f"{_with_bounds(sheet, bounds)} excludes the tee times at {' and '.join(sorted(at_bounds))}"
        expect(at_bounds.isdisjoint(_times(bounded)), expected, f"it lists {', '.join(_times(bounded))}")


def with_inner_bounds(
    run: Run, sheets: Iterable[TeeSheet], names: Sequence[str], reach: str
) -> Iterator[tuple[TeeSheet, dict[str, str]]]:
    """*sheets* with bounds of these *names*: around the whole day, or between tee times when *reach* is `middle`."""
    for sheet in sheets:
        ends = WHOLE_DAY.values() if reach == "whole day" else bounds_inside(sheet, run)
        yield sheet, {name: end for name, end in zip(WHOLE_DAY, ends, strict=True) if name in names}


def require_all_tee_times_inside(agency: Agency, asked: Iterable[tuple[TeeSheet, dict[str, str]]]) -> None:
    """Raises `Violation` for a tee sheet with bounds that lacks or changes a tee time inside the bounds."""
    for sheet, bounds in asked:
        unbounded, bounded = steady(
            as_listed(agency, sheet),
            partial(offered_within, agency, sheet, bounds),
            agree=lambda whole, rest: _inside(whole, bounds) == _inside(rest, bounds),  # noqa: B023 - called at once
        )

        wanted, actual = _inside(unbounded, bounds), _inside(bounded, bounds)
        if not wanted:
            raise Inconclusive(f"All tee times inside {bounds} were taken meanwhile.")
        lost = [tee_time.time for tee_time in wanted if tee_time not in actual]
        expect(
            actual == wanted,
            f"{_with_bounds(sheet, bounds)} lists the {len(wanted)} tee times inside the bounds, unchanged",
            f"it lists {len(actual)} tee times. These are missing or changed: {', '.join(lost) or 'none'}",
        )


def _with_bounds(sheet: TeeSheet, bounds: Bounds) -> str:
    """The request for *sheet* between *bounds*, as messages write it."""
    return f"{sheet.answer.where}&{'&'.join(f'{name}={bound}' for name, bound in bounds.items())}"


def _times(tee_times: Sequence[ListedTeeTime]) -> list[str]:
    return [tee_time.time for tee_time in tee_times]


def _inside(tee_times: Sequence[ListedTeeTime], bounds: Bounds) -> list[ListedTeeTime]:
    low, high = bounds.get("earliestTime", "00:00"), bounds.get("latestTime", "24:00")
    return [tee_time for tee_time in tee_times if low < tee_time.time < high]
