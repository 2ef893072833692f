"""The log: one line per entry on stderr, as text or as JSON, with its request.

Keys, bodies and query strings are never logged: they contain secrets and the names of people. A character that ends a
line, moves a cursor or turns the direction of text is always written as an escape: so nobody can forge an entry or
change what a terminal shows.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

# The exchange of this task or thread, with its request_id, world and operation.
EXCHANGE: ContextVar[Any] = ContextVar("exchange", default=None)

access = logging.getLogger("teesheet.access")
supervisor = logging.getLogger("teesheet.workers")


def escaped(text: str) -> str:
    """*text* on one line, safe for a terminal. Every character that is not printable becomes an escape.

    Not printable are control characters, invisible formatting such as bidi marks, separators of lines and paragraphs,
    every space except the ordinary space, and surrogates.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def _escaped_json(text: str) -> str:
    """The same for JSON, whose readers restore the character."""
    if text.isprintable():
        return text
    # Only strings contain characters that are not printable.
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def begin(form: str, level: str) -> None:
    """Starts the log on stderr, in one of FORMATS and from one of LEVELS upwards."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # These loggers would report every step of a migration, and every request a second time.
    for talkative in ("alembic", "uvicorn", "httpx", "httpcore"):
        logging.getLogger(talkative).setLevel(max(logging.WARNING, logging.getLogger().level))


def _facts() -> dict[str, str]:
    """The known facts about the request."""
    exchange = EXCHANGE.get()
    if exchange is None:
        return {}
    facts = {"requestId": exchange.request_id, "world": exchange.world, "operation": exchange.operation}
    return {name: value for name, value in facts.items() if value}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Json(logging.Formatter):
    """One object per line: time, level, logger, process, message; requestId, world, operation if known."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage().rstrip("\n"),
            **_facts(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return _escaped_json(json.dumps(entry, ensure_ascii=False))


class _Text(logging.Formatter):
    """The same for people: time, level, message, and the request in brackets.

    A traceback follows on lines that begin with two spaces and a bar. An entry begins with its time.
    """

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(_facts().values())
        message = record.getMessage().rstrip("\n") + (f" [{facts}]" if facts else "")
        lines = [f"{_time(record)} {record.levelname.lower()} {escaped(message)}"]
        if record.exc_info:
            lines += [f"  | {escaped(line)}" for line in self.formatException(record.exc_info).split("\n")]
        return "\n".join(lines)
