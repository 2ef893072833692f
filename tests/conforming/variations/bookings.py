"""Bookings and holds as another target may show them and let them end."""

from __future__ import annotations

from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Handler,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    refusal,
    variation,
    with_json,
)

_NULL = "Optional members may be null, empty or absent."
_STATES = "Leaving pending by cancellation, and a second cancel, are not shown."
_HOLD_ID = "The exact place and name of the hold id: not shown."
_SHOWN = "createBooking getBooking listBookings cancelBooking"
_OPTIONAL = ("agencyBookingReference", "specialRequests", "phone", "cancellationDate")


def _booking(change: Any) -> Any:
    def apply(node: Any) -> Any:
        return change(node) if "bookingReference" in node else node

    return lambda _, body: everywhere(apply, body)


def _no_nulls(node: dict[str, Any]) -> dict[str, Any]:
    lead = node.get("leadPlayer")
    kept = {name: item for name, item in node.items() if not (name in _OPTIONAL and item in (None, ""))}
    return kept | {"leadPlayer": {name: item for name, item in lead.items() if item is not None}} if lead else kept


def _nulls(node: dict[str, Any]) -> dict[str, Any]:
    empty: dict[str, Any] = dict.fromkeys(("agencyBookingReference", "specialRequests", "cancellationDate"))
    shown = {name: None if item == "" else item for name, item in node.items()}
    return empty | shown | {"leadPlayer": node.get("leadPlayer")}


def _empty_texts(node: dict[str, Any]) -> dict[str, Any]:
    shown = {"agencyBookingReference": "", "specialRequests": ""} | node
    return shown | {name: shown[name] or "" for name in ("agencyBookingReference", "specialRequests")}


class _Phones:
    """Echoes the phone of a lead player, which the sample does not."""

    def __init__(self) -> None:
        self._by_booking: dict[str, str] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        if ask.operation not in ("createBooking", "getBooking") or not has_json(answer):
            return answer
        body = body_of(answer)
        lead = (ask.json() or {}).get("leadPlayer") if ask.operation == "createBooking" else None
        if isinstance(lead, dict) and lead.get("phone"):
            self._by_booking[body["data"]["id"]] = lead["phone"]
        body["data"]["leadPlayer"]["phone"] = self._by_booking.get(body["data"]["id"])
        return with_json(answer, body)


def _status(ask: Ask, forward: Forward) -> str | None:
    read = forward(ask.reading())
    return str(body_of(read)["data"]["status"]) if read.is_success else None


def _pending_stays(ask: Ask, forward: Forward) -> Response:
    if ask.operation == "cancelBooking" and _status(ask, forward) == "pending":
        return refusal(409, "Ask the course.")
    return forward(ask)


def _cancelled_once(ask: Ask, forward: Forward) -> Response:
    if ask.operation in ("cancelBooking", "updateBooking") and _status(ask, forward) == "cancelled":
        return refusal(409, "Cancelled already.")
    return forward(ask)


def _cancelled_twice(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation == "cancelBooking" and not answer.is_success and _status(ask, forward) == "cancelled":
        return forward(ask.reading())
    return answer


def _gone_when_cancelled(ask: Ask, forward: Forward) -> Response:
    if ask.operation == "getBooking" and _status(ask, forward) == "cancelled":
        return refusal(410, "Cancelled.")
    return forward(ask)


def _no_get_on_hooks(ask: Ask, forward: Forward) -> Response:
    if ask.request.method == "GET" and ask.request.path == "/travel/bookings/hooks":
        return refusal(404, "No such path.")
    return forward(ask)


def _in_header(ask: Ask, forward: Forward) -> Response:
    hold = next((value for name, value in ask.request.headers if name.lower() == "x-hold-token"), None)
    if ask.operation != "createBooking" or hold is None:
        return forward(ask)
    return forward(ask.without_header("x-hold-token").with_json(ask.json() | {"holdId": hold}))


def _in_query(ask: Ask, forward: Forward) -> Response:
    hold = ask.query.get("reservation")
    if ask.operation != "createBooking" or hold is None:
        return forward(ask)
    return forward(ask.asking(reservation=None).with_json(ask.json() | {"holdId": hold}))


def _in_body(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation != "createBooking" or not isinstance(body, dict) or "hold_token" not in body:
        return forward(ask)
    rest = {name: item for name, item in body.items() if name != "hold_token"}
    return forward(ask.with_json(rest | {"holdId": body["hold_token"]}))


def _hold_id(name: str, handle: Handler, place: str | None) -> Variation:
    def declares(declared: Declared) -> Declared:
        declares = {key: item for key, item in declared["declares"].items() if key != "hold_id"}
        return declared | {"declares": declares | ({"hold_id": place} if place else {})}

    return variation(name, _HOLD_ID, handle, choice="place of the hold id", declares=declares)


class _SecondCompletion:
    """Answers a second use of a hold id with the first booking."""

    def __init__(self) -> None:
        self._made: dict[str, Response] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        answer, body = forward(ask), ask.json()
        hold = body.get("holdId") if isinstance(body, dict) and ask.operation == "createBooking" else None
        if not isinstance(hold, str):
            return answer
        if answer.is_success:
            self._made[hold] = answer
        return self._made.get(hold, answer)


def _with_a_colleague(ask: Ask, forward: Forward) -> Response:
    """Just before every booking for two, somebody else of the agency books the same tee time for one."""
    body = ask.json()
    if ask.operation == "createBooking" and isinstance(body, dict) and body.get("players") == 2:
        lead = {"firstName": "Carla", "lastName": "Colleague", "email": "carla@example.com"}
        forward(ask.with_json(body | {"players": 1, "leadPlayer": lead, "agencyBookingReference": "by-a-colleague"}))
    return forward(ask)


VARIATIONS = (
    edited("absent in place of null in bookings", _NULL, _SHOWN, _booking(_no_nulls), choice="empty members"),
    edited("null in place of absent in bookings", _NULL, _SHOWN, _booking(_nulls), choice="empty members"),
    edited(
        "empty texts in bookings", _NULL, "createBooking getBooking", _booking(_empty_texts), choice="empty members"
    ),
    Variation("phone echoed", "Whether phone is echoed is not stated.", _Phones, "phone"),
    variation("pending bookings cannot be cancelled", _STATES, _pending_stays),
    variation("cancelled bookings take nothing more", _STATES, _cancelled_once, choice="second cancel"),
    variation("a second cancel is accepted", _STATES, _cancelled_twice, choice="second cancel"),
    variation("cancelled bookings cannot be read alone", "Not stated; the catalogue warns.", _gone_when_cancelled),
    variation("GET on the hooks is an unknown path", "No document shows GET there.", _no_get_on_hooks),
    Variation("a second completion shows the first booking", "Idempotency is open.", _SecondCompletion, "completion"),
    _hold_id("the hold id in a header", _in_header, "header:X-Hold-Token"),
    _hold_id("the hold id in the query", _in_query, "query:reservation"),
    _hold_id("the hold id under another name", _in_body, "body:hold_token"),
    _hold_id("the place of the hold id not declared", lambda ask, forward: forward(ask), None),
    variation(
        "a colleague with the same key",
        "An agency has more than one clerk.",
        _with_a_colleague,
        accused_by=("EVT-01", "EVT-07"),
    ),
)
