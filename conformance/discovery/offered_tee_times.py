"""Tee times and days as a tee sheet offers them. Reads answers, and asks nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

WHOLE_DAY: Mapping[str, str] = {"earliestTime": "00:00", "latestTime": "23:59"}
_ANY_DAY = date(2000, 1, 1)


@dataclass(frozen=True)
class OfferedTeeTime:
    """A tee time that the target offered: course-local date and HH:MM, places free, net green fee per player."""

    course_id: str
    play_date: date
    time: str
    places: int
    green_fee: Decimal | int | None
    currency: str | None

    @property
    def where(self) -> str:
        """Day, time and course, for messages: `Saturday 2027-03-13 13:06 at crs_588ax897`."""
        return f"{self.play_date:%A} {self.play_date} {self.time} at {self.course_id}"

    @property
    def bounds_around(self) -> Sequence[Mapping[str, str]]:
        """Four ways to ask for a part of the day that has the tee time. The last one is the whole day, and the others
        are too where the time is not HH:MM, which AVT-02 judges.
        """
        try:
            # Whether a bound belongs to the part is not stated.
            before, after = (minutes_later(self.time, minutes) for minutes in (-1, 1))
        except ValueError:
            return (WHOLE_DAY,) * 4
        earliest, latest = {"earliestTime": before}, {"latestTime": after}
        return (earliest, latest, {**earliest, **latest}, WHOLE_DAY)


def minutes_later(time_of_day: str, minutes: int) -> str:
    """HH:MM so many *minutes* later; after 23:59 comes 00:00. Raises `ValueError` unless *time_of_day* is HH:MM."""
    moment = datetime.combine(_ANY_DAY, time.fromisoformat(time_of_day)) + timedelta(minutes=minutes)
    return f"{moment:%H:%M}"


@dataclass(frozen=True)
class FreshDay:
    """A day of one course that no other check of this run uses, with its tee times for one player."""

    course_id: str
    play_date: date
    tee_times: tuple[OfferedTeeTime, ...]

    @property
    def wholly_free(self) -> Sequence[OfferedTeeTime]:
        """The tee times with all four places free."""
        return [tee_time for tee_time in self.tee_times if tee_time.places >= 4]


def day_on_sheet(course_id: str, play_date: date, body: Any) -> FreshDay:
    """The day with the well-formed tee times of the tee sheet *body*."""
    return FreshDay(course_id, play_date, tuple(_offer(course_id, play_date, item) for item in _listed(body)))


def places_at(body: Any, tee_time: OfferedTeeTime) -> int:
    """Places free at *tee_time* on the tee sheet *body*, 0 when it is not listed. Of two tees, the freer tee counts."""
    return max((item["available"] for item in _listed(body) if item["time"] == tee_time.time), default=0)


def _listed(body: Any) -> Iterator[Any]:
    """The well-formed items of a tee sheet; AVT-02 judges the others."""
    times = body.get("availableTimes") if isinstance(body, dict) else None
    for item in times if isinstance(times, list) else []:
        if isinstance(item, dict) and isinstance(item.get("time"), str) and isinstance(item.get("available"), int):
            yield item


def _offer(course_id: str, play_date: date, item: Any) -> OfferedTeeTime:
    pricing = item["pricing"] if isinstance(item.get("pricing"), dict) else {}
    return OfferedTeeTime(
        course_id,
        play_date,
        item["time"],
        item["available"],
        pricing.get("greenFee"),
        pricing.get("currency"),
    )
