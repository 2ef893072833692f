"""Many agencies at once: asynchronous callers of one sandbox, who note the answers."""

import asyncio
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from datetime import date
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import BASE_PATH, CONTROL
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking, hold


def rounds(default: int, in_full: int) -> list[Any]:
    """The numbers of the rounds: the first of them always, the others under `-m long`."""
    late = [pytest.param(number, marks=pytest.mark.long) for number in range(default, in_full)]
    return [*range(default), *late]


def http(connections: int) -> httpx.AsyncClient:
    """A client with a connection for everybody."""
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    return httpx.AsyncClient(timeout=60, verify=False, limits=limits)  # noqa: S501 - there is no TLS here.


async def together(calls: list[Coroutine[Any, Any, Any]]) -> list[Any]:
    """Runs everything at once; the first failure is that of all."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(call) for call in calls]
    return [task.result() for task in tasks]


@dataclass(frozen=True)
class Caller:
    """An agency of a world, calling asynchronously."""

    http: httpx.AsyncClient
    address: str
    world: str
    name: str

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Awaitable[httpx.Response]:
        """Asks the interface. A body is sent as JSON."""
        return self._request(method, f"{BASE_PATH}{path}", body, headers)

    def control(self, method: str, path: str, body: Any = None) -> Awaitable[httpx.Response]:
        """Asks the control plane."""
        return self._request(method, f"{CONTROL}{path}", body, {})

    def _request(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Awaitable[httpx.Response]:
        sent = {"X-Api-Key": f"sbx_{self.world}_{self.name}", **headers}
        options = {} if body is None else {"json": body}
        return self.http.request(method, self.address + path, headers=sent, **options)

    async def freeze(self) -> None:
        """Stops the clock of the world."""
        answer = await self.control("PUT", "/clock", {"mode": "frozen", "now": NOW})
        assert answer.status_code == 200, answer.text

    async def tee_times(self, play_date: date = SATURDAY) -> list[TeeTime]:
        """The tee times of a day at an ordinary course with all four places free."""
        path = f"/travel/courses/{ORDINARY.id}/tee-times?date={play_date}&players=4"
        listed = (await self.send("GET", path)).json()["availableTimes"]
        return [TeeTime(ORDINARY.id, play_date, item["time"], item["available"], 0) for item in listed]

    async def books(self, tee_time: TeeTime, players: int, **changes: Any) -> httpx.Response:
        """Books."""
        return await self.send("POST", "/travel/bookings", booking(tee_time, players=players, **changes))

    async def holds(self, tee_time: TeeTime, players: int) -> httpx.Response:
        """Holds."""
        return await self.send(
            "POST", f"/travel/courses/{tee_time.course_id}/hold-tee-time", hold(tee_time, players=players)
        )

    async def hooks(self, tee_time: TeeTime, players: int) -> httpx.Response:
        """Hooks."""
        return await self.send("POST", "/travel/bookings/hooks", booking(tee_time, players=players))

    async def holds_and_books(self, tee_time: TeeTime, players: int) -> httpx.Response:
        """Holds, then books from the hold. The answer is that of the step that ended it."""
        held = await self.holds(tee_time, players)
        return await self.books(tee_time, players, holdId=held.json()["holdId"]) if held.is_success else held

    async def hooks_and_confirms(self, tee_time: TeeTime, players: int) -> httpx.Response:
        """Hooks, then confirms the hook. The answer is that of the step that ended it."""
        hooked = await self.hooks(tee_time, players)
        if not hooked.is_success:
            return hooked
        return await self.send("POST", f"/travel/bookings/hooks/{hooked.json()['data']['id']}/confirm")

    async def everything(self, path: str) -> list[dict[str, Any]]:
        """The items of all pages of a list."""
        first = (await self.send("GET", f"{path}?pageSize=100")).json()
        pages = range(2, first["meta"]["pagination"]["totalPages"] + 1)
        rest = [(await self.send("GET", f"{path}?pageSize=100&page={page}")).json()["data"] for page in pages]
        return [item for items in (first["data"], *rest) for item in items]

    async def violations(self) -> list[dict[str, Any]]:
        """What breaks a rule of a sound world; empty where nothing does."""
        found: list[dict[str, Any]] = (await self.control("GET", "/invariants")).json()["data"]["violations"]
        return found
