"""Bookings, where members, texts, orders and refusals are open."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from threading import Lock
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.deliveries import unsigned
from tests.conforming.laid_aside.reading import Item, course_of, every_item, money, read, with_items
from tests.conforming.tools.relay import Relay, Sent
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    refusal,
    variation,
    with_json,
)
from tests.mutants.tools.call import write_json

_LAG_SECONDS = 0.4
_SHOWS_A_BOOKING = "createBooking getBooking updateBooking confirmBookingHook"


@dataclass
class LaggingList:
    """A layer: the list of bookings comes from a copy that is at most *seconds* old."""

    seconds: float
    _copies: dict[tuple[str, str], tuple[float, Response]] = field(default_factory=dict)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, for a list perhaps a copy."""
        if ask.operation != "listBookings":
            return forward(ask)
        key = (ask.api_key, ask.request.url)
        made_at, copy = self._copies.get(key, (float("-inf"), None))
        if copy is None or time.monotonic() - made_at > self.seconds:
            copy = forward(ask)
            self._copies[key] = (time.monotonic(), copy)
        return copy


@dataclass
class UniqueReferences:
    """A layer: an agency uses each agencyBookingReference for one booking that is not cancelled."""

    _used: dict[tuple[str, str], tuple[str, Item]] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, or a refusal of a reference that a living booking has."""
        body = ask.json() if ask.request.content else None
        reference = body.get("agencyBookingReference") if isinstance(body, dict) else None
        if ask.operation != "createBooking" or not isinstance(body, dict) or not isinstance(reference, str):
            return forward(ask)
        with self._turn:
            key = (ask.api_key, reference)
            if key in self._used and self._lives(ask, forward, self._used[key][0]):
                return self.again(ask, forward, *self._used[key])
            answer = forward(ask)
            if has_json(answer):
                self._used[key] = (body_of(answer)["data"]["id"], body)
            return answer

    def again(self, _ask: Ask, _forward: Forward, _booking_id: str, _first: Item) -> Response:
        """The answer to a second booking with a reference."""
        return refusal(409, "A booking has this agencyBookingReference already. Choose another reference.")

    @staticmethod
    def _lives(ask: Ask, forward: Forward, booking_id: str) -> bool:
        answer = read(ask, forward, f"/travel/bookings/{booking_id}")
        return has_json(answer) and body_of(answer)["data"]["status"] != "cancelled"


class RepeatedReferences(UniqueReferences):
    """A layer: the same request with the same reference gets the booking that it created before."""

    def again(self, ask: Ask, forward: Forward, booking_id: str, first: Item) -> Response:
        """The first booking for the same request, otherwise a refusal."""
        if ask.json() != first:
            return super().again(ask, forward, booking_id, first)
        return read(ask, forward, f"/travel/bookings/{booking_id}")


def _in_order_of_play(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "listBookings" or not has_json(answer):
        return answer
    bookings = every_item(ask, forward)
    return with_items(
        answer, sorted(bookings, key=lambda booking: (booking["date"], booking["teeTime"], booking["id"]))
    )


def _pages_past_the_end_are_refused(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation not in ("searchCourses", "listBookings") or not has_json(answer):
        return answer
    pagination = body_of(answer)["meta"]["pagination"]
    is_past = pagination["page"] > max(1, pagination["totalPages"])
    return refusal(404, f"There is no page {pagination['page']}.") if is_past else answer


def _second_cancel_is_refused(ask: Ask, forward: Forward) -> Response:
    if ask.operation == "cancelBooking" and _status(ask, forward) == "cancelled":
        return refusal(410, "The booking is cancelled already.")
    return forward(ask)


def _pending_cancel_is_refused(ask: Ask, forward: Forward) -> Response:
    if ask.operation == "cancelBooking" and _status(ask, forward) == "pending":
        return refusal(409, "The course has not answered yet. Cancel the booking when it is confirmed.")
    return forward(ask)


def _status(ask: Ask, forward: Forward) -> str | None:
    answer = read(ask, forward, ask.request.path)
    return str(body_of(answer)["data"]["status"]) if has_json(answer) else None


def _nobody_takes_changes(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask) if ask.operation != "updateBooking" else _without_change(ask, forward)
    if ask.operation == "getCourseTerms" and has_json(answer):
        terms = body_of(answer)["data"]
        return with_json(
            answer, {"data": terms | {"bookingTerms": terms["bookingTerms"] | {"modificationAllowed": False}}}
        )
    return answer


def _without_change(ask: Ask, forward: Forward) -> Response:
    found = forward(ask.reading())
    return (
        refusal(403, "The course takes no changes. Cancel the booking and book again.") if found.is_success else found
    )


def _no_answer_after_change(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "updateBooking" or not answer.is_success:
        return answer
    kept = tuple(pair for pair in answer.headers if pair[0].lower() not in ("content-type", "content-length"))
    return replace(answer, status=204, headers=kept, content=b"")


def _with_nulls(ask: Ask, body: Any) -> Any:
    if ask.operation == "listBookings":
        return body | {"data": [{"agencyBookingReference": None} | booking for booking in body["data"]]}
    optional: Item = {"agencyBookingReference": None, "specialRequests": None, "cancellationDate": None}
    shown = optional | body["data"]
    player = {"phone": None} | shown["leadPlayer"] if "leadPlayer" in shown else None
    return body | {"data": shown | ({"leadPlayer": player} if player else {})}


def _with_a_fee(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "cancelBooking" or not has_json(answer):
        return answer
    fee = {"refund": {"percent": 75, "amount": Decimal("61.50"), "currency": "EUR"}, "fee": Decimal("20.50")}
    body = body_of(answer)
    return with_json(answer, body | {"data": body["data"] | fee, "message": "Cancelled. A fee of 25 percent applies."})


def _with_further_members(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation not in _SHOWS_A_BOOKING.split() or not has_json(answer):
        return answer
    body = body_of(answer)
    booking = body["data"]
    course = course_of(ask, forward, booking["course"]["id"]) or {}
    shown = booking["course"] | {"country": course.get("country"), "isOnline": course.get("isOnline")}
    total = money(booking["players"] * Decimal("49.90"))
    more = {"course": shown, "pricing": {"totalAmount": total, "currency": "EUR"}, "voucherUrl": None, "version": 3}
    return with_json(answer, {"success": True, "data": booking | more, "requestId": "7f3a"})


class OtherReferences:
    """A layer: answers and deliveries show references in another form."""

    def __init__(self) -> None:
        """With a relay of its own."""
        self._relay = Relay(self._delivered)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer with other references. Subscriptions go through the relay."""
        answer = self._relay(ask, forward)
        return with_json(answer, everywhere(_other_reference, body_of(answer))) if has_json(answer) else answer

    @staticmethod
    def _delivered(sent: Sent) -> Sequence[Sent]:
        return [unsigned(sent, write_json(everywhere(_other_reference, json.loads(sent.content))))]


