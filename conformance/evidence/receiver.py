"""The deliveries to the addresses of this run: one path for each subscription. The receiver keeps every delivery.

It never judges, because no document shows the form of a delivery. It opens no connection: listening.py does.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from conformance.evidence.json_values import NotJson, parse_json

T = TypeVar("T")

_PATIENCE_WHEN_CUT_OFF_SECONDS = 0.5


class ReceiverError(Exception):
    """The receiver cannot listen; the message is one sentence."""


class Noted(Protocol):
    """Asks and keeps the answer under its kind, or returns an answer that was kept before."""

    def __call__(self, kind: str, ask: Callable[[], int], /) -> int:
        """The answer of *ask*."""


@dataclass(frozen=True)
class Delivery:
    """One request as it arrived at *path* (with its query); *arrived_at* is aware UTC."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    content: bytes
    arrived_at: datetime

    @cached_property
    def text(self) -> str:
        """Body and headers as one text to search in, because no document says the place of a value."""
        body = self.content.decode("utf-8", errors="replace")
        return "\n".join([body, *(f"{name}: {value}" for name, value in self.headers)])

    @property
    def body(self) -> Any:
        """The JSON body. Raises `NotJson`."""
        return parse_json(self.content)

    def mentions(self, *values: str) -> bool:
        """Whether the body, escaped by JSON or not, or a header contains one of *values*."""
        texts = (self.text, self._unescaped)
        return any(value in text for value in values for text in texts)

    @cached_property
    def _unescaped(self) -> str:
        try:
            return str(parse_json(self.content))
        except NotJson:
            return ""


class _Look(threading.local):
    """The number of deliveries that count during a look of this thread, None outside of a look."""

    shown: int | None = None


class Receiver:
    """Deliveries to its addresses under *origin*. *noted* keeps the number of deliveries at each look, so a replay sees
    the same deliveries at the same moment.
    """

    def __init__(self, origin: str, deliveries: Iterable[Delivery], noted: Noted) -> None:
        self.origin = origin
        self._deliveries = list(deliveries)
        self._noted = noted
        self._arrived = threading.Condition()
        self._addresses: defaultdict[str, list[str]] = defaultdict(list)
        # The places of the deliveries to each address.
        self._arrived_at: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, delivery in enumerate(self._deliveries):
            self._arrived_at[_place(delivery.path)].append(number)
        self._in_vain = False
        # A run with a time budget waits no longer than its remaining time.
        self.seconds_left: Callable[[], float] = lambda: float("inf")
        self._look = _Look()

    def new_address(self, name: str) -> str:
        """A new address for deliveries, in the form that the target needs. It begins with *name*."""
        with self._arrived:
            given = self._addresses[name]
            given.append(f"{self.origin}/{name}-No{len(given) + 1:03d}")
            return given[-1]

    def at(self, url: str) -> list[Delivery]:
        """The deliveries to *url* so far, in order. It compares only the last segment and the query, because an address
        in front of this receiver may have another beginning.
        """
        with self._arrived:
            shown = self._count() if self._look.shown is None else self._look.shown
            return [self._deliveries[number] for number in self._arrived_at[_place(url)] if number < shown]

    def strays(self, url: str) -> list[Delivery]:
        """The deliveries that arrived neither at *url* nor at another address of this receiver."""
        given = [address for addresses in self._addresses.values() for address in addresses]
        others = {_place(address)[0] for address in given} - {_place(url)[0]}
        return [
            delivery
            for delivery in self.everything()
            if _place(delivery.path)[0] not in others and not url.endswith(delivery.path)
        ]

    def everything(self) -> list[Delivery]:
        """All deliveries so far, at every address."""
        with self._arrived:
            return self._deliveries[: self._count() if self._look.shown is None else self._look.shown]

    @property
    def kept(self) -> list[Delivery]:
        """All deliveries until now, for the recording."""
        with self._arrived:
            return list(self._deliveries)

    def wait_for_delivery(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """Like `wait`, for a delivery that should arrive.

        After a wait without any delivery, later calls wait only briefly until a delivery arrives. Otherwise a target
        that cannot reach this receiver costs a run hours.
        """
        is_cut_off = self._in_vain and not self.everything()
        found = self.wait(look, min(seconds, _PATIENCE_WHEN_CUT_OFF_SECONDS) if is_cut_off else seconds)
        self._in_vain = not found and not self.everything()
        return found

    def wait(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """The result of *look* on all deliveries, as soon as the result is true, or after *seconds*. Deliveries arrive
        meanwhile: a target that waits for our answers takes this receiver for a slow one.
        """
        self._let_arrive(look, seconds)
        return self._looked(look, self._count())

    def keep(self, delivery: Delivery) -> None:
        """Keeps *delivery*, and lets the checks that wait look at it."""
        with self._arrived:
            self._arrived_at[_place(delivery.path)].append(len(self._deliveries))
            self._deliveries.append(delivery)
            self._arrived.notify_all()

    def close(self) -> None:
        """Ends the receiver: no further delivery arrives."""

    def _let_arrive(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> None:
        """Waits until *look* is true, at most *seconds*. Here every delivery has arrived already."""

    def _count(self) -> int:
        return self._noted("deliveries", lambda: len(self._deliveries))

    def _looked(self, look: Callable[[Sequence[Delivery]], T], count: int) -> T:
        self._look.shown = count
        try:
            return look(self._deliveries[:count])
        finally:
            self._look.shown = None


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.path.rpartition("/")[2], parts.query
