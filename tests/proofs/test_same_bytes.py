"""Many agencies send the same story at once, each in a world of its own: each gets the answers that it gets alone.

Alone means in a world of the same name, on a server of its own. The header Date and the ids of requests differ.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from functools import cache

import httpx
import pytest

from tests.databases import BOTH, new_database
from tests.proofs.crowd import Caller, http, together
from tests.sandbox.in_process import whole_sandbox
from tests.sandbox.servers import Server, serving_afresh
from tests.sandbox.trade import LEAD, NOW, ORDINARY, SATURDAY, booking, offline

# How many agencies: a few always, and 64 with `pytest -m whole`.
FEW, MANY = 12, 64
COURSE = f"/travel/courses/{ORDINARY.id}"
GROUP = {
    "courseId": ORDINARY.id,
    "date": str(SATURDAY),
    "preferredTime": "10:00",
    "totalPlayers": 8,
    "leadPlayer": LEAD,
}

_ID = re.compile(rb"\b(?:bkg|hld|hok|grp|whk|evt)_[0-9a-z]{12}\b")

# Status, headers and body of every answer, in order.
Transcript = list[tuple[int, list[tuple[str, str]], bytes]]


async def _story(caller: Caller) -> AsyncIterator[httpx.Response]:
    """All kinds of answers: searches, holds, hooks, bookings, groups, events, time, refusals."""
    yield await caller.control("PUT", "/clock", {"mode": "frozen", "now": NOW})
    yield await caller.send("GET", "/travel/courses?country=ES&pageSize=20")
    yield await caller.send(
        "POST", "/webhooks", {"url": "https://receiver.example/hooks", "events": ["booking.modified"]}
    )
    first, second, third = (await caller.tee_times())[:3]
    held = await caller.holds(first, 2)
    yield held
    booked = await caller.books(first, 2, holdId=held.json()["holdId"])
    yield booked
    yield await caller.hooks_and_confirms(second, 3)
    yield await caller.hooks(third, 1)
    yield await caller.books(second, 4)
    yield await caller.books(offline("offline-confirms"), 2)
    yield await caller.send("POST", "/travel/bookings", booking(third, players=1), **{"Idempotency-Key": "once"})
    yield await caller.send("POST", "/travel/bookings", booking(third, players=1), **{"Idempotency-Key": "once"})
    yield await caller.send("POST", "/travel/group-bookings", GROUP)
    yield await caller.control("POST", "/clock/advance", {"by": "P1D"})
    yield await caller.send("DELETE", f"/travel/bookings/{booked.json()['data']['id']}")
    yield await caller.send("GET", "/travel/bookings?pageSize=100")
    yield await caller.send("GET", f"{COURSE}/availability?startDate={SATURDAY}&endDate=2040-06-12&players=2")
    yield await caller.control("POST", "/clock/advance", {"by": "P14D"})
    yield await caller.send("GET", "/travel/bookings/bkg_0")
    yield await caller.control("GET", "/events?limit=500")
    yield await caller.control("GET", "/invariants")


# What the server around the sandbox says in its own name, and what is never said twice.
_NOT_COMPARED = {"date", "server", "x-request-id"}


async def _heard(caller: Caller) -> Transcript:
    transcript = []
    async for answer in _story(caller):
        headers = [(name, value) for name, value in answer.headers.items() if name not in _NOT_COMPARED]
        body = answer.content.replace(answer.headers["x-request-id"].encode(), b"its id")
        transcript.append((answer.status_code, headers, body))
    return transcript


def _world(number: int) -> str:
    return f"parallel-{number}"


async def _heard_by_all(server: Server, clients: int) -> list[Transcript]:
    async with http(clients) as client:
        callers = [Caller(client, server.address, _world(number), "alpha") for number in range(clients)]
        transcripts: list[Transcript] = await together([_heard(caller) for caller in callers])
    return transcripts


async def _heard_alone(world: str) -> Transcript:
    """What an agency hears that has a server for itself."""
    sandbox = whole_sandbox()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(sandbox), verify=False) as client:  # noqa: S501 - no TLS.
        transcript = await _heard(Caller(client, "http://localhost", world, "alpha"))
    sandbox.store.close()
    return transcript


@cache
def _alone(number: int) -> Transcript:
    """What the agency with this number hears in the same world on a server of its own."""
    return asyncio.run(_heard_alone(_world(number)))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((database, clients), id=f"{database}-{clients}", marks=marks)
        for clients, marks in ((FEW, ()), (MANY, pytest.mark.whole))
        for database in BOTH
    ],
)
def transcripts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Transcript]]:
    """What each of them heard, on each database."""
    kind, clients = request.param
    database = new_database(kind, tmp_path_factory.mktemp("parallel"))
    with serving_afresh("--database", database) as server:
        yield asyncio.run(_heard_by_all(server, clients))


def test_a_crowd_gets_the_answers_of_a_single_agency(transcripts: list[Transcript]) -> None:
    assert [number for number, transcript in enumerate(transcripts) if transcript != _alone(number)] == []


def test_no_two_worlds_share_an_id(transcripts: list[Transcript]) -> None:
    ids = [
        {found for _status, _headers, body in transcript for found in _ID.findall(body)} for transcript in transcripts
    ]

    assert (min(map(len, ids)) > 10, len(set().union(*ids))) == (True, sum(map(len, ids)))


def test_the_story_has_everything(transcripts: list[Transcript]) -> None:
    statuses = [status for status, _headers, _body in transcripts[0]]

    assert statuses == [
        200,
        200,
        201,
        201,
        201,
        200,
        201,
        409,
        201,
        201,
        201,
        202,
        200,
        200,
        200,
        200,
        200,
        404,
        200,
        200,
    ]


def test_the_worlds_are_sound(transcripts: list[Transcript]) -> None:
    _status, _headers, body = transcripts[0][-1]

    assert b'"holds":true' in body.replace(b" ", b"")
