"""`python -m benchmarks.console`: when the first content of two full views of the console is on the screen."""

from collections.abc import Sequence
from statistics import median

import httpx
from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table

from tests.console.browsers import enter, window
from tests.sandbox.servers import serving

KEY = "sbx_painted_alpha"
REQUESTS, ROUNDS = 1000, 9
VIEWS = {"journal": "a journal of 1,000 exchanges", "sheet": "a day of a course"}


def painted_ms(page: Page, view: str) -> float:
    """When the first content of *view* is on the screen, in milliseconds since the navigation began."""
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    page.goto(view)
    # The policy of the page forbids the polling of wait_for_function.
    while (took := page.evaluate(paint)) is None:
        page.wait_for_timeout(5)
    return float(took)


def measured() -> dict[str, Sequence[float]]:
    """The paints of each view, on a sandbox whose journal is full."""
    with serving("--ephemeral") as server, window(server.address) as page:
        with httpx.Client(headers={"X-Api-Key": KEY}) as client:
            for _ in range(REQUESTS):
                client.get(f"{server.address}/api/v1/travel/bookings").raise_for_status()
        enter(page, KEY)
        return {view: [painted_ms(page, view) for _ in range(ROUNDS)] for view in VIEWS}


def main() -> None:
    """Measure, and print a table."""
    table = Table("view", "best ms", "median ms", title=f"First paint of the console, {ROUNDS} loads of each view")
    for view, paints in measured().items():
        table.add_row(VIEWS[view], f"{min(paints):.0f}", f"{median(paints):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
