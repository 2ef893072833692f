"""Checks of the tee sheet between two times of a day."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, part, same
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.arranged.tee_sheets import TeeSheet, ask
from conformance.suite.availability.bound_oracles import (
    asked_with_a_bound,
    require_all_tee_times_inside,
    require_no_tee_time_after,
    require_no_tee_time_at_the_bounds,
    require_no_tee_time_before,
    times_unless_refused,
    with_inner_bounds,
)
from conformance.suite.availability.sampled_sheets import bounds_inside, bounds_within_an_hour, long_sheets
from conformance.suite.availability.time_slots import described_between_bounds, require_one_description


@verifies("AVT-04")
def test_a_tee_sheet_between_two_times_is_of_the_date_asked_for(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    sheet = next(long_sheets(sheets, run, "date between two times"))
    bounds = dict(zip(("earliestTime", "latestTime"), bounds_inside(sheet, run), strict=True))

    body = golden(ask(reader, sheet.course_id, sheet.play_date, sheet.players, **bounds))

    same(part(body, "date", judge=False), sheet.play_date.isoformat(), f"the date of the tee sheet between {bounds}")


@verifies("AVT-09")
@pytest.mark.parametrize("place", ["at a tee time", "between two"])
def test_the_earliest_time_removes_earlier_tee_times(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], place: str
) -> None:
    asked = long_sheets(sheets, run, f"earliest {place}")

    answers = asked_with_a_bound(reader, run, asked, "earliestTime", place)

    require_no_tee_time_before(answers)


@verifies("AVT-09")
def test_bounds_in_the_wrong_order_find_nothing(reader: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    sheet = next(long_sheets(sheets, run, "bounds in the wrong order"))
    latest, earliest = bounds_inside(sheet, run)

    bounds = {"earliestTime": earliest, "latestTime": latest}
    answer = ask(reader, sheet.course_id, sheet.play_date, sheet.players, **bounds)
    answer.mark(Role.attempt)

    listed = [time for time in times_unless_refused(answer) if time < earliest]
    expect(not listed, f"{answer.where} lists no tee time before {earliest}", f"it lists {listed}", answer)


@verifies("AVT-10")
@pytest.mark.parametrize("place", ["at a tee time", "between two"])
def test_the_latest_time_removes_later_tee_times(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], place: str
) -> None:
    asked = long_sheets(sheets, run, f"latest {place}")

    answers = asked_with_a_bound(reader, run, asked, "latestTime", place)

    require_no_tee_time_after(answers)


@verifies("AVT-10")
def test_a_latest_time_before_all_tee_times_finds_nothing(reader: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    sheet = next(long_sheets(sheets, run, "latest before all"))

    answer = ask(reader, sheet.course_id, sheet.play_date, sheet.players, latestTime="00:01")

    listed = [time for time in times_unless_refused(answer) if time > "00:01"]
    expect(not listed, f"{answer.where} lists no tee time after latestTime=00:01", f"it lists {listed}", answer)


@verifies("AVT-11")
@pytest.mark.parametrize("names", [("earliestTime",), ("latestTime",), ("earliestTime", "latestTime")], ids="+".join)
def test_a_tee_time_at_the_bound_is_left_out(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], names: Sequence[str]
) -> None:
    asked = long_sheets(sheets, run, f"exclusive {'+'.join(names)}")

    require_no_tee_time_at_the_bounds(reader, run, asked, names)


@verifies("AVT-12")
@pytest.mark.parametrize("names", [("earliestTime",), ("latestTime",), ("earliestTime", "latestTime")], ids="+".join)
@pytest.mark.parametrize("reach", ["middle", "whole day"])
def test_the_bounds_remove_no_tee_time_inside_them(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], names: Sequence[str], reach: str
) -> None:
    asked = long_sheets(sheets, run, f"inside {names} {reach}")

    require_all_tee_times_inside(reader, with_inner_bounds(run, asked, names, reach))


@verifies("AVT-12")
def test_bounds_within_an_hour_remove_no_tee_time_inside_them(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    sheet = next(long_sheets(sheets, run, "within an hour"))

    require_all_tee_times_inside(reader, [(sheet, bounds_within_an_hour(sheet))])


@verifies("AVT-20")
def test_first_and_last_available_describe_the_same_whatever_the_bounds_are(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    sheet = next(long_sheets(sheets, run, "described"))

    require_not_again(
        require_one_description,
        described_between_bounds(reader, run, sheet),
        lambda: described_between_bounds(reader, run, sheet),
        "firstAvailable and lastAvailable described different things. Asked again, they did not.",
    )
