"""Ids at places that no document shows: what a run made is found by our own values, removed, or named."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from conformance.evidence.exchanges import Response
from conformance.evidence.shown_ids import BOOKING_NOUNS, WEBHOOK_NOUNS, found_id, objects_around, place_of_id
from conformance.report import write_reports
from conformance.results.run_result import RunResult
from tests.conformance.judged_again import judged, rows
from tests.conforming.tools.draws import Draw, run_on
from tests.conforming.tools.variation import Ask, Declared, Forward, Variation, edited, variation
from tests.sandbox.servers import Server, serving

ROWS = ("WHK-01", "WHK-02", "WHK-03", "WHK-05", "HOK-01", "HOK-02")
_OPERATIONS = "createWebhook listWebhooks createBookingHook confirmBookingHook"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def _undeclared(declared: Declared) -> Declared:
    """A target file that says nothing about ids."""
    declares = {name: value for name, value in declared["declares"].items() if name != "webhook_id"}
    return declared | {"declares": declares, "hooks": {k: v for k, v in declared["hooks"].items() if k != "id"}}


def _elsewhere(ask: Ask, body: Any) -> Any:
    shown = body["data"]
    if ask.operation == "createWebhook":
        return {"subscription": {"subscriptionId": shown["id"]}}
    if ask.operation == "listWebhooks":
        items = [
            {"subscriptionId": item["id"], "callback": {"url": item["url"]}, "kinds": item["events"]} for item in shown
        ]
        return {"subscriptions": items}
    if ask.operation == "createBookingHook":
        return {"bookingHook": {"hookNumber": shown["id"], "validity": shown["expiresAt"]}}
    return {"hook": {"id": ask.path_params["id"]}, "confirmation": {"bookingId": shown["id"]}}


def _nowhere(ask: Ask, body: Any) -> Any:
    if ask.operation == "listWebhooks":
        return {"data": [{"url": item["url"], "events": item["events"]} for item in body["data"]]}
    return {"ok": True}


def _without_location(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    return replace(answer, headers=tuple(header for header in answer.headers if header[0].lower() != "location"))


_NO_IDS = (
    variation("no Location", "", _without_location),
    edited("ids nowhere", "", _OPERATIONS, _nowhere),
)


def checked(sandbox: Server, seed: int, *variations: Variation) -> RunResult:
    declared = variation("an operator who declares no ids", "", lambda ask, forward: forward(ask), declares=_undeclared)
    target_file = httpx.get(f"{sandbox.address}/_sandbox/v1/target").text
    return run_on(Draw(seed, (declared, *variations)), sandbox.address, target_file, ROWS)


def living(sandbox: Server, seed: int) -> tuple[list[str], list[str]]:
    """References of bookings that are not cancelled, and addresses of subscriptions."""
    key = {"X-Api-Key": f"sbx_draw-{seed}_alpha"}
    with httpx.Client(base_url=f"{sandbox.address}/api/v1", headers=key) as client:
        bookings = client.get("/travel/bookings?status=confirmed&pageSize=100").json()["data"]
        return (
            [booking["agencyBookingReference"] for booking in bookings],
            [item["url"] for item in client.get("/webhooks").json()["data"]],
        )


def test_what_is_shown_under_other_names_is_removed(sandbox: Server) -> None:
    result = checked(sandbox, 911, edited("ids elsewhere", "", _OPERATIONS, _elsewhere))

    assert living(sandbox, 911) == ([], [])
    assert result.leftovers == ()


def test_what_shows_no_id_is_made_once_and_named(sandbox: Server) -> None:
    result = checked(sandbox, 912, *_NO_IDS)

    bookings, addresses = living(sandbox, 912)
    shown = [(leftover.kind, leftover.id) for leftover in result.leftovers]
    assert (bookings, len(addresses)) == ([], 1)
    assert [kind for kind, _ in shown].count("subscription") == 1
    assert [kind for kind, _ in shown].count("booking hook") == 1
    assert ("subscription", addresses[0]) in shown
    assert any("creates no further subscription" in row.message for row in result.rows)


def test_what_was_not_made_again_is_not_missing_in_the_recording(sandbox: Server, tmp_path: Path) -> None:
    write_reports(checked(sandbox, 913, *_NO_IDS), tmp_path / "run")
    run = json.loads((tmp_path / "run" / "report.json").read_text("utf-8"))

    again = judged(tmp_path / "run" / "exchanges.har", tmp_path / "judged")

    assert (rows(again.report), again.report["judged"]["missing"]) == (rows(run), 0)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"subscription": {"subscriptionId": "s1"}}, "subscription.subscriptionId"),
        ({"data": {"webhook_id": 7, "agency": {"id": "a"}}}, "data.webhook_id"),
        ({"agency": {"id": "a"}, "result": {"id": "s1"}}, "result.id"),
        ({"agency": {"id": "a"}}, None),
        ({"id": True}, None),
        ([], None),
    ],
)
def test_an_id_is_known_by_the_name_of_its_member(body: Any, place: str | None) -> None:
    assert place_of_id(body, WEBHOOK_NOUNS) == place


def test_an_id_may_stand_in_an_object_around_our_own_value() -> None:
    listed = {"items": [{"subscriptionId": "a", "to": {"url": "other"}}, {"subscriptionId": "b", "to": {"url": "own"}}]}

    assert objects_around(listed, "own") == [{"url": "own"}, {"subscriptionId": "b", "to": {"url": "own"}}]


def test_a_booking_is_not_taken_for_its_course() -> None:
    assert found_id({"course": {"id": "crs_1"}, "bookingId": "bkg_1"}, BOOKING_NOUNS) == "bkg_1"
