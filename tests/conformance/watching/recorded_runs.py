"""Recorded exchanges made up for the judges of a run, and the rows that they find."""

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.recordings.masking import SHOWN_API_KEY
from conformance.recordings.recording import LEVER
from conformance.target.target import Target
from conformance.watching.recorded import RecordedWatch
from tests.conformance.proxy.watched import WISH, booking

_BASE = "http://target/api/v1"
_START = datetime(2026, 11, 20, 10, tzinfo=UTC)
COURSE = {
    "id": "crs_1",
    "name": "Links",
    "country": "ES",
    "region": "Andalucia",
    "city": "Malaga",
    "courseType": "resort",
    "holes": 18,
    "isOnline": True,
    "thumbnailUrl": "https://example.com/1.jpg",
    "latitude": 36.5,
    "longitude": -4.5,
}


def days_in(currency: str) -> dict[str, Any]:
    """The availability of one day of course crs_1, priced in this currency."""
    best = {"date": "2027-03-01", "dayOfWeek": "Monday", "availableSlots": 1, "lowestPrice": 50}
    times = {"firstAvailableTime": "10:00", "lastAvailableTime": "10:00"}
    day = best | times | {"hasAvailability": True, "currency": currency}
    return {"courseId": "crs_1", "courseName": "Links", "availabilityResults": [day], "bestAvailability": best}


@dataclass
class Recorded:
    """Requests one after the other, ten seconds apart, each of 100 ms."""

    exchanges: list[Exchange] = field(default_factory=list)
    levers: list[Exchange] = field(default_factory=list)
    clock: float = 0.0

    def sends(
        self, line: str, status: int, body: Any, *, sent: Any = None, role: Role = Role.read, lasts: float = 0.1
    ) -> "Recorded":
        """Record a request like `GET /travel/bookings` with its answer."""
        method, _, address = line.partition(" ")
        path, _, query = address.partition("?")
        asked = Request(
            method,
            path,
            tuple(tuple(pair.split("=", 1)) for pair in query.split("&") if pair),  # type: ignore[misc] # two parts
            f"{_BASE}{address}",
            (("x-api-key", SHOWN_API_KEY),),
            json.dumps(sent).encode() if sent is not None else None,
        )
        found = match(method, path)
        self.clock += 10
        self.exchanges.append(
            Exchange(
                index=len(self.exchanges),
                agency="first agency",
                operation_id=found.operation_id if found else None,
                role=role,
                check="test_some.py::test_thing",
                request=asked,
                response=Response(status, (("content-type", "application/json"),), json.dumps(body).encode()),
                failure=None,
                started_at=_START + timedelta(seconds=self.clock),
                elapsed_ms=lasts * 1000,
            )
        )
        return self

    def books(self) -> "Recorded":
        """Record the creation of booking bkg_1."""
        return self.sends("POST /travel/bookings", 201, {"data": booking()}, sent=WISH, role=Role.golden)

    def reads(self, **changed: Any) -> "Recorded":
        """Record a read of booking bkg_1."""
        return self.sends("GET /travel/bookings/bkg_1", 200, {"data": booking(**changed)})

    def updates(self, status: int = 200, **sent: Any) -> "Recorded":
        """Record an update of booking bkg_1."""
        return self.sends("PUT /travel/bookings/bkg_1", status, {}, sent=sent, role=Role.golden)

    def updates_meanwhile(self, **sent: Any) -> "Recorded":
        """Record an update of booking bkg_1 that begins during the exchange before it, and ends later."""
        self.clock -= 9.95
        return self.updates(**sent)

    def pulls_a_lever(self) -> "Recorded":
        """Record a lever."""
        self.clock += 10
        moment = _START + timedelta(seconds=self.clock)
        self.levers.append(replace(self.exchanges[-1], agency=LEVER, started_at=moment))
        return self

    def found(self) -> list[str]:
        """The rows that are violated, each once."""
        return self.found_in_parts(0)

    def found_in_parts(self, first: int) -> list[str]:
        """The same where so many exchanges are judged *first*, with the levers before them."""
        watch = RecordedWatch(Target(_BASE, SHOWN_API_KEY))
        begin = self.exchanges[first].started_at
        before, after = (
            [lever for lever in self.levers if (lever.started_at < begin) is is_before] for is_before in (True, False)
        )
        early = list(watch.sights_in(self.exchanges[:first], before))
        return list(dict.fromkeys(sight.row for sight in (*early, *watch.sights_in(self.exchanges[first:], after))))
