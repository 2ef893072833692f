"""The console in Chromium: every view in both schemes and widths, live parts, keyboard, a prefix, two workers.

Needs Chromium, Node and the npm registry. Where one is missing, these tests fail: they were asked for.
Screenshots of every view are in the folder that TEESHEET_PICTURES names, or in the temporary folder of the run.
"""

import os
import re
import time
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.console.browsers import axe, violations, window
from tests.console.loads import keep_rows, sending
from tests.console.tours import all_views, enter, furnish, play
from tests.sandbox.servers import Server, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core."""
    return axe(tmp_path_factory.mktemp("axe"))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the screenshots."""
    named = os.environ.get("TEESHEET_PICTURES")
    return Path(named) if named else tmp_path_factory.mktemp("pictures")


def ask_what_if(page: Page) -> None:
    """Asks what would have happened had the refused booking come a day later."""
    page.goto("journal?status=409")
    page.locator("tbody a").last.click()
    page.click("text=What if something")
    page.select_option("#call", label="It is 1 day later")
    page.click("button.main")
    page.wait_for_selector("#first")


def verify_a_delivery(page: Page) -> None:
    """Verifies the delivery in the inbox of the story."""
    page.goto("signatures?inbox=story&number=1")
    page.click("button.main")
    page.wait_for_selector("text=It verifies")


def grade_an_endpoint(page: Page) -> None:
    """Runs the gauntlet on the inbox of the story, which accepts everything."""
    page.goto("gauntlet")
    page.select_option("select[name=webhookId]", index=1)
    page.click("button.main")
    page.wait_for_selector("text=The endpoint did not pass")


