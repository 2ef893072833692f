"""Tee-time holds, where the place of the hold id and the players of the booking are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Handler,
    Variation,
    body_of,
    has_json,
    refusal,
    variation,
)


def _hold_id_in(place: str, name: str) -> Handler:
    def handle(ask: Ask, forward: Forward) -> Response:
        if ask.operation != "createBooking":
            return forward(ask)
        body = ask.json()
        hold_id, inner = _taken(place, name, ask)
        if hold_id is None or not isinstance(body, dict):
            return forward(inner)
        return forward(
            inner.with_json({key: value for key, value in body.items() if key != name} | {"holdId": hold_id})
        )

    return handle


def _taken(place: str, name: str, ask: Ask) -> tuple[str | None, Ask]:
    if place == "query":
        return ask.query.get(name), ask.asking(**{name: None})
    if place == "header":
        found = [value for key, value in ask.request.headers if key.lower() == name.lower()]
        return (found[0] if found else None), ask.without_header(name)
    body = ask.json()
    return (body.get(name) if isinstance(body, dict) else None), ask


def _declares_hold_id(place: str) -> Callable[[Declared], Declared]:
    return lambda declared: declared | {"declares": declared["declares"] | {"hold_id": place}}


@dataclass
class SamePlayers:
    """A layer: a hold is completed by a booking for exactly the players of the hold."""

    _players: dict[str, int] = field(default_factory=dict)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, or a refusal of a booking for another number of players."""
        body = ask.json() if ask.request.content else None
        if ask.operation == "createBooking" and isinstance(body, dict):
            held = self._players.get(str(body.get("holdId")))
            if held is not None and body.get("players") != held:
                return refusal(409, f"The hold is for {held} players. Book the tee time for {held} players.")
        answer = forward(ask)
        if ask.operation == "holdTeeTime" and has_json(answer):
            shown = body_of(answer)
            self._players[shown["holdId"]] = shown["players"]
        return answer


_HOLD_ID = "The exact place and name of the hold id in the create call are not shown."

VARIATIONS: tuple[Variation, ...] = (
    variation(
        "the hold id is in a header",
        _HOLD_ID,
        _hold_id_in("header", "X-Tee-Time-Hold"),
        choice="place of the hold id",
        declares=_declares_hold_id("header:X-Tee-Time-Hold"),
    ),
    variation(
        "the hold id is in the query",
        _HOLD_ID,
        _hold_id_in("query", "hold"),
        choice="place of the hold id",
        declares=_declares_hold_id("query:hold"),
    ),
    variation(
        "the hold id has another name",
        _HOLD_ID,
        _hold_id_in("body", "tee_time_hold_id"),
        choice="place of the hold id",
        declares=_declares_hold_id("body:tee_time_hold_id"),
    ),
    Variation(
        "a hold is completed for exactly its players",
        "The specification does not say that a hold can be completed for fewer players.",
        SamePlayers,
        "players of a hold",
    ),
)
