"""The console in Chromium under a prefix, with two workers and without JavaScript: every view opens, every lever works.

Needs Chromium. Where it is missing, these tests fail: they were asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.console.browsers import under_a_prefix, window
from tests.console.tours import all_views, enter, furnish, play
from tests.sandbox.servers import Server, serving

pytestmark = pytest.mark.browser

# A view, a button on it, and what the next page says.
LEVERS = (
    ("sheet", "button[aria-label^='Book 1']", "is confirmed"),
    ("sheet", "button[aria-label^='Rival']", "The rival took"),
    ("sheet", "button[aria-label^='Block']", "Done."),
    ("timeline", "text=By 15 minutes", "The clock shows"),
    ("rules", "button:text-is('Add')", "The rule waits for its request"),
    ("rules", "text=Set the limit", "The limit counts from now on"),
    ("choices", "text=Set errorBody to envelope", "The world answers that way"),
    ("webhooks", "text=Pause", "The subscription is paused"),
    ("signatures?inbox=story&number=1", "button.main", "It verifies"),
    ("inbox/story", "text=Empty the inbox", "The inbox is empty"),
    ("gauntlet", "button.main", "Choose a subscription"),
)


@contextmanager
def somewhere(place: str, server: Server, reports: Path, folder: Path) -> Iterator[tuple[str, dict[str, bool]]]:
    """The address of a sandbox in a place that is not the usual one, and the options of the window."""
    if place == "under a prefix":
        with under_a_prefix(server.address, "/golf/sandbox") as address:
            yield address, {}
    elif place == "with two workers":
        database = f"sqlite:///{folder / 'two.db'}"
        with serving("--workers", "2", "--database", database, "--reports", str(reports)) as two:
            yield two.address, {}
    else:
        yield server.address, {"java_script_enabled": False}


@pytest.mark.parametrize("place", ["under a prefix", "with two workers", "without JavaScript"])
def test_every_view_opens_with_its_styles_and_its_menu(
    server: Server, reports: Path, key: str, tmp_path: Path, place: str
) -> None:
    opened: dict[str, tuple[int, bool]] = {}
    with somewhere(place, server, reports, tmp_path) as (address, options), window(address, **options) as page:
        enter(page, key)
        play(page)
        furnish(address, key)
        for view in all_views(page):
            answer = page.goto(view or "./")
            assert answer is not None
            is_styled = page.locator("main").evaluate("main => getComputedStyle(main).maxWidth") != "none"
            opened[view] = (answer.status, is_styled and page.locator("h1").is_visible())
        page.locator("nav >> text=Journal").click()
        here = page.url

    assert here == f"{address}/_sandbox/journal"
    assert {view: found for view, found in opened.items() if found != (404 if view == "nothing" else 200, True)} == {}


@pytest.mark.parametrize("place", ["under a prefix", "with two workers", "without JavaScript"])
def test_a_lever_of_each_kind_works(server: Server, reports: Path, key: str, tmp_path: Path, place: str) -> None:
    with somewhere(place, server, reports, tmp_path) as (address, options), window(address, **options) as page:
        enter(page, key)
        play(page)
        for view, button, outcome in LEVERS:
            page.goto(view)
            page.locator(button).first.click()
            expect(page.locator("[role=status], [role=alert]").first).to_contain_text(outcome)
