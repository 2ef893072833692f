"""The rules of a course for its bookings, and the time left until a tee time.

Dates and times of day are those of the course (assumption A-18); moments are aware UTC.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from mock_server.domain.refusals import DateInPast, DateTooFar, TooManyPlayers


@dataclass(frozen=True, slots=True)
class CourseRules:
    """The terms of one course, as far as decisions need them. Hours are whole hours before the tee time."""

    is_online: bool
    zone: ZoneInfo
    max_players: int
    max_days_in_advance: int
    modification_allowed: bool
    modification_cutoff_hours: int
    cancellation_cutoff_hours: int


def tee_off(play_date: date, tee_time: time, zone: ZoneInfo) -> datetime:
    """The moment of a tee time, aware UTC. Assumption A-18.

    In an hour that a clock change repeats, it is the first of the two moments.
    """
    return datetime.combine(play_date, tee_time, tzinfo=zone).astimezone(UTC)


def today_at(zone: ZoneInfo, now: datetime) -> date:
    """The calendar day at the course at *now*, in the time zone of the course. Assumption A-18."""
    return now.astimezone(zone).date()


def last_day(rules: CourseRules, now: datetime) -> date:
    """The last day the course takes bookings for. Spec: Course terms, maxDaysInAdvance; assumption A-16."""
    return today_at(rules.zone, now) + timedelta(days=rules.max_days_in_advance)


def require_bookable_day(play_date: date, rules: CourseRules, now: datetime) -> None:
    """Refuses a day before today or after the last day of the terms. Assumption A-28.

    Raises DateInPast or DateTooFar.
    """
    if play_date < today_at(rules.zone, now):
        raise DateInPast(str(play_date), now.astimezone(rules.zone))
    if play_date > last_day(rules, now):
        raise DateTooFar(play_date, last_day(rules, now), rules.max_days_in_advance)


def require_future(play_date: date, tee_time: time, rules: CourseRules, now: datetime) -> None:
    """Refuses a tee time that has begun. Raises DateInPast. Assumption A-28."""
    if tee_off(play_date, tee_time, rules.zone) <= now:
        raise DateInPast(f"{play_date} {tee_time:%H:%M}", now.astimezone(rules.zone))


def require_party(players: int, rules: CourseRules) -> None:
    """Refuses more players than the terms allow. Raises TooManyPlayers. Spec: Course terms, maxPlayersPerBooking."""
    if players > rules.max_players:
        raise TooManyPlayers(players, rules.max_players)


def refund_percent(tiers: Sequence[tuple[int, int]], time_left: timedelta) -> int:
    """Share of the price returned for a cancellation with *time_left* to play, 0 to 100.

    *tiers* are pairs of hours before the tee time and percent, from the largest hours down to 0. The first
    tier that is reached applies, and exactly at its hour a tier still applies. After the tee time the share is 0.
    Spec: Resources, Course terms.
    """
    for hours, percent in tiers:
        if time_left >= timedelta(hours=hours):
            return percent
    return 0
