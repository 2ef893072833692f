"""The tee sheet: who has which place, the sums, and what a button changes."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from mock_server.console.pages.tee_sheet import STRETCH
from tests.console.visitors import Visitor
from tests.sandbox.trade import LEAD, ORDINARY, by_trait

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
DAY = "2040-05-12"
SHEET = f"sheet?course={ORDINARY.id}&date={DAY}"


async def frozen(visitor: Visitor) -> str:
    """Stops the clock of the world a few days before DAY. Returns a tee time with four free places."""
    await visitor.control("PUT", "/clock", {"mode": "frozen", "now": "2040-05-07T08:00:00Z"})
    ledger = await visitor.control("GET", f"/ledger?courseId={ORDINARY.id}&date={DAY}")
    tee_time: str = next(line["teeTime"] for line in ledger["data"]["teeTimes"] if line["free"] == 4)
    return tee_time


def row_of(page: str, tee_time: str) -> str:
    """The row of a tee time."""
    return page.split(f'<tr id="t{tee_time.replace(":", "")}"')[1].split("</tr>", maxsplit=1)[0]


def levers_of(page: str) -> dict[str, str]:
    """The requests of the one-click buttons, by their names."""
    buttons = page.split('<button name="call"')[1:]
    return {
        button.split('aria-label="')[1].split('"')[0]: button.split('value="')[1].split('"')[0] for button in buttons
    }


async def clicked(visitor: Visitor, page: str, name: str) -> str:
    """The page after a click on a button of a row."""
    call = levers_of(page)[name].replace("&#34;", '"')
    quick = next(form for form in visitor.forms() if "once" in form and "call" not in form)
    return await visitor.post("do", {**quick, "call": call})


@pytest.mark.parametrize(("button", "kind"), [("Book 1", "booked"), ("Rival", "booked"), ("Block", "blocked")])
def test_one_click_changes_the_places_of_a_tee_time(visiting: Visiting, button: str, kind: str) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        tee_time = await frozen(visitor)
        page = await visitor.open(SHEET)
        return tee_time, await clicked(visitor, page, f"{button} at {tee_time}")

    tee_time, page = visiting(steps)

    assert f'class="seat {kind}"' in row_of(page, tee_time)
    assert "The same with curl" in page


def test_every_kind_of_place_is_named_with_its_agency(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        tee_time = await frozen(visitor)
        where = {"courseId": ORDINARY.id, "date": DAY, "teeTime": tee_time, "players": 1, "leadPlayer": LEAD}
        hold = {"date": DAY, "time": tee_time, "players": 1}
        await visitor.interface("POST", "/travel/bookings", where)
        await visitor.interface("POST", "/travel/bookings/hooks", where, "bravo")
        await visitor.interface("POST", f"/travel/courses/{ORDINARY.id}/hold-tee-time", hold, "charlie")
        return tee_time, await visitor.open(SHEET)

    tee_time, page = visiting(steps)
    row = row_of(page, tee_time)

    assert all(f'class="seat {kind}"' in row for kind in ("booked", "hooked", "held", "free"))
    assert "until 08:15:00" in row
    assert "charlie" in row


def test_the_sums_add_up_to_the_sheet(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await frozen(visitor)
        return await visitor.open(SHEET)

    said = visiting(steps).split("<dt>sum</dt><dd><b>")[1]

    assert said.split("</b> of ")[0] == said.split("</b> of ")[1].split("<")[0]


def test_every_tee_time_of_a_long_day_has_a_row_and_each_kind_of_button_a_curl_line(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[list[str], str]:
        await frozen(visitor)
        ledger = await visitor.control("GET", f"/ledger?courseId={ORDINARY.id}&date={DAY}")
        return [line["teeTime"] for line in ledger["data"]["teeTimes"]], await visitor.open(SHEET)

    tee_times, page = visiting(steps)

    assert len(tee_times) > STRETCH
    assert re.findall(r'<tr id="t\d{4}".*?>(\d\d:\d\d)</a></th>', page) == tee_times
    assert all(f"{label} with curl" in page for label in ("This day", "Book 1", "Rival", "Block"))


def test_a_price_that_is_set_is_shown(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        tee_time = await frozen(visitor)
        await visitor.open(f"{SHEET}&time={tee_time}")
        form = visitor.form("Set the price")
        return tee_time, await visitor.post("do", {**form, "set.greenFee.number": "12.34"})

    tee_time, page = visiting(steps)

    assert ">12.34<" in row_of(page, tee_time)


def test_a_player_with_markup_in_the_name_is_escaped(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[str]:
        tee_time = await frozen(visitor)
        lead = {**LEAD, "lastName": "<img src=x onerror=alert(1)>"}
        body = {"courseId": ORDINARY.id, "date": DAY, "teeTime": tee_time, "players": 1, "leadPlayer": lead}
        booking = (await visitor.interface("POST", "/travel/bookings", body))["data"]["id"]
        return [await visitor.open(address) for address in (SHEET, "bookings", f"bookings/{booking}")]

    pages = visiting(steps)

    assert [("<img src=x" in page, "&lt;img src=x" in page) for page in pages] == [(False, True)] * 3


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (f"course={ORDINARY.id}&date=2045-01-01", "days ahead"),
        (f"course={ORDINARY.id}&date=2020-01-01", "This day is over"),
        (f"course={ORDINARY.id}&date=2040-02-31", "To the first page"),
        (f"course={ORDINARY.id}&date=9999-12-31", "days ahead"),
        (f"course={ORDINARY.id}&date=0001-01-01", "This day is over"),
        ("course=crs_00000000&date=2040-05-12", "To the first page"),
        (f"course={by_trait('offline-silent').id}&date={DAY}", "waits for the answer of the course"),
        (f"course={ORDINARY.id}&date={DAY}&text=zzzzz", "0 courses"),
        (f"course={ORDINARY.id}&date={DAY}&text=sold-out", "1 course with"),
    ],
)
def test_a_day_that_is_none_gets_a_sentence_and_a_way_on(visiting: Visiting, query: str, words: str) -> None:
    async def steps(visitor: Visitor) -> str:
        await frozen(visitor)
        return await visitor.open(f"sheet?{query}")

    assert words in visiting(steps)
