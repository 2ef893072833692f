"""Takes the pictures of docs/console.md from a sandbox with the story: `python -m tests.console.pictures`.

Needs Chromium.
"""

from pathlib import Path

from playwright.sync_api import Page

from tests.console.browsers import window
from tests.console.tours import enter
from tests.sandbox.servers import serving

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = {"width": 960, "height": 560}


def take(folder: Path) -> None:
    """Writes the pictures into *folder*."""
    with serving("--ephemeral") as server, window(server.address, viewport=SIZE, color_scheme="light") as page:
        enter(page, "sbx_demo_alpha")
        page.click("text=Play the story")
        page.goto("journal")
        _picture(page, folder, "journal")
        page.locator("tr", has_text="1 place left").locator("a").click()
        _picture(page, folder, "why")
        page.goto("sheet")
        page.locator("td.booked").first.scroll_into_view_if_needed()
        _picture(page, folder, "sheet")
        page.goto("timeline")
        _picture(page, folder, "timeline")
        page.goto("journal?status=409")
        page.locator("tbody a").last.click()
        page.click("text=What if something")
        page.select_option("#call", label="It is 1 day later")
        page.click("button.main")
        page.locator("#first").scroll_into_view_if_needed()
        _picture(page, folder, "what-if")


def _picture(page: Page, folder: Path, name: str) -> None:
    page.wait_for_load_state()
    page.screenshot(path=folder / f"console-{name}.png")


if __name__ == "__main__":
    take(FOLDER)
