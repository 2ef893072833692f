"""Changes that take a moment to show.

A moment is far shorter than the budget that the target file of a draw declares.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Variation, body_of, has_json, refusal, with_json

_MOMENT = "A change may take a moment to become visible."


class Late:
    """Shows what was asked for a moment ago as it was then."""

    def __init__(self, operations: str, seconds: float) -> None:
        self._operations = operations.split()
        self._seconds = seconds
        self._seen: dict[tuple[str, str], tuple[float, Response]] = {}
        self._lock = threading.Lock()

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        if ask.operation not in self._operations:
            return forward(ask)
        name, now = (ask.api_key, ask.request.url), time.monotonic()
        with self._lock:
            at, answer = self._seen.get(name, (0.0, None))
        if answer is not None and now - at < self._seconds:
            return answer
        answer = forward(ask)
        with self._lock:
            self._seen[name] = (now, answer)
        return answer


class BehindWrites:
    """For a moment after a booking was changed or cancelled, reading it shows what it showed before."""

    SECONDS = 0.2

    def __init__(self) -> None:
        self._shown: dict[str, Response] = {}
        self._changed_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        if ask.operation not in ("getBooking", "updateBooking", "cancelBooking"):
            return forward(ask)
        booking_id = ask.path_params["id"]
        if ask.operation != "getBooking":
            return self._written(booking_id, ask, forward)
        with self._lock:
            is_behind = time.monotonic() - self._changed_at.get(booking_id, 0.0) < self.SECONDS
            before = self._shown.get(booking_id)
        answer = forward(ask)
        # Another agency is refused at once: a replica knows whose booking it is.
        if is_behind and before is not None and answer.is_success:
            return before
        if answer.is_success:
            with self._lock:
                self._shown[booking_id] = answer
        return answer

    def _written(self, booking_id: str, ask: Ask, forward: Forward) -> Response:
        before = forward(ask.reading())
        answer = forward(ask)
        if answer.is_success and before.is_success:
            with self._lock:
                self._shown[booking_id] = before
                self._changed_at[booking_id] = time.monotonic()
        return answer


class NotFoundYet:
    """For a moment a new booking cannot be read by itself."""

    SECONDS = 0.25

    def __init__(self) -> None:
        self._made_at: dict[str, float] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        if ask.operation == "getBooking":
            age = time.monotonic() - self._made_at.get(ask.path_params["id"], 0.0)
            return refusal(404, "Not found.") if age < self.SECONDS else forward(ask)
        answer = forward(ask)
        if ask.operation == "createBooking" and has_json(answer):
            self._made_at[str(body_of(answer)["data"]["id"])] = time.monotonic()
        return answer


class NewOnesHidden:
    """For a moment a new booking is not in the list, where the list is one page long."""

    SECONDS = 0.3

    def __init__(self) -> None:
        self._made_at: dict[str, float] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        answer = forward(ask)
        if ask.operation == "createBooking" and has_json(answer):
            self._made_at[str(body_of(answer)["data"]["id"])] = time.monotonic()
        if ask.operation != "listBookings" or not has_json(answer):
            return answer
        return with_json(answer, self._without_new_ones(body_of(answer)))

    def _without_new_ones(self, body: Any) -> Any:
        pagination = body["meta"]["pagination"]
        now = time.monotonic()
        kept = [booking for booking in body["data"] if now - self._made_at.get(str(booking["id"]), 0.0) >= self.SECONDS]
        if pagination["totalPages"] != 1 or len(kept) == len(body["data"]):
            return body
        counts = {"totalItems": len(kept), "totalPages": 1 if kept else 0}
        return body | {"data": kept, "meta": body["meta"] | {"pagination": pagination | counts}}


def _late(name: str, operations: str, seconds: float, choice: str) -> Variation:
    def build() -> Callable[[Ask, Forward], Response]:
        return Late(operations, seconds)

    return Variation(name, _MOMENT, build, choice)


VARIATIONS = (
    _late("lists a moment late", "listBookings listTeeTimes", 0.15, "lists a moment late"),
    _late("lists a longer moment late", "listBookings listTeeTimes", 0.35, "lists a moment late"),
    _late("periods a moment late", "checkAvailability", 0.2, "periods a moment late"),
    Variation("new bookings not listed for a moment", _MOMENT, NewOnesHidden, "new bookings in the list"),
    Variation("bookings read from behind their changes", _MOMENT, BehindWrites, "reading after a change"),
    Variation("a new booking not found for a moment", _MOMENT, NotFoundYet, "reading after a change"),
)
