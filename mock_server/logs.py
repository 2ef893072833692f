"""The log: one line per entry on stderr, as text or as JSON, with the request it belongs to.

Keys, bodies and query strings are never logged: they hold secrets and the names of people.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

# The exchange that this task or thread works on. It knows request_id, world and operation.
EXCHANGE: ContextVar[Any] = ContextVar("exchange", default=None)

access = logging.getLogger("teesheet.access")
supervisor = logging.getLogger("teesheet.workers")


def begin(form: str, level: str) -> None:
    """Sends the log to stderr in one of FORMATS, from one of LEVELS on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # They tell every step of a migration and every request once more.
    for talkative in ("alembic", "uvicorn", "httpx", "httpcore"):
        logging.getLogger(talkative).setLevel(max(logging.WARNING, logging.getLogger().level))


def _facts() -> dict[str, str]:
    """What is known of the request by now."""
    exchange = EXCHANGE.get()
    if exchange is None:
        return {}
    facts = {"requestId": exchange.request_id, "world": exchange.world, "operation": exchange.operation}
    return {name: value for name, value in facts.items() if value}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Json(logging.Formatter):
    """One object per line: time, level, logger, process, message; requestId, world, operation where known."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **_facts(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _Text(logging.Formatter):
    """The same for people: time, level, message, and the request in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(_facts().values())
        line = f"{_time(record)} {record.levelname.lower()} {record.getMessage()}" + (f" [{facts}]" if facts else "")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
