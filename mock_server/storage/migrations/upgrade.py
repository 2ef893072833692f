"""Runs the migrations with Alembic on a given connection. It is the only module that loads Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

HERE = Path(__file__).parent


def upgrade(connection: Connection, to: str = "head") -> None:
    """Runs the migrations that are missing up to a revision, in the transaction that the connection has open."""
    command.upgrade(config_for(connection), to)


def stamp(connection: Connection, revision: str) -> None:
    """Records the revision of the tables without changing them."""
    command.stamp(config_for(connection), revision)


def config_for(connection: Connection) -> Config:
    """Alembic's settings for an open connection. There is no settings file."""
    config = Config()
    # A % has a meaning in Alembic's settings.
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
