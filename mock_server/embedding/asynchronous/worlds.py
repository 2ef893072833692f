"""One world of a sandbox with every lever that moves it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import httpx

from mock_server.embedding.asynchronous.clocks import AsyncClock
from mock_server.embedding.asynchronous.courses import AsyncDesk, AsyncInventory, AsyncRival
from mock_server.embedding.asynchronous.deliveries import AsyncDeliveries
from mock_server.embedding.asynchronous.rules import AsyncRules
from mock_server.embedding.call import NothingHappened, segment
from mock_server.embedding.levers import inbox, journal, ledger, records, server, settings, snapshots, waiting, worlds
from mock_server.embedding.names import key_of
from mock_server.embedding.values import Answered, Course, Day, day_text, request_id_of

if TYPE_CHECKING:
    from mock_server.embedding.asynchronous.connections import AsyncConnection
    from mock_server.embedding.call import LeverCall

T = TypeVar("T")


class AsyncSnapshot:
    """The state of a world at one moment, kept under a name."""

    def __init__(self, world: AsyncWorld, name: str) -> None:
        self.world, self.name = world, name

    async def restore(self) -> None:
        """Brings the world back to the moment of the snapshot. Its clock goes back too."""
        await self.world.ask(snapshots.restore_snapshot(self.name))

    async def delete(self) -> None:
        """Removes the snapshot. The world does not change."""
        await self.world.ask(snapshots.delete_snapshot(self.name))


class AsyncWorld:
    """One world, seen by one agency. Its levers move the whole world, for every agency in it.

    *url* is the base of the booking interface for the client under test, *key* its `X-Api-Key`.
    """

    def __init__(self, connection: AsyncConnection, name: str, agency: str, key: str) -> None:
        self.connection, self.name, self.agency_name, self.key = connection, name, agency, key
        self.url = connection.url
        self.clock = AsyncClock(self)
        self.desk = AsyncDesk(self)
        self.rival = AsyncRival(self)
        self.rules = AsyncRules(self)
        self.inventory = AsyncInventory(self)
        self.deliveries = AsyncDeliveries(self)

    def __repr__(self) -> str:
        return f"<World {self.name} at {self.url}, agency {self.agency_name}>"

    async def ask(self, call: LeverCall[T]) -> T:
        """The answer to any call of `teesheet.levers`, with the key of this world. Raises LeverRefused."""
        return await self.connection.send(call, {"X-Api-Key": self.key})

    @cached_property
    def client(self) -> httpx.AsyncClient:
        """A client of the booking interface with the key of this agency: `world.client.get("/travel/bookings")`."""
        return self.connection.new_client(self.url, {"X-Api-Key": self.key})

    def agency(self, name: str) -> AsyncWorld:
        """The same world, seen by another agency that competes for the same tee times."""
        return AsyncWorld(self.connection, self.name, name, key_of(self.name, name))

    async def course(self, behaviour: str) -> server.NamedCourse:
        """The course with a known behaviour, such as `offline-declines`. KeyError: the message lists the behaviours."""
        return await self.connection.course(behaviour)

    async def why(self, response: Answered | str) -> journal.Explanation:
        """Why the sandbox gave this answer: the rule, the facts of that moment, and the values that it accepts.

        *response* is an answer of any HTTP client, or the text of its `X-Request-Id`. LookupError: the journal of this
        world has no such exchange.
        """
        named = request_id_of(response)
        found = await self.ask(journal.list_exchanges(request_id=named))
        if not found:
            raise LookupError(f"The journal of the world {self.name} has no request {named}. Is it of another world?")
        return await self.ask(journal.explain_exchange(str(found[-1]["number"])))

    async def journal(self, last: int = 100) -> list[journal.Exchange]:
        """The *last* exchanges of every agency of this world, oldest first, 1 to 1000."""
        return await self.ask(journal.list_exchanges(limit=last))

    async def ledger(self, course: Course, day: Day) -> list[ledger.TeeTimeAccount]:
        """Where each place of every tee time of a day is, in order of time. The course is an online course."""
        named = await self.connection.course_id(course)
        answer = await self.ask(ledger.get_ledger(course_id=named, date=day_text(day)))
        return answer["teeTimes"]

    async def bookings(
        self, *, agency: str | None = None, status: Literal["confirmed", "pending", "cancelled"] | None = None
    ) -> list[records.BookingRecord]:
        """The newest 500 bookings of every agency of the world, newest first."""
        answer = await self.ask(records.list_world_bookings(agency=agency, status=status, limit=500))
        return answer["data"]

    async def inbox(self, name: str = "test") -> list[inbox.Arrival]:
        """What arrived at the inbox *name* of this world, oldest first. `inbox_url` is its address."""
        return await self.ask(inbox.read_inbox(name))

    async def inbox_url(self, name: str = "test") -> str:
        """The address of an inbox, for a subscription: the sandbox keeps what it delivers there.

        It is the sandbox's own address, which differs from yours if the sandbox is in a container.
        """
        path = f"inbox/{self.name}/{segment(name)}"
        return (await self.ask(server.get_index()))["document"].removesuffix("openapi.json") + path

    async def snapshot(self, name: str = "test") -> AsyncSnapshot:
        """Keeps the present state under a name. `restore` brings it back."""
        await self.ask(snapshots.take_snapshot({"name": name}))
        return AsyncSnapshot(self, name)

    async def choose(self, **alternatives: str) -> settings.Settings:
        """Lets the world answer differently where the specification is silent: `choose(pageSize="clamp")`."""
        if not alternatives:
            raise TypeError('Name an alternative and its choice, for example world.choose(pageSize="clamp").')
        chosen: Any = alternatives
        return await self.ask(settings.change_settings({"alternatives": chosen}))

    async def wait_for(self, wanted: waiting.Wanted, within_seconds: float = 10) -> dict[str, Any]:
        """What happened, as soon as it has happened: `wait_for({"event": {"kind": "booking.confirmed"}})`.

        *within_seconds* is real time, 0 to 60: the clock of the world does not move by waiting. Raises NothingHappened.
        """
        outcome = await self.ask(waiting.wait_for({"for": wanted, "timeoutSeconds": within_seconds}))
        if outcome["found"] is None:
            advice = "If it needs time to pass, move the clock of the world: world.clock.advance(minutes=30)."
            raise NothingHappened(f"{wanted} did not happen within {within_seconds:g} seconds. {advice}")
        return outcome["found"]

    async def state(self) -> worlds.World:
        """The seed and the clock of the world, and how many objects it has created."""
        return await self.ask(worlds.get_world())

    async def reset(self) -> None:
        """Begins the world again: no bookings, no rules, and the clock of the machine. Snapshots and journal stay."""
        await self.ask(worlds.reset_world())

    async def fork(self, name: str) -> AsyncWorld:
        """An independent copy of the world, under a new name of at most 32 of the characters a-z, 0-9 and hyphen."""
        await self.ask(worlds.fork_world({"name": name}))
        return AsyncWorld(self.connection, name, self.agency_name, key_of(name, self.agency_name))

    async def delete(self) -> None:
        """Removes the world. The next request with its key begins a new one."""
        await self.ask(worlds.delete_world())
