"""Writes a whole world as one JSON value, and reads it back. An incomplete value is refused: nothing is guessed.

The value names no world, so that a world can be loaded under any name. Rows are in the order of their keys and have
the columns of their table, in its order; bytes are base64. Leases of deliveries are left out: they belong to the tasks
of one server, for seconds.
"""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from operator import attrgetter
from typing import Any

import orjson
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String, Table, Text, update

from mock_server.clock import Clock, ClockMode
from mock_server.domain import booking_hooks, group_bookings
from mock_server.domain.bookings import Status as BookingStatus
from mock_server.domain.ids import booking_reference
from mock_server.domain.ledger import TakingKind
from mock_server.domain.refusals import (
    ExportColumns,
    ExportKeyTwice,
    ExportOfOtherCourses,
    ExportRowLength,
    ExportSettings,
    ExportTables,
    ExportValue,
)
from mock_server.domain.webhooks import TREATMENTS
from mock_server.domain.world_settings import ALTERNATIVES, WorldSettings
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.tables import STATE_TABLES, worlds
from mock_server.storage.timers import TimerKind
from mock_server.storage.whole_worlds import replace_rows, rows_of
from mock_server.storage.world_rows import mix_references
from mock_server.storage.world_settings import read_settings, write_settings

Content = dict[str, Any]

_LEFT_OUT = {"world", "leased_by", "leased_until"}
_MOST_SETTINGS = 1024 * 1024
# The errors of reading a value with the wrong shape.
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, ArithmeticError)

_LAST_MOMENT = int(datetime.max.replace(tzinfo=UTC).timestamp())


def _day(text: str) -> None:
    if date.fromisoformat(text).isoformat() != text:
        raise ValueError(text)


def _time_of_day(text: str) -> None:
    if time.fromisoformat(text).isoformat("minutes") != text:
        raise ValueError(text)


def _treatment(text: str) -> None:
    if text not in TREATMENTS:
        raise ValueError(text)


# How the texts of some columns are read. A text that cannot be read would break every later read of its row.
_TEXTS: Mapping[tuple[str, str], Callable[[str], object]] = {
    ("takings", "kind"): TakingKind,
    ("bookings", "status"): BookingStatus,
    ("booking_hooks", "status"): booking_hooks.Status,
    ("group_bookings", "status"): group_bookings.Status,
    ("group_bookings", "tee_times"): orjson.loads,
    ("group_bookings", "player_list"): orjson.loads,
    ("timers", "kind"): TimerKind,
    ("tee_time_holds", "green_fee"): Decimal,
    ("webhooks", "events"): orjson.loads,
    ("events", "facts"): orjson.loads,
    ("remembered_answers", "headers"): orjson.loads,
    ("rules", "body"): orjson.loads,
    ("deliveries", "treatment"): _treatment,
    **{(table.name, "play_date"): _day for table in STATE_TABLES},
    **{(table.name, "tee_time"): _time_of_day for table in STATE_TABLES},
    **{(table.name, "preferred_time"): _time_of_day for table in STATE_TABLES},
}


def read_world(session: Session) -> Content:
    """The present state of the whole world."""
    world = session.world
    return {
        "coursesSeed": session.courses.seed,
        "seed": world.seed,
        "clock": {"mode": world.clock.mode.value, "now": to_seconds(session.now)},
        "settings": write_settings(world.settings),
        "rules": world.rules,
        "tables": [_read_table(session, table) for table in STATE_TABLES],
    }


def write_world(session: Session, content: Content, wall: datetime) -> None:
    """Replaces the whole world. Its clock shows the exported time, and goes on from there if it was ticking.

    Raises ExportDamaged. The end of the transaction then undoes all changes.
    """
    if content["coursesSeed"] != session.courses.seed:
        raise ExportOfOtherCourses(content["coursesSeed"], session.courses.seed)
    tables = _decoded_tables(content["tables"])
    replace_rows(session, tables)
    _write_row(session, content, [row["due_at"] for row in tables["timers"]], wall)
    mix_references(session, mixes=_mixes_references(session.world.origin, tables["bookings"]))


