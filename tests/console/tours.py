"""The views of the console, and the way to each of them: for browser tests, for pictures and for measurements."""

import json
from pathlib import Path

import httpx
from playwright.sync_api import Page

from tests.sandbox.trade import LEAD, by_trait

VIEWS = (
    *("", "journal", "journal?status=409", "sheet", "bookings", "tee-time-holds", "booking-hooks", "group-bookings"),
    *("timeline", "timeline?kind=lever", "bookings?status=confirmed", "nothing"),
    *("webhooks", "inbox/story", "signatures", "gauntlet", "rules", "choices", "what-if", "worlds"),
    *("reports", "reports/one", "reports/one/BKG-01"),
)
FOLDERS = ("bookings?status=confirmed", "bookings?status=pending", "tee-time-holds", "booking-hooks", "group-bookings")


def enter(page: Page, key: str) -> None:
    """Goes through the door."""
    page.fill("#key", key)
    page.click("button.main")
    page.wait_for_selector("nav")


def play(page: Page) -> None:
    """Plays the story, which ends at the journal."""
    page.click("text=Play the story")
    page.wait_for_selector("text=The story is played")


def furnish(address: str, key: str) -> None:
    """Adds what the story does not have: a hook, a group, a booking that waits, a rule, and blocked places."""
    with httpx.Client(base_url=address, headers={"X-Api-Key": key}, timeout=30) as client:
        booking = client.get("/_sandbox/v1/bookings", params={"status": "confirmed"}).json()["data"][0]
        where = {"courseId": booking["course"]["id"], "date": booking["date"]}
        ledger = client.get("/_sandbox/v1/ledger", params=where).json()["data"]["teeTimes"]
        first, second, third = [line["teeTime"] for line in ledger if line["free"] == 4][:3]
        wanted = {**where, "players": 2, "leadPlayer": LEAD}
        group = {**where, "preferredTime": third, "totalPlayers": 12, "leadPlayer": LEAD}
        silent = {**wanted, "courseId": by_trait("offline-silent").id, "teeTime": "10:00"}
        rule = {"match": {"operations": ["getCourseTerms"]}, "effect": {"latency": {"milliseconds": 20}}}
        for method, path, body in (
            ("POST", "/api/v1/travel/bookings/hooks", {**wanted, "teeTime": first}),
            ("POST", "/api/v1/travel/group-bookings", group),
            ("POST", "/api/v1/travel/bookings", silent),
            ("POST", "/_sandbox/v1/rules", rule),
            ("PUT", "/_sandbox/v1/inventory", {**where, "teeTime": second, "blocked": 2}),
        ):
            client.request(method, path, json=body).raise_for_status()


def all_views(page: Page) -> list[str]:
    """Every view of a furnished world, with one page of each kind of object, a delivery, and a chosen tee time."""
    rows = []
    for view, link in (
        ("journal?status=409", "tbody a"),
        *((folder, "tbody a") for folder in FOLDERS),
        ("webhooks", "#sent tbody a"),
        ("sheet", "tbody th a"),
        ("what-if", "tbody a"),
    ):
        page.goto(view)
        rows.append(page.locator(link).last.get_attribute("href") or "")
    return [*VIEWS, *rows]


def write_report(folder: Path, request_id: str) -> None:
    """A report of the suite with one failed requirement, whose exchange has a request id."""
    folder.mkdir(parents=True)
    times = {"startedAt": "2026-11-24T10:00:00+00:00", "finishedAt": "2026-11-24T10:01:00+00:00"}
    head = {"target": "http://localhost/api/v1", "outcome": "violation", "exitCode": 1, "requests": 1}
    rows = [_requirement("BKG-01", "fail", [0]), _requirement("BKG-02", "pass", [])]
    report = {**head, **times, "counts": {"fail": 1, "pass": 1}, "requirements": rows}
    (folder / "report.json").write_text(json.dumps(report))
    request = {"method": "GET", "url": "http://localhost/api/v1/travel/bookings"}
    response = {"status": 200, "headers": [{"name": "X-Request-Id", "value": request_id}], "content": {"text": "{}"}}
    (folder / "exchanges.har").write_text(
        json.dumps({"log": {"entries": [{"request": request, "response": response}]}})
    )


def _requirement(row_id: str, verdict: str, exchanges: list[int]) -> dict[str, object]:
    """A requirement as report.json has it, as far as the pages read it."""
    said = {"sentence": "A <b>booking</b> is confirmed.", "heading": "Bookings", "message": "It was."}
    return {
        "id": row_id,
        "level": "must",
        "verdict": verdict,
        "exchanges": exchanges,
        **said,
        "expected": "201",
        "actual": "200",
    }
