"""How a probe asks: raw requests of an agency, which nothing compares with the contract. Knows no assumption."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import urlencode
from uuid import uuid4

from conformance.evidence.exchanges import Request, Response
from tests.mutants.tools.call import write_json
from tests.sandbox.agencies import BASE_PATH, CONTROL
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime


class Unclear(AssertionError):
    """A service answers in a way that no row of the ledger describes."""


class Target(Protocol):
    """A service that answers requests."""

    def exchange(self, request: Request) -> Response:
        """The answer to a request."""


@dataclass(frozen=True)
class Reply:
    """One answer. *body* is its JSON, None where it is not JSON."""

    status: int
    headers: Mapping[str, str]
    text: str
    body: Any

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return self.status // 100 == 2

    @property
    def shown(self) -> Any:
        """The member `data`, or the whole body where there is none."""
        return self.body.get("data", self.body) if isinstance(self.body, dict) else self.body


@dataclass(frozen=True)
class Asker:
    """An agency of one world that asks a service. *key* is None for a caller without a key."""

    target: Target
    address: str
    world: str
    key: str | None

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> Reply:
        """The answer to a request of the interface. *content* is a body that is no JSON."""
        url = f"{self.address}{BASE_PATH}{path}" + (f"?{urlencode(query, doseq=True)}" if query else "")
        sent = write_json(body) if body is not None else content
        return self._sent(method, path, url, sent, headers or {})

    def get(self, path: str, **query: object) -> Reply:
        """The answer to a read."""
        return self.ask("GET", path, query=query)

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        """The answer to a creation. Headers are given with underscores for hyphens."""
        return self.ask("POST", path, body, headers=_hyphenated(headers))

    def put(self, path: str, body: Any, **headers: str) -> Reply:
        """The answer to a change."""
        return self.ask("PUT", path, body, headers=_hyphenated(headers))

    def delete(self, path: str) -> Reply:
        """The answer to a cancellation or a removal."""
        return self.ask("DELETE", path)

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """What a lever of the control plane answers under `data`."""
        sent = None if body is None else write_json(body)
        reply = self._sent(method, f"lever:{path}", f"{self.address}{CONTROL}{path}", sent, {})
        assert reply.is_success, reply.text
        return reply.shown

    def freeze(self, moment: str) -> None:
        """Stops the clock of the world at a moment."""
        self.control("PUT", "/clock", {"mode": "frozen", "now": moment})

    def advance(self, by: str) -> None:
        """Moves the clock of the world by a duration such as `PT15M`."""
        self.control("POST", "/clock/advance", {"by": by})

    def agency(self, name: str) -> "Asker":
        """Another agency of the same world."""
        return replace(self, key=f"sbx_{self.world}_{name}")

    def with_key(self, key: str | None) -> "Asker":
        """A caller with another key, or without a key."""
        return replace(self, key=key)

    def _sent(self, method: str, path: str, url: str, content: bytes | None, headers: Mapping[str, str]) -> Reply:
        named = {"Accept": "application/json, application/problem+json", "Content-Type": "application/json"}
        if content is None and method == "GET":
            del named["Content-Type"]
        named |= {"X-Api-Key": self.key} if self.key is not None else {}
        named |= headers
        return _reply(self.target.exchange(Request(method, path, (), url, tuple(named.items()), content)))


def asker(target: Target, address: str) -> Asker:
    """An agency in a fresh world whose clock shows NOW."""
    world = f"w{uuid4().hex[:16]}"
    asking = Asker(target, address, world, f"sbx_{world}_alpha")
    asking.freeze(NOW)
    return asking


def made(reply: Reply) -> Any:
    """What a creation shows. Fails when it was refused: then the probe sees nothing."""
    assert reply.is_success, f"{reply.status} {reply.text[:300]}"
    return reply.shown


def tee_times(asks: Asker, course_id: str = ORDINARY.id, players: int = 4) -> list[TeeTime]:
    """The tee times of Saturday with room for *players*."""
    reply = asks.get(f"/travel/courses/{course_id}/tee-times", date=SATURDAY, players=players)
    return [
        TeeTime(course_id, SATURDAY, item["time"], item["available"], item["pricing"]["greenFee"])
        for item in made(reply)["availableTimes"]
    ]


def decided(*cases: tuple[str, bool], seen: object) -> str:
    """The first word whose condition holds. Raises Unclear with what was *seen* where none does."""
    words = [word for word, holds in cases if holds]
    if not words:
        raise Unclear(f"No answer of the ledger fits: {seen}")
    return words[0]


def word_for(seen: object, words: Mapping[Any, str]) -> str:
    """The word of what was *seen*. Raises Unclear where *words* has none."""
    return decided(*((word, seen == wanted) for wanted, word in words.items()), seen=seen)


def _reply(response: Response) -> Reply:
    text = response.content.decode(errors="replace")
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    return Reply(response.status, {name.lower(): value for name, value in response.headers}, text, body)


def _hyphenated(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
