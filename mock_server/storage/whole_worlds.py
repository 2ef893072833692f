"""Whole worlds: reads every row of a world, lists worlds, removes a world. Knows the tables, not their meaning."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select

from mock_server.storage.sessions import Session, World, world_of
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import STATE_TABLES, counters, journal, levers, snapshots, worlds

_ROWS = {table.name: Prepared(select(table).where(table.c.world == bindparam("world"))) for table in STATE_TABLES}
_INSERT = {table.name: Prepared(insert(table), table.c.keys()) for table in STATE_TABLES}


def rows_of(session: Session, table: Table) -> list[Any]:
    """Every row of a table that belongs to the world, with its columns as attributes, in no order."""
    return _ROWS[table.name].rows(session.connection, {"world": session.world.name})


def replace_rows(session: Session, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Replaces everything in the world. *tables* has the rows of every state table, by its name."""
    for table in STATE_TABLES:
        session.connection.execute(table.delete().where(table.c.world == session.world.name))
        rows = tables[table.name]
        if rows:
            _INSERT[table.name].run_many(session.connection, [{**row, "world": session.world.name} for row in rows])


def newest_worlds(connection: Connection, most: int) -> tuple[list[World], int]:
    """Up to *most* worlds, the newest first, and how many there are in all."""
    total = connection.execute(select(func.count()).select_from(worlds)).scalar_one()
    rows = connection.execute(select(worlds).order_by(worlds.c.created_at.desc(), worlds.c.name).limit(most))
    return [world_of(row) for row in rows], total


def objects_in_worlds(connection: Connection, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """How many objects of each kind were created in each of these worlds: world to kind to number."""
    created: dict[str, dict[str, int]] = {name: {} for name in names}
    for row in connection.execute(select(counters).where(counters.c.world.in_(names))):
        created[row.world][row.kind] = row.value
    return created


def remove_world(session: Session) -> None:
    """Removes the world with everything that belongs to it, also its snapshots and its journal."""
    for table in (*STATE_TABLES, snapshots, journal, levers):
        session.connection.execute(table.delete().where(table.c.world == session.world.name))
    session.connection.execute(worlds.delete().where(worlds.c.name == session.world.name))
