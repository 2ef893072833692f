"""What if in the console: a row, one change, both histories side by side."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from mock_server.console.pages.what_if import differing, differing_members
from tests.console.test_journal_pages import play_the_story
from tests.console.visitors import Visitor

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]


async def asked(visitor: Visitor, status: int, wanted: str) -> str:
    """The page after a change whose words contain *wanted*, before the first request of the story with a status."""
    await play_the_story(visitor)
    rows = (await visitor.control("GET", f"/journal?status={status}"))["data"]
    page = await visitor.open(f"what-if?request={rows[0]['number']}")
    values = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)</option>', page)
    call = next(value for value, words in values if wanted in words)
    form = {"request": str(rows[0]["number"]), "call": call.replace("&#34;", '"'), "form_token": visitor.token}
    return await visitor.post("what-if/replay", form)


def test_a_story_without_a_change_repeats_byte_for_byte(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await asked(visitor, 201, "Nothing")

    page = visiting(steps)

    assert "Every answer is the same, byte for byte." in page
    assert "first difference" not in page


def test_a_change_is_shown_beside_what_happened_with_the_first_difference_marked(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await asked(visitor, 409, "14 days later")

    page = visiting(steps)
    first = page.split('id="first"')[1].split("</tr>")[0]

    assert "answers would have been different" in page
    assert "first difference" in first
    assert first.index("409") < first.index("201")
    assert "<mark>" in first


def test_a_change_that_somebody_wrote_is_replayed(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        (newest,) = (await visitor.control("GET", "/journal?limit=1"))["data"]
        await visitor.open("what-if")
        own = 'POST /rules {"effect": {"status": {"status": 502}}}'
        form = {"request": str(newest["number"]), "own": own, "form_token": visitor.token}
        return await visitor.post("what-if/replay", form)

    page = visiting(steps)

    assert "502" in page.split('id="first"')[1]
    assert "/_sandbox/v1/replay" in page


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ("POST /rules {drop}", "This text is no JSON"),
        ("POST /worlds/self/reset", "change/path"),
        ('POST /rules {"effect": {}}', "The change was refused"),
        ("what if pigs could fly", "method, path and body"),
    ],
)
def test_a_change_that_makes_no_sense_ends_in_a_sentence(visiting: Visiting, own: str, sentence: str) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        (newest,) = (await visitor.control("GET", "/journal?limit=1"))["data"]
        await visitor.open("what-if")
        form = {"request": str(newest["number"]), "own": own, "form_token": visitor.token}
        return await visitor.post("what-if/replay", form)

    assert sentence in visiting(steps)


def test_a_history_that_is_not_complete_says_so_and_offers_a_snapshot(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await play_the_story(visitor)
        await visitor.control("DELETE", "/journal")
        await visitor.interface("GET", "/travel/bookings")
        (newest,) = (await visitor.control("GET", "/journal?limit=1"))["data"]
        await visitor.open("what-if")
        form = {"request": str(newest["number"]), "form_token": visitor.token}
        page = await visitor.post("what-if/replay", form)
        return page, await visitor.post("do", visitor.form("Take a snapshot"))

    page, after = visiting(steps)

    assert "There is no comparison." in page
    assert 'class="compare' not in page
    assert "can begin here" in after


@pytest.mark.parametrize("address", ["what-if?request=99999999", "what-if?lever=99999999", "what-if?request=first"])
def test_a_row_that_is_gone_says_so_and_shows_a_way_on(visiting: Visiting, address: str) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        page = await visitor.open(address)
        return visitor.seen.status_code, page

    status, page = visiting(steps)

    assert (status, "To the journal" in page) == (404, True)


def test_journal_and_timeline_lead_to_the_question(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await play_the_story(visitor)
        (newest,) = (await visitor.control("GET", "/journal?limit=1"))["data"]
        (lever,) = (await visitor.control("GET", "/levers?limit=1"))["data"]
        pages = [await visitor.open(address) for address in (f"journal/{newest['number']}", "timeline")]
        return pages[0], pages[1], await visitor.open(f"what-if?lever={lever['number']}")

    exchange, timeline, page = visiting(steps)

    assert "what-if?request=" in exchange
    assert "what-if?request=" in timeline
    assert "what-if?lever=" in timeline
    assert "before POST" in page


def test_a_changed_history_is_kept_as_a_world_and_opened(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await asked(visitor, 409, "14 days later")
        keep = visitor.form("Keep this history")
        kept, again = [await visitor.post("what-if/replay", keep) for _ in range(2)]
        form = {"form_token": visitor.token, "key": f"sbx_{kept.split('Open the world ')[1].split('<')[0]}_alpha"}
        return kept, again, await visitor.post("door", form)

    kept, again, opened = visiting(steps)

    assert "has this history" in kept
    assert "already exists" in again.split('role="alert"')[1].split("</p>")[0]
    assert "-if-" in opened
    assert "This world is empty" not in opened


@pytest.mark.parametrize(
    ("then", "now", "names"),
    [
        ('{"data": {"id": 1, "createdAt": 2}}', '{"data": {"id": 1, "createdAt": 3}}', ["created at"]),
        ('{"a": 1}', '{"b": {"c": 1}}', ["a", "c"]),
        ("cut {", '{"a": 1}', []),
        ("[1]", "[2]", []),
    ],
)
def test_members_that_differ_are_named(then: str, now: str, names: list[str]) -> None:
    assert differing_members(then, now) == names


def test_lines_that_differ_are_marked_on_both_sides() -> None:
    then, now = differing(["{", "a", "b", "}"], ["{", "b", "c", "}"])

    assert [line.text for line in then if line.differs] == ["a"]
    assert [line.text for line in now if line.differs] == ["c"]
