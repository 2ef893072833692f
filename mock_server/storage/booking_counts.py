"""The numbers of bookings, stored beside the bookings: per day of play, and per block of numbers.

With these counts a list knows its total and finds a distant page without reading every booking. The rows follow
each booking in the transaction that writes it. This module does not know the bookings themselves.
"""

from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    func,
    select,
    text,
)

from mock_server.domain.bookings import Booking, Status
from mock_server.storage.sessions import Session
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import booking_blocks, booking_counts

# Numbers of bookings in one block. A list finds a page by adding up blocks, then reading at most one block.
BLOCK = 2048

# A text before every day, and a text after every day.
ALWAYS = ("", "9999-12-31")


@dataclass(frozen=True, slots=True)
class Counted:
    """How many bookings match, and the numbers between which all of them lie. Both are 0 if no booking matches."""

    total: int
    oldest: int
    newest: int


@dataclass(frozen=True, slots=True)
class Start:
    """The number at which a walk begins, and how many matching bookings it skips before its page."""

    number: int
    skip: int


def _adding(table: Table, key: str, *bounds: str) -> Prepared:
    """Adds the changes of a booking to the row of its day or block. The first booking creates the row."""
    columns = ["world", "agency", key, *Status, *bounds]
    sums = [f"{name} = {table.name}.{name} + excluded.{name}" for name in Status]
    # The two databases spell the minimum of two values differently.
    closer = {"oldest": "<", "newest": ">"}
    sums += [
        f"{name} = CASE WHEN excluded.{name} {closer[name]} {table.name}.{name} "
        f"THEN excluded.{name} ELSE {table.name}.{name} END"
        for name in bounds
    ]
    return Prepared(
        text(
            f"INSERT INTO {table.name} ({', '.join(columns)}) "  # noqa: S608 - names of our own tables.
            f"VALUES ({', '.join(f':{name}' for name in columns)}) "
            f"ON CONFLICT (world, agency, {key}) DO UPDATE SET {', '.join(sums)}"
        )
    )


_ADD_TO_DAY = _adding(booking_counts, "play_date", "oldest", "newest")
_ADD_TO_BLOCK = _adding(booking_blocks, "block")


def _matching(table: Table, status: Status | None) -> ColumnElement[int]:
    """The bookings that a row counts for a list with this filter."""
    if status is not None:
        return table.c[status.value]
    return table.c.confirmed + table.c.pending + table.c.cancelled


def _counting(status: Status | None) -> Prepared:
    matching = _matching(booking_counts, status)
    return Prepared(
        select(
            func.coalesce(func.sum(matching), 0).label("total"),
            func.coalesce(func.min(booking_counts.c.oldest), 0).label("oldest"),
            func.coalesce(func.max(booking_counts.c.newest), 0).label("newest"),
        ).where(
            booking_counts.c.world == bindparam("world"),
            booking_counts.c.agency == bindparam("agency"),
            booking_counts.c.play_date >= bindparam("first"),
            booking_counts.c.play_date <= bindparam("last"),
            matching > 0,
        )
    )


def _blocks(status: Status | None, *, newest_first: bool) -> Prepared:
    # As text: hundreds of rows as bare tuples cost a third of the rows with names.
    matching = status or " + ".join(Status)
    return Prepared(
        text(
            f"SELECT block, {matching} FROM booking_blocks "  # noqa: S608 - names of our own columns.
            f"WHERE world = :world AND agency = :agency AND {matching} > 0 "
            f"ORDER BY block {'DESC' if newest_first else 'ASC'} LIMIT :size"
        )
    )


_FILTERS = (None, *Status)
_COUNT = {status: _counting(status) for status in _FILTERS}
_BLOCKS = {
    (status, newest_first): _blocks(status, newest_first=newest_first)
    for status in _FILTERS
    for newest_first in (True, False)
}


def count_new(session: Session, booking: Booking) -> None:
    """Counts a booking that is stored for the first time."""
    _add(session, booking, {booking.status: 1})


def count_moved(session: Session, booking: Booking, before: Status) -> None:
    """Counts a booking under its new status and no longer under *before*."""
    if before is not booking.status:
        _add(session, booking, {before: -1, booking.status: 1})


def _add(session: Session, booking: Booking, changes: dict[Status, int]) -> None:
    counted = {
        "world": session.world.name,
        "agency": booking.agency,
        **{status.value: changes.get(status, 0) for status in Status},
    }
    day = {"play_date": booking.play_date.isoformat(), "oldest": booking.number, "newest": booking.number}
    _ADD_TO_DAY.run(session.connection, {**counted, **day})
    _ADD_TO_BLOCK.run(session.connection, {**counted, "block": booking.number // BLOCK})


def count(session: Session, agency: str, status: Status | None, first: str, last: str) -> Counted:
    """The bookings of an agency with this status (None: any) that are played from *first* to *last*, both included."""
    asked = {"world": session.world.name, "agency": agency, "first": first, "last": last}
    found = _COUNT[status].first(session.connection, asked)
    assert found is not None
    return Counted(int(found.total), found.oldest, found.newest)


def start_of(
    session: Session, agency: str, status: Status | None, skip: int, counted: Counted, *, newest_first: bool
) -> Start | None:
    """A number from which *skip* matching bookings are soon skipped, in either direction.

    *counted* describes all matching bookings. None if there are fewer. It reads one short row for 2048 numbers.
    """
    every = counted.newest // BLOCK + 1
    share = skip / counted.total
    # First as many blocks as evenly distributed bookings need, and some more. Then all blocks.
    for size in (int(share * every * 1.1) + 4, every):
        asked = {"world": session.world.name, "agency": agency, "size": size}
        left = skip
        for block, matching in _BLOCKS[status, newest_first].rows(session.connection, asked):
            if left < matching:
                return Start((block + 1) * BLOCK - 1 if newest_first else block * BLOCK, left)
            left -= matching
    return None
