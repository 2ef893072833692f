"""Days in answers for several days beside their tee sheets, wherever a run read both, and what the days that differ
have in common. Pure.

Others may book between the two reads. They do not choose weekends or parties of four, and spare all other days.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.conditions.courses import KnownCourses
from conformance.conditions.coverage import known_courses
from conformance.conditions.days import week_of
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.model import Case
from conformance.conditions.reading import READINGS
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of
from conformance.suite.arranged.days_offered import days_of
from conformance.suite.arranged.tee_sheets import ListedTeeTime, listed_tee_times

ROW = "AVM-18"

_BOUNDS, _USUAL_PLAYERS, _WEEK = frozenset({"earliestTime", "latestTime"}), 4, 7

_WITHOUT_TEE_TIMES: Mapping[str, Any] = {
    "hasAvailability": False,
    "firstAvailableTime": None,
    "lastAvailableTime": None,
}

_WHOLE, _MORNING, _AFTERNOON = "all", "morning", "afternoon"

# A course and a date.
Day = tuple[str, str]


@dataclass(frozen=True)
class ComparedDay:
    """A day as an answer for several days has *shown* this *part* of it for *players*, and the tee times of its sheet.
    *exchanges* are the two reads.
    """

    shown: Mapping[str, Any]
    tee_times: Sequence[ListedTeeTime]
    players: int
    part: str
    case: Case
    exchanges: tuple[Exchange, Exchange]

    @property
    def with_room(self) -> Sequence[ListedTeeTime]:
        """The tee times with room for the players."""
        return [tee_time for tee_time in self.tee_times if tee_time.available >= self.players]


@dataclass(frozen=True)
class DaysApart:
    """Days that share the *conditions* and whose *members* differ from their tee sheets. *alike* others are like their
    sheets.
    """

    members: tuple[str, ...]
    conditions: Conditions
    days: Sequence[ComparedDay]
    alike: int


def _frame(tee_times: Sequence[ListedTeeTime]) -> list[Any]:
    return [True, tee_times[0].time, tee_times[-1].time] if tee_times else [False]


def _lowest(tee_times: Sequence[ListedTeeTime], players: int = 1) -> list[Any]:
    return [min(tee_time.green_fee for tee_time in tee_times) * players] if tee_times else []


def _standard(tee_times: Sequence[ListedTeeTime]) -> Sequence[ListedTeeTime]:
    return [tee_time for tee_time in tee_times if tee_time.price_type == "standard"]


def _count(tee_times: Sequence[ListedTeeTime]) -> list[Any]:
    return [len(tee_times)] if tee_times else []


def _places(tee_times: Sequence[ListedTeeTime]) -> list[Any]:
    return [sum(tee_time.available for tee_time in tee_times)] if tee_times else []


def _begins_before(hour: str, day: "ComparedDay") -> list[Any]:
    return [any(tee_time.time < hour for tee_time in day.with_room)]


def _ends_after(hour: str, day: "ComparedDay") -> list[Any]:
    return [any(tee_time.time >= hour for tee_time in day.with_room)]


# What a member of a day says, from its tee sheet.
Meaning = Callable[[ComparedDay], list[Any]]

# Members of a day, and what they may say of a tee sheet. No document says which tee times and whose price the lowest
# price is of, or what availableSlots counts: the meaning counts that fits most days.
_MEANINGS: Mapping[tuple[str, ...], Sequence[Meaning]] = {
    ("hasAvailability", "firstAvailableTime", "lastAvailableTime"): (
        lambda day: _frame(day.with_room),
        lambda day: _frame(day.tee_times),
    ),
    ("lowestPrice",): (
        lambda day: _lowest(day.with_room),
        lambda day: _lowest(day.with_room, day.players),
        lambda day: _lowest(day.tee_times),
        lambda day: _lowest(_standard(day.with_room)),
    ),
    ("availableSlots",): (
        lambda day: _count(day.with_room),
        lambda day: _count(day.tee_times),
        lambda day: _places(day.with_room),
        lambda day: _places(day.tee_times),
    ),
}
# No document says when the afternoon begins: the morning begins with the day, and the afternoon ends with it. So the
# hour counts that fits most days.
_HOURS = ("12:00", "13:00", "14:00", "15:00", "16:00")
_MEANINGS_OF_PARTS: Mapping[str, Mapping[tuple[str, ...], Sequence[Meaning]]] = {
    _WHOLE: _MEANINGS,
    _MORNING: {
        ("hasAvailability",): [partial(_begins_before, hour) for hour in _HOURS],
        ("firstAvailableTime",): (lambda day: _frame(day.with_room)[1:2], lambda day: _frame(day.tee_times)[1:2]),
    },
    _AFTERNOON: {
        ("hasAvailability",): [partial(_ends_after, hour) for hour in _HOURS],
        ("lastAvailableTime",): (lambda day: _frame(day.with_room)[2:], lambda day: _frame(day.tee_times)[2:]),
    },
}


def days_apart(exchanges: Sequence[Exchange]) -> Iterator[DaysApart]:
    """For each meaning of members, the days that differ from their tee sheets and share conditions under which all days
    differ.
    """
    looks = list(looks_at(exchanges))
    compared = list(_compared(looks, known_courses(looks), _first_writes(exchanges)))
    for part, members, meanings in _of_parts():
        days = [day for day in compared if day.part == part and _says(day, members)]
        differing = min(([day for day in days if _differs(day, members, says(day))] for says in meanings), key=len)
        shared = shared_by_failures([day.case for day in days], [day.case for day in differing])
        if shared:
            under = [day for day in differing if set(shared) <= day.case.items()]
            yield DaysApart(members, shared, under, len(days) - len(differing))


def _of_parts() -> Iterator[tuple[str, tuple[str, ...], Sequence[Meaning]]]:
    """Each part of the day with members and what they may say."""
    for part, of_members in _MEANINGS_OF_PARTS.items():
        yield from ((part, members, meanings) for members, meanings in of_members.items())


def _says(day: ComparedDay, members: Sequence[str]) -> bool:
    """Whether the day has these *members*. What a part of a day without tee times has beside the first is open."""
    is_told = day.part == _WHOLE or members == ("hasAvailability",) or day.shown.get("hasAvailability") is True
    return is_told and day.shown.keys() >= {*members}


def _differs(day: ComparedDay, members: Sequence[str], wanted: Sequence[Any]) -> bool:
    """Whether the day shows something else. What a day without tee times has beside its first member is open."""
    return [day.shown[name] for name in members][: len(wanted)] != wanted


def _compared(looks: Sequence[Look], courses: KnownCourses, written: Mapping[Day, int]) -> Iterator[ComparedDay]:
    """The days of whole periods, each with the tee sheet that the same agency read next to it for no more players.
    *written* is when the run first wrote to a day: nothing counts that was read later.
    """
    sheets = defaultdict[str, defaultdict[str, list[Look]]](lambda: defaultdict(list))
    for look in looks:
        if look.operation == "listTeeTimes" and look.is_success and not _BOUNDS & look.query.keys():
            sheets[look.named][str(look.query.get("date"))].append(look)
    for period in looks:
        if period.operation == "checkAvailability" and period.is_success:
            of_days = sheets[period.named]
            for number, shown in _days_shown(period, of_days):
                day = (period.named, shown["date"])
                beside = [sheet for sheet in of_days.get(day[1], ()) if _is_comparable(period, sheet, written.get(day))]
                if beside:
                    yield _beside(period, shown, number, min(beside, key=lambda sheet: _apart(period, sheet)), courses)


def _days_shown(period: Look, wanted: Iterable[str]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Those of the *wanted* days that the answer is about, with their numbers from 0. A day that it leaves out before
    its last day has none of the tee times asked for.
    """
    by_date = {str(shown["date"]): shown for shown in days_of(period.body)}
    if not by_date:
        return
    first = _date_of(period.query.get("startDate", "")) or date.fromisoformat(min(by_date))
    for day in map(_date_of, wanted):
        if day and first <= day <= date.fromisoformat(max(by_date)):
            yield (day - first).days, by_date.get(f"{day}", {"date": f"{day}", **_WITHOUT_TEE_TIMES})


