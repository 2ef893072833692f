"""The task that sends the deliveries of every world of a server. Each process has one task; they share the rows.

It wakes when a transaction has written deliveries. It also checks the rows twice a second, since time passes and other
processes write too. It leases a delivery and sends it. Then one transaction records the outcome and its consequences.
turns.py decides whose delivery is next.
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
from mock_server.deliveries.sender import AttemptOutcome, Sender
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

# How many deliveries one check begins, and how many worlds it lets catch up. Others use the event loop too.
MOST_AT_ONCE = 16
CHECK_SECONDS = 0.5
# A busy server writes events all the time. One check for many events costs each request almost nothing.
GATHER_SECONDS = 0.01
STOP_SECONDS = 5.0
_HOLD_SECONDS = LEASE.total_seconds() / 3

Answer = TypeVar("Answer")


class Outbox:
    """Sends deliveries from `start` to `stop`. Before the start, every delivery waits."""

    def __init__(self, store: Store, sender: Sender) -> None:
        self._store = store
        self._sender = sender
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._in_flight: set[asyncio.Task[None]] = set()
        self._turns = Turns()
        self._stopping = False
        # One thread, so that the outbox never uses more than one of the connections that requests need.
        self._thread = ThreadPoolExecutor(1, "outbox") if store.waits_for_network else None

    def wake(self) -> None:
        """Wakes the task to send deliveries. May be called from any thread, and before the start."""
        if self._loop is not None:
            with suppress(RuntimeError):  # The loop and the server have ended.
                self._loop.call_soon_threadsafe(self._woken.set)

    async def start(self) -> None:
        """Begins to send."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Begins no delivery, gives running deliveries five seconds to end, and keeps the rest for the next start."""
        self._stopping = True
        self._woken.set()
        # The task ends first, since it may be about to begin a delivery.
        for tasks in ({self._task} if self._task else set(), self._in_flight):
            await _end_or_cancel(tasks)
        if self._thread is not None:
            self._thread.shutdown()

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            began_at = time.monotonic()
            began = await self._check()
            spent = time.monotonic() - began_at
            # A long outbox takes long to check. The event loop must also serve requests.
            if began:
                await asyncio.sleep(spent)
            elif not self._stopping:
                await self._pause(max(GATHER_SECONDS, 4 * spent))

    async def _check(self) -> bool:
        """Begins the due deliveries, and returns whether it began any. After an error the next check tries again."""
        try:
            return await self._begin_due()
        except StoreUnavailable as error:
            logger.warning("The outbox waits for the database: %s", error)
        except Exception:
            logger.exception("The outbox failed, and it continues.")
        return False

    async def _pause(self, gather_seconds: float) -> None:
        """Waits until a delivery has ended, transactions have written, or some time has passed."""
        in_flight = len(self._in_flight)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), CHECK_SECONDS)
        if len(self._in_flight) == in_flight:
            await asyncio.sleep(gather_seconds)

    async def _begin_due(self) -> bool:
        """Begins to send due deliveries, as far as there is room. Returns whether it began any."""
        # One query for each row that is written: a lease stays valid if the next query has to wait.
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
        task.add_done_callback(lambda ended: self._note_end(ended, name))
        return True

    async def _catch_up(self, world: str, wall: datetime) -> None:
        """Opens a world that nobody has opened since something fell due there. The due events then happen."""
        try:
            await self._ask(lambda: self._open(world, wall))
        except StoreUnavailable:
            raise
        except Exception:
            logger.exception("The world %s cannot catch up; the other worlds go on.", world)

    def _open(self, world: str, wall: datetime) -> None:
        with opened_where_there(self._store, world, wall, writes=True):
            pass

    def _note_end(self, task: asyncio.Task[None], lease_name: str) -> None:
        self._in_flight.discard(task)
        self._turns.ended(lease_name, time.monotonic())
        self._woken.set()
        failure = None if task.cancelled() else task.exception()
        # In both cases the lease expires, and the delivery is sent again.
        if isinstance(failure, StoreUnavailable):
            logger.warning("The outcome of a delivery could not be written: %s", failure)
        elif failure is not None:
            logger.error("A delivery failed inside the sandbox.", exc_info=failure)

    async def _deliver(self, due: Due, name: str) -> None:
        holding = asyncio.create_task(self._hold(due, name))
        try:
            attempts = [await self._attempt(due, post) for post in _posts(due, wall_clock())]
            await self._ask(lambda: self._record(due, name, attempts))
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
        # The query of an address can contain a token, so the log leaves it out. The delivery itself keeps the address.
        shown = str(outcome.reason or outcome.status).replace(due.url, due.url.partition("?")[0])
        logger.info("delivery %s of %s: %s", due.id, due.world, shown)
        return _attempt_sent(due, post, wall_at, outcome)

    def _record(self, due: Due, name: str, attempts: list[Attempt]) -> None:
        with self._store.writing_where_there(due.world, wall_clock()) as session:
            if session is not None:
                record(session, due.number, name, attempts)

    async def _ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer of the database. A thread waits for a database across a network."""
        if self._thread is None:
            return await self._store.in_turn(question)
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)


async def _end_or_cancel(tasks: set[asyncio.Task[None]]) -> None:
    if not tasks:
        return
    _, unfinished = await asyncio.wait(set(tasks), timeout=STOP_SECONDS)
    for task in unfinished:
        task.cancel()
    if unfinished:
        await asyncio.wait(unfinished)


def _posts(due: Due, wall: datetime) -> list[Post]:
    """What one attempt sends: one request, or the variant that the delivery has on purpose."""
    moment = wall if due.settings.signature_clock == "wall" else due.clock.now(wall)
    return posted(VARIANTS[due.treatment or "valid"], Draft(due.id, moment, due.body, [due.secret]))


def _attempt_sent(due: Due, post: Post, wall_at: datetime, outcome: AttemptOutcome) -> Attempt:
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
