"""Long polls: they answer when something has happened, and say so when nothing has."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from time import perf_counter, sleep
from typing import Any

import pytest

from mock_server.control import waiting
from tests.sandbox.agencies import Agency
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.trade import LEAD, ORDINARY, TeeTime, booked, offline


def waited(agency: Agency, wanted: dict[str, Any], seconds: float = 5) -> dict[str, Any]:
    """What a wait answers."""
    answer = agency.control("POST", "/wait", {"for": wanted, "timeoutSeconds": seconds})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def test_what_has_happened_is_found_at_once(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)

    found = waited(alpha, {"event": {"kind": "booking.confirmed", "about": made["id"]}})

    assert (found["met"], found["found"]["about"]) == (True, made["id"])


def test_a_wait_ends_when_it_happens(alpha: Agency) -> None:
    made = booked(alpha, offline("offline-silent"))
    with ThreadPoolExecutor() as pool:
        outcome = pool.submit(waited, alpha, {"state": {"id": made["id"], "status": "confirmed"}}, 20)
        sleep(0.3)
        alpha.control("POST", f"/desk/{made['id']}/confirm")

        assert outcome.result(10)["met"] is True


def test_a_wait_ends_in_time_when_nothing_happens(alpha: Agency) -> None:
    began = perf_counter()

    found = waited(alpha, {"event": {"kind": "booking.cancelled"}}, 0.3)

    assert (found, perf_counter() - began < 3) == ({"met": False, "found": None}, True)


def test_after_skips_what_is_known(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=1)
    first = waited(alpha, {"event": {}})["found"]["number"]

    assert waited(alpha, {"event": {"after": first}}, 0.1)["met"] is False
    booked(alpha, tee_time, players=1)
    assert waited(alpha, {"event": {"after": first}}, 0.1)["met"] is True


def three_bookings_waited_for(agency: Agency, tee_time: TeeTime, wanted: str) -> list[dict[str, Any]]:
    """What a first wait finds after three bookings with a subscription, and what a wait after that number finds."""
    agency.post("/webhooks", {"url": "http://127.0.0.1:9/", "events": ["booking.confirmed"]})
    for _ in range(3):
        booked(agency, tee_time, players=1)
    first: dict[str, Any] = waited(agency, {wanted: {}})["found"]
    return [first, waited(agency, {wanted: {"after": first["number"]}})["found"]]


@pytest.mark.parametrize(("wanted", "path"), [("event", "/events"), ("request", "/journal")])
def test_a_wait_finds_the_lowest_number_that_matches(alpha: Agency, tee_time: TeeTime, wanted: str, path: str) -> None:
    found = three_bookings_waited_for(alpha, tee_time, wanted)

    oldest_first = alpha.control("GET", path).json()["data"]
    assert [entry["number"] for entry in found] == [entry["number"] for entry in oldest_first[:2]]


def test_a_wait_for_a_delivery_finds_the_oldest_that_matches(alpha: Agency, tee_time: TeeTime) -> None:
    found = three_bookings_waited_for(alpha, tee_time, "delivery")

    newest_first = alpha.control("GET", "/deliveries").json()["data"]
    assert [entry["id"] for entry in found] == [entry["id"] for entry in newest_first[:-3:-1]]


def test_a_request_can_be_waited_for(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)

    found = waited(alpha, {"request": {"operation": "createBooking", "status": 201}})

    assert found["found"]["operation"] == "createBooking"


MISSPELT: tuple[dict[str, Any], ...] = (
    {},
    {"for": {}},
    {"for": {"evnt": {}}},
    {"for": {"event": {}, "request": {}}},
    {"for": {"event": {}}, "timeoutSeconds": 61},
)


@pytest.mark.parametrize("body", MISSPELT, ids=str)
def test_a_misspelt_wait_is_refused(alpha: Agency, body: dict[str, Any]) -> None:
    assert alpha.control("POST", "/wait", body).status_code == 400


def test_health_and_metrics_tell_how_the_server_does(alpha: Agency) -> None:
    alpha.get("/travel/bookings")

    health = alpha.http.get(f"{alpha.address}/_sandbox/v1/health").json()["data"]
    metrics = alpha.http.get(f"{alpha.address}/_sandbox/v1/metrics")

    assert (health["status"], health["workers"]) == ("ok", 1)
    assert 'teesheet_requests_total{operation="listBookings",status="200"}' in metrics.text
    assert metrics.headers["content-type"].startswith("text/plain; version=0.0.4")


def test_an_event_is_found_behind_more_events_than_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_EVENTS_AT_ONCE", 2)
    sandbox, day = whole_sandbox(), f"{date.today() + timedelta(days=30)}"  # noqa: DTZ011 - the day of the machine.
    sheet = asked(sandbox, "GET", f"/api/v1/travel/courses/{ORDINARY.id}/tee-times?date={day}&players=4").json()
    wish = {"courseId": ORDINARY.id, "date": day, "teeTime": sheet["availableTimes"][0]["time"], "players": 1}
    made = [asked(sandbox, "POST", "/api/v1/travel/bookings", json=wish | {"leadPlayer": LEAD}) for _ in range(4)]

    last = made[-1].json()["data"]["id"]
    body = {"for": {"event": {"about": last}}, "timeoutSeconds": 0}
    found = asked(sandbox, "POST", "/_sandbox/v1/wait", json=body).json()["data"]

    assert (found["met"], found["found"]["about"]) == (True, last)
