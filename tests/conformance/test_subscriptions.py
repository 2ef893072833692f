"""Subscriptions are removed by an id that only a list shows, and the run reports what nobody can remove."""

import json

import pytest

from conformance.asking.client import Agency
from conformance.catalogue.paths import WEBHOOKS
from conformance.discovery.webhooks import list_subscriptions, unsubscribe
from conformance.evidence.exchanges import Request, Response
from conformance.footprint.subscriptions import remove_subscriptions, stuck_subscriptions
from conformance.recordings.recording import Recording

KEY = "secret-key-of-alpha"


class Switchboard:
    """Keeps subscriptions, and shows their ids in its list at most."""

    def __init__(self, *, lists: bool) -> None:
        self._lists = lists
        self.kept: dict[str, str] = {}

    def exchange(self, request: Request) -> Response:
        if request.method == "POST":
            self.kept[f"whk_{len(self.kept)}"] = json.loads(request.content or b"")["url"]
            return Response(204, (), b"")
        if request.method == "DELETE":
            return Response(204 if self.kept.pop(request.path.rpartition("/")[2], None) else 404, (), b"")
        shown = [{"id": key, "url": url} for key, url in self.kept.items()] if self._lists else []
        return Response(200, (), json.dumps({"data": shown}).encode())


def subscribed(switchboard: Switchboard, number: int) -> tuple[Agency, Recording]:
    recording = Recording({KEY: "$API_KEY"})
    agency = Agency("first agency", KEY, "http://t.example/api/v1", switchboard, recording, read_only=False)
    for item in range(number):
        agency.post(WEBHOOKS, {"url": f"https://example.com/{item}", "events": []})
    return agency, recording


def test_at_the_end_of_a_run_the_list_tells_the_ids() -> None:
    switchboard = Switchboard(lists=True)
    agency, recording = subscribed(switchboard, 3)

    left = remove_subscriptions(recording.exchanges, {"first agency": agency}, None)

    assert (left, switchboard.kept) == ((), {})


def test_what_was_removed_by_the_id_of_a_list_is_not_missed() -> None:
    switchboard = Switchboard(lists=True)
    agency, recording = subscribed(switchboard, 0)
    unsubscribe(agency, agency.post(WEBHOOKS, {"url": "https://example.com/x", "events": []}), None)

    left = remove_subscriptions(recording.exchanges, {"first agency": agency}, None)

    assert (left, switchboard.kept, stuck_subscriptions(recording.exchanges, None)) == ((), {}, 0)


@pytest.mark.parametrize("number", [0, 2])
def test_a_subscription_whose_id_no_answer_shows_is_reported(number: int) -> None:
    agency, recording = subscribed(Switchboard(lists=False), number)

    assert stuck_subscriptions(recording.exchanges, None) == number
    assert [
        subscription.reason
        for subscription in remove_subscriptions(recording.exchanges, {"first agency": agency}, None)
    ] == ["Neither the answer to its request nor a list shows its id."] * number


class InPages(Switchboard):
    """A switchboard whose list has one subscription on each page."""

    def exchange(self, request: Request) -> Response:
        if request.method != "GET":
            return super().exchange(request)
        page, urls = int(dict(request.query).get("page", 1)), list(self.kept.values())
        pagination = {"page": page, "pageSize": 1, "totalItems": len(urls), "totalPages": len(urls)}
        shown = {"data": [{"url": url} for url in urls[page - 1 : page]], "meta": {"pagination": pagination}}
        return Response(200, (), json.dumps(shown).encode())


def test_the_list_of_subscriptions_shows_what_is_on_later_pages() -> None:
    agency, _ = subscribed(InPages(lists=True), 3)

    listed = list_subscriptions(agency)

    assert [listed.shows(f"https://example.com/{number}") for number in range(4)] == [True, True, True, False]
