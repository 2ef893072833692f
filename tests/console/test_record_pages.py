"""Lists of bookings, holds, hooks and groups, and their pages: the state, and what the other side may do."""

import re
from collections.abc import Awaitable, Callable
from html import unescape
from typing import Any

import pytest

from mock_server.console.pages.records import STATUSES
from mock_server.console.state_drawings import TABLES, drawing_of
from tests.console.test_sheet_pages import DAY, frozen
from tests.console.visitors import Visitor
from tests.sandbox.trade import LEAD, ORDINARY, by_trait

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
SILENT = by_trait("offline-silent").id


async def created(visitor: Visitor, folder: str, course_id: str = ORDINARY.id) -> str:
    """The id of a new object of a kind."""
    tee_time = await frozen(visitor)
    wanted = {"courseId": course_id, "date": DAY, "teeTime": tee_time, "players": 1, "leadPlayer": LEAD}
    group = {"courseId": course_id, "date": DAY, "preferredTime": tee_time, "totalPlayers": 8, "leadPlayer": LEAD}
    hold = {"date": DAY, "time": tee_time, "players": 1}
    path, body = {
        "bookings": ("/travel/bookings", wanted),
        "booking-hooks": ("/travel/bookings/hooks", wanted),
        "group-bookings": ("/travel/group-bookings", group),
        "tee-time-holds": (f"/travel/courses/{course_id}/hold-tee-time", hold),
    }[folder]
    answer = await visitor.interface("POST", path, body)
    found: str = answer["holdId"] if "holdId" in answer else answer["data"]["id"]
    return found


@pytest.mark.parametrize(
    ("folder", "course", "button", "status"),
    [
        ("bookings", ORDINARY.id, "Cancel as alpha", "cancelled"),
        ("bookings", SILENT, "The course confirms", "confirmed"),
        ("bookings", SILENT, "The course declines", "cancelled"),
        ("bookings", SILENT, "The course stays silent", "pending"),
        ("booking-hooks", ORDINARY.id, "Release", "released"),
        ("booking-hooks", ORDINARY.id, "Confirm", "confirmed"),
        ("booking-hooks", ORDINARY.id, "Move the clock until the hook expires", "expired"),
        ("tee-time-holds", ORDINARY.id, "Move the clock until the hold expires", "expired"),
        ("tee-time-holds", ORDINARY.id, "Book it", "completed"),
        ("group-bookings", ORDINARY.id, "Move the clock until the service", "confirmed"),
    ],
)
def test_a_button_moves_the_object_on(visiting: Visiting, folder: str, course: str, button: str, status: str) -> None:
    async def steps(visitor: Visitor) -> str:
        object_id = await created(visitor, folder, course)
        await visitor.open(f"{folder}/{object_id}")
        return await visitor.post("do", visitor.form(button))

    page = visiting(steps)

    assert f'<span class="tag">{status}</span></h1>' in page
    assert "Refused." not in page


def test_a_second_click_on_an_old_page_says_what_is_the_case(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        object_id = await created(visitor, "bookings", SILENT)
        await visitor.open(f"bookings/{object_id}")
        form = visitor.form("The course confirms")
        await visitor.post("do", form)
        return await visitor.post("do", form)

    assert "Refused." in visiting(steps)


@pytest.mark.parametrize("folder", TABLES)
def test_a_list_shows_a_new_object_and_its_filters_hide_it(visiting: Visiting, folder: str) -> None:
    async def steps(visitor: Visitor) -> tuple[bool, bool]:
        object_id = await created(visitor, folder)
        shown, hidden = await visitor.open(folder), await visitor.open(f"{folder}?agency=bravo")
        return object_id in shown, object_id in hidden

    assert visiting(steps) == (True, False)


@pytest.mark.parametrize("folder", TABLES)
def test_a_list_and_a_page_name_the_course(visiting: Visiting, folder: str) -> None:
    async def steps(visitor: Visitor) -> list[str]:
        object_id = await created(visitor, folder)
        return [await visitor.open(address) for address in (folder, f"{folder}/{object_id}")]

    assert [ORDINARY.name in unescape(page) for page in visiting(steps)] == [True, True]


@pytest.mark.parametrize("address", ["bookings/bkg_000000000000", "bookings/hld_x", "bookings/x", "bookings?page=0"])
def test_an_object_that_is_not_there_gets_a_sentence(visiting: Visiting, address: str) -> None:
    assert "This did not work" in visiting(lambda visitor: visitor.open(address))


@pytest.mark.parametrize(
    ("folder", "status"), [(folder, status) for folder, statuses in STATUSES.items() for status in statuses]
)
def test_every_status_is_a_box_of_its_drawing(folder: str, status: str) -> None:
    assert [box.is_here for box in drawing_of(folder, status).boxes].count(True) == 1


@pytest.mark.parametrize(
    ("address", "entry"),
    [
        ("tee-time-holds", "Bookings"),
        ("group-bookings", "Bookings"),
        ("signatures", "Webhooks"),
        ("gauntlet", "Webhooks"),
    ],
)
def test_the_menu_shows_where_a_further_page_belongs(visiting: Visiting, address: str, entry: str) -> None:
    text = visiting(lambda visitor: visitor.open(address))

    menu = text[text.index('<nav class="menu"') : text.index("</nav>")]
    assert re.findall(r'aria-current="true">([^<]+)<', menu) == [entry]


def test_no_two_boxes_of_a_drawing_overlap() -> None:
    places = {folder: [(box.x, box.y) for box in drawing_of(folder, "").boxes] for folder in TABLES}

    assert [folder for folder, found in places.items() if len(set(found)) < len(found)] == []
