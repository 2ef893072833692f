"""Checks of the tee sheet of one day at an online course."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.tee_sheets import TeeSheet, ask, comes_to, require_at_every_tee_time
from conformance.suite.availability.sampled_sheets import of_both_kinds, with_tee_times
from conformance.suite.availability.sheet_oracles import (
    require_a_gap_to_leave_out,
    require_course_and_date,
    require_different_times,
    require_no_price_for,
    require_one_green_fee_for_every_party,
    require_refusal_or_default,
    require_room_for_the_players,
    require_sheets_for_four_by_default,
    require_time_slots_to_frame_the_times,
    require_twilight_prices_from_the_twilight_start,
)
from conformance.suite.availability.sheets_again import sheet_twin


@verifies("AVT-04")
def test_a_tee_sheet_is_of_the_course_and_the_date_asked_for(sheets: Sequence[TeeSheet]) -> None:
    require_course_and_date(sheets)


@verifies("AVT-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_total_amount_is_the_green_fee_of_all_players(sheets: Sequence[TeeSheet], players: int) -> None:
    asked = [sheet for sheet in sheets if sheet.players == players]

    rule = f"totalAmount for {players} players is {players} × greenFee"
    require_at_every_tee_time(
        asked,
        rule,
        lambda tee_time: comes_to(tee_time.total, tee_time.green_fee, players),
        lambda tee_time: (
            f"totalAmount {tee_time.total}, but {players} × {tee_time.green_fee} = {players * tee_time.green_fee}"
        ),
    )


@verifies("AVT-06")
def test_players_defaults_to_four(reader: Agency, run: Run, sheets: Sequence[TeeSheet]) -> None:
    for_four = [sheet for sheet in sheets if sheet.players == 4]
    asked = of_both_kinds(for_four, run, "default players")

    require_sheets_for_four_by_default(reader, asked)


@verifies("AVT-07")
@pytest.mark.parametrize("players", [0, 5, 8])
def test_no_tee_time_is_priced_for_no_player_or_more_than_four(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], players: int
) -> None:
    asked = of_both_kinds(sheets, run, f"{players} players")
    pairs = ((ask(reader, sheet.course_id, sheet.play_date, players), sheet_twin(reader, sheet)) for sheet in asked)

    require_no_price_for(players, pairs)


@verifies("AVT-08")
@pytest.mark.parametrize("players", ["abc", "2.5"])
def test_players_that_is_no_whole_number_is_refused_or_means_the_default(
    reader: Agency, run: Run, sheets: Sequence[TeeSheet], players: str
) -> None:
    sheet = next(of_both_kinds(sheets, run, f"players {players}"))

    attempt = ask(reader, sheet.course_id, sheet.play_date, players)

    require_refusal_or_default(reader, sheet, players, attempt)


@verifies("AVT-18")
def test_listed_tee_times_have_room_for_the_players(reader: Agency, sheets: Sequence[TeeSheet]) -> None:
    found = with_tee_times(sheets)

    require_room_for_the_players(found)
    require_a_gap_to_leave_out(reader, [sheet for sheet in found if sheet.players != 1])


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
    reader: Agency, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    require_one_green_fee_for_every_party(reader, of_both_kinds(sheets, run, "green fee"))
