"""Tee-time holds as another target may count them: an agency's newer hold takes the place of its older one."""

from __future__ import annotations

import itertools
import threading
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Variation, body_of, refusal, with_json

_SILENT = "Whether an agency may hold the same places twice, and which hold then counts, is not stated."

_Place = tuple[str, str, Any, Any, Any]


class NewerHoldWins:
    """Where an agency's hold would be refused, the same hold made before gives way to it."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._live: dict[_Place, list[str]] = {}
        self._answers: dict[str, Response] = {}
        self._own_ids: dict[str, str] = {}
        self._replaced: set[str] = set()
        self._lock = threading.Lock()

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        if not ask.is_of_the_interface:
            # The clock may have been moved: what was held before need not be held now.
            with self._lock:
                self._live.clear()
        if ask.operation == "holdTeeTime":
            with self._lock:
                return self._held(ask, forward)
        if ask.operation == "createBooking":
            return self._booked(ask, forward)
        return forward(ask)

    def _held(self, ask: Ask, forward: Forward) -> Response:
        answer, wanted = forward(ask), ask.json()
        if not isinstance(wanted, dict):
            return answer
        place = (ask.api_key, ask.request.path, *(str(wanted.get(name)) for name in ("date", "time", "players")))
        if answer.is_success:
            hold_id = str(body_of(answer)["holdId"])
            self._know(place, hold_id, hold_id, answer)
            return answer
        return self._in_place_of_the_oldest(place) if self._live.get(place) else answer

    def _in_place_of_the_oldest(self, place: _Place) -> Response:
        older = self._live[place].pop(0)
        self._replaced.add(older)
        newer = f"hld_{next(self._numbers):012}"
        answer = with_json(self._answers[older], body_of(self._answers[older]) | {"holdId": newer})
        self._know(place, newer, self._own_ids[older], answer)
        return answer

    def _know(self, place: _Place, hold_id: str, own_id: str, answer: Response) -> None:
        self._live.setdefault(place, []).append(hold_id)
        self._own_ids[hold_id] = own_id
        self._answers[hold_id] = answer

    def _booked(self, ask: Ask, forward: Forward) -> Response:
        body = ask.json()
        hold_id = body.get("holdId") if isinstance(body, dict) else None
        if hold_id in self._replaced:
            return refusal(409, "A newer hold took its place.")
        if hold_id not in self._own_ids:
            return forward(ask)
        answer = forward(ask.with_json(body | {"holdId": self._own_ids[hold_id]}))
        if answer.is_success:
            with self._lock:
                for held in self._live.values():
                    held[:] = [live_id for live_id in held if live_id != hold_id]
        return answer


VARIATIONS = (Variation("a newer hold takes the place of the older", _SILENT, NewerHoldWins, "a second hold"),)
