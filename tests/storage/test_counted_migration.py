"""A database from before the counts: its bookings are counted when it is opened, and listed as before."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert, select

from mock_server.storage.booking_pages import BookingFilter, bookings_page
from mock_server.storage.courses import CourseBook
from mock_server.storage.migrations.upgrade import upgrade
from mock_server.storage.store import Store
from mock_server.storage.tables import booking_blocks, booking_counts, bookings
from tests.databases import BOTH, new_database
from tests.storage.recounts import recount
from tests.storage.test_booking_pages import WALL

BEFORE = "0001"
OLD = [
    {
        **dict.fromkeys(bookings.c.keys()),
        "world": "old",
        "id": f"bkg_{number}",
        "number": number,
        "agency": "alpha",
        "status": ("confirmed", "pending", "cancelled")[number % 3],
        "reference": f"TS-{number}",
        "course_id": "crs_7k2m9x4q",
        "play_date": f"2027-04-{number % 7 + 1:02}",
        "tee_time": "09:30",
        "players": 2,
        "first_name": "Ada",
        "last_name": "Lindqvist",
        "email": "ada@lindqvist.example",
        "created_at": 1_803_982_600,
    }
    for number in range(1, 5000, 17)
]


@pytest.fixture(params=BOTH)
def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of the revision before, with bookings in it."""
    url = new_database(request.param, tmp_path)
    engine = create_engine(url)
    with engine.begin() as connection:
        upgrade(connection, BEFORE)
        connection.execute(insert(bookings), OLD)
    engine.dispose()
    return url


def test_the_bookings_of_an_older_database_are_counted(old_database: str) -> None:
    store = Store(old_database, CourseBook(1), max_worlds=10)

    with store.writing("old", WALL) as session:
        migrated = [set(session.connection.execute(select(table))) for table in (booking_counts, booking_blocks)]
        recount(session.connection, "old")
        recounted = [set(session.connection.execute(select(table))) for table in (booking_counts, booking_blocks)]
    store.close()

    assert (migrated, [len(item) for item in migrated]) == (recounted, [7, 3])


def test_the_bookings_of_an_older_database_are_listed(old_database: str) -> None:
    store = Store(old_database, CourseBook(1), max_worlds=10)

    with store.writing("old", WALL) as session:
        found, total = bookings_page(session, "alpha", BookingFilter(None, None, None), 2, 10)
    store.close()

    assert (total, [booking.number for booking in found]) == (len(OLD), [row["number"] for row in OLD[::-1][10:20]])
