"""`python -m benchmarks.bookings`: what a list of bookings costs at 1,000,000 bookings, beside what it costs at 1,000.

It runs the operation in this process, from the opened session to the bytes of the answer. What comes before and after
(HTTP, validation) costs the same in both, so the ratio that a client sees is smaller.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from sqlalchemy import Connection, text

from mock_server.api.bodies import write_json
from mock_server.api.bookings import list_bookings
from mock_server.api.calls import Call
from mock_server.api.security import Caller
from mock_server.services.worlds import opened
from mock_server.storage.booking_counts import recount
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Store
from mock_server.storage.tables import bookings

WALL = datetime(2027, 3, 2, 10, 0, tzinfo=UTC)
FIRST_DAY = date(2027, 3, 3)
DAYS = 400
AGENCY = "alpha"
STATUSES = ["confirmed"] * 16 + ["cancelled"] * 3 + ["pending"]

MONTH = {"startDate": "2027-06-01", "endDate": "2027-06-30"}
DAY = {"startDate": "2027-06-12", "endDate": "2027-06-12"}
QUARTER = {"startDate": "2027-06-01", "endDate": "2027-08-31"}

# What is asked, and the page: a number, or the place of the page in the list as a share of it.
QUERIES: dict[str, tuple[dict[str, str], int | float]] = {
    "first page": ({}, 1),
    "page 2,000 (beside page 25)": ({}, 2_000),
    "the middle": ({}, 0.5),
    "the last page": ({}, 1.0),
    "confirmed": ({"status": "confirmed"}, 1),
    "pending": ({"status": "pending"}, 1),
    "pending, the middle": ({"status": "pending"}, 0.5),
    "a month": (MONTH, 1),
    "a day": (DAY, 1),
    "confirmed in a month": ({"status": "confirmed", **MONTH}, 1),
    "pending in a month": ({"status": "pending", **MONTH}, 1),
    "confirmed on a day": ({"status": "confirmed", **DAY}, 1),
    "from a day on": ({"startDate": "2027-06-12"}, 1),
    "a month, the last page": (MONTH, 1.0),
    "a month, the middle": (MONTH, 0.5),
    "three months, the middle": (QUARTER, 0.5),
}


@dataclass(frozen=True)
class World:
    """A world with bookings: *name*, and how many of them belong to the agency that asks."""

    name: str
    bookings: int
    own: int


# One agency has all of them; or it has 1,000, with those of 999 others before, after and in between.
PAIRS = {
    "one agency": (World("small", 1_000, 1_000), World("large", 1_000_000, 1_000_000)),
    "spread": (World("small", 1_000, 1_000), World("spread", 1_000_000, 1_000)),
}


def rows_of(world: World, course_id: str) -> Iterator[dict[str, Any]]:
    """The rows of a world, the same every time. Days and statuses are in no order."""
    draw = Random(7)  # noqa: S311 - not for secrets.
    others = world.bookings // world.own
    for number in range(1, world.bookings + 1):
        yield {
            **dict.fromkeys(bookings.c.keys()),
            "world": world.name,
            "id": f"bkg_{number:012}",
            "number": number,
            "agency": AGENCY if number % others == 0 else f"agency-{number % others}",
            "status": draw.choice(STATUSES),
            "reference": f"TS-{number:06}",
            "agency_reference": f"MGT-{number}",
            "course_id": course_id,
            "play_date": str(FIRST_DAY + timedelta(days=draw.randrange(DAYS))),
            "tee_time": "09:30",
            "players": 2,
            "first_name": "Ada",
            "last_name": "Lindqvist",
            "email": "ada@lindqvist.example",
            "created_at": 1_803_982_600,
        }


def fill(store: Store, worlds: list[World]) -> None:
    """Puts the bookings of worlds into the database, and counts them. A world that has bookings stays as it is."""
    empty = [world for world in worlds if _total(store, world, {}) == 0]
    with store.engine.execution_options(writes=True).begin() as connection:
        for index in bookings.indexes if empty else ():
            index.drop(connection)
        for world in empty:
            _write(connection, rows_of(world, store.courses.courses[0].id))
        for index in bookings.indexes if empty else ():
            index.create(connection)
        for world in empty:
            recount(connection, world.name)


def _write(connection: Connection, rows: Iterator[dict[str, Any]]) -> None:
    columns = bookings.c.keys()
    driver: Any = connection.connection.driver_connection
    values = ([row[name] for name in columns] for row in rows)
    if connection.dialect.name == "postgresql":
        with driver.cursor().copy(f"COPY bookings ({', '.join(columns)}) FROM STDIN") as copy:
            for each in values:
                copy.write_row(each)
    else:
        places = ", ".join("?" for _ in columns)
        driver.executemany(f"INSERT INTO bookings ({', '.join(columns)}) VALUES ({places})", values)  # noqa: S608


def call_for(query: dict[str, str], page: int, page_size: int) -> Call:
    """A list request, as it is after it has been read."""
    asked = {**query, "page": page, "pageSize": page_size}
    return Call(
        caller=Caller("", AGENCY), path={}, query=asked, sent=frozenset(asked), headers={}, body=None, address="/b"
    )


def answer(store: Store, world: World, call: Call) -> bytes:
    """The body of the answer."""
    with opened(store, world.name, WALL, writes=False) as session:
        return write_json(list_bookings(call, session).body)


def seconds(store: Store, world: World, call: Call, times: int) -> float:
    """What one answer takes, the median of *times*."""
    taken = []
    for _ in range(times):
        begun = perf_counter()
        answer(store, world, call)
        taken.append(perf_counter() - begun)
    return median(taken)


def compared(store: Store, pair: tuple[World, World], query: dict[str, str], page: int | float) -> tuple[float, float]:
    """Seconds in the small world and in the large one, in turns. The pages have equally many bookings."""
    totals = [_total(store, world, query) for world in pair]
    size = min(20, totals[0])
    calls = [call_for(query, _page(page, total, size), size) for total in totals]
    rounds = [[seconds(store, world, call, 40) for world, call in zip(pair, calls, strict=True)] for _ in range(7)]
    small, large = (median(each) for each in zip(*rounds, strict=True))
    return small, large


def _total(store: Store, world: World, query: dict[str, str]) -> int:
    with opened(store, world.name, WALL, writes=False) as session:
        body = list_bookings(call_for(query, 1, 1), session).body
    total: int = body["meta"]["pagination"]["totalItems"]
    return total


def _page(page: int | float, total: int, size: int) -> int:
    """A page of a list with so many bookings. One that it does not have becomes the middle."""
    pages = -(-total // size)
    if isinstance(page, int) and page <= pages:
        return page
    share = page if isinstance(page, float) else 0.5
    return max(1, round(share * (total // size)))


def table_of(store: Store, name: str) -> Table:
    """The figures of one database."""
    table = Table("bookings", "query", "ms at 1,000", "ms at 1,000,000", "ratio", title=f"Lists of bookings, {name}")
    for kind, pair in PAIRS.items():
        for asked, (query, page) in QUERIES.items():
            small, large = compared(store, pair, query, page)
            table.add_row(kind, asked, f"{small * 1000:.3f}", f"{large * 1000:.3f}", f"{large / small:.2f}")
    return table


@click.command()
@click.option(
    "--database", "url", help="A database for this alone, as an SQLAlchemy URL.  [default: a temporary SQLite file]"
)
def main(url: str | None) -> None:
    """Fill a database with 2,001,000 bookings and compare what lists of them cost."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(url or f"sqlite:///{Path(folder)}/bookings.db", CourseBook(1), max_worlds=10)
        fill(store, list({world.name: world for pair in PAIRS.values() for world in pair}.values()))
        with store.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            # PostgreSQL does both by itself after a while; SQLite plans without.
            if connection.dialect.name == "postgresql":
                connection.execute(text("VACUUM ANALYZE"))
        Console(width=110).print(table_of(store, store.engine.dialect.name))
        store.close()


if __name__ == "__main__":
    main()