def _mixes_references(origin: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a booking was created in a world of another origin, so that a new reference may already be in use."""
    return any(row["reference"] != booking_reference(origin, row["number"]) for row in rows)


def _write_row(session: Session, content: Content, due: Sequence[int], wall: datetime) -> None:
    settings = _settings(content["settings"])
    clock = Clock(ClockMode(content["clock"]["mode"]), to_moment(content["clock"]["now"]), wall)
    next_due_at = min(due, default=None)
    session.world = replace(
        session.world,
        seed=content["seed"],
        clock=clock,
        next_due_at=None if next_due_at is None else to_moment(next_due_at),
        settings=settings,
        rules=content["rules"],
    )
    session.now = clock.now(wall)
    values = {
        "seed": content["seed"],
        "clock_mode": clock.mode.value,
        "world_anchor": to_seconds(clock.world_anchor),
        "wall_anchor": to_seconds(wall),
        "next_due_at": next_due_at,
        "settings": write_settings(settings),
        "rules": content["rules"],
    }
    session.connection.execute(update(worlds).where(worlds.c.name == session.world.name).values(**values))


def _settings(text: str) -> WorldSettings:
    try:
        settings = read_settings(text) if len(text) <= _MOST_SETTINGS else None
        known = settings is not None and all(
            choice in ALTERNATIVES[name].choices for name, choice in settings.alternatives.items()
        )
        if settings is not None and known and _spells(text, settings):
            return settings
    except _UNREADABLE:
        pass
    raise ExportSettings()


def _spells(text: str, settings: WorldSettings) -> bool:
    """Whether a text contains these settings and nothing else. It may also contain default values."""
    whole = {"signatureClock": settings.signature_clock, "journal": settings.journal}
    whole |= orjson.loads(write_settings(settings))
    return bool(orjson.loads(text).items() <= whole.items())


def _columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column.name not in _LEFT_OUT]


def _keys(table: Table) -> list[int]:
    """The positions of the primary key columns in a row."""
    return [place for place, column in enumerate(_columns(table)) if column.primary_key]


def _read_table(session: Session, table: Table) -> dict[str, Any]:
    columns = _columns(table)
    values_of = attrgetter(*[column.name for column in columns])
    rows = [list(values_of(row)) for row in rows_of(session, table)]
    for place in (place for place, column in enumerate(columns) if isinstance(column.type, LargeBinary)):
        for row in rows:
            row[place] = base64.b64encode(row[place]).decode()
    # The sort happens here, since each database has its own order of texts.
    keys = _keys(table)
    rows.sort(key=lambda row: [row[place] for place in keys])
    return {"name": table.name, "columns": [column.name for column in columns], "rows": rows}


def _decoded_tables(tables: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found, known = tuple(item["name"] for item in tables), tuple(table.name for table in STATE_TABLES)
    if found != known:
        raise ExportTables(found, known)
    return {table.name: _decoded(table, item) for table, item in zip(STATE_TABLES, tables, strict=True)}


def _decoded(table: Table, written: Mapping[str, Any]) -> list[dict[str, Any]]:
    columns, rows = _columns(table), written["rows"]
    names = tuple(column.name for column in columns)
    if tuple(written["columns"]) != names:
        raise ExportColumns(table.name, names)
    if any(len(row) != len(names) for row in rows):
        raise ExportRowLength(table.name, names)
    values = [_values(table, column, [row[place] for row in rows]) for place, column in enumerate(columns)]
    keys = list(zip(*[values[place] for place in _keys(table)], strict=True))
    if len(set(keys)) != len(rows):
        raise ExportKeyTwice(table.name)
    left_out = {column.name: None for column in table.columns if column.name in _LEFT_OUT}
    return [{**left_out, **dict(zip(names, row, strict=True))} for row in zip(*values, strict=True)]


def _values(table: Table, column: Column[Any], values: list[Any]) -> list[Any]:
    """The values of a column in the form that its table takes. A check of a whole column at a time is fast."""
    wrong = ExportValue(table.name, column.name)
    if column.nullable is False and None in values:
        raise wrong
    given = [value for value in values if value is not None]
    if isinstance(column.type, Integer):
        fits = all(type(value) is int for value in given) and _are_within(given, _bounds(column))
    else:
        fits = all(type(value) is str for value in given) and _are_readable(table, column, set(given))
    if not fits:
        raise wrong
    if not isinstance(column.type, LargeBinary):
        return values
    try:
        return [None if value is None else base64.b64decode(value, validate=True) for value in values]
    except (binascii.Error, ValueError):
        raise wrong from None


def _bounds(column: Column[Any]) -> tuple[int, int]:
    """The smallest and the largest integer of a column. The bounds of moments are those of the calendar."""
    if column.name == "at" or (column.name.endswith("_at") and column.name != "wall_at"):
        return 0, _LAST_MOMENT
    most = 1 << (63 if isinstance(column.type, BigInteger) else 31)
    return -most, most - 1


def _are_within(values: Sequence[int], bounds: tuple[int, int]) -> bool:
    return not values or (bounds[0] <= min(values) and max(values) <= bounds[1])


def _are_readable(table: Table, column: Column[Any], texts: set[str]) -> bool:
    longest = column.type.length if isinstance(column.type, String) and not isinstance(column.type, Text) else None
    if longest is not None and any(len(text) > longest for text in texts):
        return False
    read = _TEXTS.get((table.name, column.name), str)
    try:
        for text in texts:
            read(text)
    except _UNREADABLE:
        return False
    return True
