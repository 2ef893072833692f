"""`python -m benchmarks.console`: when the first content of each view of the console is on the screen, in Chromium.

The world has a full journal of 1,000 exchanges and a day of 80 tee times, half of them booked. Prints a table.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table

from tests.console.browsers import window
from tests.console.tours import all_views, enter, furnish, play, write_report
from tests.sandbox.servers import serving

KEY = "sbx_painted_alpha"
REQUESTS, ROUNDS, TEE_TIMES = 1000, 9, 80
GOAL_MS = 100
_FIRST_DAYS_AHEAD = range(30, 300, 45)

_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_ANSWER = "performance.getEntriesByType('navigation')[0].responseStart"


@dataclass(frozen=True, slots=True)
class Paint:
    """One loading of a view: when its first byte was there and when its first content was drawn.

    In milliseconds since the navigation began, as the browser measures them.
    """

    answered: float
    drawn: float


def painted(page: Page, view: str) -> Paint:
    """One loading of *view*."""
    page.goto(view or "./")
    # The policy of the pages forbids the polling of wait_for_function.
    while (drawn := page.evaluate(_PAINT)) is None:
        page.wait_for_timeout(5)
    return Paint(float(page.evaluate(_ANSWER)), float(drawn))


def fill(address: str) -> str:
    """Books half of a day of about TEE_TIMES tee times, fills the journal, and returns the view of that day."""
    with httpx.Client(base_url=address, headers={"X-Api-Key": KEY}, timeout=60) as client:
        course_id, day, lines = min(_days(client), key=lambda found: abs(len(found[2]) - TEE_TIMES))
        lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
        for line in lines[::2]:
            wanted = {"courseId": course_id, "date": day, "teeTime": line["teeTime"], "players": 1, "leadPlayer": lead}
            if line["free"]:
                client.post("/api/v1/travel/bookings", json=wanted).raise_for_status()
        for _ in range(REQUESTS):
            client.get("/api/v1/travel/bookings", params={"pageSize": 5}).raise_for_status()
        # So a replay can begin, although the journal has lost its first rows.
        client.post("/_sandbox/v1/worlds/self/snapshots", json={"name": "measured"}).raise_for_status()
        client.get("/api/v1/travel/bookings").raise_for_status()
    print(f"{len(lines)} tee times on {day}")
    return f"sheet?course={course_id}&date={day}"


def _days(client: httpx.Client) -> Iterable[tuple[str, str, Sequence[Any]]]:
    """Days of online courses in different seasons, with their tee times."""
    for course in client.get("/_sandbox/v1/courses", params={"limit": 60}).json()["data"]:
        for ahead in _FIRST_DAYS_AHEAD if course["isOnline"] else ():
            day = str(datetime.now(UTC).date() + timedelta(days=ahead))
            if ahead <= course["maxDaysInAdvance"]:
                ledger = client.get("/_sandbox/v1/ledger", params={"courseId": course["id"], "date": day}).json()
                yield course["id"], day, ledger["data"]["teeTimes"]


def measured(reports: Path) -> dict[str, Sequence[Paint]]:
    """The paints of each view, in turns, after one loading that does not count."""
    write_report(reports / "one", "x-1")
    with serving("--ephemeral", "--reports", str(reports)) as server, window(server.address) as page:
        enter(page, KEY)
        play(page)
        furnish(server.address, KEY)
        views = dict.fromkeys(all_views(page))
        views |= {fill(server.address): None, "journal?rows=all": None, "journal?text=zzz": None}
        rounds = [{view: painted(page, view) for view in views} for _ in range(ROUNDS + 1)]
        return {view: [paints[view] for paints in rounds[1:]] for view in views}


def main() -> None:
    """Measure, and print a table."""
    title = f"First paint of the console, {ROUNDS} loads of each view, load {os.getloadavg()[0]:.1f}"
    table = Table("view", "answered ms", "drawn ms", "fastest ms", "slowest ms", f"within {GOAL_MS} ms", title=title)
    with TemporaryDirectory() as folder:
        for view, paints in measured(Path(folder)).items():
            drawn = [paint.drawn for paint in paints]
            answered = median(paint.answered for paint in paints)
            within = "yes" if median(drawn) <= GOAL_MS else "NO"
            table.add_row(
                view or "home",
                f"{answered:.0f}",
                f"{median(drawn):.0f}",
                f"{min(drawn):.0f}",
                f"{max(drawn):.0f}",
                within,
            )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
