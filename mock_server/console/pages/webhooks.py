"""Webhooks: the subscriptions of all agencies, what was sent to them, and what the inboxes of the sandbox received."""

import re
from collections.abc import Mapping
from typing import Any

from mock_server.api.problems import Problem
from mock_server.console.asking import Ask
from mock_server.console.objects import page_of
from mock_server.console.views import Page, View
from mock_server.domain.webhooks import EVENT_KINDS

MOST_DELIVERIES, MOST_WEBHOOKS = 100, 500
STATES = ("waiting", "delivered", "failed", "dropped")
NEW_INBOX = "console"
# Anybody can send anything to an inbox.
_DELIVERY_ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_FILTERS = ("state", "kind", "webhookId", "eventId")


async def show(view: View) -> Page:
    """The subscriptions, the newest deliveries that match the filters, and the inboxes."""
    filters = {name: view.query.get(name, "") for name in _FILTERS}
    inbox = f"{view.server.public_url}{view.server.control_base}/inbox/{view.world['name']}/"
    subscriptions = await view.read("/webhooks", limit=MOST_WEBHOOKS)
    facts = {
        "subscriptions": [_subscription(view, item, inbox) for item in subscriptions["data"]],
        "total": subscriptions["meta"]["total"],
        "deliveries": (await view.read("/deliveries", limit=MOST_DELIVERIES, **filters))["data"],
        "inboxes": (await view.read("/inbox"))["data"],
        "inbox": inbox,
        "filters": filters,
        "states": STATES,
        "kinds": sorted(EVENT_KINDS),
        "most": MOST_DELIVERIES,
        "subscribe": view.interface("POST", "/webhooks", {"url": inbox + NEW_INBOX, "events": sorted(EVENT_KINDS)}),
        "curl": view.curl(view.control("GET", "/deliveries", **filters)),
    }
    return Page("webhooks.html", facts)


def _subscription(view: View, item: Mapping[str, Any], inbox: str) -> dict[str, Any]:
    """A subscription with the requests of its buttons. Only its own agency can change or remove it."""
    path = f"/webhooks/{item['id']}"
    changes: dict[str, Ask] = {}
    if view.may_be(item["agency"]):
        label = "Pause" if item["isActive"] else "Continue"
        changes = {
            label: view.interface("PUT", path, {"isActive": not item["isActive"]}),
            "Remove": view.interface("DELETE", path),
        }
    return {
        **item,
        "recover": view.control("POST", f"{path}/recover", {"since": item["createdAt"]}),
        "inbox": item["url"].removeprefix(inbox) if item["url"].startswith(inbox) else "",
        "changes": changes,
    }


async def show_delivery(view: View) -> Page:
    """One delivery: what was sent in each attempt, and what the receiver answered."""
    delivery = (await view.read(f"/deliveries/{view.path['id']}"))["data"]
    event = await view.send(view.control("GET", f"/events/{delivery['eventId']}"))
    facts = {
        "delivery": delivery,
        "event": None if event.is_refusal else event.data,
        "redeliver": view.control("POST", f"/deliveries/{delivery['id']}/redeliver"),
        "page_of": page_of,
        "curl": view.curl(view.control("GET", f"/deliveries/{delivery['id']}")),
    }
    return Page("delivery.html", facts)


async def show_inbox(view: View) -> Page:
    """What arrived in an inbox, newest first."""
    name = view.path["name"]
    arrivals = (await view.read(f"/inbox/{name}"))["data"]
    facts = {
        "name": name,
        "arrivals": arrivals[::-1],
        "empty": view.control("DELETE", f"/inbox/{name}"),
        "curl": view.curl(view.control("GET", f"/inbox/{name}")),
    }
    return Page("inbox.html", facts)


async def arrived(view: View) -> Mapping[str, Any] | None:
    """The headers and the body that the address of a page names: of an attempt, or of an arrival in an inbox.

    None if the address names neither. Raises Problem not_found or Refused.
    """
    if view.query.get("delivery"):
        delivery = (await view.read(f"/deliveries/{view.query['delivery']}"))["data"]
        attempt = _numbered(delivery["log"], view.query.get("number", "1"))
        return {**attempt, "webhookId": delivery["webhookId"], "headers": list(attempt["headers"].items())}
    if view.query.get("inbox"):
        arrivals = (await view.read(f"/inbox/{view.query['inbox']}"))["data"]
        arrival = _numbered(arrivals, view.query.get("number", ""))
        headers = [(header["name"], header["value"]) for header in arrival["headers"]]
        return {**arrival, "headers": headers, "webhookId": await _sender(view, headers)}
    return None


async def _sender(view: View, headers: list[tuple[str, str]]) -> str:
    """The subscription that sent an arrival; empty if this world did not send it."""
    named = {name.lower(): value for name, value in headers}.get("webhook-id", "")
    if not _DELIVERY_ID.match(named):
        return ""
    delivery = await view.send(view.control("GET", f"/deliveries/{named}"))
    return "" if delivery.is_refusal else str(delivery.data["webhookId"])


def _numbered(listed: list[dict[str, Any]], number: str) -> dict[str, Any]:
    for item in listed:
        if str(item["number"]) == number:
            return item
    raise Problem("not_found", "The sandbox does not keep this delivery any more. Paste it, or choose another.")
