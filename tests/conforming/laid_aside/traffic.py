"""Headers, latency and limits of requests."""

from __future__ import annotations

import random
import time
import uuid
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import with_headers, without_headers
from tests.conforming.tools.variation import Ask, Forward, Variation, refusal, variation

_CATALOGUE = frozenset(["searchCourses", "getCourse", "getCoursePricing", "getCourseTerms"])
_AGE = 17
_COLD_SECONDS = 1.5
_BURST = 40
_WINDOW_SECONDS = 2.0


def _cached_headers(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation not in _CATALOGUE or not answer.is_success:
        return with_headers(answer, ("cache-control", "no-store"), ("pragma", "no-cache"))
    made_at = parsedate_to_datetime(str(answer.header("date"))) - timedelta(seconds=_AGE)
    seen = (
        ("age", str(_AGE)),
        ("date", format_datetime(made_at, usegmt=True)),
        ("x-cache", "HIT"),
        ("vary", "Accept-Encoding, X-Api-Key"),
    )
    return with_headers(answer, ("cache-control", "private, max-age=60"), *seen)


def _cookies(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    node = ("set-cookie", f"node={uuid.uuid4().hex}; Path=/; HttpOnly; SameSite=Lax")
    more = (
        ("strict-transport-security", "max-age=63072000"),
        ("x-powered-by", "golf/4"),
        ("warning", '299 - "Legacy plan"'),
    )
    return with_headers(answer, node, *more)


def _bare(ask: Ask, forward: Forward) -> Response:
    names = ("link", "etag", "location", "x-request-id", "idempotency-replayed", "server", "retry-after")
    return without_headers(forward(ask), *names)


def _jitter(ask: Ask, forward: Forward) -> Response:
    time.sleep(random.Random(ask.request.url + str(time.monotonic_ns())).uniform(0.02, 0.25))  # noqa: S311 - a delay
    return forward(ask)


@dataclass
class ColdStart:
    """A layer: the first request of each operation takes longer."""

    _warm: set[str | None] = field(default_factory=set)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, late when the operation is cold."""
        if ask.operation not in self._warm and ask.is_of_the_interface:
            self._warm.add(ask.operation)
            time.sleep(_COLD_SECONDS)
        return forward(ask)


@dataclass
class Burst:
    """A layer: a key may send 40 requests within two seconds. *dated* writes Retry-After as a date."""

    dated: bool
    _sent: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, or 429 with Retry-After. A refused request has no effect."""
        if not ask.is_of_the_interface:
            return forward(ask)
        now, sent = time.monotonic(), self._sent[ask.api_key]
        while sent and now - sent[0] > _WINDOW_SECONDS:
            sent.popleft()
        if len(sent) >= _BURST:
            return with_headers(refusal(429, "Too many requests. Wait."), ("retry-after", self._when()))
        sent.append(now)
        return forward(ask)

    def _when(self) -> str:
        moment = datetime.now(UTC) + timedelta(seconds=_WINDOW_SECONDS)
        return format_datetime(moment, usegmt=True) if self.dated else str(int(_WINDOW_SECONDS))


_NO_HEADERS = "The specification names no header of an answer."
_RATE = "Rate limits are not shown."
_SPEED = "The specification states no time within which an answer comes."

VARIATIONS: tuple[Variation, ...] = (
    variation("answers have cache headers", _NO_HEADERS, _cached_headers, choice="headers"),
    variation("answers set cookies and send warnings", _NO_HEADERS, _cookies, choice="headers"),
    variation("answers have no headers beside type and date", _NO_HEADERS, _bare, choice="headers"),
    variation("answers take up to a quarter of a second", _SPEED, _jitter, choice="latency"),
    Variation("the first answer of each operation is slow", _SPEED, ColdStart, "latency"),
    Variation("bursts are refused, with seconds to wait", _RATE, lambda: Burst(dated=False), "rate limit"),
    Variation("bursts are refused, with a moment to wait for", _RATE, lambda: Burst(dated=True), "rate limit"),
)
