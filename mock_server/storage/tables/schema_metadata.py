"""The collection of all tables. Migrations compare the database with it."""

from sqlalchemy import MetaData

metadata = MetaData()
