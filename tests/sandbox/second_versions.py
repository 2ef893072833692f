"""A second version of the contract, a mapping to its names, and a sandbox that serves both versions."""

import copy
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from mock_server.app import Sandbox
from mock_server.candidates.named import Named
from mock_server.candidates.offers import ContractOffer
from mock_server.candidates.start import offers_of
from mock_server.settings import Settings
from openapi.bundler import contract
from openapi.references import dereference
from tests.sandbox.in_process import asked
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking

MAPPING = """\
schemas:
  BookingRequest:
    rename: {players: numberOfPlayers}
  BookingUpdate:
    rename: {players: numberOfPlayers}
  BookingListItem:
    rename: {players: numberOfPlayers}
  Booking:
    rename: {players: numberOfPlayers}
    constant: {channel: agency}
    from: {leadName: leadPlayer/lastName}
operations:
  listReservations:
    as: listBookings
    rename: {startDate: from, page: sheet}
  listTeeTimes:
    default: {players: 2}
"""
SHEET = f"/travel/courses/{ORDINARY.id}/tee-times?date={SATURDAY}"


def second_version() -> dict[str, Any]:
    """A second version: renamed members and parameters, new members of answers, one operation with another id."""
    document = copy.deepcopy(contract())
    document["info"]["version"] = "2.0.0"
    document["servers"] = [{"url": "/api/v2"}]
    schemas, paths = document["components"]["schemas"], document["paths"]
    for name in ("BookingRequest", "BookingUpdate", "BookingListItem", "Booking"):
        text = json.dumps({**schemas[name], "examples": []})
        schemas[name] = json.loads(text.replace('"players"', '"numberOfPlayers"'))
    schemas["Booking"]["properties"] |= {"channel": {"type": "string"}, "leadName": {"type": "string"}}
    schemas["Booking"]["required"] += ["channel", "leadName"]
    for operation in (paths["/travel/bookings"]["post"], paths["/travel/bookings/{id}"]["put"]):
        operation["requestBody"]["content"]["application/json"].pop("examples")
    listing = paths["/travel/bookings"]["get"]
    listing["operationId"] = "listReservations"
    names = {"startDate": "from", "page": "sheet"}
    parameters = [dereference(document, parameter) for parameter in listing["parameters"]]
    listing["parameters"] = [{**item, "name": names.get(item["name"], item["name"])} for item in parameters]
    sheet = paths["/travel/courses/{courseId}/tee-times"]["get"]
    sheet["parameters"] = [item for item in sheet["parameters"] if dereference(document, item)["name"] != "players"]
    return document


def named_beside(second: Path, mapping: Path | None = None, base: str | None = None) -> Named:
    """The contracts that `teesheet serve --beside` names: the packaged contract and a second version."""
    return Named(None, str(second), base, None if mapping is None else str(mapping), watch=False)


def sandbox_beside(named: Named) -> Sandbox:
    """A sandbox that took its offer from another process, as a worker does."""
    offer = offers_of(named, print).first
    return Sandbox(Settings(database_url="sqlite://"), ContractOffer.from_json(offer.as_json()))


def body_of_its_own(number: int) -> dict[str, Any]:
    """A request of the first version for a tee time of its own."""
    return booking(TeeTime(ORDINARY.id, SATURDAY, _times()[number], 4, 0.0))


@lru_cache(maxsize=1)
def _times() -> list[str]:
    sandbox = Sandbox(Settings(database_url="sqlite://"))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return [slot["time"] for slot in asked(sandbox, "GET", f"/api/v1{SHEET}&players=4").json()["availableTimes"]]
