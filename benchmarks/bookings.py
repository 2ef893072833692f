"""`python -m benchmarks.bookings`: what a list of bookings costs at 1,000,000 bookings, beside what it costs at 1,000.

The whole application answers, in this process and without a network between.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

import click
import orjson
from rich.console import Console
from rich.table import Table
from sqlalchemy import Connection

from mock_server.app import Sandbox
from mock_server.settings import Settings
from mock_server.storage.tables import bookings
from tests.storage.recounts import recount

PATH = "/api/v1/travel/bookings"
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


def fill(sandbox: "Sandboxed", worlds: list[World]) -> None:
    """Puts the bookings of worlds into the database, and counts them. A world that has bookings stays as it is."""
    empty = [world for world in worlds if sandbox.total(world, {}) == 0]
    store = sandbox.store
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
            for value in values:
                copy.write_row(value)
    else:
        places = ", ".join("?" for _ in columns)
        driver.executemany(f"INSERT INTO bookings ({', '.join(columns)}) VALUES ({places})", values)  # noqa: S608 - our own names.


class Sandboxed:
    """A sandbox in this process that is asked for lists."""

    def __init__(self, url: str) -> None:
        self.app = Sandbox(Settings(database_url=url))
        self.store = self.app.store
        self.loop = asyncio.new_event_loop()

    def asked(self, world: World, query: dict[str, Any]) -> bytes:
        """The body of the answer to GET /travel/bookings. Raises RuntimeError where it is refused."""
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        self.loop.run_until_complete(self.app(scope_of(world, query), receive, send))
        if sent[0]["status"] != 200:
            raise RuntimeError(f"The list was refused: {sent[1]['body']}")
        body: bytes = sent[1]["body"]
        return body

    def total(self, world: World, query: dict[str, str]) -> int:
        """How many bookings match."""
        total: int = orjson.loads(self.asked(world, query))["meta"]["pagination"]["totalItems"]
        return total

    def seconds(self, world: World, query: dict[str, Any], times: int) -> float:
        """What one answer takes, the median of *times*."""
        taken = []
        for _ in range(times):
            begun = perf_counter()
            self.asked(world, query)
            taken.append(perf_counter() - begun)
        return median(taken)


def scope_of(world: World, query: dict[str, Any]) -> dict[str, Any]:
    """A request as a server hands it to an application."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": PATH,
        "raw_path": PATH.encode(),
        "root_path": "",
        "query_string": urlencode(query).encode(),
        "headers": [(b"host", b"sandbox"), (b"x-api-key", f"sbx_{world.name}_{AGENCY}".encode())],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8080),
        "state": {},
    }


def compared(
    sandbox: Sandboxed, pair: tuple[World, World], query: dict[str, str], page: int | float
) -> tuple[float, float]:
    """Seconds in the small world and in the large one, in turns. The pages have equally many bookings."""
    totals = [sandbox.total(world, query) for world in pair]
    size = min(20, totals[0])
    queries = [{**query, "page": _page(page, total, size), "pageSize": size} for total in totals]
    rounds = [[sandbox.seconds(world, asked, 15) for world, asked in zip(pair, queries, strict=True)] for _ in range(9)]
    small, large = (median(round_) for round_ in zip(*rounds, strict=True))
    return small, large


def _page(page: int | float, total: int, size: int) -> int:
    """A page of a list with this number of bookings. One that it does not have becomes the middle."""
    pages = -(-total // size)
    if isinstance(page, int) and page <= pages:
        return page
    share = page if isinstance(page, float) else 0.5
    return max(1, round(share * (total // size)))


def table_of(sandbox: Sandboxed, name: str) -> Table:
    """The figures of one database."""
    table = Table("bookings", "query", "ms at 1,000", "ms at 1,000,000", "ratio", title=f"Lists of bookings, {name}")
    for kind, pair in PAIRS.items():
        for asked, (query, page) in QUERIES.items():
            small, large = compared(sandbox, pair, query, page)
            table.add_row(kind, asked, f"{small * 1000:.3f}", f"{large * 1000:.3f}", f"{large / small:.2f}")
    return table


@click.command()
@click.option(
    "--database", "url", help="A database for this alone, as an SQLAlchemy URL.  [default: a temporary SQLite file]"
)
def main(url: str | None) -> None:
    """Fill a database with 2,001,000 bookings and compare what lists of them cost."""
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandboxed(url or f"sqlite:///{Path(folder)}/bookings.db")
        fill(sandbox, list({world.name: world for pair in PAIRS.values() for world in pair}.values()))
        with sandbox.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # What both databases do by themselves after a while.
            tidy = {"postgresql": "VACUUM ANALYZE", "sqlite": "PRAGMA wal_checkpoint(TRUNCATE)"}
            connection.exec_driver_sql(tidy[connection.dialect.name])
        Console(width=110).print(table_of(sandbox, sandbox.store.engine.dialect.name))
        sandbox.store.close()


if __name__ == "__main__":
    main()
