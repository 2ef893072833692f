"""The random secret of a database, from which keys follow. It is created once. All servers of a database share it."""

import secrets

from sqlalchemy import Connection, insert, select

from mock_server.storage.schema import MAKING_SECRETS, take_turns
from mock_server.storage.tables import server_secrets

_NAME = "keys"
_BYTES = 32
_FIND = select(server_secrets.c.value).where(server_secrets.c.name == _NAME)


def server_secret(connection: Connection, *, create: bool) -> bytes:
    """The secret of the database, empty if it has none. With *create*, a database without a secret gets one."""
    found = connection.execute(_FIND).scalar()
    if found is None and create:
        take_turns(connection, MAKING_SECRETS)
        found = connection.execute(_FIND).scalar() or _new_secret(connection)
    return b"" if found is None else bytes(found)


def _new_secret(connection: Connection) -> bytes:
    secret = secrets.token_bytes(_BYTES)
    connection.execute(insert(server_secrets).values(name=_NAME, value=secret))
    return secret
