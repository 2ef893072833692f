"""The journal of several processes: its numbers grow in the order in which readers see them."""

import threading
from typing import Any

from mock_server.clock import wall_clock
from mock_server.storage.courses import CourseBook
from mock_server.storage.journal import EntryFilter, entries, insert_entries, write_entries
from mock_server.storage.store import Store
from tests.databases import postgresql


def row(request_id: str) -> dict[str, Any]:
    """A row of the journal of the world `order`."""
    of_request = {
        "request_id": request_id,
        "operation": "listBookings",
        "status": 200,
        "exchange": b'{"request": {"method": "GET"}}',
    }
    return {"world": "order", "agency": "alpha", "wall_at": 0, "at": None, **of_request}


def test_a_process_waits_until_another_has_committed_smaller_numbers() -> None:
    url = postgresql().new_database()
    first, second = Store(url, CourseBook(1), 10), Store(url, CourseBook(1), 10)
    with first.writing("order", wall_clock()) as session:
        world = session.world
    later = threading.Thread(target=write_entries, args=(second, [row("second")]), daemon=True)
    with first.writing_across_worlds() as connection:
        insert_entries(connection, [row("first")])
        later.start()
        later.join(0.5)
        waits = later.is_alive()
    later.join(10)
    with first.reading(world, wall_clock()) as session:
        numbers = [entry.number for entry in entries(session, EntryFilter(), 10)]
    first.close()
    second.close()

    assert (waits, numbers) == (True, [1, 2])
