"""What tests of inboxes share: addresses, arrivals and verdicts about signatures."""

from typing import Any

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.delivery_logs import settled
from tests.sandbox.trade import TeeTime, booked


def address_of(agency: Agency, name: str = "desk") -> str:
    return f"{agency.address}{CONTROL}/inbox/{agency.world}/{name}"


def arrivals(agency: Agency, name: str = "desk") -> list[dict[str, Any]]:
    arrived: list[dict[str, Any]] = agency.control("GET", f"/inbox/{name}").json()["data"]
    return arrived


def subscribed(agency: Agency, url: str) -> dict[str, Any]:
    answer = agency.post("/webhooks", {"url": url, "events": ["booking.confirmed"]})
    assert answer.status_code == 201, answer.text
    webhook: dict[str, Any] = answer.json()["data"]
    return webhook


def delivered(agency: Agency, tee_time: TeeTime) -> tuple[dict[str, Any], dict[str, Any]]:
    """A subscription to the inbox, and the delivery that arrived there."""
    webhook = subscribed(agency, address_of(agency))
    booked(agency, tee_time)
    settled(agency, 1, "delivered")
    (arrival,) = arrivals(agency)
    return webhook, arrival


def verdict(agency: Agency, question: dict[str, Any]) -> dict[str, Any]:
    answer = agency.control("POST", "/signatures/verify", question)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def headers_of(arrival: dict[str, Any]) -> dict[str, str]:
    return {header["name"]: header["value"] for header in arrival["headers"]}
