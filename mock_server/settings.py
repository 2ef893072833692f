"""The settings at the start of the sandbox. Every setting has a flag of `teesheet serve`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server. *database_url* is an SQLAlchemy URL; *seed* chooses courses, sheets and ids.

    *allowed_hosts* are names under which the control plane may be called, besides the name in *public_url*.
    *journal_body_characters* is how much of a body the journal keeps. *reports* is a folder with reports of the suite.
    """

    database_url: str = "sqlite:///teesheet.db"
    seed: int = 1
    max_worlds: int = 1000
    max_body_bytes: int = 1024 * 1024
    journal_body_characters: int = 16 * 1024
    public_url: str = "http://127.0.0.1:8080"
    admin_token: str | None = None
    keys_file: str | None = None
    workers: int = 1
    max_connections: int = 1000
    loopback: bool = True
    allowed_hosts: tuple[str, ...] = ()
    reports: str = ""
    log_format: str = "text"
    log_level: str = "warning"
