"""The road: takes connections of callers, lets a carrier carry each, and hands over every exchange that is complete."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from itertools import count
from time import monotonic

from conformance.proxy.carrying import Carrier, Notebook, Underway
from conformance.proxy.enforcing import EnforcingCarrier, MessageGate
from conformance.proxy.passed import Passed
from conformance.proxy.service import STREAM_BYTES, Service, Streams
from conformance.target.declarations import TargetError

_BACKLOG = 512


class Road:
    """A listener in front of *service*. *hand_over* gets every exchange and must not wait. *numbers* counts exchanges
    across roads. *of_deliveries* when the callers are the service, and the service behind the road is a subscriber.
    """

    def __init__(
        self,
        service: Service,
        hand_over: Callable[[Passed], None],
        gate: MessageGate | None = None,
        *,
        numbers: Iterator[int] | None = None,
        of_deliveries: bool = False,
    ) -> None:
        self._service = service
        self._hand_over = hand_over
        self._gate = gate
        self._numbers = numbers or count()
        self._of_deliveries = of_deliveries
        self._underway: dict[int, float] = {}
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> str:
        """Begins to take connections. Returns the address, as in `http://127.0.0.1:8090`. Raises `TargetError`."""
        try:
            self._server = await asyncio.start_server(self._carry, host, port, limit=STREAM_BYTES, backlog=_BACKLOG)
        except OSError as error:
            raise TargetError(
                f"The proxy cannot listen on {host}:{port}: {error.strerror or error}. Name another --listen."
            ) from error
        bound = self._server.sockets[0].getsockname()
        return f"http://{f'[{bound[0]}]' if ':' in bound[0] else bound[0]}:{bound[1]}"

    async def close(self) -> None:
        """Takes no more connections, and ends the open connections."""
        if self._server:
            self._server.close()
        for task in list(self._carrying):
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        with contextlib.suppress(asyncio.CancelledError):
            await self._carrier(Streams(reader, writer)).carry()

    def _carrier(self, caller: Streams) -> Carrier:
        notebook = Notebook(self._begun, self._ended)
        if self._gate:
            return EnforcingCarrier(self._service, caller, notebook, self._gate)
        return Carrier(self._service, caller, notebook)

    def _begun(self, underway: Underway) -> None:
        self._underway[id(underway)] = underway.started

    def _ended(self, underway: Underway, failure: str | None) -> None:
        self._underway.pop(id(underway), None)
        ended = monotonic()
        answer = underway.answer.message() if underway.answer else None
        self._hand_over(
            Passed(
                number=next(self._numbers),
                started_at=underway.started_at,
                started=underway.started,
                ended=ended,
                settled=min(self._underway.values(), default=ended),
                request=underway.request.message(),
                answer=answer,
                failure=failure,
                answered_here=underway.answered_here,
                is_delivery=self._of_deliveries,
            )
        )
