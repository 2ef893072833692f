"""The first page and the journal: an empty world, the story, why a request was refused, the request as a program."""

import zipfile
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.console.visitors import Visitor
from tests.sandbox.trade import ORDINARY

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
MARKUP = '<img src=x onerror="alert(1)">'


async def journal_row(visitor: Visitor, place: int) -> str:
    """The address of a row of the journal of the world, which are counted from 1."""
    rows = (await visitor.control("GET", "/journal"))["data"]
    return f"journal/{rows[place - 1]['number']}"


async def play_the_story(visitor: Visitor) -> str:
    """Plays the story. Returns the page after it."""
    await visitor.open()
    return await visitor.post("story", {"form_token": visitor.token})


def test_an_empty_world_explains_itself_and_offers_a_story(visiting: Visiting) -> None:
    page = visiting(lambda visitor: visitor.open())

    assert "This world is empty" in page
    assert "Play the story" in page


def test_the_story_is_in_the_journal_with_its_refusals(visiting: Visiting) -> None:
    page = visiting(play_the_story)

    assert "The story is played" in page
    assert page.count(">409<") == 2
    assert "has 0 places left, not 2" in page
    assert "has 1 place left, not 2" in page


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("", 6),
        ("?status=409", 2),
        ("?agency=bravo", 2),
        ("?agency=bravo&status=201", 1),
        ("?operation=holdTeeTime", 1),
        ("?text=booking.cancelled", 1),
        ("?text=zzz", 0),
    ],
)
def test_the_journal_is_filtered(visiting: Visiting, query: str, rows: int) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        return await visitor.open(f"journal{query}")

    page = visiting(steps)

    assert page.count("<tr><td>") == rows


@pytest.mark.parametrize("query", ["?status=abc", "?agency=A%20B", "?operation=none"])
def test_a_filter_that_is_none_gets_a_sentence(visiting: Visiting, query: str) -> None:
    assert "This did not work" in visiting(lambda visitor: visitor.open(f"journal{query}"))


def test_the_live_tail_has_only_the_rows_after_a_number(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await play_the_story(visitor)
        fifth, sixth = [(await journal_row(visitor, place)).removeprefix("journal/") for place in (5, 6)]
        rows = await visitor.open(f"journal/rows?after={fifth}")
        return rows, visitor.seen.headers["Teesheet-Newest"], sixth

    rows, newest, sixth = visiting(steps)

    assert (rows.count("<tr>"), newest) == (1, sixth)


def test_a_live_tail_with_a_filter_goes_on_after_the_newest_row_of_all(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await play_the_story(visitor)
        page = await visitor.open("journal?status=409")
        newest = (await journal_row(visitor, 6)).removeprefix("journal/")
        rows = await visitor.open(f"journal/rows?status=409&after={newest}")
        return page.split('data-newest="')[1].split('"')[0], newest, rows.strip()

    shown, newest, rows = visiting(steps)

    assert (shown, rows) == (newest, "")


def test_a_live_tail_learns_that_the_journal_was_cleared(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await play_the_story(visitor)
        newest = (await journal_row(visitor, 6)).removeprefix("journal/")
        await visitor.control("DELETE", "/journal")
        await visitor.open(f"journal/rows?after={newest}")
        return newest, visitor.seen.headers["Teesheet-Newest"]

    before, after = visiting(steps)

    assert int(after) < int(before)


def test_a_refused_booking_says_why_who_has_the_places_and_how_to_undo_it(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await play_the_story(visitor)
        page = await visitor.open(await journal_row(visitor, 5))
        undone = await visitor.post("do", visitor.form("DELETE /api/v1/travel/bookings/bkg_"))
        repeated = await visitor.post("do", visitor.form("Send again"))
        return page, undone, repeated

    page, undone, repeated = visiting(steps)

    assert "by agency <b>rival</b>" in page
    assert "<dt>wanted places</dt><dd>2" in page
    assert "4 of 4 places are free" in undone
    assert "is confirmed" in repeated


def test_a_form_that_is_sent_twice_books_once(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, int]:
        await play_the_story(visitor)
        await visitor.open(await journal_row(visitor, 4))
        form = visitor.form("Send again")
        first, second = await visitor.post("do", form), await visitor.post("do", form)
        return first, second, (await visitor.control("GET", "/bookings"))["meta"]["total"]

    first, second, total = visiting(steps)

    assert first.split("Booking TS-")[1][:6] == second.split("Booking TS-")[1][:6]
    assert total == 4


def test_markup_from_outside_is_escaped_everywhere(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[str]:
        body = {"courseId": ORDINARY.id, "date": MARKUP, "teeTime": MARKUP, MARKUP: MARKUP}
        headers = {"X-Api-Key": visitor.key(), "X-Request-Id": "one", "User-Agent": MARKUP}
        await visitor.http.post("/api/v1/travel/bookings", json=body, headers=headers)
        await visitor.http.get("/api/v1/travel/courses/x", params={"q": MARKUP}, headers=headers)
        details = [await journal_row(visitor, place) for place in (1, 2)]
        addresses = [*details, f"journal?text={MARKUP}", "journal/rows"]
        return [await visitor.open(address) for address in addresses]

    pages = visiting(steps)

    assert not [page for page in pages if "<img src=x" in page]
    assert all("&lt;img src=x" in page for page in pages[:3])


@pytest.mark.parametrize("language", ["Python (httpx)", "pytest"])
def test_a_copied_program_is_valid_python(visiting: Visiting, language: str) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        return await visitor.open(await journal_row(visitor, 5))

    block = visiting(steps).split(f"as {language}</summary>")[1].split("</pre>")[0].split("<pre")[1].partition(">")[2]

    compile(unescape(block), "copied", "exec")
    assert "_alpha" in block


def test_the_pages_are_small(tmp_path: Path) -> None:
    kinds = (".py", ".j2", ".html", ".css", ".js", ".svg")
    files = [file for file in Path("mock_server/console").rglob("*") if file.suffix in kinds]

    with zipfile.ZipFile(tmp_path / "console.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file)

    assert (tmp_path / "console.zip").stat().st_size < 200_000
