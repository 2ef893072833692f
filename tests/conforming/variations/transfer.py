"""What HTTP itself leaves to a server: how an answer is carried, how fast it comes, and when to ask again."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Handler, Variation, refusal, variation

_CARRIED = "HTTP leaves framing, compression and connections to the server, and the document says nothing of them."
_PACE = "How many requests are welcome, and how fast they are answered, is not stated."
_THE_REFUSED_ONE = 61
_SLOW_EVERY = 31
_SLOW_SECONDS = 0.12


def _with_headers(name: str, *headers: tuple[str, str]) -> Variation:
    replaced = {key.lower() for key, _ in headers} | {"content-length"}

    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        kept = tuple(pair for pair in answer.headers if pair[0].lower() not in replaced)
        return replace(answer, headers=(*kept, *headers))

    return variation(name, _CARRIED, handle)


def _when(is_one: Callable[[int], bool], act: Callable[[Ask, Forward], Response]) -> Callable[[], Handler]:
    """A layer that meets a request of the interface with *act* when its number, from 1, is one of those."""

    def build() -> Handler:
        numbers, lock = itertools.count(1), threading.Lock()

        def handle(ask: Ask, forward: Forward) -> Response:
            if not ask.is_of_the_interface:
                return forward(ask)
            with lock:
                number = next(numbers)
            return act(ask, forward) if is_one(number) else forward(ask)

        return handle

    return build


def _too_many(_: Ask, __: Forward) -> Response:
    answer = refusal(429, "Too many requests.")
    return replace(answer, headers=(*answer.headers, ("Retry-After", "0")))


def _is_slow(number: int) -> bool:
    return number % _SLOW_EVERY == 0


def _slowly(ask: Ask, forward: Forward) -> Response:
    time.sleep(_SLOW_SECONDS)
    return forward(ask)


VARIATIONS = (
    _with_headers("answers said to be chunked", ("Transfer-Encoding", "chunked")),
    _with_headers("answers said to be compressed", ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")),
    _with_headers("connections that close", ("Connection", "close")),
    _with_headers("answers not to be kept", ("Cache-Control", "no-store"), ("Age", "0"), ("Expires", "0")),
    # Once is enough: a run slows down for half a minute each time.
    Variation("429 once, to be sent again at once", _PACE, _when(_THE_REFUSED_ONE.__eq__, _too_many), "429"),
    Variation("slow answers now and then", _PACE, _when(_is_slow, _slowly), "slow answers"),
)
