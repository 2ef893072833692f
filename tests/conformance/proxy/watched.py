"""Exchanges made up for the judges, and the judges that see them."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from conformance.proxy.passed import Message, Passed
from conformance.proxy.watcher import Watcher
from conformance.target.connection import KeyHeader
from conformance.target.target import Placement
from conformance.watching.callers import Callers
from conformance.watching.contract_judge import ContractJudge
from openapi.bundler import contract

ALPHA, BRAVO, CHARLIE = "key-of-alpha", "key-of-bravo", "key-of-charlie"
BASE = "/api/v1"
VISIBILITY = 1.0
HOLD_ID = Placement("body", "holdId")

LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
WISH = {"courseId": "crs_1", "date": "2027-03-01", "teeTime": "10:00", "players": 2, "leadPlayer": LEAD}


def booking(booking_id: str = "bkg_1", **changed: Any) -> dict[str, Any]:
    """A booking as create and get show it."""
    shown = {
        "id": booking_id,
        "status": "confirmed",
        "bookingReference": f"TS-{booking_id}",
        "agencyBookingReference": None,
        "course": {"id": "crs_1", "name": "Links"},
        "date": "2027-03-01",
        "teeTime": "10:00",
        "players": 2,
        "leadPlayer": LEAD,
        "createdAt": "2026-11-20T10:00:00Z",
    }
    return shown | changed


def page(*items: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A whole list of bookings."""
    listed = [{name: value for name, value in item.items() if name != "leadPlayer"} for item in items]
    pagination = {"page": 1, "pageSize": 20, "totalItems": len(items), "totalPages": 1 if items else 0} | changed
    return {"data": listed, "meta": {"pagination": pagination}}


@dataclass
class Traffic:
    """Requests one after the other, five seconds apart, unless a test says when."""

    watcher: Watcher = field(
        default_factory=lambda: Watcher(
            "http://target",
            BASE,
            [ContractJudge("the contract", contract(), HOLD_ID)],
            Callers(KeyHeader(), (ALPHA, BRAVO)),
            VISIBILITY,
            HOLD_ID,
        )
    )
    clock: float = 0.0
    number: int = 0

    def passes(
        self,
        request: str,
        status: int,
        body: Any = None,
        *,
        sent: Any = None,
        key: str | None = ALPHA,
        lasts: float = 0.1,
        settled: float | None = None,
    ) -> "Traffic":
        """Let a request like `GET /travel/bookings` pass, with its answer."""
        method, _, path = request.partition(" ")
        self.clock += 5
        moment = datetime(2026, 11, 20, 10, tzinfo=UTC) + timedelta(seconds=self.clock)
        keys = () if key is None else (("x-api-key", key),)
        answer = _message(("HTTP/1.1", str(status), ""), (("content-type", "application/json"),), body)
        asked = _message((method, f"{BASE}{path}", "HTTP/1.1"), keys, sent)
        ended = self.clock + lasts
        until = ended if settled is None else settled
        self.watcher.take(Passed(self.number, moment, self.clock, ended, until, asked, answer))
        self.number += 1
        return self

    def books(self, booking_id: str = "bkg_1", *, key: str = ALPHA, **changed: Any) -> "Traffic":
        """Let a booking be made."""
        return self.passes(
            "POST /travel/bookings", 201, {"data": booking(booking_id, **changed)}, sent=WISH | _sent(changed), key=key
        )

    def reads(self, answered: int = 200, *, key: str = ALPHA, **changed: Any) -> "Traffic":
        """Let booking bkg_1 be read."""
        return self.passes("GET /travel/bookings/bkg_1", answered, {"data": booking(**changed)}, key=key)

    def lists(self, *items: dict[str, Any], query: str = "") -> "Traffic":
        """Let the bookings be listed."""
        return self.passes(f"GET /travel/bookings{query}", 200, page(*items))

    def found(self) -> dict[str, str]:
        """The weight of every finding, by its row."""
        self.watcher.finish()
        return {finding.first.row: str(finding.first.weight) for finding in self.watcher.findings}


def _sent(changed: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in changed.items() if name in ("players", "date", "teeTime")}


def _message(start: tuple[str, str, str], headers: tuple[tuple[str, str], ...], body: Any) -> Message:
    content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    return Message(start, headers, content, len(content))
