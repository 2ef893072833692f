"""The journal: every exchange of a world, redacted, written in batches beside the requests.

During a request the journal only takes a reference. It reads, redacts and stores the exchange a little later. When
more exchanges of a world wait than it may keep waiting, the oldest are lost and counted.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from mock_server.api.exchanges import Exchange
from mock_server.api.explanations import explanation
from mock_server.api.redaction import new_redaction
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.journal import EntryRow, write_entries, written
from mock_server.storage.sessions import to_seconds
from mock_server.storage.store import Store
from openapi.redaction import Redaction

logger = logging.getLogger("teesheet")

BATCH_SECONDS = 0.5
# How long a reader of the journal waits for a file that another program keeps locked.
LOCKED_SECONDS = 0.15
# The most exchanges of a world that wait between two batches.
WAITING_PER_WORLD = 200


class Journal:
    """Takes exchanges and writes them a little later."""

    def __init__(self, store: Store, body_characters: int, count_lost: Callable[[int], None]) -> None:
        """Keeps *body_characters* of a body. *count_lost* gets the number of exchanges that are not kept."""
        self._store = store
        self._body_characters = body_characters
        self._count_lost = count_lost
        self._waiting: dict[str, deque[Exchange]] = {}
        self._batch: asyncio.TimerHandle | None = None
        self._writing: set[asyncio.Task[None]] = set()

    def add(self, exchange: Exchange) -> None:
        """Takes an exchange. An exchange without a world, or of a world without a journal, is not kept."""
        if not exchange.world or not exchange.settings.journal:
            return
        waiting = self._waiting.get(exchange.world)
        if waiting is None:
            waiting = self._waiting[exchange.world] = deque(maxlen=WAITING_PER_WORLD)
        if len(waiting) == waiting.maxlen:
            # The oldest of them makes room, and whoever reads the journal has to know that it is missing.
            self._count_lost(1)
        waiting.append(exchange)
        if self._batch is None:
            self._batch = asyncio.get_running_loop().call_later(BATCH_SECONDS, self._begin_batch)

    async def flush(self) -> None:
        """Writes the waiting exchanges. If the file is locked, it does not wait: the batch is written later."""
        self._begin_batch()
        await asyncio.wait(set(self._writing), timeout=None if self._store.waits_for_network else LOCKED_SECONDS)

    async def _flush(self) -> None:
        """Writes the waiting exchanges. If the database cannot be reached, the batch is lost, and the log says so.

        If one exchange cannot be written, only this exchange is lost.
        """
        waiting, self._waiting = self._waiting, {}
        exchanges = [exchange for batch in waiting.values() for exchange in batch]
        if not exchanges:
            return
        rows = [row for exchange in exchanges if (row := self._row_or_none(exchange)) is not None]
        if rows:
            await self._write(rows)

    async def _write(self, rows: Sequence[EntryRow]) -> None:
        """Writes all *rows* together, or one by one if the database refuses one of them."""
        try:
            await self._store.in_turn(write_entries, self._store, rows)
        except StoreUnavailable as error:
            self._count_lost(len(rows))
            logger.warning("%s entries of the journal are lost: %s", len(rows), error)
        except Exception as error:
            if len(rows) == 1:
                self._lost(rows[0]["request_id"], rows[0]["world"], error)
                return
            for row in rows:
                await self._write([row])

    def _row_or_none(self, exchange: Exchange) -> dict[str, Any] | None:
        try:
            return _row(exchange, self._body_characters)
        except Exception as error:
            self._lost(exchange.request_id, exchange.world, error)
            return None

    def _lost(self, request_id: str, world: str, error: Exception) -> None:
        self._count_lost(1)
        # The message of the error may contain data of the request.
        logger.error("The journal lost the request %s of the world %s: %s.", request_id, world, type(error).__name__)

    def forget(self, world: str) -> None:
        """Drops the waiting exchanges of a world."""
        self._waiting.pop(world, None)

    def _begin_batch(self) -> None:
        if self._batch is not None:
            self._batch.cancel()
            self._batch = None
        task = asyncio.get_running_loop().create_task(self._flush())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)


def _row(exchange: Exchange, most: int) -> dict[str, Any]:
    """The row of an exchange, with at most *most* characters of each body."""
    redaction = new_redaction()
    request, response = _messages(exchange, redaction, most)
    about = {
        "requestId": redaction.elsewhere(exchange.request_id, personal=False),
        "agency": exchange.agency,
        # Moments put levers and requests in order. Two of them can share a millisecond, so a moment has microseconds.
        "sentAt": exchange.wall_at.isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "worldTime": None if exchange.at is None else exchange.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "milliseconds": round(exchange.seconds * 1000, 2),
        "request": request,
        "response": response,
        "events": list(exchange.events),
        "rules": exchange.rules,
        "explanation": _explanation(exchange, redaction),
    }
    return {
        "world": exchange.world,
        "agency": exchange.agency,
        "wall_at": int(exchange.wall_at.timestamp() * 1000),
        "at": None if exchange.at is None else to_seconds(exchange.at),
        "request_id": about["requestId"],
        "operation": exchange.operation,
        "status": exchange.status,
        "exchange": written(about),
    }


def _messages(exchange: Exchange, redaction: Redaction, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The request and the answer. Each part is redacted first. Then its values are searched in the other parts."""
    sent, answered = _headers(exchange.request_headers, redaction), _headers(exchange.response_headers, redaction)
    query = redaction.query(exchange.query.decode("latin-1"))
    refused = exchange.status >= 400
    asked = _body(exchange.request_body, redaction, most)
    of_courses = exchange.is_about_courses and not refused
    answer_body = _body(exchange.response_body, None if of_courses else redaction, most)
    _redact_elsewhere(asked, redaction, most, personal=False)
    if refused or not exchange.is_about_courses:
        _redact_elsewhere(answer_body, redaction, most, personal=refused)
    headers = (*sent, *answered)
    path, query, *values = redaction.elsewhere_in_all(
        [redaction.text(exchange.path), query, *(value for _, value in headers)], personal=True
    )
    for header, value in zip(headers, values, strict=True):
        header[1] = value
    request = {
        "method": exchange.method,
        "path": path,
        "query": query,
        "headers": sent,
        **asked,
    }
    return request, {"status": exchange.status, "headers": answered, **answer_body}


def _redact_elsewhere(message: dict[str, Any], redaction: Redaction, most: int, *, personal: bool) -> None:
    """Removes values of other parts from a body. A longer replacement can cut the end of the body off."""
    shown = redaction.elsewhere(message["body"], personal=personal)
    message["body"] = shown[:most]
    message["isTruncated"] = message["isTruncated"] or len(shown) > most


def _explanation(exchange: Exchange, redaction: Redaction) -> Any:
    """The reason of the refusal. Its values are redacted like those in the body of the answer."""
    if exchange.error is None:
        return None
    written = orjson.dumps(explanation(exchange.error, exchange)).decode()
    return orjson.loads(redaction.elsewhere(redaction.body(written), personal=True))


def _headers(headers: Any, redaction: Redaction) -> list[list[str]]:
    decoded = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    return [[name, redaction.header(name, value)] for name, value in decoded]


def _body(raw: bytes, redaction: Redaction | None, most: int) -> dict[str, Any]:
    """At most *most* characters of a body. Without a *redaction* it is unchanged."""
    text = raw[: 4 * most].decode("utf-8", "replace")
    kept = text[:most]
    return {
        "body": kept if redaction is None else redaction.body(kept),
        "bodyBytes": len(raw),
        "isTruncated": len(text) > most or len(raw) > 4 * most,
    }
