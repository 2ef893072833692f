"""A world as the first version stored it: two confirmed bookings and a pending one."""

from typing import Any

from sqlalchemy import Connection, MetaData, Table

WORLD = "old"
JANUARY = 1767225600

_BOOKING = {
    "world": WORLD,
    "agency": "alpha",
    "course_id": "crs_old",
    "play_date": "2026-05-09",
    "tee_time": "10:00",
    "players": 2,
    "first_name": "Ada",
    "last_name": "Lindqvist",
    "email": "ada@lindqvist.example",
    "created_at": JANUARY,
}
BOOKINGS: list[dict[str, Any]] = [
    {**_BOOKING, "id": "bkg_first", "number": 1, "reference": "TS-1", "status": "confirmed", "course_answers_at": None},
    {
        **_BOOKING,
        "id": "bkg_second",
        "number": 2,
        "reference": "TS-2",
        "status": "confirmed",
        "course_answers_at": None,
    },
    {
        **_BOOKING,
        "id": "bkg_pending",
        "number": 3,
        "reference": "TS-3",
        "status": "pending",
        "course_answers_at": JANUARY + 3600,
    },
]


def fill(connection: Connection) -> None:
    """Stores it, in the tables as they are."""
    tables = MetaData()
    clock = {"clock_mode": "ticking", "world_anchor": JANUARY, "wall_anchor": JANUARY, "next_due_at": JANUARY + 3600}
    connection.execute(Table("worlds", tables, autoload_with=connection).insert(), {"name": WORLD, "seed": 1, **clock})
    connection.execute(Table("bookings", tables, autoload_with=connection).insert(), BOOKINGS)
