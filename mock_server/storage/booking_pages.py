"""Finds one page of an agency's bookings without reading all of them.

The stored counts say how many bookings match and between which numbers they lie. They decide the way that
reads the fewest rows:

- the filter has no days: jump to the block of numbers in which the page begins, and walk from there;
- one day: walk through that day, whose bookings are in order of their numbers;
- several days: walk along the numbers and skip other days, or read all matching bookings and sort them.

Each way starts at the nearer end. A page in the middle of a list of one or several days reads every booking before
it, so its cost grows with the number of matching bookings. Every other page costs the same in a large world.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, bindparam, literal, select

from mock_server.domain.bookings import Booking, Status
from mock_server.storage.booking_counts import ALWAYS, BLOCK, Counted, count, start_of
from mock_server.storage.bookings import booking_of
from mock_server.storage.sessions import Session
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import bookings

# The days of a filter can be distributed less evenly than the counts suggest. A walk then takes longer.
_UNEVEN = 4

# A number before every number, and a number after.
_NUMBERS = (0, 2**62)


@dataclass(frozen=True, slots=True)
class BookingFilter:
    """Which bookings of an agency a list shows; None does not filter. Both days are included."""

    status: Status | None
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The rows of a page, counted from the nearer end of the list. Never empty."""

    session: Session
    agency: str
    status: Status | None
    first: str
    last: str
    counted: Counted
    newest_first: bool
    skip: int
    size: int


class _Days(Enum):
    """How a statement finds the days of play."""

    ALL = "the filter has no days: walk along the numbers"
    ONE = "walk through that day"
    WALKED = "walk along the numbers and skip other days"
    SORTED = "read the numbers of all matching bookings, and sort them"


def bookings_page(
    session: Session, agency: str, chosen: BookingFilter, page: int, page_size: int
) -> tuple[list[Booking], int]:
    """One page of an agency's bookings, newest first, and how many match in all. Assumption A-12."""
    first = ALWAYS[0] if chosen.first is None else chosen.first.isoformat()
    last = ALWAYS[1] if chosen.last is None else chosen.last.isoformat()
    counted = count(session, agency, chosen.status, first, last)
    before = (page - 1) * page_size
    size = min(page_size, counted.total - before)
    if size <= 0:
        return [], counted.total
    after = counted.total - before - size
    newest_first = before <= after
    wanted = _Wanted(
        session, agency, chosen.status, first, last, counted, newest_first, before if newest_first else after, size
    )
    rows = _rows(wanted)
    return [booking_of(row) for row in (rows if newest_first else reversed(rows))], counted.total


def _rows(wanted: _Wanted) -> list[Any]:
    """The rows of a page, starting from the nearer end."""
    if (wanted.first, wanted.last) == ALWAYS:
        return _from_a_block(wanted)
    if wanted.first == wanted.last:
        return _walked(wanted, _Days.ONE)
    return _from_several_days(wanted)


def _from_a_block(wanted: _Wanted) -> list[Any]:
    if wanted.skip <= BLOCK:
        return _walked(wanted, _Days.ALL)
    start = start_of(
        wanted.session,
        wanted.agency,
        wanted.status,
        wanted.skip,
        wanted.counted,
        newest_first=wanted.newest_first,
    )
    if start is None:
        return []  # Since the count, another process has taken bookings out of the list.
    return _walked(wanted, _Days.ALL, skip=start.skip, start=start.number)


def _from_several_days(wanted: _Wanted) -> list[Any]:
    """Walks to where the page should end. Sorts all matching bookings if that is less work, or the walk was short."""
    counted = wanted.counted
    spread = counted.newest - counted.oldest + 1
    expected = (wanted.skip + wanted.size) * spread // counted.total
    if expected <= counted.total:
        reach = _UNEVEN * expected
        if wanted.newest_first:
            walked = _walked(wanted, _Days.WALKED, start=counted.newest, end=counted.newest - reach)
        else:
            walked = _walked(wanted, _Days.WALKED, start=counted.oldest, end=counted.oldest + reach)
        if len(walked) == wanted.size:
            return walked
    return _sorted(wanted)


def _walked(
    wanted: _Wanted, days: _Days, *, skip: int | None = None, start: int | None = None, end: int | None = None
) -> list[Any]:
    """The rows that a walk from *start* to *end* finds. Without them it walks from the nearer end to the other end."""
    if skip is None:
        skip = wanted.skip
    bounds = (end, start) if wanted.newest_first else (start, end)
    low, high = (outermost if bound is None else bound for bound, outermost in zip(bounds, _NUMBERS, strict=True))
    statement = _statement(days, by_status=wanted.status is not None, newest_first=wanted.newest_first)
    return statement.rows(
        wanted.session.connection, {**_asked(wanted), "low": low, "high": high, "skip": skip, "size": wanted.size}
    )


def _sorted(wanted: _Wanted) -> list[Any]:
    """The rows of a page among all matching bookings. The database sorts numbers, not whole bookings."""
    connection = wanted.session.connection
    statement = _statement(_Days.SORTED, by_status=wanted.status is not None, newest_first=wanted.newest_first)
    found = statement.rows(connection, {**_asked(wanted), "skip": wanted.skip, "size": wanted.size})
    numbers = {f"number_{place}": row.number for place, row in enumerate(found)}
    rows = _bookings_by_number(len(numbers)).rows(connection, {**_asked(wanted), **numbers}) if numbers else []
    return sorted(rows, key=lambda row: int(row.number), reverse=wanted.newest_first)


def _asked(wanted: _Wanted) -> dict[str, Any]:
    return {
        "world": wanted.session.world.name,
        "agency": wanted.agency,
        "status": wanted.status,
        "first": wanted.first,
        "last": wanted.last,
    }


@cache
def _bookings_by_number(size: int) -> Prepared:
    return Prepared(
        select(bookings).where(
            bookings.c.world == bindparam("world"),
            bookings.c.agency == bindparam("agency"),
            bookings.c.number.in_([bindparam(f"number_{place}") for place in range(size)]),
        )
    )


@cache
def _statement(days: _Days, *, by_status: bool, newest_first: bool) -> Prepared:
    sorts = days is _Days.SORTED
    # An index does not order a sum, so the database cannot use one here.
    number = bookings.c.number + literal(0) if sorts else bookings.c.number
    return Prepared(
        select(bookings.c.number if sorts else bookings)
        .where(*_conditions(days, by_status=by_status))
        .order_by(number.desc() if newest_first else number.asc())
        .limit(bindparam("size"))
        .offset(bindparam("skip"))
    )


def _conditions(days: _Days, *, by_status: bool) -> Iterator[ColumnElement[bool]]:
    """The conditions on the rows: days are days of play (assumption A-60).

    A column whose index the database must not use is disguised.
    """
    leads_by_day = days in (_Days.ONE, _Days.SORTED)
    yield bookings.c.world == bindparam("world")
    yield bookings.c.agency == bindparam("agency")
    if not leads_by_day:
        yield bookings.c.number.between(bindparam("low"), bindparam("high"))
    if by_status:
        yield (_disguised(bookings.c.status) if leads_by_day else bookings.c.status) == bindparam("status")
    if days is _Days.ONE:
        yield bookings.c.play_date == bindparam("first")
    elif days is not _Days.ALL:
        day = bookings.c.play_date if leads_by_day else _disguised(bookings.c.play_date)
        yield day.between(bindparam("first"), bindparam("last"))


def _disguised(column: ColumnElement[str]) -> ColumnElement[str]:
    """The same text, in a form for which there is no index."""
    return column.concat(literal(""))
