"""Another agency that books while the caller works."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, base_of
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    has_json,
)
from tests.mutants.tools.call import write_json

_LEAD = {"firstName": "Noor", "lastName": "Haddad", "email": "noor@example.com"}


@dataclass
class Rival:
    """A layer: after every *every*-th list of tee times, another agency takes *players* places at one of them."""

    every: int
    players: int
    cancels: bool
    _chance: random.Random = field(default_factory=lambda: random.Random("rival"))  # noqa: S311 - repeatable
    _lists: int = 0

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer; the rival acts after it."""
        answer = forward(ask)
        if ask.operation != "listTeeTimes" or not has_json(answer):
            return answer
        self._lists += 1
        sheet = body_of(answer)
        roomy = [item for item in sheet.get("availableTimes", []) if item["available"] >= self.players]
        if roomy and self._lists % self.every == 0:
            self._book(ask, forward, sheet, self._chance.choice(roomy)["time"])
        return answer

    def _book(self, ask: Ask, forward: Forward, sheet: Item, time: str) -> None:
        wish = {"courseId": sheet["courseId"], "date": sheet["date"], "teeTime": time}
        booked = forward(
            _as_rival(ask, "POST", "/travel/bookings", wish | {"players": self.players, "leadPlayer": _LEAD})
        )
        if self.cancels and has_json(booked):
            forward(_as_rival(ask, "DELETE", f"/travel/bookings/{body_of(booked)['data']['id']}", None))


def _as_rival(ask: Ask, method: str, path: str, body: Any) -> Ask:
    world = ask.api_key.rpartition("_")[0]
    content = None if body is None else write_json(body)
    request = replace(ask.request, method=method, path=path, query=(), url=base_of(ask) + path, content=content)
    rival = Ask(request).without_header("x-api-key").without_header("authorization").without_header("content-type")
    typed = rival if body is None else rival.with_header("Content-Type", "application/json")
    return typed.with_header("X-Api-Key", f"{world}_rival")


_REAL_TIME = "Availability is real-time and can change quickly: other agencies book at the same time."

VARIATIONS: tuple[Variation, ...] = (
    Variation(
        "another agency books one place now and then",
        _REAL_TIME,
        lambda: Rival(every=4, players=1, cancels=False),
        "another agency",
    ),
    Variation(
        "another agency books and cancels all the time",
        _REAL_TIME,
        lambda: Rival(every=2, players=2, cancels=True),
        "another agency",
    ),
)
