"""What tee sheets must show, each rule for several of them: a finding names the tee sheet that breaks it."""

from collections.abc import Iterable
from datetime import date
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused_or, same, steady
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Untested, Violation, expect, shown
from conformance.suite.arranged.tee_sheets import (
    Amount,
    TeeSheet,
    ask,
    comes_to,
    is_time_of_day,
    listed_tee_times,
    listed_times,
    require_at_every_tee_time,
)
from conformance.suite.availability.sheets_again import (
    green_fees,
    has_smaller_gaps,
    offered,
    offered_within,
    sheet_twin,
    try_sheet,
)


def require_course_and_date(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for an answer of another course or another date than the request names."""
    for sheet in sheets:
        wanted = [sheet.course_id, sheet.play_date.isoformat()]
        actual = [part(sheet.answer.body, name, judge=False) for name in ("courseId", "date")]
        if actual != wanted:
            expected = f"courseId and date of {sheet.answer.where} are {wanted}"
            raise Violation(expected, f"courseId and date are {actual}", sheet.answer)


def require_sheets_for_four_by_default(agency: Agency, sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` when a tee sheet without players is not the tee sheet for 4, alone or beside a bound.

    Raises `Untested` when the tee sheet for one player is the same too.
    """
    for sheet, bounds in zip(sheets, _BESIDE_PLAYERS, strict=False):
        asked = partial(offered_within, agency, sheet, bounds)
        # This request comes first, so that a target that remembers the last number does not answer for 4.
        single = asked(players=1)
        default, four = steady(partial(asked, players=None), partial(asked, players=4))

        beside = f" beside {shown(bounds)}" if bounds else ""
        what = f"the tee sheet of {sheet.course_id} on {sheet.play_date}{beside} without players"
        same(default, four, f"{what}, compared with players=4,")
        if single == four:
            raise Untested("The answers for one and for four players are the same, so they do not show the default.")


# The bounds of the first tee sheet and of the second. A default may hold alone and not beside a bound.
_BESIDE_PLAYERS: tuple[dict[str, str], ...] = ({}, {"earliestTime": "00:00"})


def require_no_price_for(players: int, pairs: Iterable[tuple[Answer, Answer]]) -> None:
    """Raises `Violation` for an attempt, the first of a pair, that lists a tee time priced for this number of
    *players*.

    Raises `Inconclusive` when the control, the second of the pair, is refused.
    """
    for attempt, control in pairs:
        for tee_time in listed_tee_times(refused_or(attempt, control=control)):
            priced = tee_time.green_fee > 0 and comes_to(tee_time.total, tee_time.green_fee, players)
            expect(not priced, f"no tee time is priced for {players} players", f"{attempt.where}: {tee_time}")


def require_refusal_or_default(agency: Agency, sheet: TeeSheet, players: str, attempt: Answer) -> None:
    """Raises `Violation` when *attempt*, for *players* that is not a number, does not answer as without players.

    Raises `Inconclusive` when the valid request is refused.
    """
    body = refused_or(attempt, control=sheet_twin(agency, sheet))
    if body is not None:
        part(body, "availableTimes", judge=False)
        default, answered = steady(partial(offered, agency, sheet, None), partial(try_sheet, agency, sheet, players))
        what = f"the tee sheet of {sheet.course_id} on {sheet.play_date} for players={players}"
        same(answered, default, f"{what}, compared with the tee sheet without players,")


def require_room_for_the_players(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for a tee time with fewer places than the players that its tee sheet was asked for."""
    for sheet in sheets:
        _require_places([sheet], sheet.players or 4)


def _require_places(sheets: Iterable[TeeSheet], players: int) -> None:
    require_at_every_tee_time(
        sheets, f"available is at least {players}", lambda tee_time: tee_time.available >= players
    )


def require_a_gap_to_leave_out(agency: Agency, sheets: Iterable[TeeSheet]) -> None:
    """Raises `Untested` when no day of *sheets* has a tee time with too few places for the players."""
    if not any(has_smaller_gaps(agency, sheet) for sheet in sheets):
        raise Untested("No tee sheet has a tee time with too few places, so no tee time had to be excluded.")


def require_different_times(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for a tee sheet that lists a time twice."""
    for sheet in sheets:
        times = [tee_time.time for tee_time in sheet.tee_times]
        twice = [time for time in sheet.times if times.count(time) > 1]
        if twice:
            raise Violation(
                "each time is listed once", f"{sheet.answer.where} lists {twice} more than once", sheet.answer
            )


def require_time_slots_to_frame_the_times(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` unless firstAvailable and lastAvailable are the first and the last time listed."""
    for sheet in sheets:
        slots = part(sheet.answer.body, "timeSlots", judge=False)
        frame = [part(slots, name, judge=False) for name in ("firstAvailable", "lastAvailable")]
        times = listed_times(sheet.answer.body)
        if frame != [times[0], times[-1]]:
            expected = f"firstAvailable and lastAvailable are {times[0]} and {times[-1]}, like the listed tee times"
            raise Violation(expected, f"timeSlots of {sheet.answer.where} has {frame}", sheet.answer)


def require_twilight_prices_from_the_twilight_start(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for a twilight price before twilightStart, or a standard price after it.

    Raises `Untested` unless tee sheets with a twilightStart show both.
    """
    dated = [(sheet, start) for sheet in sheets if (start := _twilight_start(sheet))]
    for sheet, start in dated:
        for tee_time in sheet.tee_times:
            if tee_time.price_type == _other_price_type(tee_time.time, start):
                expected = f"tee times have twilight prices from {start} on and standard prices before"
                raise Violation(expected, f"{sheet.answer.where} lists {tee_time}", sheet.answer)

    seen = {tee_time.price_type for sheet, _ in dated for tee_time in sheet.tee_times}
    if not {"standard", "twilight"} <= seen:
        raise Untested("The tee sheets with a twilightStart do not show both standard and twilight prices.")


def _twilight_start(sheet: TeeSheet) -> str | None:
    slots = sheet.answer.body.get("timeSlots") if sheet.tee_times else None
    start = slots.get("twilightStart") if isinstance(slots, dict) else None
    return start if is_time_of_day(start) else None


def _other_price_type(time: str, twilight_start: str) -> str:
    return "standard" if time >= twilight_start else "twilight"


def require_one_green_fee_for_every_party(agency: Agency, sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for a tee time whose green fee for 2, 3 or 4 players differs from the one for one player."""
    for sheet in sheets:
        (single,), larger = steady(
            partial(green_fees, agency, sheet, (1,)),
            partial(green_fees, agency, sheet, (2, 3, 4)),
            agree=lambda fees_of_one, more: all(_same_where_both(fees_of_one[0], fees) for fees in more),
        )

        if not any(fees.keys() & single.keys() for fees in larger):
            raise Untested("No tee time was listed both for one player and for more.")
        for players, fees in enumerate(larger, start=2):
            _require_same_fees(sheet, single, fees, players)


def _require_same_fees(sheet: TeeSheet, single: dict[str, Amount], fees: dict[str, Amount], players: int) -> None:
    differing = {time: fee for time, fee in fees.items() if single.get(time, fee) != fee}
    time, fee = next(iter(differing.items()), ("", 0))
    where = f"{time} on {sheet.play_date} at {sheet.course_id}"
    actual = f"greenFee at {where} is {fee} for {players} players and {single.get(time)} for one player"
    expect(not differing, f"greenFee for {players} players is the same as greenFee for one player", actual)


def _same_where_both(fees: dict[str, Amount], others: dict[str, Amount]) -> bool:
    return all(others[time] == fee for time, fee in fees.items() if time in others)


def require_nothing_offered(agency: Agency, days: Iterable[tuple[TeeSheet, date]]) -> None:
    """Raises `Violation` when the course of a tee sheet lists tee times on the day beside the sheet."""
    for sheet, day in days:
        attempt = ask(agency, sheet.course_id, day, sheet.players)
        control = sheet_twin(agency, sheet)

        body = refused_or(attempt, control=control)

        times = body.get("availableTimes") if isinstance(body, dict) else None
        expect(not times, f"no tee times on {day}", f"{attempt.where} lists {len(times or [])}")


def require_no_tee_times(sheets: Iterable[TeeSheet]) -> None:
    """Raises `Violation` for a tee time of an offline course."""
    for sheet in sheets:
        if times := sheet.answer.body.get("availableTimes"):
            raise Violation(
                "an offline course lists no tee times",
                f"{sheet.answer.where} lists {len(times)}, the first is {shown(times[0])}",
                sheet.answer,
            )
