"""Tee times to hold, and what was seen around each hold. Holds cannot be released, so they are few and never reused."""

from dataclasses import dataclass

from conformance.client import Agency
from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.exchanges import Answer
from conformance.oracles import accepted, within_budget
from conformance.suite.play_days import is_weekend
from conformance.suite.tee_sheets import ListedTeeTime, ask, listed_tee_times
from conformance.target import Target
from conformance.verdicts import Inconclusive, Untested

_PLACES = 4
_MOST_DAYS_DRAWN = 10
_TEE_TIMES_A_DAY = 6


@dataclass(frozen=True)
class HeldTeeTime:
    """A hold of *players* places: the tee time as listed just before, the answer, and the places listed just after."""

    tee_time: OfferedTeeTime
    players: int
    before: ListedTeeTime
    answer: Answer
    places_after: int


class HoldDay:
    """A day that nothing else in the run touches; each of its tee times is given away once."""

    def __init__(self, day: FreshDay) -> None:
        self.play_date = day.play_date
        self._whole = [one for one in day.tee_times if one.places == _PLACES]
        self._larger = [one for one in day.tee_times if one.places > _PLACES]
        self._broken = [one for one in day.tee_times if 0 < one.places < _PLACES]

    def tee_time(self) -> OfferedTeeTime:
        """A tee time with at least four free places. Raises `Untested` when none is left."""
        return self._larger.pop(0) if self._larger else self.tee_time_of_four()

    def tee_time_of_four(self) -> OfferedTeeTime:
        """A tee time with four free places, so that one hold can take them all. Raises `Untested` when none is left."""
        if not self._whole:
            raise Untested(f"No tee time with exactly four free places is left on {self.play_date}.")
        return self._whole.pop(0)

    def broken_tee_time(self) -> OfferedTeeTime | None:
        """A tee time with one to three free places, or None."""
        return self._broken.pop(0) if self._broken else None


def hold_days(tee_times: TeeTimeFinder) -> tuple[HoldDay, HoldDay]:
    """A weekday and a weekend day, each with tee times of which all four places are free.

    Two days of one kind when the other is not found. Raises `Untested` when there are none.
    """
    drawn: list[FreshDay] = []
    for _ in range(_MOST_DAYS_DRAWN):
        drawn.append(tee_times.fresh_day(tee_times=_TEE_TIMES_A_DAY))
        if len({is_weekend(day.play_date) for day in drawn}) == 2:
            break
    drawn.sort(key=lambda day: is_weekend(day.play_date))
    return HoldDay(drawn[0]), HoldDay(drawn[-1])


def hold(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime, players: int, target: Target) -> HeldTeeTime:
    """Hold so many places, and note what is listed before and after, within the budget for changes to show.

    Raises `Inconclusive` when the hold is refused or the tee time is no longer offered.
    """
    before = _listed(agency, tee_time, players)
    if before is None:
        raise Inconclusive(f"The tee time {tee_time.time} on {tee_time.play_date} was taken before it could be held.")
    answer = desk.hold(tee_time, players)
    accepted(answer, "Holding a tee time")
    wanted = before.available - players
    places = within_budget(
        lambda: places_listed(agency, tee_time),
        lambda free: free <= wanted,
        seconds=target.budgets.visibility_seconds,
    )
    return HeldTeeTime(tee_time, players, before, answer, places)


def places_listed(agency: Agency, tee_time: OfferedTeeTime) -> int:
    """Places free at *tee_time* now, 0 when it is no longer listed."""
    listed = _listed(agency, tee_time, 1)
    return int(listed.available) if listed else 0


def _listed(agency: Agency, tee_time: OfferedTeeTime, players: int) -> ListedTeeTime | None:
    answer = ask(agency, tee_time.course_id, tee_time.play_date, players)
    items = listed_tee_times(accepted(answer, "Reading a tee sheet"))
    return next((one for one in items if one.time == tee_time.time), None)
