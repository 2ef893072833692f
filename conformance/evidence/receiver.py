"""What arrived at this run's addresses: one path per subscription, and everything that came is kept.

Never judges: what a delivery looks like is not documented. Opens no connection; listening.py does.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from conformance.evidence.exchanges import NotJson, parse_json

T = TypeVar("T")

_PATIENCE_WHEN_CUT_OFF_SECONDS = 0.5


class ReceiverError(Exception):
    """The receiver cannot listen; the message is one sentence."""


class Noted(Protocol):
    """Asks, and keeps the answer as something of this kind; or gives an answer that was kept."""

    def __call__(self, kind: str, ask: Callable[[], int], /) -> int:
        """What *ask* gives."""


@dataclass(frozen=True)
class Delivery:
    """One request as it arrived at *path* (with its query); *arrived_at* is aware UTC."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    content: bytes
    arrived_at: datetime

    @property
    def text(self) -> str:
        """Body and headers as one text to search in, because no document says where a value stands."""
        body = self.content.decode("utf-8", errors="replace")
        return "\n".join([body, *(f"{name}: {value}" for name, value in self.headers)])

    @property
    def body(self) -> Any:
        """The JSON body. Raises `NotJson`."""
        return parse_json(self.content)

    def mentions(self, *values: str) -> bool:
        """Whether one of *values* stands in the body, escaped by JSON or not, or in a header."""
        texts = (self.text, _unescaped(self.content))
        return any(value in text for value in values for text in texts)


def _unescaped(content: bytes) -> str:
    try:
        return str(parse_json(content))
    except NotJson:
        return ""


class Receiver:
    """Deliveries to the addresses that it gives out under *origin*. *noted* keeps how many were there at each look, so
    that a replay sees the same at the same time.
    """

    def __init__(self, origin: str, deliveries: Iterable[Delivery], noted: Noted) -> None:
        self.origin = origin
        self._deliveries = list(deliveries)
        self._noted = noted
        self._arrived = threading.Condition()
        self._addresses: list[str] = []
        self._in_vain = False
        # A run that has a time budget waits no longer than it has left.
        self.seconds_left: Callable[[], float] = lambda: float("inf")
        # How many deliveries count while somebody looks at them, None when nobody does.
        self._shown: int | None = None

    def new_address(self, name: str) -> str:
        """A new address for deliveries, in the form that the target needs. It begins with *name*."""
        with self._arrived:
            self._addresses.append(f"{self.origin}/{name}-No{len(self._addresses) + 1:03d}")
            return self._addresses[-1]

    def at(self, url: str) -> list[Delivery]:
        """What arrived at *url* so far, in order. Only the last segment and the query are compared, because an address
        in front of this one may change what stands before them.
        """
        return [delivery for delivery in self.everything() if _place(delivery.path) == _place(url)]

    def strays(self, url: str) -> list[Delivery]:
        """What arrived neither at *url* nor at another address that was given out."""
        others = {_place(address)[0] for address in self._addresses} - {_place(url)[0]}
        return [
            delivery
            for delivery in self.everything()
            if _place(delivery.path)[0] not in others and not url.endswith(delivery.path)
        ]

    def everything(self) -> list[Delivery]:
        """All that arrived so far, wherever."""
        with self._arrived:
            return self._deliveries[: self._count() if self._shown is None else self._shown]

    @property
    def kept(self) -> list[Delivery]:
        """All that arrived until now, for the recording."""
        with self._arrived:
            return list(self._deliveries)

    def wait_for_delivery(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """As `wait`, for something that should arrive. When once nothing at all has come in all that time, later calls
        have little patience until something does: otherwise a target that cannot reach us costs a run hours.
        """
        is_cut_off = self._in_vain and not self.everything()
        found = self.wait(look, min(seconds, _PATIENCE_WHEN_CUT_OFF_SECONDS) if is_cut_off else seconds)
        self._in_vain = not found and not self.everything()
        return found

    def wait(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """What *look* makes of all deliveries, as soon as it is true, or when *seconds* have passed without."""
        with self._arrived:
            self._let_arrive(look, seconds)
            return self._looked(look, self._count())

    def close(self) -> None:
        """Nothing more arrives."""

    def _let_arrive(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> None:
        """Let deliveries come until *look* is true, at most so long. Here all that will come has come."""

    def _count(self) -> int:
        return self._noted("deliveries", lambda: len(self._deliveries))

    def _looked(self, look: Callable[[Sequence[Delivery]], T], count: int) -> T:
        self._shown = count
        try:
            return look(self._deliveries[:count])
        finally:
            self._shown = None


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.path.rpartition("/")[2], parts.query
