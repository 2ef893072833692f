"""A connection of the server: how much and how long a client may use it, and how it ends.

uvicorn limits neither the size of request heads nor the time that requests take. This protocol and http_reading.py
limit both. A refused message never becomes a request, so the answer is plain text. The sandbox answers all requests.
"""

import asyncio
import heapq
import http
from collections.abc import Iterable
from typing import Any

import uvicorn

from mock_server import http_limits as limits
from mock_server.http_limits import HttpRefusal
from mock_server.http_reading import Part, ReadingProtocol


class Config(uvicorn.Config):
    """How uvicorn runs the sandbox. *max_connections* is the limit of one process."""

    def __init__(self, app: Any, *, max_connections: int, grace_seconds: int) -> None:
        super().__init__(
            app,
            http=BoundedProtocol,
            ws="none",
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=grace_seconds,
            timeout_keep_alive=limits.KEEP_ALIVE,
            # The sandbox does not use the address of a client.
            proxy_headers=False,
        )
        self.max_connections = max_connections


class BoundedProtocol(ReadingProtocol):
    """uvicorn's HTTP, with limits on time and on the number of connections."""

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As uvicorn has it.
        """Begins to wait for a head. If there are too many connections, those that have waited longest are closed."""
        super().connection_made(transport)
        # The request that begins after the segment has been read.
        self._to_start: tuple[Any, Any] | None = None
        self._reading = False
        self._body_awaited = False
        # Why the server stopped reading, and whether the client was informed.
        self._refusal: HttpRefusal | None = None
        self._said = False
        self._unsent = 0
        self._unsent_since = 0.0
        if len(self.connections) > self.config.max_connections and not _make_room(self):
            self._refusal = limits.NO_ROOM
            self._write_refusal()
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Reads a segment. A request in it begins only if the segment has no error in that request."""
        if self._refusal is not None:
            self._discard(len(data))
            return
        self._unset_keepalive_if_required()
        self._reading = True
        refusal = self._read(data)
        self._reading = False
        if refusal is not None:
            self._refuse(refusal)
        if self._to_start is not None:
            cycle, app = self._to_start
            self._to_start = None
            self._begin(cycle, app)
        elif self._part in (Part.REST, Part.NOTHING) and not self._unanswered and self._refusal is None:
            self._rest()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Begins a request after its segment is read."""
        if self._reading:
            self._to_start = (cycle, app)
        else:
            self._begin(cycle, app)

    def _begin(self, cycle: Any, app: Any) -> None:
        self._body_awaited = False
        if cycle.more_body:
            cycle.receive = self._noting_that_it_waits(cycle, cycle.receive)
        super()._start_asgi_task(cycle, app)

    def _noting_that_it_waits(self, cycle: Any, receive: Any) -> Any:
        """*receive* of a request whose body has not arrived. It notes its first call, which needs the body."""

        async def receive_body() -> Any:
            self._body_awaited = True
            if self._refusal is not None and cycle.more_body:
                self._give_up(cycle)
            return await receive()

        return receive_body

    def on_response_complete(self) -> None:
        """Continues with the next request, or reports the error in the data after this request."""
        self._unanswered -= 1
        if self._refusal is not None and not self._unanswered:
            self._say()
            return
        super().on_response_complete()
        if self.pipeline:
            # One request at a time, so that requests sent ahead do not collect here.
            self.flow.pause_reading()
        if self._part is Part.NOTHING and not self._unanswered:
            self._part, self._since = Part.REST, self.loop.time()

    def _rest(self) -> None:
        """Waits for the next request, after blank lines only."""
        self._part, self._since = Part.REST, self.loop.time()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def _refuse(self, refusal: HttpRefusal) -> None:
        """Stops reading. Requests before the wrong message are answered first."""
        self._refusal = refusal
        unfinished, self._part = self._part is Part.BODY, Part.NOTHING
        if unfinished:
            self._refuse_last()
        elif not self._unanswered:
            self._say()

    def _refuse_last(self) -> None:
        """Withdraws the request whose body is wrong or missing, as far as possible."""
        cycle = self.cycle
        if self._to_start is not None and self._to_start[0] is cycle:
            self._to_start = None
        elif self.pipeline and self.pipeline[0][0] is cycle:
            self.pipeline.popleft()
        elif cycle.response_complete:
            self.transport.close()
            return
        elif self._body_awaited:
            self._give_up(cycle)
            return
        else:
            # The request is running and has not read its body. Its answer is the last answer.
            cycle.keep_alive = False
            return
        self._unanswered -= 1
        if not self._unanswered:
            self._say()

    def _give_up(self, cycle: Any) -> None:
        """Ends a request that waits for its body: the application learns that the client has disconnected."""
        cycle.disconnected = True
        cycle.message_event.set()
        if cycle.response_started:
            self.transport.close()
        else:
            self._say()

    def _say(self) -> None:
        """Sends the reason why the connection ends, and closes it after the client had time to read the reason."""
        if self._said or self.transport.is_closing():
            return
        self._said = True
        self._part, self._since, self._bytes_since_head = Part.REST, self.loop.time(), 0
        self._write_refusal()
        self.flow.resume_reading()
        self.transport.write_eof()
        self.loop.call_later(limits.LINGER_SECONDS, self.transport.abort)

    def _discard(self, size: int) -> None:
        self._bytes_since_head += size
        if self._bytes_since_head > limits.LINGER_BYTES:
            self.transport.abort()

    def _write_refusal(self) -> None:
        assert self._refusal is not None
        status = http.HTTPStatus(self._refusal.status)
        lines = [b"HTTP/1.1 %d %s" % (status, status.phrase.encode())]
        lines += [b"%s: %s" % header for header in self.server_state.default_headers]
        lines += [b"content-type: text/plain; charset=utf-8", b"content-length: %d" % len(self._refusal.detail)]
        lines += [b"connection: close", b"", self._refusal.detail.encode()]
        self.transport.write(b"\r\n".join(lines))

    def end_if_overdue(self, now: float) -> None:
        """Ends the connection if its client takes too long. *now* is the time of the loop. Called every second."""
        if self._is_stuck(now):
            self.transport.abort()
        elif self._refusal is not None:
            return
        elif self._part is Part.HEAD and now - self._since > limits.HEAD_SECONDS:
            self._end_head()
        elif self._part is Part.BODY and self.flow.read_paused:
            # The server is slow, not the client.
            self._since = now
        elif self._part is Part.BODY and now - self._since > limits.BODY_SECONDS:
            self._refuse(limits.BODY_TOO_SLOW)

    def _end_head(self) -> None:
        if self.flow.read_paused:
            self._since = self.loop.time()
        elif self._head_bytes is None and not self._unanswered:
            # The client has sent nothing, so it gets no answer.
            self.transport.close()
        else:
            self._refuse(limits.HEAD_TOO_SLOW)

    def _is_stuck(self, now: float) -> bool:
        """Whether the client has read nothing of an answer for too long."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent:
            self._unsent, self._unsent_since = unsent, now
        return now - self._unsent_since > limits.ANSWER_SECONDS

    @property
    def waits_since(self) -> tuple[int, float] | None:
        """What the connection waits for from its client, and since when. None if the client waits for the server."""
        if self._part is Part.NOTHING or (self._unanswered and self._part is not Part.BODY):
            return None
        return self._part, self._since

    def shut_out(self) -> None:
        """Ends the connection at once, to make room for another."""
        self._part = Part.NOTHING
        # uvicorn reports the end in the next turn of the loop. Until then the connection must not count again.
        self.connections.discard(self)
        self.transport.abort()


def _make_room(newest: BoundedProtocol) -> bool:
    """Ends the connections that have waited longest for their clients. Each call ends a twentieth of all connections.

    False if every other connection is at work.
    """
    waiting = [
        (since, id(connection), connection)
        for connection in _bounded(newest.connections)
        if connection is not newest and (since := connection.waits_since) is not None
    ]
    for _since, _id, connection in heapq.nsmallest(max(1, newest.config.max_connections // 20), waiting):
        connection.shut_out()
    return bool(waiting)


def end_overdue(connections: Iterable[Any], now: float) -> None:
    """Ends the connections whose clients take too long."""
    for connection in _bounded(connections):
        connection.end_if_overdue(now)


def _bounded(connections: Iterable[Any]) -> list[BoundedProtocol]:
    return [connection for connection in connections if isinstance(connection, BoundedProtocol)]
