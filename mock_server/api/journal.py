"""The journal: every exchange of a world, redacted, written in batches beside the requests.

Gathering costs a request next to nothing; what must be written is read, redacted and stored a little later, and at most
so many exchanges of a world as are kept.
"""

import asyncio
import logging
import re
from collections import deque
from typing import Any

import orjson
from starlette.concurrency import run_in_threadpool

from mock_server.api.exchanges import Exchange
from mock_server.api.explanations import explanation
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.journal import write_entries
from mock_server.storage.store import Store, to_seconds

logger = logging.getLogger("teesheet")

BATCH_SECONDS = 0.5
# Between two batches at most so many exchanges of a world are kept.
WAITING_PER_WORLD = 200
MAX_BODY_CHARACTERS = 16 * 1024
REDACTED = "[redacted]"

_SECRET_HEADERS = {"authorization", "x-api-key", "cookie", "set-cookie"}
_PRIVATE_MEMBERS = (
    *("firstName", "lastName", "email", "phone", "specialRequests"),
    *("secret", "accessToken", "refreshToken"),
)
_QUOTED = tuple(f'"{name}"' for name in _PRIVATE_MEMBERS)
_PRIVATE = re.compile(rf'"({"|".join(_PRIVATE_MEMBERS)})"(\s*:\s*)"((?:[^"\\]|\\.)*)"?')


def redacted(text: str) -> str:
    """*text* without names, addresses, phone numbers, free text of people, secrets and tokens.

    It works on text and not on JSON, since a malformed body holds personal data too. A reserved last name stays.
    """
    # Most answers hold none of it, and are long.
    return _PRIVATE.sub(_redaction, text) if any(name in text for name in _QUOTED) else text


def _redaction(found: re.Match[str]) -> str:
    if found[1] == "lastName" and found[3].lower().startswith("sandbox-"):
        return found[0]
    return f'"{found[1]}"{found[2]}"{REDACTED}"'


class Journal:
    """Takes exchanges, and writes them a little later."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, deque[Exchange]] = {}
        self._batch: asyncio.TimerHandle | None = None
        self._writing: set[asyncio.Task[None]] = set()

    def add(self, exchange: Exchange) -> None:
        """Takes an exchange. One that belongs to no world, or to a world without a journal, is not kept."""
        if not exchange.world or not exchange.settings.journal:
            return
        waiting = self._waiting.get(exchange.world)
        if waiting is None:
            waiting = self._waiting[exchange.world] = deque(maxlen=WAITING_PER_WORLD)
        waiting.append(exchange)
        if self._batch is None:
            self._batch = asyncio.get_running_loop().call_later(BATCH_SECONDS, self._begin_batch)

    async def flush(self) -> None:
        """Writes what waits. A database that cannot be reached loses the batch, and says so in the log."""
        waiting, self._waiting = self._waiting, {}
        exchanges = [exchange for each in waiting.values() for exchange in each]
        if not exchanges:
            return
        try:
            if self._store.waits_for_network:
                await run_in_threadpool(self._write, exchanges)
            else:
                self._write(exchanges)
        except StoreUnavailable as error:
            logger.warning("%s entries of the journal are lost: %s", len(exchanges), error)

    def _write(self, exchanges: list[Exchange]) -> None:
        write_entries(self._store, [_row(exchange) for exchange in exchanges])

    def forget(self, world: str) -> None:
        """Drops what waits of a world."""
        self._waiting.pop(world, None)

    def _begin_batch(self) -> None:
        self._batch = None
        task = asyncio.get_running_loop().create_task(self.flush())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)


def _row(exchange: Exchange) -> dict[str, Any]:
    about = {
        "requestId": exchange.request_id,
        "agency": exchange.agency,
        "sentAt": exchange.wall_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "worldTime": None if exchange.at is None else exchange.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "milliseconds": round(exchange.seconds * 1000, 2),
        "request": {
            "method": exchange.method,
            "path": exchange.path,
            "query": exchange.query.decode("latin-1"),
            "headers": _headers(exchange.request_headers),
            **_body(exchange.request_body),
        },
        "response": {
            "status": exchange.status,
            "headers": _headers(exchange.response_headers),
            **_body(exchange.response_body),
        },
        "events": list(exchange.events),
        "rules": exchange.rules,
        "explanation": None if exchange.error is None else explanation(exchange.error, exchange),
    }
    return {
        "world": exchange.world,
        "agency": exchange.agency,
        "wall_at": int(exchange.wall_at.timestamp() * 1000),
        "at": None if exchange.at is None else to_seconds(exchange.at),
        "request_id": exchange.request_id,
        "operation": exchange.operation,
        "status": exchange.status,
        "exchange": orjson.dumps(about),
    }


def _headers(headers: Any) -> list[list[str]]:
    return [
        [
            name.decode("latin-1"),
            REDACTED if name.decode("latin-1").lower() in _SECRET_HEADERS else value.decode("latin-1"),
        ]
        for name, value in headers
    ]


def _body(raw: bytes) -> dict[str, Any]:
    text = raw[: 4 * MAX_BODY_CHARACTERS].decode("utf-8", "replace")
    return {
        "body": redacted(text[:MAX_BODY_CHARACTERS]),
        "bodyBytes": len(raw),
        "isTruncated": len(text) > MAX_BODY_CHARACTERS or len(raw) > 4 * MAX_BODY_CHARACTERS,
    }
