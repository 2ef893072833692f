"""One page of an agency's bookings, found without looking at all of them.

The counts beside the bookings say how many match and between which numbers they lie. From that follows the way that
looks at the fewest rows:

- no days asked for: jump to the block of numbers in which the page begins, and walk from there;
- one day: walk through that day, whose bookings stand in order of their numbers;
- several days: walk along the numbers and leave out other days, or take all that match and sort them.

Each way starts at the nearer end. A page in the middle of a list of several days, or of one, passes every booking
before it, so its cost grows with the number that match; every other page costs the same in a large world.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, bindparam, literal, select

from mock_server.domain.bookings import Booking, Status
from mock_server.storage.booking_counts import ALWAYS, BLOCK, Counted, count, start_of
from mock_server.storage.bookings import booking_of
from mock_server.storage.statements import Prepared
from mock_server.storage.store import Session
from mock_server.storage.tables import bookings

# A walk along the numbers may find the days of a filter less evenly spread than the counts let hope.
_UNEVEN = 4

_FIRST_NUMBER, _LAST_NUMBER = 0, 2**62


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


@dataclass(frozen=True, slots=True)
class _Way:
    """How the rows of a page are found: which columns may lead the database to them."""

    by_status: bool
    days: str  # "all", "one" or "several"
    sorts: bool
    newest_first: bool


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
    """The rows of a page, from the nearer end on."""
    if (wanted.first, wanted.last) == ALWAYS:
        return _from_a_block(wanted)
    if wanted.first == wanted.last:
        return _found(wanted, "one")
    return _from_several_days(wanted)


def _from_a_block(wanted: _Wanted) -> list[Any]:
    if wanted.skip <= BLOCK:
        return _found(wanted, "all")
    start = start_of(
        wanted.session,
        wanted.agency,
        wanted.status,
        wanted.skip,
        wanted.counted,
        newest_first=wanted.newest_first,
    )
    if start is None:
        return []  # Another process took bookings out of the list since they were counted.
    return _found(wanted, "all", skip=start.skip, start=start.number)


def _from_several_days(wanted: _Wanted) -> list[Any]:
    """Walks as far as the page should lie, and sorts all that match where that is less, or was not far enough."""
    counted = wanted.counted
    spread = counted.newest - counted.oldest + 1
    expected = (wanted.skip + wanted.size) * spread // counted.total
    if expected <= counted.total:
        reach = _UNEVEN * expected
        if wanted.newest_first:
            walked = _found(wanted, "several", start=counted.newest, end=counted.newest - reach)
        else:
            walked = _found(wanted, "several", start=counted.oldest, end=counted.oldest + reach)
        if len(walked) == wanted.size:
            return walked
    numbers = [row.number for row in _found(wanted, "several", sorts=True)]
    return _of_numbers(wanted, numbers) if numbers else []


def _of_numbers(wanted: _Wanted, numbers: list[int]) -> list[Any]:
    """The rows with these numbers, from the nearer end on. So a sort carries numbers about, and not whole bookings."""
    named = {f"number_{place}": number for place, number in enumerate(numbers)}
    asked = {"world": wanted.session.world.name, "agency": wanted.agency, **named}
    rows = _bookings_by_number(len(numbers)).rows(wanted.session.connection, asked)
    return sorted(rows, key=lambda row: int(row.number), reverse=wanted.newest_first)


@cache
def _bookings_by_number(size: int) -> Prepared:
    return Prepared(
        select(bookings).where(
            bookings.c.world == bindparam("world"),
            bookings.c.agency == bindparam("agency"),
            bookings.c.number.in_([bindparam(f"number_{place}") for place in range(size)]),
        )
    )


def _found(
    wanted: _Wanted,
    days: str,
    *,
    skip: int | None = None,
    start: int | None = None,
    end: int | None = None,
    sorts: bool = False,
) -> list[Any]:
    """What one way finds between two numbers, None standing for the end of the list: rows, or numbers if it sorts."""
    way = _Way(wanted.status is not None, days, sorts, wanted.newest_first)
    numbers = (end, start) if wanted.newest_first else (start, end)
    low, high = (bound if given is None else given for bound, given in zip(_ENDS, numbers, strict=True))
    parameters: Mapping[str, Any] = {
        "world": wanted.session.world.name,
        "agency": wanted.agency,
        "status": wanted.status,
        "first": wanted.first,
        "last": wanted.last,
        "low": low,
        "high": high,
        "skip": wanted.skip if skip is None else skip,
        "size": wanted.size,
    }
    return _statement(way).rows(wanted.session.connection, parameters)


_ENDS = (_FIRST_NUMBER, _LAST_NUMBER)


@cache
def _statement(way: _Way) -> Prepared:
    number = bookings.c.number + literal(0) if way.sorts else bookings.c.number
    return Prepared(
        select(bookings.c.number if way.sorts else bookings)
        .where(*_conditions(way))
        .order_by(number.desc() if way.newest_first else number.asc())
        .limit(bindparam("size"))
        .offset(bindparam("skip"))
    )


def _conditions(way: _Way) -> Iterator[ColumnElement[bool]]:
    """What the rows of a way fulfil. A column that must not lead the database to them is disguised."""
    yield bookings.c.world == bindparam("world")
    yield bookings.c.agency == bindparam("agency")
    leads_by_day = way.days == "one" or way.sorts
    if not leads_by_day:
        yield bookings.c.number.between(bindparam("low"), bindparam("high"))
    if way.by_status:
        yield (_disguised(bookings.c.status) if leads_by_day else bookings.c.status) == bindparam("status")
    if way.days == "one":
        yield bookings.c.play_date == bindparam("first")
    elif way.days == "several":
        day = bookings.c.play_date if leads_by_day else _disguised(bookings.c.play_date)
        yield day.between(bindparam("first"), bindparam("last"))


def _disguised(column: ColumnElement[str]) -> ColumnElement[str]:
    """The same text, in a form that no index is made for."""
    return column.concat(literal(""))
