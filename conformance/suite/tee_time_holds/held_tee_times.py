"""Tee times to hold, and the places listed around each hold. Nobody can release a hold, so they are few."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, within_budget
from conformance.conditions.days import is_weekend
from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested
from conformance.recordings.parts import act_together
from conformance.suite.arranged.booked import from_both_ends
from conformance.suite.arranged.tee_sheets import ListedTeeTime, ask, listed_tee_times, recalled, until_at_most
from conformance.target.target import Target

_PLACES = 4
_MOST_DAYS_DRAWN = 20
_MOST_MINUTES_AFTER = 600


@dataclass(frozen=True)
class HeldTeeTime:
    """A hold of *players* places: the tee time as listed just before, the answer, and the places listed just after.

    *seen_by_another* are the places that another agency saw just after it, None where no other agency read them.
    """

    tee_time: OfferedTeeTime
    players: int
    before: ListedTeeTime
    answer: Answer
    places_after: int
    seen_by_another: int | None = None

    @property
    def because(self) -> str:
        """Why nobody else may have the places, for a sentence."""
        places, where = self.tee_time.places, self.tee_time.where
        return f"another agency holds {self.players} of the {places} places of {where}"

    @property
    def places_left(self) -> int:
        """The most places that may still be offered beside the hold."""
        return int(self.before.available) - self.players


class HoldDay:
    """A day that nothing else in the run touches. Each tee time is given away once, then another day follows."""

    def __init__(self, day: FreshDay, tee_times: TeeTimeFinder) -> None:
        self._tee_times = tee_times
        self._open(day)

    def _open(self, day: FreshDay) -> None:
        self._larger = from_both_ends([tee_time for tee_time in day.tee_times if tee_time.places > _PLACES])
        self._of_four = from_both_ends([tee_time for tee_time in day.tee_times if tee_time.places == _PLACES])
        self._broken = [tee_time for tee_time in day.tee_times if 0 < tee_time.places < _PLACES]

    def tee_time(self) -> OfferedTeeTime:
        """A tee time with at least four free places. Raises `Untested` when none is found."""
        return self._larger.pop(0) if self._larger else self.tee_time_of_four()

    def tee_time_of_four(self) -> OfferedTeeTime:
        """A tee time with four free places: one hold can take them all. Raises `Untested` when none is found."""
        if not self._of_four:
            self._open(self._tee_times.fresh_day())
        if not self._of_four:
            raise Untested("No tee time with exactly four free places was found.")
        return self._of_four.pop(0)

    def broken_tee_time(self) -> OfferedTeeTime | None:
        """A tee time with one to three free places, or None."""
        return self._broken.pop(0) if self._broken else None


# A weekday and a weekend day.
HoldDays = tuple[HoldDay, HoldDay]


def hold_days(tee_times: TeeTimeFinder) -> HoldDays:
    """A weekday and a weekend day; two days of one kind when the other is not found. Raises `Untested`.

    On one of them the clocks differ from those of today, where the target sells such a day.
    """
    far = tee_times.day_in_other_season()
    drawn = [far] if far else []
    for _ in range(_MOST_DAYS_DRAWN):
        drawn.append(tee_times.fresh_day())
        if len({is_weekend(day.play_date) for day in drawn}) == 2:
            break
    drawn.sort(key=lambda day: is_weekend(day.play_date))
    return HoldDay(drawn[0], tee_times), HoldDay(drawn[-1], tee_times)


# Holds a number of places of a tee time, and notes what is listed before and after.
NewHold = Callable[[OfferedTeeTime, int], HeldTeeTime]


def hold(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime, players: int, target: Target) -> HeldTeeTime:
    """Holds places for *players* players, and notes what is listed before and after, within the budget for changes to
    show.

    Raises `Inconclusive` when the hold is refused or the tee time is no longer offered.
    """
    before = _listed(recalled(agency, tee_time.course_id, tee_time.play_date, players), tee_time)
    if before is None:
        raise Inconclusive(f"The tee time {tee_time.time} on {tee_time.play_date} was taken before it could be held.")
    answer = desk.hold(tee_time, players)
    accepted(answer, "Holding a tee time")
    places = within_budget(
        lambda: places_listed(agency, tee_time),
        lambda free: free <= before.available - players,
        seconds=target.budgets.visibility_seconds,
    )
    return HeldTeeTime(tee_time, players, before, answer, places)


def hold_each(
    agency: Agency, desk: BookingDesk, wanted: Sequence[tuple[Callable[[], OfferedTeeTime], int]], target: Target
) -> list[HeldTeeTime]:
    """As `hold`, for each number of players in *wanted* at the tee time that is drawn for it, or at another one where
    somebody else was faster: a further run of the check would hold all of them again. Each tee sheet is read once
    before all holds and once after them.
    """
    drawn = [(draw(), players) for draw, players in wanted]
    before = [_listed(recalled(agency, tee_time.course_id, tee_time.play_date, 1), tee_time) for tee_time, _ in drawn]
    answers = act_together([partial(desk.hold, *at) for at in drawn])
    given = {
        number: HeldTeeTime(*drawn[number], listed, answer, places_after=0)
        for number, (listed, answer) in enumerate(zip(before, answers, strict=True))
        if listed is not None and answer.is_success
    }
    held = dict(zip(given, _with_places_after(agency, list(given.values()), target), strict=True))
    others = (number for number in range(len(wanted)) if number not in held)
    held |= {number: hold(agency, desk, wanted[number][0](), wanted[number][1], target) for number in others}
    return [held[number] for number in range(len(wanted))]


def _with_places_after(agency: Agency, holds: Sequence[HeldTeeTime], target: Target) -> list[HeldTeeTime]:
    """The *holds* with the places listed after them, within the budget for changes to show."""
    sheets: dict[tuple[str, date], dict[OfferedTeeTime, int]] = {}
    for held in holds:
        most_left = sheets.setdefault((held.tee_time.course_id, held.tee_time.play_date), {})
        most_left[held.tee_time] = held.places_left
    places: dict[OfferedTeeTime, int] = {}
    for most_left in sheets.values():
        places |= _places_at_most(agency, most_left, target)
    return [replace(held, places_after=places[held.tee_time]) for held in holds]


def _places_at_most(agency: Agency, most: Mapping[OfferedTeeTime, int], target: Target) -> Mapping[OfferedTeeTime, int]:
    """The places listed at tee times of one tee sheet, when they are at most *most* or the budget has run out."""

    def places() -> dict[OfferedTeeTime, int]:
        of_all = next(iter(most))
        answer = ask(agency, of_all.course_id, of_all.play_date, 1)
        listed = {tee_time: _listed(answer, tee_time) for tee_time in most}
        return {tee_time: int(item.available) if item else 0 for tee_time, item in listed.items()}

    return within_budget(
        places,
        lambda listed: all(listed[tee_time] <= left for tee_time, left in most.items()),
        seconds=target.budgets.visibility_seconds,
    )


def places_listed(agency: Agency, tee_time: OfferedTeeTime) -> int:
    """Places free at *tee_time* now, 0 when it is no longer listed."""
    listed = _listed(ask(agency, tee_time.course_id, tee_time.play_date, 1), tee_time)
    return int(listed.available) if listed else 0


def _listed(answer: Answer, tee_time: OfferedTeeTime) -> ListedTeeTime | None:
    items = listed_tee_times(accepted(answer, "Reading a tee sheet"))
    return next((listed for listed in items if listed.time == tee_time.time), None)


def offered_to_anybody(held: HeldTeeTime, other_eyes: TeeTimeFinder, target: Target) -> int:
    """The most places that two agencies see beside the hold, within the budget for changes to show."""
    known = held.seen_by_another
    seen = known if known is not None else _seen_by(other_eyes, held, target)
    return max(held.places_after, seen)


def hold_after_reading(
    other_eyes: TeeTimeFinder, new_hold: NewHold, tee_time: OfferedTeeTime, players: int
) -> HeldTeeTime:
    """A hold at a tee time whose tee sheet another agency has just read."""
    other_eyes.places_known(tee_time)
    return new_hold(tee_time, players)


def with_places_seen_by(other_eyes: TeeTimeFinder, held: HeldTeeTime, target: Target) -> HeldTeeTime:
    """The hold with the places that another agency sees beside it, before anything else happens."""
    return replace(held, seen_by_another=_seen_by(other_eyes, held, target))


def _seen_by(eyes: TeeTimeFinder, held: HeldTeeTime, target: Target) -> int:
    looks = (partial(eyes.places_free, held.tee_time), partial(eyes.places_between_bounds, held.tee_time, held.players))
    return max(until_at_most(held.places_left, look, target) for look in looks)


def broken_tee_time(days: HoldDays) -> OfferedTeeTime:
    """A tee time with fewer than four free places. Raises `Untested` when there is none."""
    found = next(filter(None, (day.broken_tee_time() for day in days)), None)
    if found is None:
        raise Untested("No tee time with one to three free places was found.")
    return found


def drawn_and_read_by(eyes: TeeTimeFinder, day: HoldDay) -> OfferedTeeTime:
    """A tee time of *day* whose tee sheet *eyes* have read."""
    tee_time = day.tee_time()
    eyes.places_known(tee_time)
    return tee_time


def between_tee_times(agency: Agency, tee_time: OfferedTeeTime) -> OfferedTeeTime:
    """The minute after *tee_time*, or the first of the minutes after it that its tee sheet does not list."""
    answer = recalled(agency, tee_time.course_id, tee_time.play_date, 1)
    listed = {item.time for item in listed_tee_times(accepted(answer, "Reading a tee sheet"))}
    begins = datetime.combine(date.min, time.fromisoformat(tee_time.time))
    minutes = (f"{begins + timedelta(minutes=number):%H:%M}" for number in range(1, _MOST_MINUTES_AFTER))
    return replace(tee_time, time=next(minute for minute in minutes if minute not in listed))


def hold_apart(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> tuple[Answer, Answer]:
    """Two holds of one agency for this number of *players*, both of which keep places.

    Raises `NoEvidence` where the second is refused or is the first again: no document says whether there may be two.
    """
    first, second = (desk.hold(tee_time, players) for _ in range(2))
    accepted(first, "Holding a tee time")
    if not second.is_success:
        second.mark(Role.attempt)
        raise NoEvidence("The target gave no second hold at the tee time of the first.")
    if places_listed(agency, tee_time) > tee_time.places - 2 * players:
        raise NoEvidence("The second of two equal holds keeps no places of its own.")
    return first, second
