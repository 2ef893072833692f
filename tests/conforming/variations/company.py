"""Other agencies on the tee sheet: they book and cancel while the suite looks, at the tee times that it looks at."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Variation, body_of, has_json
from tests.mutants.tools.call import write_json

_SILENT = "That others book and cancel at any moment is the nature of a tee sheet."

_SOMEBODY = {"firstName": "Grace", "lastName": "Okafor", "email": "grace@okafor.example", "phone": "+44 20 7946 0000"}


# That it is the very tee time which somebody is about to book is rare.
_AS_RARE = 10


class Company:
    """Takes or gives back a place in one of *in_so_many* tee sheets that are read, and takes one from under one of ten
    times as many bookings and holds.
    """

    def __init__(self, in_so_many: int) -> None:
        self._in_so_many = in_so_many
        self._chance = random.Random(f"company {in_so_many}")  # noqa: S311 - repeatable on purpose
        self._booked: list[str] = []
        self._acting = threading.Lock()

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        if ask.operation in ("createBooking", "holdTeeTime") and self._is_met(_AS_RARE):
            self._take(ask, forward, _wanted(ask))
        answer = forward(ask)
        if ask.operation == "listTeeTimes" and has_json(answer) and self._is_met():
            self._act_on(ask, forward, body_of(answer))
        return answer

    def _is_met(self, times: int = 1) -> bool:
        with self._acting:
            return self._chance.randrange(self._in_so_many * times) == 0

    def _act_on(self, ask: Ask, forward: Forward, sheet: Any) -> None:
        if self._booked and self._chance.random() < 0.5:
            forward(_by_another(ask, "DELETE", f"/travel/bookings/{self._booked.pop(0)}"))
        elif sheet.get("availableTimes"):
            tee_time = self._chance.choice(sheet["availableTimes"])
            self._take(
                ask, forward, {"courseId": sheet["courseId"], "date": sheet["date"], "teeTime": tee_time["time"]}
            )

    def _take(self, ask: Ask, forward: Forward, wanted: dict[str, Any]) -> None:
        body = wanted | {"players": self._chance.choice((1, 1, 2)), "leadPlayer": _SOMEBODY}
        answer = forward(_by_another(ask, "POST", "/travel/bookings", body))
        if has_json(answer):
            self._booked.append(body_of(answer)["data"]["id"])


def _wanted(ask: Ask) -> dict[str, Any]:
    """Course, date and tee time of a request to book or hold, as far as it has them."""
    body = ask.json() if isinstance(ask.json(), dict) else {}
    course_id, time = ask.path_params.get("courseId", body.get("courseId")), body.get("teeTime", body.get("time"))
    return {"courseId": course_id, "date": body.get("date"), "teeTime": time}


def _by_another(ask: Ask, method: str, path: str, body: dict[str, Any] | None = None) -> Ask:
    """A request of a third agency of the same world."""
    base = ask.request.url.partition("/travel/")[0]
    key = f"{ask.api_key.rpartition('_')[0]}_charlie"
    headers = (("Content-Type", "application/json"), ("X-Api-Key", key), ("Accept", "application/json"))
    content = None if body is None else write_json(body)
    return Ask(
        replace(ask.request, method=method, path=path, url=base + path, query=(), headers=headers, content=content)
    )


VARIATIONS = (
    Variation("others book now and then", _SILENT, lambda: Company(30), "company"),
    Variation("others book often", _SILENT, lambda: Company(10), "company"),
)
