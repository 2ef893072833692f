"""Checks of the tee sheet of one day at an online course."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused, refused_or, same, steady
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Untested, Violation, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.play_days import day_beyond
from conformance.suite.arranged.tee_sheets import (
    Amount,
    ListedTeeTime,
    TeeSheet,
    ask,
    comes_to,
    every_tee_time,
    is_time_of_day,
    listed_tee_times,
    listed_times,
)
from conformance.suite.availability.sampled_sheets import (
    of_both_kinds,
    one_of_each_course,
    with_tee_times,
)
from conformance.suite.availability.sheets_again import (
    attempted,
    green_fees,
    has_smaller_gaps,
    offered,
    offered_within,
    twin,
)


@verifies("AVT-04")
def test_a_tee_sheet_is_of_the_course_and_the_date_asked_for(sheets: Sequence[TeeSheet]) -> None:
    for sheet in sheets:
        wanted = [sheet.course_id, sheet.play_date.isoformat()]
        actual = [part(sheet.answer.body, name, judge=False) for name in ("courseId", "date")]
        if actual != wanted:
            expected = f"courseId and date of {sheet.answer.where} are {wanted}"
            raise Violation(expected, f"courseId and date are {actual}", sheet.answer)


@verifies("AVT-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_total_amount_is_the_green_fee_of_all_players(sheets: Sequence[TeeSheet], players: int) -> None:
    asked = [sheet for sheet in sheets if sheet.players == players]

    rule = f"totalAmount for {players} players is {players} × greenFee"
    every_tee_time(
        asked,
        rule,
        lambda one: comes_to(one.total, one.green_fee, players),
        lambda one: f"totalAmount {one.total}, but {players} × {one.green_fee} = {players * one.green_fee}",
    )


@verifies("AVT-06")
def test_players_defaults_to_four(agency: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    of_four = of_both_kinds([one for one in sheets if one.players == 4], run, "default players")
    for turn, sheet in enumerate(of_four):
        asked = partial(offered_within, agency, sheet, {"earliestTime": "00:00"} if turn else {})
        # Asked before, so that a number that is remembered is not taken for the default.
        single = asked(players=1)
        default, four = steady(partial(asked, players=None), partial(asked, players=4))

        same(default, four, f"the tee sheet on {sheet.play_date} without players, which has to be the one for 4,")
        if single == four:
            raise Untested("The answers for one and for four players are the same, so neither shows the default.")


@verifies("AVT-07")
@pytest.mark.parametrize("players", [0, 5, 8])
def test_no_tee_time_is_priced_for_no_player_or_more_than_four(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], players: int
) -> None:
    for sheet in of_both_kinds(sheets, run, f"{players} players"):
        attempt = ask(agency, sheet.course_id, sheet.play_date, players)
        control = twin(agency, sheet)

        for one in listed_tee_times(refused_or(attempt, control=control)):
            priced = one.green_fee > 0 and comes_to(one.total, one.green_fee, players)
            expect(not priced, f"no tee time is priced for {players} players", f"{attempt.where}: {one}")


@verifies("AVT-08")
@pytest.mark.parametrize("players", ["abc", "2.5"])
def test_players_that_is_no_whole_number_is_refused_or_means_the_default(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], players: str
) -> None:
    sheet = next(of_both_kinds(sheets, run, f"players {players}"))
    attempt = ask(agency, sheet.course_id, sheet.play_date, players)
    control = twin(agency, sheet)

    body = refused_or(attempt, control=control)

    if body is not None:
        part(body, "availableTimes", judge=False)
        default, answered = steady(partial(offered, agency, sheet, None), partial(attempted, agency, sheet, players))
        same(answered, default, f"the tee sheet for players={players}, as the one without players,")


@verifies("AVT-13")
def test_a_tee_sheet_needs_a_date(agency: Agency, sheets: Sequence[TeeSheet]) -> None:
    for sheet in one_of_each_course(sheets)[:2]:
        attempt = ask(agency, sheet.course_id, None, sheet.players)
        control = twin(agency, sheet)

        refused(attempt, control=control)


@verifies("AVT-14")
@pytest.mark.parametrize("form", ["31st of a short month", "30 February", "month 13", "with slashes", "a word"])
def test_a_date_that_is_none_is_refused(agency: Agency, run: Run, sheets: Sequence[TeeSheet], form: str) -> None:
    sheet = next(of_both_kinds(sheets, run, form))

    attempt = ask(agency, sheet.course_id, _no_date(form, sheet.play_date, run.today), sheet.players)
    control = twin(agency, sheet)

    refused(attempt, control=control)


@verifies("AVT-18")
def test_listed_tee_times_have_room_for_the_players(agency: Agency, sheets: Sequence[TeeSheet]) -> None:
    found = with_tee_times(sheets)
    for sheet in found:
        players = sheet.players or 4
        every_tee_time([sheet], f"available is at least {players}", _has_room_for(players))

    larger = [sheet for sheet in found if sheet.players != 1]
    if not any(has_smaller_gaps(agency, sheet) for sheet in larger):
        raise Untested("No tee sheet has a tee time with too few places, so none had to be left out.")


@verifies("AVT-19")
def test_a_time_is_listed_once(sheets: Sequence[TeeSheet]) -> None:
    for sheet in with_tee_times(sheets):
        times = [one.time for one in sheet.tee_times]
        twice = [time for time in sheet.times if times.count(time) > 1]
        if twice:
            raise Violation(
                "each time is listed once", f"{sheet.answer.where} lists {twice} more than once", sheet.answer
            )


@verifies("AVT-20")
def test_first_and_last_available_frame_the_listed_times(sheets: Sequence[TeeSheet]) -> None:
    for sheet in with_tee_times(sheets):
        slots = part(sheet.answer.body, "timeSlots", judge=False)
        frame = [part(slots, name, judge=False) for name in ("firstAvailable", "lastAvailable")]
        times = listed_times(sheet.answer.body)
        if frame != [times[0], times[-1]]:
            expected = f"firstAvailable and lastAvailable are {times[0]} and {times[-1]}, as the listed tee times"
            raise Violation(expected, f"timeSlots of {sheet.answer.where} has {frame}", sheet.answer)


@verifies("AVT-21")
def test_twilight_prices_start_at_the_twilight_start(sheets: Sequence[TeeSheet]) -> None:
    dated = [(sheet, _twilight_start(sheet)) for sheet in sheets]
    for sheet, start in dated:
        wrong = [one for one in sheet.tee_times if start and one.price_type == _other_price_type(one.time, start)]
        if wrong:
            expected = f"twilight prices from {start} on, standard prices before"
            raise Violation(expected, f"{sheet.answer.where} lists {wrong[0]}", sheet.answer)

    seen = {one.price_type for sheet, start in dated if start for one in sheet.tee_times}
    if not {"standard", "twilight"} <= seen:
        raise Untested("The tee sheets with a twilightStart do not show both standard and twilight prices.")


@verifies("AVT-22")
def test_the_green_fee_does_not_depend_on_the_number_of_players(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    for sheet in of_both_kinds(sheets, run, "green fee"):
        (single,), larger = steady(
            partial(green_fees, agency, sheet, (1,)),
            partial(green_fees, agency, sheet, (2, 3, 4)),
            agree=lambda one, more: all(_same_where_both(one[0], fees) for fees in more),
        )

        if not any(fees.keys() & single.keys() for fees in larger):
            raise Untested("No tee time was listed both for one player and for more.")
        for players, fees in enumerate(larger, start=2):
            other = {time: fee for time, fee in fees.items() if single.get(time, fee) != fee}
            time, fee = next(iter(other.items()), ("", 0))
            told = f"at {time} on {sheet.play_date} at {sheet.course_id} it is {fee}, and {single.get(time)} for one"
            expect(not other, f"greenFee for {players} players is the one for one player", told)


@verifies("AVT-23")
def test_an_unknown_course_has_no_tee_sheet(
    agency: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "tee sheet of an unknown course")]
    for sheet in of_both_kinds(sheets, run, "unknown course"):
        attempt = ask(agency, unknown[-1], sheet.play_date, sheet.players)
        control = twin(agency, sheet)

        refused(attempt, control=control)


@verifies("AVT-24")
@pytest.mark.parametrize("days_ago", [2, 7, 45])
def test_a_past_date_offers_nothing(agency: Agency, run: Run, sheets: Sequence[TeeSheet], days_ago: int) -> None:
    for sheet in of_both_kinds(sheets, run, f"{days_ago} days ago"):
        _nothing_offered(agency, sheet, run.today - timedelta(days_ago))


@verifies("AVT-25")
@pytest.mark.parametrize("days_beyond", [3, 10, 100, 200])
def test_a_date_beyond_the_horizon_offers_nothing(
    agency: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet], days_beyond: int
) -> None:
    for sheet in one_of_each_course(sheets)[:2]:
        horizon = part(courses.terms(sheet.course_id), "bookingTerms.maxDaysInAdvance", judge=False)
        _nothing_offered(agency, sheet, day_beyond(run.today, horizon, days_beyond))


def _same_where_both(fees: dict[str, Amount], others: dict[str, Amount]) -> bool:
    return all(others[time] == fee for time, fee in fees.items() if time in others)


def _has_room_for(players: int) -> Callable[[ListedTeeTime], bool]:
    return lambda tee_time: tee_time.available >= players


def _twilight_start(sheet: TeeSheet) -> str | None:
    slots = sheet.answer.body.get("timeSlots") if sheet.tee_times else None
    start = slots.get("twilightStart") if isinstance(slots, dict) else None
    return start if is_time_of_day(start) else None


def _other_price_type(time: str, twilight_start: str) -> str:
    return "standard" if time >= twilight_start else "twilight"


def _no_date(form: str, day: date, today: date) -> str:
    """A text that is no date, though it resembles *day* or a day after *today*."""
    month = next(short for short in (2, 4, 6, 9, 11, 14) if short >= day.month)
    return {
        "31st of a short month": f"{day.year + month // 13}-{month % 12:02}-31",
        "30 February": f"{today.year + 1}-02-30",
        "month 13": f"{day.year}-13-{day.day:02}",
        "with slashes": f"{day:%d/%m/%Y}",
        "a word": "tomorrow",
    }[form]


def _nothing_offered(agency: Agency, sheet: TeeSheet, day: date) -> None:
    """Raise `Violation` when the course of *sheet* lists tee times on *day*, as it does on the day of the sheet."""
    attempt = ask(agency, sheet.course_id, day, sheet.players)
    control = twin(agency, sheet)

    body = refused_or(attempt, control=control)

    times = body.get("availableTimes") if isinstance(body, dict) else None
    expect(not times, f"no tee times on {day}", f"{attempt.where} lists {len(times or [])}")