# Pages that only a form leads to, by the names of their pictures.
RESULTS = {
    "what-if-replayed": ask_what_if,
    "signatures-verified": verify_a_delivery,
    "gauntlet-graded": grade_an_endpoint,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_every_view_is_accessible_and_fits_its_width(
    server: Server, key: str, script: str, pictures: Path, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 900}
    found: dict[str, object] = {}
    with window(server.address, viewport=size, color_scheme=scheme) as page:
        found["door"] = violations(page, script)
        enter(page, key)
        found["empty"] = violations(page, script)
        play(page)
        found["played"] = violations(page, script)
        furnish(server.address, key)
        for view in all_views(page):
            page.goto(view or "./")
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[view] = violations(page, script) + ([f"{wide} px wide"] if wide > width else [])
            name = re.sub(r"(?<=_)[a-z0-9]{8,}|\W+", "-", view).strip("-") or "home"
            page.screenshot(path=pictures / f"{name}-{width}-{scheme}.png", full_page=True)
        for name, reach in RESULTS.items():
            reach(page)
            found[name] = violations(page, script)
            page.screenshot(path=pictures / f"{name}-{width}-{scheme}.png", full_page=True)

    assert {view: item for view, item in found.items() if item} == {}


@pytest.mark.parametrize("width", [320, 2000])
def test_no_view_needs_scrolling_sideways_at_400_percent_or_on_a_wide_screen(
    server: Server, key: str, width: int
) -> None:
    with window(server.address, viewport={"width": width, "height": 600}) as page:
        enter(page, key)
        play(page)
        furnish(server.address, key)
        wide = {}
        for view in all_views(page):
            page.goto(view or "./")
            wide[view] = page.evaluate("document.documentElement.scrollWidth")

    assert {view: found for view, found in wide.items() if found > width} == {}


def test_from_the_door_to_the_other_outcome_of_a_refused_booking(server: Server, key: str) -> None:
    with window(server.address) as page:
        enter(page, key)
        play(page)
        page.locator("tr", has_text="1 place left").locator("a").click()
        expect(page.locator(".why")).to_contain_text("has 1 place left, not 2")
        page.click("text=Cancel it")
        expect(page.locator("main")).to_contain_text("4 of 4 places are free")
        page.click("text=Send again")
        expect(page.locator("[data-said]")).to_contain_text("is confirmed")
        page.click("text=Open it")
        expect(page.locator("h1")).to_contain_text("confirmed")


def test_the_live_tail_shows_every_request_without_a_reload(server: Server, key: str) -> None:
    with window(server.address) as page, httpx.Client(headers={"X-Api-Key": key}) as client:
        enter(page, key)
        page.goto("journal")
        page.evaluate("window.isTheSamePage = true")
        for number in range(300):
            client.get(f"{server.address}/api/v1/travel/bookings", params={"agencyBookingReference": f"n{number}"})
            # About 100 requests a second: the journal itself keeps at most 200 of a world between two batches.
            time.sleep(0.008)
        expect(page.locator("tbody tr")).to_have_count(300, timeout=20_000)

        assert page.evaluate("window.isTheSamePage") is True


def test_a_paused_tail_waits_and_then_has_everything(server: Server, key: str) -> None:
    with window(server.address) as page, httpx.Client(headers={"X-Api-Key": key}) as client:
        enter(page, key)
        page.goto("journal")
        page.click("text=Pause")
        client.get(f"{server.address}/api/v1/travel/bookings")
        page.wait_for_timeout(2500)
        paused = page.locator("tbody tr").count()
        page.click("text=Continue")
        expect(page.locator("tbody tr")).to_have_count(1, timeout=10_000)

    assert paused == 0


def test_the_tee_sheet_follows_what_a_client_does(server: Server, key: str) -> None:
    with window(server.address) as page, httpx.Client(headers={"X-Api-Key": key}) as client:
        enter(page, key)
        page.goto("sheet")
        call = page.locator("button[aria-label^='Book 1']").first.get_attribute("value") or ""
        body = call.split(" ", 2)[2]
        client.post(
            f"{server.address}/api/v1/travel/bookings", content=body, headers={"Content-Type": "application/json"}
        )
        expect(page.locator("td.booked")).to_have_count(1, timeout=10_000)


def test_a_server_that_restarts_under_an_open_page_is_found_again(key: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'kept.db'}"
    with serving("--database", database) as first, window(first.address) as page:
        enter(page, key)
        page.goto("journal")
        first.kill()
        expect(page.locator("[data-live-state]")).to_contain_text("does not answer", timeout=10_000)
        port = first.address.rsplit(":", 1)[1]
        with serving("--database", database, "--port", port):
            expect(page.locator("[data-live-state]")).to_have_text("Live", timeout=20_000)


def test_two_open_pages_lose_no_row_and_answer_a_click_at_100_requests_a_second(server: Server, key: str) -> None:
    with window(server.address) as journal:
        enter(journal, key)
        journal.goto("journal")
        timeline = journal.context.new_page()
        timeline.goto("timeline")
        keep_rows(journal)
        with sending(server.address, key, per_second=100, seconds=10) as load:
            while not load.done.is_set():
                journal.wait_for_timeout(200)
            timeline.click("text=Pause")
            expect(timeline.locator("[data-live-state]")).to_have_text("Paused")
        expect(journal.locator("tbody tr").first).to_contain_text("page=1000", timeout=20_000)
        arrived = journal.evaluate("window.arrived")

    assert sorted(row.partition("page=")[2] for row in arrived) == sorted(load.marks)


def test_an_open_page_begins_again_with_another_world_of_its_name(server: Server, key: str) -> None:
    with window(server.address) as page, httpx.Client(headers={"X-Api-Key": key}) as client:
        enter(page, key)
        play(page)
        client.delete(f"{server.address}/_sandbox/v1/worlds/self").raise_for_status()
        page.wait_for_timeout(1100)
        client.get(f"{server.address}/api/v1/travel/bookings").raise_for_status()
        expect(page.locator("main")).to_contain_text("another world of the same name", timeout=10_000)
        expect(page.locator("tbody tr")).to_have_count(1, timeout=10_000)


def test_everything_but_the_live_parts_works_without_javascript(server: Server, key: str) -> None:
    with window(server.address, java_script_enabled=False) as page:
        enter(page, key)
        play(page)
        page.locator("nav >> text=Tee sheet").click()
        page.locator("button[aria-label^='Rival']").first.click()
        expect(page.locator("[data-said]")).to_contain_text("The rival took")
        page.locator("nav >> text=Timeline").click()
        page.click("text=By 15 minutes")
        expect(page.locator("[data-said]")).to_contain_text("The clock shows")
        ask_what_if(page)
        expect(page.locator("#first")).to_contain_text("first difference")


def test_the_keyboard_alone_opens_the_door_and_a_request(server: Server, key: str) -> None:
    with window(server.address) as page:
        expect(page.locator("#key")).to_be_focused()
        page.keyboard.press("Control+A")
        page.keyboard.type(key)
        expect(page.locator("#key")).to_have_value(key)
        page.keyboard.press("Enter")
        page.wait_for_selector("nav")
        play(page)
        page.goto("journal")
        page.keyboard.press("Tab")
        first = page.evaluate("document.activeElement.textContent")
        page.locator("tbody a").first.focus()
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_contain_text("POST")

    assert (first, outline) == ("Skip to the content", "solid")


def test_the_back_button_after_a_change_shows_the_present(server: Server, key: str) -> None:
    with window(server.address) as page:
        enter(page, key)
        page.goto("timeline")
        page.goto("sheet")
        page.locator("button[aria-label^='Book 1']").first.click()
        page.wait_for_selector("[data-said]")
        page.locator("nav >> text=Journal").click()
        page.go_back()
        expect(page.locator("td.booked")).to_have_count(1)
