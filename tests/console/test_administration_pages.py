"""For the administrator: the worlds of the server, and the reports of the suite."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.console.tours import write_report
from tests.console.visitors import Visitor, browser, sandbox_in_memory

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
TOKEN = "t" * 16


def visited(folder: Path, addresses: list[str]) -> list[tuple[int, str]]:
    """Status and text of pages of a server that shows the reports in *folder*, after one request of its world."""

    async def steps() -> list[tuple[int, str]]:
        visitor = browser(sandbox_in_memory(reports=str(folder)))
        await visitor.enter()
        headers = {"X-Api-Key": visitor.key(), "X-Request-Id": "the-one"}
        await visitor.http.get("/api/v1/travel/bookings", headers=headers)
        pages = []
        for address in addresses:
            text = await visitor.open(address)
            pages.append((visitor.seen.status_code, text))
        return pages

    return asyncio.run(steps())


def test_the_worlds_are_listed_and_opened(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await visitor.http.get("/api/v1/travel/bookings", headers={"X-Api-Key": "sbx_another_alpha"})
        await visitor.control("POST", "/worlds", {"name": "another"})
        page = await visitor.open("worlds")
        return page, await visitor.post("door", {"key": "sbx_another_alpha"})

    page, after = visiting(steps)

    assert "you are here" in page
    assert "sbx_another_alpha" in page
    assert "World another" in after


def test_only_the_administrator_sees_worlds_and_reports(tmp_path: Path) -> None:
    async def steps() -> list[tuple[str, int]]:
        seen = []
        for token in ("", TOKEN):
            visitor = browser(sandbox_in_memory(admin_token=TOKEN, reports=str(tmp_path)))
            home = await visitor.post("door", {"key": "sbx_demo_alpha", "token": token})
            for address in ("worlds", "reports"):
                await visitor.open(address)
                seen.append(("Worlds" in home, visitor.seen.status_code))
        return seen

    (no, worlds), (_, reports), *allowed = asyncio.run(steps())

    assert (no, worlds, reports) == (False, 403, 403)
    assert allowed == [(True, 200), (True, 200)]


async def kept_history(visitor: Visitor) -> None:
    """Opens the page of a history that the visitor kept as the world `another`."""
    await visitor.interface("GET", "/travel/bookings")
    await visitor.open("what-if")
    form = {"request": "1", "call": "", "own": "", "keepAs": "another", "form_token": visitor.token}
    await visitor.post("what-if/replay", form)


async def listed_world(visitor: Visitor) -> None:
    """Opens the list of worlds, after an agency created the world `another`."""
    await visitor.http.get("/api/v1/travel/bookings", headers={"X-Api-Key": "sbx_another_alpha"})
    await visitor.open("worlds")


@pytest.mark.parametrize("page_with_the_form", [listed_world, kept_history])
def test_the_administrator_stays_the_administrator_in_another_world(
    page_with_the_form: Callable[[Visitor], Awaitable[None]],
) -> None:
    async def steps() -> tuple[str, str]:
        visitor = browser(sandbox_in_memory(admin_token=TOKEN))
        await visitor.post("door", {"key": "sbx_demo_alpha", "token": TOKEN})
        await page_with_the_form(visitor)
        opened = await visitor.post("door", visitor.form("Open"))
        return opened, await visitor.open("worlds")

    opened, worlds = asyncio.run(steps())

    assert "World another" in opened
    assert "you are here" in worlds


def test_a_form_without_the_proof_of_the_visit_does_not_keep_the_token() -> None:
    async def steps() -> int:
        visitor = browser(sandbox_in_memory(admin_token=TOKEN))
        await visitor.post("door", {"key": "sbx_demo_alpha", "token": TOKEN})
        await visitor.post("door", {"key": "sbx_another_alpha", "form_token": "0" * 64})
        await visitor.open("worlds")
        return visitor.seen.status_code

    assert asyncio.run(steps()) == 403


def test_the_door_says_that_the_page_needs_the_token_of_the_administrator() -> None:
    async def steps() -> str:
        visitor = browser(sandbox_in_memory(admin_token=TOKEN))
        await visitor.enter()
        return await visitor.open("worlds")

    page = asyncio.run(steps())

    assert "Only the administrator sees this page." in page
    assert "does not accept this key" not in page


def test_the_door_says_that_the_token_of_the_visit_is_no_longer_accepted() -> None:
    async def steps() -> str:
        before = browser(sandbox_in_memory(admin_token=TOKEN))
        await before.post("door", {"key": "sbx_demo_alpha", "token": TOKEN})
        after = browser(sandbox_in_memory(admin_token="u" * 16), cookies=before.http.cookies)
        return await after.open("worlds")

    page = asyncio.run(steps())

    assert "no longer accepts the administrator&#39;s token" in page
    assert "does not accept this key" not in page


def test_a_verdict_leads_to_its_exchange_and_to_the_row_of_the_journal(tmp_path: Path) -> None:
    write_report(tmp_path / "first run", "the-one")

    pages = visited(tmp_path, ["reports", "reports/first%20run", "reports/first%20run/BKG-01"])
    (_, listed), (_, report), (_, requirement) = pages

    assert "reports/first%20run" in listed
    assert ("BKG-01" in report, "BKG-02" in report) == (True, False)
    assert "&lt;b&gt;booking" in report
    assert "in the journal" in requirement
    assert "journal/1" in requirement


def test_an_exchange_of_another_world_has_no_row(tmp_path: Path) -> None:
    write_report(tmp_path / "first", "somebody-else")

    ((_, page),) = visited(tmp_path, ["reports/first/BKG-01"])

    assert "The journal of this world does not have it" in page


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("reports/..%2F..", "There is no report"),
        ("reports/none", "There is no report"),
        ("reports/broken", "no JSON"),
        ("reports/foreign", "is not a report of teesheet check"),
        ("reports/good/XXX-99", "no requirement"),
    ],
)
def test_a_report_that_is_not_there_or_not_readable_gets_a_sentence(
    tmp_path: Path, address: str, sentence: str
) -> None:
    write_report(tmp_path / "good", "x")
    for name, text in (("broken", "{"), ("foreign", "[]")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "report.json").write_text(text)

    (status, page), (_, listed) = visited(tmp_path, [address, "reports"])

    assert (status, sentence in page) == (404, True)
    assert "no JSON" in listed


def test_without_a_folder_the_page_says_how_to_name_it(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await visitor.open("reports")

    assert "--reports FOLDER" in visiting(steps)
