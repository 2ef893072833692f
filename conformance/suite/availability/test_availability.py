"""Checks of the tee sheet of one day at an online course."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.many_answers import require_refusals
from conformance.suite.arranged.play_days import day_beyond, latest_day_over
from conformance.suite.arranged.tee_sheets import TeeSheet, ask, comes_to, every_tee_time
from conformance.suite.availability.sampled_sheets import of_both_kinds, one_of_each_course, with_tee_times
from conformance.suite.availability.sheet_oracles import (
    require_a_gap_to_leave_out,
    require_course_and_date,
    require_different_times,
    require_four_players_by_default,
    require_no_price_for,
    require_nothing_offered,
    require_one_green_fee_for_every_party,
    require_refusal_or_default,
    require_room_for_the_players,
    require_time_slots_to_frame_the_times,
    require_twilight_prices_from_the_twilight_start,
)
from conformance.suite.availability.sheets_again import twin


@verifies("AVT-04")
def test_a_tee_sheet_is_of_the_course_and_the_date_asked_for(sheets: Sequence[TeeSheet]) -> None:
    require_course_and_date(sheets)


@verifies("AVT-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_total_amount_is_the_green_fee_of_all_players(sheets: Sequence[TeeSheet], players: int) -> None:
    asked = [sheet for sheet in sheets if sheet.players == players]

    rule = f"totalAmount for {players} players is {players} × greenFee"
    every_tee_time(
        asked,
        rule,
        lambda tee_time: comes_to(tee_time.total, tee_time.green_fee, players),
        lambda tee_time: (
            f"totalAmount {tee_time.total}, but {players} × {tee_time.green_fee} = {players * tee_time.green_fee}"
        ),
    )


@verifies("AVT-06")
def test_players_defaults_to_four(agency: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    for_four = [sheet for sheet in sheets if sheet.players == 4]
    asked = of_both_kinds(for_four, run, "default players")

    require_four_players_by_default(agency, asked)


@verifies("AVT-07")
@pytest.mark.parametrize("players", [0, 5, 8])
def test_no_tee_time_is_priced_for_no_player_or_more_than_four(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], players: int
) -> None:
    asked = of_both_kinds(sheets, run, f"{players} players")
    pairs = ((ask(agency, sheet.course_id, sheet.play_date, players), twin(agency, sheet)) for sheet in asked)

    require_no_price_for(players, pairs)


@verifies("AVT-08")
@pytest.mark.parametrize("players", ["abc", "2.5"])
def test_players_that_is_no_whole_number_is_refused_or_means_the_default(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet], players: str
) -> None:
    sheet = next(of_both_kinds(sheets, run, f"players {players}"))

    attempt = ask(agency, sheet.course_id, sheet.play_date, players)

    require_refusal_or_default(agency, sheet, players, attempt)


@verifies("AVT-13")
def test_a_tee_sheet_needs_a_date(agency: Agency, sheets: Sequence[TeeSheet]) -> None:
    asked = one_of_each_course(sheets)[:2]

    require_refusals((ask(agency, sheet.course_id, None, sheet.players), twin(agency, sheet)) for sheet in asked)


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

    require_room_for_the_players(found)
    require_a_gap_to_leave_out(agency, [sheet for sheet in found if sheet.players != 1])


@verifies("AVT-19")
def test_a_time_is_listed_once(sheets: Sequence[TeeSheet]) -> None:
    require_different_times(with_tee_times(sheets))


@verifies("AVT-20")
def test_first_and_last_available_frame_the_listed_times(sheets: Sequence[TeeSheet]) -> None:
    require_time_slots_to_frame_the_times(with_tee_times(sheets))


@verifies("AVT-21")
def test_twilight_prices_start_at_the_twilight_start(sheets: Sequence[TeeSheet]) -> None:
    require_twilight_prices_from_the_twilight_start(sheets)


@verifies("AVT-22")
def test_the_green_fee_does_not_depend_on_the_number_of_players(
    agency: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    require_one_green_fee_for_every_party(agency, of_both_kinds(sheets, run, "green fee"))


@verifies("AVT-23")
def test_an_unknown_course_has_no_tee_sheet(
    agency: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "tee sheet of an unknown course")]
    asked = of_both_kinds(sheets, run, "unknown course")

    require_refusals((ask(agency, unknown[-1], sheet.play_date, sheet.players), twin(agency, sheet)) for sheet in asked)


@verifies("AVT-24")
@pytest.mark.parametrize("days_ago", [7, 45])
def test_a_past_date_offers_nothing(agency: Agency, run: Run, sheets: Sequence[TeeSheet], days_ago: int) -> None:
    day = run.today - timedelta(days_ago)
    asked = of_both_kinds(sheets, run, f"{days_ago} days ago")

    require_nothing_offered(agency, ((sheet, day) for sheet in asked))


@verifies("AVT-24")
def test_the_day_before_offers_nothing(
    agency: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    asked = of_both_kinds(sheets, run, "the day before")

    require_nothing_offered(
        agency, ((sheet, latest_day_over(courses, sheet.course_id, sheet.answer.answered_at)) for sheet in asked)
    )


@verifies("AVT-25")
@pytest.mark.parametrize("days_beyond", [3, 10, 100, 200])
def test_a_date_beyond_the_horizon_offers_nothing(
    agency: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet], days_beyond: int
) -> None:
    asked = one_of_each_course(sheets)[:2]

    require_nothing_offered(agency, ((sheet, _beyond_the_horizon(courses, run, sheet, days_beyond)) for sheet in asked))


def _beyond_the_horizon(courses: CourseFinder, run: Run, sheet: TeeSheet, days_beyond: int) -> date:
    """The day that is *days_beyond* days beyond the maxDaysInAdvance of the course of *sheet*."""
    horizon = part(courses.terms(sheet.course_id), "bookingTerms.maxDaysInAdvance", judge=False)
    return day_beyond(run.today, horizon, days_beyond)


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
