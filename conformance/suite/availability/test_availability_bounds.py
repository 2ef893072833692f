"""Checks of the tee sheet between two times of a day."""

from collections.abc import Mapping, Sequence
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, part, same, steady
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.tee_sheets import (
    ListedTeeTime,
    TeeSheet,
    ask,
    listed_tee_times,
)
from conformance.suite.availability.sampled_sheets import (
    bound_inside,
    bounds_inside,
    long_sheets,
)
from conformance.suite.availability.sheets_again import (
    as_listed,
    offered_within,
)


@verifies("AVT-04")
def test_a_tee_sheet_between_two_times_is_of_the_date_asked_for(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    sheet = next(long_sheets(sheets, run, "date between two times"))
    bounds = dict(zip(("earliestTime", "latestTime"), bounds_inside(sheet, run), strict=True))

    body = golden(ask(agency, sheet.course_id, sheet.play_date, sheet.players, **bounds))

    same(part(body, "date", judge=False), sheet.play_date.isoformat(), f"the date of the tee sheet between {bounds}")


@verifies("AVT-09")
@pytest.mark.parametrize("place", ["at a tee time", "between two"])
def test_the_earliest_time_removes_earlier_tee_times(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], place: str
) -> None:
    for turn, sheet in enumerate(long_sheets(sheets, run, f"earliest {place}")):
        bound = bound_inside(sheet, run, place, afternoon=_is_turn_of_the_afternoon(turn, place))
        bounds = {"earliestTime": bound} | ({"latestTime": "23:59"} if turn else {})

        answer = ask(agency, sheet.course_id, sheet.play_date, sheet.players, **bounds)

        earlier = [one.time for one in listed_tee_times(golden(answer)) if one.time < bound]
        expected = f"{answer.where} lists no tee time before {bound}"
        expect(not earlier, expected, f"it lists {', '.join(earlier)}", answer)


@verifies("AVT-10")
@pytest.mark.parametrize("place", ["at a tee time", "between two"])
def test_the_latest_time_removes_later_tee_times(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], place: str
) -> None:
    for turn, sheet in enumerate(long_sheets(sheets, run, f"latest {place}")):
        bound = bound_inside(sheet, run, place, afternoon=_is_turn_of_the_afternoon(turn, place))
        bounds = {"latestTime": bound} | ({"earliestTime": "00:00"} if turn else {})

        answer = ask(agency, sheet.course_id, sheet.play_date, sheet.players, **bounds)

        later = [one.time for one in listed_tee_times(golden(answer)) if one.time > bound]
        expected = f"{answer.where} lists no tee time after {bound}"
        expect(not later, expected, f"it lists {', '.join(later)}", answer)


@verifies("AVT-10")
def test_a_latest_time_before_all_tee_times_leaves_none(agency: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    sheet = next(long_sheets(sheets, run, "latest before all"))

    answer = ask(agency, sheet.course_id, sheet.play_date, sheet.players, latestTime="00:01")

    if not answer.is_success:
        raise NoEvidence(f"{answer.where} answered {answer.status}: no document shows an answer without tee times.")
    listed = [one.time for one in listed_tee_times(answer.body) if one.time > "00:01"]
    expect(not listed, f"{answer.where} lists no tee time after latestTime=00:01", f"it lists {listed}", answer)


@verifies("AVT-11")
@pytest.mark.parametrize("name", ["earliestTime", "latestTime"])
def test_a_tee_time_at_the_bound_is_left_out(agency: Agency, run: Run, sheets: Sequence[TeeSheet], name: str) -> None:
    for sheet in long_sheets(sheets, run, f"exclusive {name}"):
        bound = bound_inside(sheet, run, "at a tee time")
        unbounded, bounded = steady(
            as_listed(agency, sheet),
            partial(offered_within, agency, sheet, {name: bound}),
            agree=lambda whole, rest: bound in _times(whole) and bound not in _times(rest),  # noqa: B023 - called at once
        )

        if bound not in _times(unbounded):
            raise Inconclusive(f"The tee time {bound} was taken before it could serve as a bound.")
        expected = f"{_with_bounds(sheet, {name: bound})} leaves out the tee time at {bound}"
        expect(bound not in _times(bounded), expected, f"it lists {', '.join(_times(bounded))}")


@verifies("AVT-12")
@pytest.mark.parametrize("names", [("earliestTime",), ("latestTime",), ("earliestTime", "latestTime")], ids="+".join)
@pytest.mark.parametrize("reach", ["middle", "whole day"])
def test_the_bounds_remove_no_tee_time_inside_them(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], names: Sequence[str], reach: str
) -> None:
    for sheet in long_sheets(sheets, run, f"inside {names} {reach}"):
        low, high = ("00:00", "23:59") if reach == "whole day" else bounds_inside(sheet, run)
        bounds = {name: end for name, end in (("earliestTime", low), ("latestTime", high)) if name in names}
        unbounded, bounded = steady(
            as_listed(agency, sheet),
            partial(offered_within, agency, sheet, bounds),
            agree=lambda whole, rest: _inside(whole, bounds) == _inside(rest, bounds),  # noqa: B023 - called at once
        )

        wanted, actual = _inside(unbounded, bounds), _inside(bounded, bounds)
        if not wanted:
            raise Inconclusive(f"All tee times inside {bounds} were taken meanwhile.")
        lost = [one.time for one in wanted if one not in actual]
        expected = f"{_with_bounds(sheet, bounds)} lists the {len(wanted)} tee times inside the bounds, unchanged"
        told = f"it lists {len(actual)}, without or with another {', '.join(lost) or 'tee time'}"
        expect(actual == wanted, expected, told)


def _with_bounds(sheet: TeeSheet, bounds: Mapping[str, str]) -> str:
    """The request for *sheet* between *bounds*, as messages write it."""
    return f"{sheet.answer.where}&{'&'.join(f'{name}={bound}' for name, bound in bounds.items())}"


def _times(tee_times: Sequence[ListedTeeTime]) -> list[str]:
    return [one.time for one in tee_times]


def _is_turn_of_the_afternoon(turn: int, place: str) -> bool:
    """Both places have a morning and an afternoon, in two orders, so that each is met alone and beside a bound."""
    return (turn == 0) == (place == "at a tee time")


def _inside(tee_times: Sequence[ListedTeeTime], bounds: dict[str, str]) -> list[ListedTeeTime]:
    low, high = bounds.get("earliestTime", "00:00"), bounds.get("latestTime", "24:00")
    return [one for one in tee_times if low < one.time < high]
