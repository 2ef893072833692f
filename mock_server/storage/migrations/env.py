"""Alembic's entry: it runs the migrations on the connection that upgrade.py gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
