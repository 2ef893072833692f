"""The task that sends what the outbox holds, for every world of a server. One for a process; processes share rows.

It wakes when a transaction has written deliveries and looks by itself twice a second, since time passes and other
processes write too. A delivery is leased, sent, and recorded in one transaction with what follows from it. Whose
delivery is next is decided in turns.py.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import TypeVar
from uuid import uuid4

from mock_server.clock import wall_clock
from mock_server.deliveries.sender import Outcome, Sender
from mock_server.deliveries.signing import Post
from mock_server.deliveries.turns import Turns
from mock_server.deliveries.variants import VARIANTS, Draft, posted
from mock_server.services.deliveries import record
from mock_server.services.worlds import opened_where_there
from mock_server.storage.deliveries import Attempt
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.outbox import LEASE, Due, Head, due_heads, hold_lease, lease, overdue_worlds
from mock_server.storage.store import Store

logger = logging.getLogger("teesheet")

# Deliveries that one look begins, and worlds that it lets catch up. The loop belongs to others as well.
MOST_AT_ONCE = 16
LOOK_SECONDS = 0.5
# A busy server writes events all the time. One look for many costs each of its requests next to nothing.
GATHER_SECONDS = 0.01
STOP_SECONDS = 5.0
_HOLD_SECONDS = LEASE.total_seconds() / 3

Answer = TypeVar("Answer")


class Outbox:
    """Sends deliveries from `start` to `stop`. Without a start nothing is sent, and everything waits."""

    def __init__(self, store: Store, sender: Sender) -> None:
        self._store = store
        self._sender = sender
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._in_flight: set[asyncio.Task[None]] = set()
        self._turns = Turns()
        self._stopping = False
        # One thread: the outbox never takes more than one connection from those who wait for an answer.
        self._thread = ThreadPoolExecutor(1, "outbox") if store.waits_for_network else None

    def wake(self) -> None:
        """Says that there is something to send. May be called from any thread, and before the start."""
        if self._loop is not None:
            with suppress(RuntimeError):  # The loop has ended, and with it the server.
                self._loop.call_soon_threadsafe(self._woken.set)

    async def start(self) -> None:
        """Begins to send."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Takes nothing new, gives what is in flight five seconds to end, and leaves the rest for the next start."""
        self._stopping = True
        self._woken.set()
        # The task first: it may be about to begin with something.
        for tasks in ({self._task} if self._task else set(), self._in_flight):
            await _ended_or_cancelled(tasks)
        if self._thread is not None:
            self._thread.shutdown()

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            began_at = time.monotonic()
            began = await self._look()
            spent = time.monotonic() - began_at
            # A long outbox takes long to look through. The loop belongs to those who wait for an answer as well.
            if began:
                await asyncio.sleep(spent)
            elif not self._stopping:
                await self._pause(max(GATHER_SECONDS, 4 * spent))

    async def _look(self) -> bool:
        """Begins what is due. Whether it began anything; whatever goes wrong, there is a next time."""
        try:
            return await self._begin_due()
        except StoreUnavailable as error:
            logger.warning("The outbox waits for the database: %s", error)
        except Exception:
            logger.exception("The outbox failed and goes on.")
        return False

    async def _pause(self, gather_seconds: float) -> None:
        """Waits until there may be something to do: a delivery that ended, transactions that wrote, or time."""
        in_flight = len(self._in_flight)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), LOOK_SECONDS)
        if len(self._in_flight) == in_flight:
            await asyncio.sleep(gather_seconds)

    async def _begin_due(self) -> bool:
        """Begins to send what is due, as far as there is room. Whether it began anything."""
        # One question for each thing that is written: what was leased stays leased if the next one has to wait.
        wall = wall_clock()
        for world in await self._ask(lambda: overdue_worlds(self._store, wall, MOST_AT_ONCE)):
            await self._catch_up(world, wall)
        heads = await self._ask(lambda: due_heads(self._store, wall))
        began = False
        for head in self._turns.chosen(heads, time.monotonic(), MOST_AT_ONCE):
            began |= await self._begin(head)
        return began

    async def _begin(self, head: Head) -> bool:
        """Begins to send a delivery, unless another task has taken it meanwhile."""
        wall, name = wall_clock(), uuid4().hex
        due = await self._ask(lambda: lease(self._store, head, name, wall))
        if due is None:
            return False
        self._turns.begun(name, due, time.monotonic())
        task = asyncio.create_task(self._deliver(due, name))
        self._in_flight.add(task)
        task.add_done_callback(lambda ended: self._ended(ended, name))
        return True

    async def _catch_up(self, world: str, wall: datetime) -> None:
        """Opens a world that nobody has looked at since something fell due: that lets it happen."""
        try:
            await self._ask(lambda: self._open(world, wall))
        except StoreUnavailable:
            raise
        except Exception:
            logger.exception("The world %s cannot catch up; the others go on.", world)

    def _open(self, world: str, wall: datetime) -> None:
        with opened_where_there(self._store, world, wall, writes=True):
            pass

    def _ended(self, task: asyncio.Task[None], lease_name: str) -> None:
        self._in_flight.discard(task)
        self._turns.ended(lease_name, time.monotonic())
        self._woken.set()
        failure = None if task.cancelled() else task.exception()
        # In both cases the lease runs out, and the delivery is made again.
        if isinstance(failure, StoreUnavailable):
            logger.warning("What came of a delivery could not be written: %s", failure)
        elif failure is not None:
            logger.error("A delivery failed inside.", exc_info=failure)

    async def _deliver(self, due: Due, name: str) -> None:
        holding = asyncio.create_task(self._hold(due, name))
        try:
            made = [await self._attempt(due, post) for post in _posts(due, wall_clock())]
            await self._ask(lambda: self._record(due, name, made))
        except asyncio.CancelledError:
            with suppress(StoreUnavailable):
                await self._ask(lambda: hold_lease(self._store, due, name, wall_clock()))
            raise
        finally:
            holding.cancel()

    async def _hold(self, due: Due, name: str) -> None:
        """Keeps the lease while the receiver takes its time."""
        while True:
            await asyncio.sleep(_HOLD_SECONDS)
            with suppress(StoreUnavailable):
                await self._ask(lambda: hold_lease(self._store, due, name, wall_clock() + LEASE))

    async def _attempt(self, due: Due, post: Post) -> Attempt:
        wall_at = wall_clock()
        outcome = await self._sender.send(due.url, post.headers, post.body)
        # An address can carry a token in its query; the delivery's own log has it.
        shown = str(outcome.reason or outcome.status).replace(due.url, due.url.partition("?")[0])
        logger.info("delivery %s of %s: %s", due.id, due.world, shown)
        return _attempt_made(due, post, wall_at, outcome)

    def _record(self, due: Due, name: str, made: list[Attempt]) -> None:
        with self._store.writing_where_there(due.world, wall_clock()) as session:
            if session is not None:
                record(session, due.number, name, made)

    async def _ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer of the database. One across a network is waited for in a thread."""
        if self._thread is None:
            return await self._store.in_turn(question)
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)


async def _ended_or_cancelled(tasks: set[asyncio.Task[None]]) -> None:
    if not tasks:
        return
    _, unfinished = await asyncio.wait(set(tasks), timeout=STOP_SECONDS)
    for task in unfinished:
        task.cancel()
    if unfinished:
        await asyncio.wait(unfinished)


def _posts(due: Due, wall: datetime) -> list[Post]:
    """What one attempt sends: once, or as the delivery is treated on purpose."""
    moment = wall if due.settings.signature_clock == "wall" else due.clock.now(wall)
    return posted(VARIANTS[due.treatment or "valid"], Draft(due.id, moment, due.body, [due.secret]))


def _attempt_made(due: Due, post: Post, wall_at: datetime, outcome: Outcome) -> Attempt:
    return Attempt(
        at=due.due,
        wall_at=wall_at,
        url=due.url,
        headers=post.headers,
        body=post.body,
        base_string=post.base_string,
        status=outcome.status,
        reason=outcome.reason,
        response_headers=outcome.headers,
        response_body=outcome.body,
        milliseconds=outcome.milliseconds,
    )
