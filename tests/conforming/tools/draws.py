"""A conforming target drawn from a seed, and one run of the suite on it.

The variations lie around a transport, so that the suite sees nothing but answers. The choices know nothing of what the
sandbox does by itself: every choice is made with even odds.
"""

from __future__ import annotations

import json
import random
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import product
from typing import Any

from conformance.commands.collecting import collect_rarely
from conformance.evidence.exchanges import Request, Response
from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from conformance.wire.transport import HttpTransport
from tests.conforming import VARIATIONS
from tests.conforming.tools.relay import Relay
from tests.conforming.tools.variation import Ask, Declared, Edits, Forward, Handler, Variation

# Deliveries are waited for until they come, so on a busy machine patience costs nothing.
_BUDGETS = {"visibility_seconds": 1.5, "quiet_seconds": 0.3, "delivery_seconds": 15}

_ONE_WHOLE_IN = 5
_BOOKINGS = "/travel/bookings"
_LIVING = ("confirmed", "pending")


@dataclass(frozen=True)
class Draw:
    """One target: its seed, and its variations from the innermost to the outermost."""

    seed: int
    variations: tuple[Variation, ...]

    def declared(self, target_file: str) -> Declared:
        """What an operator of this target writes, from the *target_file* of the sandbox.

        The budgets are those of a target whose slowest change shows after 0.35 s.
        """
        declared = reduce(
            lambda declared, variation: variation.declares(declared), self.variations, tomllib.loads(target_file)
        )
        return declared | {"budgets": declared["budgets"] | _BUDGETS}

    def __str__(self) -> str:
        return f"draw {self.seed}: {'; '.join(variation.name for variation in self.variations)}"


def draw(seed: int) -> Draw:
    """The target of *seed*. Of each choice it has one variation or, as likely as any of them, none."""
    chance = random.Random(f"conforming {seed}")  # noqa: S311 - repeatable on purpose
    choices: dict[str, list[Variation]] = {}
    for variation in VARIATIONS:
        choices.setdefault(variation.choice, []).append(variation)
    chosen = [chance.choice([*those, None]) for those in choices.values()]
    return Draw(seed, tuple(variation for variation in VARIATIONS if variation in chosen))


def rows_to_decide(seed: int, rows: Sequence[str]) -> tuple[str, ...]:
    """All of *rows* for every fifth seed; for another one a random tenth, which takes far less time."""
    if seed % _ONE_WHOLE_IN == 0:
        return tuple(rows)
    chance = random.Random(f"rows {seed}")  # noqa: S311 - repeatable on purpose
    return tuple(sorted(chance.sample(list(rows), len(rows) // 10)))


class VariedTransport:
    """Real HTTP with the variations around it."""

    def __init__(self, inner: HttpTransport, variations: Sequence[Variation]) -> None:
        forward: Forward = lambda ask: inner.exchange(ask.request)  # noqa: E731 - the innermost layer
        for layer in _merged([variation.build() for variation in variations]):
            forward = partial(_layer, layer, forward)
        self._forward = forward

    def exchange(self, request: Request) -> Response:
        """The response of the varied target to *request*. Raises `NoAnswer`."""
        sent_at = time.perf_counter()
        # A layer may repeat an earlier answer, which has the times of its own request.
        answer = self._forward(Ask(request))
        return replace(answer, seconds=time.perf_counter() - sent_at, sent_at=sent_at)


def _merged(layers: Sequence[Handler]) -> Sequence[Handler]:
    """*layers* with neighbours made one where that is possible: half of what a draw costs is reading and writing JSON,
    and each relay sends each delivery once more.
    """
    merged: list[Handler] = []
    for layer in layers:
        both = _both(merged[-1], layer) if merged else None
        if both is None:
            merged.append(layer)
        else:
            merged[-1] = both
    return merged


def _both(inner: Handler, outer: Handler) -> Handler | None:
    """Both layers as one, None where they stay apart."""
    if isinstance(inner, Edits) and isinstance(outer, Edits):
        return inner.then(outer)
    if isinstance(inner, Relay) and isinstance(outer, Relay):
        return inner.then(outer)
    return None


def _layer(handle: Handler, forward: Forward, ask: Ask) -> Response:
    return handle(ask, forward)


def still_listed(drawn: Draw, sandbox: str, marker: str) -> dict[str, bool]:
    """What the drawn target itself lists as confirmed or pending after a run with *marker*, by id, and whether it
    accepts a cancel then. Bookings without a reference count as the run's.
    """
    inner = HttpTransport(10.0)
    target = VariedTransport(inner, drawn.variations)

    def asked(method: str, agency: str, path: str, query: str = "") -> Response:
        headers = (("X-Api-Key", f"sbx_draw-{drawn.seed}_{agency}"), ("Accept", "application/json"))
        return target.exchange(Request(method, path, (), f"{sandbox}/api/v1{path}{query}", headers, None))

    found: dict[str, bool] = {}
    try:
        for agency, status in product(("alpha", "bravo"), ("confirmed", "pending")):
            for booking in _items(asked("GET", agency, _BOOKINGS, f"?status={status}&pageSize=100")):
                if str(booking.get("agencyBookingReference") or marker).startswith(marker):
                    found[booking["id"]] = asked("DELETE", agency, f"{_BOOKINGS}/{booking['id']}").is_success
    finally:
        inner.close()
    return found


def _items(answer: Response) -> list[dict[str, Any]]:
    body = json.loads(answer.content)
    listed = body["data"] if isinstance(body, dict) else body
    return [booking for booking in listed if booking.get("status") in _LIVING]


def run_on(
    drawn: Draw,
    sandbox: str,
    target_file: str,
    only: tuple[str, ...] = (),
    *,
    world: str | None = None,
    lanes: int | None = None,
) -> RunResult:
    """One run of the suite on the drawn target, with the rows of *only*, in *world* or in the world of the draw.

    *lanes* checks run side by side; None lets the distance of the target decide.
    """
    collect_rarely()
    name = world or f"draw-{drawn.seed}"
    target = describe_target(f"{sandbox}/api/v1", f"sbx_{name}_alpha", f"sbx_{name}_bravo", drawn.declared(target_file))
    target = replace(target, wire=replace(target.wire, concurrency=lanes))
    inner = HttpTransport(target.budgets.timeout_seconds)
    try:
        return check(target, Options(only=only), drawn.seed, VariedTransport(inner, drawn.variations))
    finally:
        inner.close()
