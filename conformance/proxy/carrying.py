"""One connection of a caller and its connection to the service: the bytes of both directions, and what passes in them.

The bytes go on as they came. Only then the carrier looks at them. Knows no contract.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic

from conformance.proxy.answers_here import service_away
from conformance.proxy.framing import (
    Framing,
    Head,
    MessagePart,
    NotHttp,
    Rest,
    rest_of_answer,
    rest_of_request,
    status_of,
)
from conformance.proxy.passed import Collecting
from conformance.proxy.service import STREAM_BYTES, Service, Streams

NO_WHOLE_ANSWER = "the service closed the connection before its answer was complete"
RESET = "the connection was reset before the answer was complete"
CALLER_LEFT = "the caller closed the connection before the answer was complete"
OTHER_PROTOCOL = "the connection changed to another protocol, which the proxy passes on and does not judge"


@dataclass
class Underway:
    """A request whose answer is not complete. *is_over* is set when nothing more can come."""

    request: Collecting
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started: float = field(default_factory=monotonic)
    answer: Collecting | None = None
    answered_here: str | None = None
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def method(self) -> str:
        """The method of the request."""
        return self.request.head.start[0]


@dataclass(frozen=True)
class Notebook:
    """Who hears about requests: *begun* for each, *ended* with the reason why there is no whole answer, else None."""

    begun: Callable[[Underway], None]
    ended: Callable[[Underway, str | None], None]


class Carrier:
    """Carries one connection of a caller until it ends."""

    def __init__(self, service: Service, caller: Streams, notebook: Notebook) -> None:
        self._service = service
        self._from_caller, self._to_caller = caller
        self._notebook = notebook
        self._underway: deque[Underway] = deque()
        self._asking: Underway | None = None
        self._connection: Streams | None = None
        self._answers: asyncio.Task[None] | None = None
        self._request_framing = Framing(rest_of_request)
        self._answer_framing = Framing(self._rest_of_answer)
        # Why nobody can follow the messages of this connection any more; None while they can be followed.
        self._lost: str | None = None
        self._why_it_ended = CALLER_LEFT

    async def carry(self) -> None:
        """Carries both directions until the connection ends."""
        try:
            await self._carry_requests()
            if self._answers:
                await self._answers
        except OSError:
            # One side reset the connection, and the other side sees that too.
            self._why_it_ended = RESET
            self._abort()
        finally:
            self._end()

    async def _carry_requests(self) -> None:
        while received := await self._from_caller.read(STREAM_BYTES):
            if not await self._connect(received):
                return
            await self._pass_requests(received)
        if self._connection and self._connection.writer.can_write_eof():
            self._connection.writer.write_eof()

    async def _connect(self, received: bytes) -> bool:
        """Connects to the service for the first bytes of the caller. Returns whether messages can pass."""
        if self._connection is None:
            try:
                self._connection = await self._service.connect()
            except OSError as error:
                await self._report_the_service_away(received, error.strerror or str(error))
                return False
            self._answers = asyncio.create_task(self._carry_answers())
        return not self._to_caller.is_closing()

    async def _report_the_service_away(self, received: bytes, reason: str) -> None:
        answer = service_away(reason.rstrip("."))
        for part in self._parts(self._request_framing, received):
            self._note_request(part)
        self._why_it_ended = answer.detail.rstrip(".")
        method = self._underway[0].method if self._underway else "GET"
        self._to_caller.write(answer.raw(method, closes=True))
        await self._to_caller.drain()

    async def _pass_requests(self, received: bytes) -> None:
        for part in self._parts(self._request_framing, received):
            self._note_request(part)
            self._to_service(part)
        assert self._connection is not None
        await self._connection.writer.drain()

    def _to_service(self, part: MessagePart) -> None:
        assert self._connection is not None
        self._connection.writer.write(self._service.with_host(part.raw) if part.head else part.raw)

    def _parts(self, framing: Framing, received: bytes) -> Iterator[MessagePart]:
        """The parts of *received*. Bytes that nobody can follow are one part, like the rest of the connection then."""
        if self._lost:
            yield MessagePart(received)
            return
        try:
            yield from framing.feed(received)
        except NotHttp as error:
            self._lost = self._why_it_ended = str(error)
            yield MessagePart(framing.unread())

    def _note_request(self, part: MessagePart) -> None:
        if part.head:
            self._asking = Underway(Collecting(part.head))
            self._underway.append(self._asking)
            self._notebook.begun(self._asking)
        if self._asking:
            self._asking.request.add(part.content)

    def _rest_of_answer(self, head: Head) -> Rest:
        return rest_of_answer(head, self._underway[0].method if self._underway else "GET")

    async def _carry_answers(self) -> None:
        assert self._connection is not None
        try:
            while received := await self._connection.reader.read(STREAM_BYTES):
                await self._pass_answers(received)
            last = None if self._lost else self._answer_framing.close()
            if last:
                self._note_answer(last)
        except OSError:
            self._why_it_ended = RESET
            self._abort()
            return
        self._why_it_ended = self._lost or NO_WHOLE_ANSWER
        self._release()
        # The caller may have sent nothing, and may never: closing wakes the reading of requests.
        self._to_caller.close()

    async def _pass_answers(self, received: bytes) -> None:
        self._to_caller.write(received)
        for part in self._parts(self._answer_framing, received):
            self._note_answer(part)
        await self._to_caller.drain()

    def _release(self) -> None:
        """Nothing is held back here."""

    def _note_answer(self, part: MessagePart) -> None:
        """Adds *part* to the answer of the oldest request."""
        underway = self._underway[0] if self._underway else None
        if underway is None:
            return
        if part.head and status_of(part.head) < 200:
            if status_of(part.head) == 101:
                self._lost = OTHER_PROTOCOL
            return
        if part.head:
            underway.answer = Collecting(part.head)
        if underway.answer:
            underway.answer.add(part.content)
            if part.ends:
                self._finish(underway)

    def _finish(self, underway: Underway, failure: str | None = None) -> None:
        self._underway.remove(underway)
        underway.is_over.set()
        self._notebook.ended(underway, failure)

    def _abort(self) -> None:
        self._to_caller.transport.abort()
        if self._connection:
            self._connection.writer.transport.abort()

    def _end(self) -> None:
        for underway in list(self._underway):
            self._finish(underway, self._why_it_ended)
        self._to_caller.close()
        if self._answers:
            self._answers.cancel()
        if self._connection:
            self._connection.writer.close()