def _other_reference(value: Any) -> Any:
    if not str(value.get("bookingReference", "")).startswith("TS-"):
        return value
    letters = str(value["bookingReference"]).removeprefix("TS-").lower()
    return value | {"bookingReference": f"Golf & Travel / {letters} (web)"}


_NULLS = "The specification does not say whether an optional member without a value is absent or null."
_MORE = "No sentence says that an answer has only the members shown."

VARIATIONS: tuple[Variation, ...] = (
    Variation(
        "the list of bookings is a copy",
        "The specification calls only availability real-time: the list may show a change a moment later.",
        lambda: LaggingList(_LAG_SECONDS),
        "list of bookings",
    ),
    variation(
        "bookings in order of play",
        "The specification states no order of bookings.",
        _in_order_of_play,
        choice="list of bookings",
    ),
    Variation(
        "an agency reference names one booking",
        "The specification does not say that two bookings can have the same agencyBookingReference.",
        UniqueReferences,
        "agency references",
    ),
    Variation(
        "a repeated request with a reference gets the same booking",
        "Idempotency, and the answer to a repeated agencyBookingReference, are not shown.",
        RepeatedReferences,
        "agency references",
    ),
    variation(
        "pages past the end are refused",
        "The answer to a page beyond the last page is not shown.",
        _pages_past_the_end_are_refused,
    ),
    variation("a second cancel is refused", "The answer to a second cancel is not shown.", _second_cancel_is_refused),
    variation(
        "pending bookings cannot be cancelled",
        "Moves from pending by cancellation are not shown.",
        _pending_cancel_is_refused,
    ),
    variation(
        "no course takes changes",
        "modificationAllowed is a term of the course, and no sentence says that a course allows changes.",
        _nobody_takes_changes,
        choice="changes",
    ),
    variation(
        "a change has an empty answer",
        "The response of PUT /bookings/{id} is not shown.",
        _no_answer_after_change,
        choice="changes",
    ),
    edited("members without a value are null", _NULLS, _SHOWS_A_BOOKING, _with_nulls, choice="members of a booking"),
    variation("bookings have further members", _MORE, _with_further_members, choice="members of a booking"),
    variation(
        "a cancellation shows its fee",
        "Cancellation fees may apply, and no sentence says that the response has only four members.",
        _with_a_fee,
    ),
    Variation(
        "booking references have blanks and slashes",
        "bookingReference is any string that the service issues.",
        OtherReferences,
        "booking references",
    ),
)
