"""Seasonal prices of a course for a period. Spec: GET /courses/{id}/pricing."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from fixtures.courses import Course, Season
from fixtures.seasons import seasons
from mock_server.domain.refusals import PeriodTooFar
from mock_server.domain.terms import today_at
from mock_server.storage.sessions import Session

PRICED_DAYS = 400
DEFAULT_PERIOD_DAYS = 365


@dataclass(frozen=True, slots=True)
class PriceList:
    """The seasons that touch a period, first and last day included."""

    course: Course
    first: date
    last: date
    seasons: tuple[Season, ...]


def price_list(session: Session, course: Course, first: date | None, last: date | None, holes: int | None) -> PriceList:
    """The prices from *first* to *last*; None takes the default period of assumption A-21.

    *holes* selects only the prices for 9 or for 18 holes; None selects all. Raises PeriodTooFar.
    """
    today = today_at(session.courses.rules[course.id].zone, session.now)
    earliest, latest = today - timedelta(days=PRICED_DAYS), today + timedelta(days=PRICED_DAYS)
    if last is not None and last > latest:
        raise PeriodTooFar("endDate", last, earliest, latest)
    first = first or (today if last is None else min(today, last))
    if not earliest <= first <= latest:
        raise PeriodTooFar("startDate", first, earliest, latest)
    last = last or min(first + timedelta(days=DEFAULT_PERIOD_DAYS), latest)
    return PriceList(course, first, last, tuple(_with_holes(season, holes) for season in seasons(course, first, last)))


def _with_holes(season: Season, holes: int | None) -> Season:
    if holes is None:
        return season
    return replace(season, prices=tuple(item for item in season.prices if item.hole_count == holes))
