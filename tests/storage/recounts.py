"""The stored totals of bookings, counted again from the bookings: what the totals are compared with."""

from sqlalchemy import Connection, case, func, insert, literal_column, select

from mock_server.domain.bookings import Status
from mock_server.storage.booking_counts import BLOCK
from mock_server.storage.tables import booking_blocks, booking_counts, bookings


def recount(connection: Connection, world: str) -> None:
    """Counts the bookings of a world again, from the bookings themselves."""
    for table, key, bounds in (
        (booking_counts, bookings.c.play_date, [func.min(bookings.c.number), func.max(bookings.c.number)]),
        (booking_blocks, literal_column(f"number / {BLOCK}"), []),
    ):
        sums = [func.sum(case((bookings.c.status == status.value, 1), else_=0)) for status in Status]
        counted = select(bookings.c.world, bookings.c.agency, key, *sums, *bounds).where(bookings.c.world == world)
        connection.execute(table.delete().where(table.c.world == world))
        connection.execute(
            insert(table).from_select(table.c.keys(), counted.group_by(bookings.c.world, bookings.c.agency, key))
        )
