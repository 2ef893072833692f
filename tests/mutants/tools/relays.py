"""Deliveries on their way to the subscriber, as values a mutant can change, drop, repeat or send elsewhere.

Deliveries do not pass the proxy by themselves. A subscription through one of these mutants is created at the sandbox
with an address of the proxy, which holds the true one; what arrives there is changed and sent on. Answers show the true
address. Knows no single mutant.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, Headers
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.sending import send_delivery
from tests.mutants.tools.shown import SHOWN

RELAY_PATH = "/_relay/"
WEBHOOK_OPERATIONS = "createWebhook updateWebhook listWebhooks deleteWebhook"

_OUR_ADDRESS = re.compile(rb'https?://[^/\s"]+/_relay/[^/\s"]+/[^/\s"]+/([A-Za-z0-9_=-]+)')
_OF_THE_CONNECTION = frozenset(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"])


@dataclass(frozen=True)
class Delivery:
    """One delivery to the subscriber at *url*, for the agency with *api_key*."""

    api_key: str
    url: str
    method: str
    headers: Headers
    body: bytes

    @property
    def text(self) -> str:
        """The body."""
        return self.body.decode("utf-8")


Change = Callable[[Delivery, dict[str, Any]], Sequence[Delivery]]
Handler = Callable[[Call, "Relay"], Awaitable[Answer]]
RELAYS: dict[str, Relay] = {}


@dataclass
class Relay:
    """The relay of one mutant: how it changes deliveries, what it remembers, and who subscribed to it."""

    name: str
    change: Change
    memory: dict[str, Any] = field(default_factory=dict)
    subscribers: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    async def webhooks(self, call: Call, change: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> Answer:
        """The sandbox's answer to a call about webhooks, with the relay in between. *change* alters what is sent."""
        body = sent(call)
        if body:
            call = call.with_json(change(self._through_us(call, body)))
        answer = await call.forward()
        return replace(answer, body=_OUR_ADDRESS.sub(lambda found: base64.urlsafe_b64decode(found[1]), answer.body))

    def _through_us(self, call: Call, body: dict[str, Any]) -> dict[str, Any]:
        url = str(body.get("url", ""))
        if not url.startswith("http://127.0.0.1"):
            return body
        self.subscribers[call.api_key].append(url)
        host = {name.lower(): value for name, value in call.headers}["host"]
        hidden = base64.urlsafe_b64encode(url.encode()).decode()
        return body | {"url": f"http://{host}{RELAY_PATH}{self.name}/{call.api_key}/{hidden}"}


def event_fault(
    name: str,
    breaks: str,
    change: Change = lambda delivery, _: [delivery],
    *,
    operations: str = "",
    handle: Handler | None = None,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant whose deliveries are what *change* makes of each, given the memory of the mutant.

    *handle* answers calls of *operations* and of webhooks in place of the relay, and may use it.
    """
    relay = RELAYS[name] = Relay(name, change)

    async def answered(call: Call) -> Answer:
        return await handle(call, relay) if handle else await relay.webhooks(call)

    mutant(name, breaks, f"{WEBHOOK_OPERATIONS} {operations}", hidden=hidden, origin=origin)(answered)


async def pass_on(path: str, method: str, headers: Headers, body: bytes) -> None:
    """Changes and sends on a delivery that arrived at *path*, an address of a relay."""
    name, api_key, hidden = path.removeprefix(RELAY_PATH).split("/")
    kept = tuple(pair for pair in headers if pair[0].lower() not in _OF_THE_CONNECTION)
    relay = RELAYS[name]
    delivery = Delivery(api_key, base64.urlsafe_b64decode(hidden).decode(), method, kept, body)
    arriving = relay.change(delivery, relay.memory)
    SHOWN[name] += list(arriving) != [delivery]
    for changed in arriving:
        await send_on(changed)


async def send_on(delivery: Delivery) -> None:
    """Sends a delivery to its subscriber. One that is not there any more is no fault."""
    # In a thread, because anyio stumbles over a receiver that closes while it is being connected to.
    await asyncio.to_thread(send_delivery, delivery.method, delivery.url, delivery.headers, delivery.body)
