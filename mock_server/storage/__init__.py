"""The only place with SQL, the same on SQLite and PostgreSQL. Rows in, domain values out."""
