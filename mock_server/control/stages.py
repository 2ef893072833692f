"""A stage: a second sandbox in this process, in memory, on which a history is played again.

The world on a stage has the name and the seed of the original, so its ids follow as they did. A stage has no outbox:
nothing that is played reaches a receiver. Its clock is frozen, and moves to the moment of each step.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any

import orjson

from mock_server.api.inside import ask_inside
from mock_server.api.journal import WAITING_PER_WORLD, Journal
from mock_server.clock import Clock, ClockMode, wall_clock
from mock_server.control.histories import History, Step
from mock_server.services.world_exports import load_world
from mock_server.services.worlds import move_clock, opened
from mock_server.storage.journal import Entry, EntryFilter, entries
from mock_server.storage.sessions import World
from mock_server.storage.store import Store
from mock_server.storage.whole_worlds import remove_world
from mock_server.storage.world_rows import set_clock

MOST_SECONDS = 20.0
# A connection or the stage itself writes these headers, or the journal does not keep their values.
_NOT_PLAYED = frozenset(
    ("x-api-key", "authorization", "host", "content-length", "connection", "transfer-encoding", "x-request-id")
)
_CONDITIONS = ("if-match", "if-none-match")


class TooSlow(Exception):
    """A replay takes longer than a visitor should wait."""


@dataclass(slots=True)
class Stage:
    """A sandbox in memory, with its control plane below the path *control_base*. One replay uses it at a time."""

    app: Any
    store: Store
    journal: Journal
    control_base: str
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """The answer to a step. *headers* have names in lower case. *entry* is the row of the journal of a stage."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)
    entry: Entry | None = None


class Performance:
    """One history on a stage. It ends after MOST_SECONDS with TooSlow."""

    def __init__(self, stage: Stage, world: World) -> None:
        """*world* is the original. Nothing is on the stage yet."""
        self._stage = stage
        self._original = world
        self._deadline = perf_counter() + MOST_SECONDS
        self._tags: dict[str, str] = {}
        self._number = 0
        self.now = world.created_at

    def begin(self, history: History) -> None:
        """Builds the world of the moment at which *history* begins. Its clock shows the moment of the first step."""
        first = next((step.at for step in (*history.before, *history.after) if step.at is not None), self.now)
        with self._stage.store.creating(self._original.name, self._original.seed, wall_clock()) as session:
            if history.content is not None:
                load_world(session, dict(history.content), wall_clock())
            set_clock(session, Clock(ClockMode.FROZEN, first, session.wall))
        self.now = first

    def go_back(self, content: dict[str, Any], now: datetime) -> None:
        """Puts the world of an earlier moment on the stage."""
        with self._stage.store.writing(self._original.name, wall_clock()) as session:
            load_world(session, content, wall_clock())
        self.now = now

    async def play(self, steps: Sequence[Step], shift: timedelta = timedelta(0)) -> list[StepOutcome]:
        """The outcome of each step, all of them *shift* later than they were. Raises TooSlow."""
        outcomes: list[StepOutcome | None] = []
        sent: list[int] = []
        for place, step in enumerate(steps):
            if perf_counter() > self._deadline:
                raise TooSlow
            self._move_to(step.at, shift)
            if step.entry is None:
                outcomes.append(await self._moved(step))
                self._move_to(step.until, shift)
                continue
            await self._ask(step.entry)
            outcomes.append(None)
            sent.append(place)
            if len(sent) % (WAITING_PER_WORLD // 2) == 0:
                await self._read(sent, outcomes)
        await self._read(sent, outcomes)
        return [outcome for outcome in outcomes if outcome is not None]

    async def change(self, method: str, path: str, body: Any, agency: str) -> StepOutcome:
        """Moves one lever that the original did not move, and notes the time that the clock then shows."""
        sent = b"" if body is None else orjson.dumps(body)
        outcome = await self._control(method, f"{self._stage.control_base}{path}", sent, agency)
        world = self._stage.store.find_world(self._original.name)
        if world is not None:
            self.now = world.clock.now(wall_clock())
            with opened(self._stage.store, world.name, wall_clock(), writes=True) as session:
                move_clock(session, session.now, ClockMode.FROZEN)
        return outcome

    def end(self) -> None:
        """Clears the stage."""
        with self._stage.store.writing(self._original.name, wall_clock()) as session:
            remove_world(session)
        self._stage.journal.forget(self._original.name)

    def _move_to(self, moment: datetime | None, shift: timedelta) -> None:
        if moment is None or moment + shift <= self.now:
            return
        with opened(self._stage.store, self._original.name, wall_clock(), writes=True) as session:
            move_clock(session, moment + shift, ClockMode.FROZEN)
        self.now = moment + shift

    async def _moved(self, step: Step) -> StepOutcome:
        lever = step.lever
        assert lever is not None
        if lever.operation in _OF_TIME:
            return StepOutcome(200, "")
        return await self._control(lever.method, lever.path, lever.body, lever.agency)

    async def _control(self, method: str, path: str, body: bytes, agency: str) -> StepOutcome:
        headers = [self._key(agency), *([(b"content-type", b"application/json")] if body else [])]
        answer = await ask_inside(self._stage.app, method, path, b"", headers, body)
        return StepOutcome(answer.status, answer.body.decode(errors="replace"))

    async def _ask(self, entry: Entry) -> None:
        """Sends the request again, under its id. An entity tag becomes the tag of the same booking here."""
        request = entry.about["request"]
        headers = [
            *self._headers(request["headers"]),
            self._key(entry.about["agency"]),
            (b"x-request-id", entry.about["requestId"].encode()),
        ]
        query, body = request["query"].encode("latin-1", "replace"), request["body"].encode()
        answer = await ask_inside(self._stage.app, request["method"], request["path"], query, headers, body)
        answers = {name.lower(): value for name, value in entry.about["response"]["headers"]}
        if "etag" in answers and "etag" in answer.headers:
            self._tags[answers["etag"]] = answer.headers["etag"]

    def _headers(self, recorded: Sequence[Sequence[str]]) -> list[tuple[bytes, bytes]]:
        kept = [(name.lower(), value) for name, value in recorded if name.lower() not in _NOT_PLAYED]
        known = [(name, self._tags.get(value, value) if name in _CONDITIONS else value) for name, value in kept]
        return [(name.encode(), value.encode("latin-1", "replace")) for name, value in known]

    def _key(self, agency: str) -> tuple[bytes, bytes]:
        return b"x-api-key", f"sbx_{self._original.name}_{agency}".encode()

    async def _read(self, sent: list[int], outcomes: list[StepOutcome | None]) -> None:
        """Fills in the outcomes of requests, as the journal of the stage has them: redacted like the original."""
        await self._stage.journal.flush()
        waiting = [place for place in sent if outcomes[place] is None]
        with opened(self._stage.store, self._original.name, wall_clock(), writes=False) as session:
            found = entries(session, EntryFilter(after=self._number), len(waiting) + 1)
        for place, entry in zip(waiting, found, strict=False):
            outcomes[place] = outcome_of(entry)
            self._number = entry.number
        for place in waiting[len(found) :]:
            outcomes[place] = StepOutcome(0, "")


# These levers move only the clock. A replay moves the clock to the moments of the original instead.
_OF_TIME = ("setClock", "advanceClock")


def outcome_of(entry: Entry) -> StepOutcome:
    """The answer to a request of a journal."""
    response = entry.about["response"]
    headers = {name.lower(): value for name, value in response["headers"]}
    return StepOutcome(entry.status, response["body"], headers, entry)