def _date_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _part(period: Look) -> str:
    return period.query.get("timeRange", _WHOLE)


def _is_comparable(period: Look, sheet: Look, written_at: int | None) -> bool:
    later = max(period.exchange.index, sheet.exchange.index)
    is_unwritten = written_at is None or later < written_at
    return is_unwritten and sheet.asker == period.asker and 0 < _players(sheet) <= _players(period)


def _players(look: Look) -> int:
    """How many players *look* asks for, 0 when it says no number."""
    said = look.query.get("players", str(_USUAL_PLAYERS))
    return int(said) if said.isdecimal() else 0


def _apart(look: Look, other: Look) -> int:
    return abs(look.exchange.index - other.exchange.index)


def _beside(period: Look, shown: Mapping[str, Any], number: int, sheet: Look, courses: KnownCourses) -> ComparedDay:
    """The day of this *number* (from 0) that the *period* has *shown*, beside its *sheet*."""
    cases = [case for reading in READINGS[period.operation] for _, case in reading(period, courses)]
    place = "beyond a week" if number >= _WEEK else "within a week"
    case = {**(cases[0] if cases else {}), "week": week_of(date.fromisoformat(shown["date"])), "place": place}
    # A country is often that of one course.
    case.pop("country", None)
    reads = (period.exchange, sheet.exchange)
    return ComparedDay(shown, listed_tee_times(sheet.body), _players(period), _part(period), case, reads)


def _first_writes(exchanges: Sequence[Exchange]) -> Mapping[Day, int]:
    """The place in the recording of the first write of the run to each day."""
    found: dict[Day, int] = {}
    for exchange in exchanges:
        met = match(exchange.request.method, exchange.request.path)
        sent = json_of(exchange.request.content) if exchange.request.method != "GET" else None
        if met and isinstance(sent, dict):
            course_id = unquote(met.parameters.get("courseId", "")) or sent.get("courseId")
            found.setdefault((str(course_id), str(sent.get("date"))), exchange.index)
    return found
