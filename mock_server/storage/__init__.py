"""The only package with SQL, which is the same for SQLite and PostgreSQL. It turns rows into domain values."""
