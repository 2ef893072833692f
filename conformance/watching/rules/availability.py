"""Rules about tee sheets and periods, as far as one exchange shows whether they hold."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache, partial
from urllib.parse import unquote

from conformance.evidence.verdicts import Violation, expect, shown
from conformance.suite.arranged.days_offered import Period
from conformance.suite.arranged.tee_sheets import TeeSheet, comes_to, is_time_of_day, require_at_every_tee_time
from conformance.suite.availability.period_oracles import (
    require_availability_exactly_with_slots,
    require_best_to_be_one_of_the_days,
    require_days_within_the_period,
    require_each_day_once_and_in_order,
    require_first_times_before_last_times,
    require_weekdays_of_the_dates,
)
from conformance.suite.availability.sheet_oracles import (
    require_different_times,
    require_no_tee_times,
    require_room_for_the_players,
    require_time_slots_to_frame_the_times,
    require_twilight_prices_from_the_twilight_start,
)
from conformance.watching.seen import EarlierTraffic, JudgedExchange, rule

_USUAL_PLAYERS = 4
_PARTY = re.compile(r"[1-4]")
_NUMBER = re.compile(r"-?\d{1,9}")


# All rules look at one exchange before the next, and share its tee times.
@lru_cache(maxsize=8)
def _sheets(seen: JudgedExchange) -> Sequence[TeeSheet]:
    """The tee sheet of a valid request; none for any other."""
    if not seen.fits or not seen.shaped:
        return ()
    try:
        day, players = date.fromisoformat(seen.query["date"]), seen.query.get("players")
        return (TeeSheet(unquote(seen.met.course_id or ""), day, int(players) if players else None, seen.answer),)
    except (KeyError, ValueError):
        return ()


def _of_the_day(seen: JudgedExchange, known: EarlierTraffic, *, is_offline: bool) -> None:
    for sheet in _sheets(seen):
        if (seen.body.get("isOnline") is False) is not is_offline:
            continue
        _same(seen, "date", sheet.play_date.isoformat())
        if sheet.course_id in known.courses:
            _same(seen, "courseId", sheet.course_id)


def _same(seen: JudgedExchange, member: str, wanted: str) -> None:
    found = seen.body.get(member, wanted)
    expect(found == wanted, f"{member} of {seen.answer.where} is {wanted}", f"it is {shown(found)}", seen.answer)


def _total_for_the_players(seen: JudgedExchange, _: EarlierTraffic) -> None:
    players = int(seen.query.get("players", _USUAL_PLAYERS)) if seen.fits else _USUAL_PLAYERS
    require_at_every_tee_time(
        _sheets(seen),
        f"totalAmount is greenFee times {players}",
        lambda tee_time: comes_to(tee_time.total, tee_time.green_fee, players),
    )


def _total_for_four_by_default(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if "players" not in seen.query:
        _total_for_the_players(seen, known)


def _total_for_those_asked(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if "players" in seen.query:
        _total_for_the_players(seen, known)


def _no_price_for_other_parties(seen: JudgedExchange, _: EarlierTraffic) -> None:
    players = seen.query.get("players", "")
    if not _NUMBER.fullmatch(players) or _PARTY.fullmatch(players) or not seen.shaped:
        return
    with suppress(KeyError, ValueError):
        sheet = TeeSheet(
            unquote(seen.met.course_id or ""), date.fromisoformat(seen.query["date"]), int(players), seen.answer
        )
        require_at_every_tee_time(
            [sheet],
            f"no tee time is priced for {players} players",
            lambda tee_time: (
                not (tee_time.green_fee > 0 and comes_to(tee_time.total, tee_time.green_fee, int(players)))
            ),
        )


def _not_before_the_earliest(seen: JudgedExchange, _: EarlierTraffic) -> None:
    bound = seen.query.get("earliestTime", "")
    if is_time_of_day(bound):
        require_at_every_tee_time(
            _sheets(seen), f"no tee time is before {bound}", lambda tee_time: tee_time.time >= bound
        )


def _not_at_the_bounds(seen: JudgedExchange, _: EarlierTraffic) -> None:
    bounds = [seen.query.get(name) for name in ("earliestTime", "latestTime")]
    require_at_every_tee_time(_sheets(seen), "no tee time is at a bound", lambda tee_time: tee_time.time not in bounds)


def _not_after_the_latest(seen: JudgedExchange, _: EarlierTraffic) -> None:
    bound = seen.query.get("latestTime", "")
    if is_time_of_day(bound):
        require_at_every_tee_time(
            _sheets(seen), f"no tee time is after {bound}", lambda tee_time: tee_time.time <= bound
        )


def _needs_a_date(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "date" not in seen.query and seen.shaped and seen.body.get("availableTimes"):
        raise Violation("tee times without date are refused", f"{seen.answer.where} lists tee times", seen.answer)


def _room_for_the_players(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_room_for_the_players(_sheets(seen))


def _different_times(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_different_times(_sheets(seen))


def _framed_by_the_slots(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if not {"earliestTime", "latestTime"} & seen.query.keys():
        require_time_slots_to_frame_the_times(sheet for sheet in _sheets(seen) if sheet.tee_times)


def _twilight_from_its_start(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_twilight_prices_from_the_twilight_start(_sheets(seen))


def _offline_lists_nothing(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if isinstance(seen.body, dict) and seen.body.get("isOnline") is False:
        require_no_tee_times(_sheets(seen))


def _periods(seen: JudgedExchange) -> list[Period]:
    """The period of a valid request; none for any other."""
    if not seen.fits or not seen.shaped or not {"startDate", "endDate"} <= seen.query.keys():
        return []
    first, last = (date.fromisoformat(seen.query[name]) for name in ("startDate", "endDate"))
    course_id, players = unquote(seen.met.course_id or ""), int(seen.query.get("players", _USUAL_PLAYERS))
    return [Period(course_id, first, last, players, seen.answer)] if first <= last else []


def _of_the_course_asked_for(seen: JudgedExchange, known: EarlierTraffic) -> None:
    for period in _periods(seen):
        if period.course_id in known.courses:
            _same(seen, "courseId", period.course_id)


def _days_within(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_days_within_the_period(_periods(seen))


def _weekdays(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_weekdays_of_the_dates(_periods(seen))


def _availability_with_slots(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_availability_exactly_with_slots(_periods(seen), ())


def _first_before_last(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_first_times_before_last_times(_periods(seen))


def _best_is_a_day(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_best_to_be_one_of_the_days(_periods(seen))


def _each_day_once(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_each_day_once_and_in_order(_periods(seen))


def _needs_a_start(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _needs(seen, "startDate", "endDate")


def _needs_an_end(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _needs(seen, "endDate", "startDate")


def _needs(seen: JudgedExchange, absent: str, given: str) -> None:
    """A period without one of its ends is refused. The form with a single date is another question."""
    query = seen.query
    if absent not in query and given in query and "date" not in query and isinstance(seen.body, dict):
        days = seen.body.get("availabilityResults") if seen.answer.is_success else None
        expect(not days, f"a period without {absent} is refused", f"{seen.answer.where} gives days", seen.answer)


_SHEET, _PERIOD = "listTeeTimes", "checkAvailability"

RULES = (
    rule("AVT-04", _SHEET, partial(_of_the_day, is_offline=False)),
    rule("AVT-05", _SHEET, _total_for_those_asked),
    rule("AVT-06", _SHEET, _total_for_four_by_default),
    rule("AVT-07", _SHEET, _no_price_for_other_parties),
    rule("AVT-09", _SHEET, _not_before_the_earliest),
    rule("AVT-10", _SHEET, _not_after_the_latest),
    rule("AVT-11", _SHEET, _not_at_the_bounds),
    rule("AVT-13", _SHEET, _needs_a_date),
    rule("AVT-18", _SHEET, _room_for_the_players),
    rule("AVT-19", _SHEET, _different_times),
    rule("AVT-20", _SHEET, _framed_by_the_slots),
    rule("AVT-21", _SHEET, _twilight_from_its_start),
    rule("AVO-05", _SHEET, _offline_lists_nothing),
    rule("AVO-06", _SHEET, partial(_of_the_day, is_offline=True)),
    rule("AVM-01", _PERIOD, _of_the_course_asked_for),
    rule("AVM-03", _PERIOD, _days_within),
    rule("AVM-04", _PERIOD, _needs_a_start),
    rule("AVM-05", _PERIOD, _needs_an_end),
    rule("AVM-06", _PERIOD, _weekdays),
    rule("AVM-07", _PERIOD, _availability_with_slots),
    rule("AVM-08", _PERIOD, _first_before_last),
    rule("AVM-15", _PERIOD, _best_is_a_day),
    rule("AVM-19", _PERIOD, _each_day_once),
)
