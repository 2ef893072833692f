"""Statements written in SQLAlchemy Core, compiled once per database, and run by its driver.

For a small statement Core needs several times as long as the database. So this module prepares everything before the
first request: the SQL text, the order of its parameters, the names of its columns. SQLAlchemy still handles the
transactions; this module only runs statements inside them.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.elements import ClauseElement


@contextmanager
def many_at_once(connection: Connection) -> Iterator[None]:
    """Inside it the caller waits for a network database only when it reads rows, not after every statement."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "postgresql":
        yield
        return
    with driver.pipeline():
        yield


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    # The names of the parameters if the driver takes them by position, None if it takes them by name.
    order: Sequence[str] | None
    # Values inside the statement itself, as in `is_active == 1`.
    constants: Mapping[str, Any]
    row: Callable[[Iterable[Any]], Any]


class Prepared:
    """A statement with bound parameters."""

    def __init__(self, statement: ClauseElement, inserted: Sequence[str] | None = None) -> None:
        """*inserted* names the columns of an INSERT that has no values of its own; None for other statements."""
        self._statement = statement
        self._inserted = inserted
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, parameters: Mapping[str, Any]) -> None:
        """Runs a statement that returns no rows, in the connection's transaction."""
        self._cursor(connection, parameters)

    def run_many(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Runs a statement once for each of many rows of parameters, in the connection's transaction."""
        compiled = self._for(connection.dialect)
        order = compiled.order
        values: Any = [dict(row) if order is None else tuple([row[name] for name in order]) for row in rows]
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.cursor().executemany(compiled.sql, values)

    def rows(self, connection: Connection, parameters: Mapping[str, Any]) -> list[Any]:
        """The rows of a statement. The rows of a SELECT have their columns as attributes."""
        row = self._for(connection.dialect).row
        return [row(item) for item in self._cursor(connection, parameters).fetchall()]

    def first(self, connection: Connection, parameters: Mapping[str, Any]) -> Any | None:
        """The first row of a statement, or None."""
        found = self._cursor(connection, parameters).fetchone()
        return None if found is None else self._for(connection.dialect).row(found)

    def _cursor(self, connection: Connection, parameters: Mapping[str, Any]) -> Any:
        compiled = self._for(connection.dialect)
        if compiled.constants:
            parameters = {**compiled.constants, **parameters}
        values: Any = parameters
        if compiled.order is not None:
            values = tuple([parameters[name] for name in compiled.order])
        # With a synchronous driver this attribute is the driver's own connection, and takes half the time.
        driver: Any = connection.connection.dbapi_connection
        return driver.execute(compiled.sql, values)

    def _for(self, dialect: Dialect) -> _Compiled:
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiled: Any = self._statement.compile(dialect=dialect, column_keys=self._inserted)
        constants = {name: bound.effective_value for name, bound in compiled.binds.items() if not bound.required}
        if isinstance(self._statement, Select):
            columns = self._statement.selected_columns.keys()
            row: Any = namedtuple("row", columns)  # type: ignore[misc]  # The columns are known at run time only.
            return _Compiled(str(compiled), compiled.positiontup, constants, row._make)
        return _Compiled(str(compiled), compiled.positiontup, constants, tuple)
