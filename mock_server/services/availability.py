"""Reads the ledger: what a course offers on a day or over a range of days. Takes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from decimal import Decimal

from fixtures.courses import Course
from fixtures.seasons import season_on
from mock_server.domain.availability import DaySummary, best, between, in_time_range, not_begun, summary, with_room
from mock_server.domain.ledger import Offer, Taking, offers, require_places, taken_by_time
from mock_server.domain.refusals import CourseOffline
from mock_server.domain.terms import require_bookable_day
from mock_server.storage.ledger import takings_at, takings_between
from mock_server.storage.sessions import Session


@dataclass(frozen=True, slots=True)
class Day:
    """One day of an online course, and the tee times that fit the request."""

    course: Course
    play_date: date
    fitting: list[Offer]


@dataclass(frozen=True, slots=True)
class Range:
    """Several days of an online course, and the best of them (None when no day has tee times)."""

    course: Course
    days: list[DaySummary]
    best: DaySummary | None


def offers_of_day(session: Session, course: Course, play_date: date) -> list[Offer]:
    """Every tee time still to come on a day, with the places free now, in order of time.

    Spec: GET /courses/{courseId}/tee-times; assumption A-57.
    """
    return offers_of_days(session, course, play_date, play_date)[play_date]


def offers_of_days(session: Session, course: Course, first: date, last: date) -> dict[date, list[Offer]]:
    """The same for every day from *first* to *last*, both included, with one query of the ledger.

    Spec: GET /courses/{courseId}/availability.
    """
    takings: dict[date, list[Taking]] = {}
    for taking in takings_between(session, course.id, first, last):
        takings.setdefault(taking.play_date, []).append(taking)
    days = {}
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        days[day] = _offers(session, course, day, session.courses.sheet(course.id, day), takings.get(day, ()))
    return _with_own_prices(session, course, days)


def _offers(
    session: Session, course: Course, play_date: date, sheet: Iterable[Offer], takings: Iterable[Taking]
) -> list[Offer]:
    """The tee times of *sheet* that are still to come, without the places of *takings*."""
    offered = offers(sheet, taken_by_time(takings, session.now))
    return not_begun(offered, play_date, session.courses.rules[course.id], session.now)


def require_offer(session: Session, course: Course, play_date: date, tee_time: time, wanted: int) -> Offer:
    """The offer of an online course at *tee_time*, with at least *wanted* places free. Raises TeeTimeUnavailable.

    Assumption A-04.
    """
    on_sheet = session.courses.sheet_by_time(course.id, play_date).get(tee_time)
    sheet = [] if on_sheet is None else [on_sheet]
    offered = _offers(session, course, play_date, sheet, takings_at(session, course.id, play_date, tee_time))
    if not offered or offered[0].free < wanted:
        # The refusal names the nearest tee times, so it needs the whole day.
        return require_places(offers_of_day(session, course, play_date), play_date, tee_time, wanted)
    return _with_own_prices(session, course, {play_date: offered})[play_date][0]


def _with_own_prices(session: Session, course: Course, days: dict[date, list[Offer]]) -> dict[date, list[Offer]]:
    """The days, with the green fees of this world in place of those of the sheet."""
    for (course_id, day, tee_time), green_fee in session.world.settings.prices.items():
        if course_id == course.id and day in days:
            days[day] = [
                replace(offer, green_fee=green_fee) if offer.time == tee_time else offer for offer in days[day]
            ]
    return days


def estimated_green_fee(course: Course, play_date: date) -> Decimal:
    """The estimated net price for one player on a day of an offline course: its season's price for that weekday.

    Spec: Tee-time availability, offline course.
    """
    item_type = f"green_fee_{course.holes}" + ("_weekend" if play_date.weekday() >= 5 else "")
    return next(item.b2b_price for item in season_on(course, play_date).prices if item.item_type == item_type)


def tee_times(
    session: Session, course: Course, play_date: date, players: int, earliest: time | None, latest: time | None
) -> Day:
    """The tee times of a day with room for *players*. Spec: GET /courses/{courseId}/tee-times.

    Raises DateInPast or DateTooFar.
    """
    require_bookable_day(play_date, session.courses.rules[course.id], session.now)
    fitting = with_room(offers_of_day(session, course, play_date), players)
    return Day(course, play_date, between(fitting, earliest, latest))


def range_of_days(session: Session, course_id: str, first: date, last: date, players: int, time_range: str) -> Range:
    """Every day from *first* to *last*, both included. Spec: GET /courses/{courseId}/availability.

    Raises CourseNotFound, CourseOffline, DateInPast or DateTooFar.
    """
    course = session.courses.by_id(course_id)
    if not course.is_online:
        raise CourseOffline(course.name)
    rules = session.courses.rules[course.id]
    require_bookable_day(first, rules, session.now)
    require_bookable_day(last, rules, session.now)
    days = [
        summary(day, in_time_range(with_room(offered, players), time_range))
        for day, offered in offers_of_days(session, course, first, last).items()
    ]
    return Range(course, days, best(days))
