"""A world with a million bookings: every view opens, and no number is wrong."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from benchmarks.bookings import Sandboxed, World, fill
from mock_server.app import Sandbox
from tests.console.visitors import browser, sandbox_in_memory

pytestmark = pytest.mark.whole

MILLION = World("million", 1_000_000, 1_000_000)
OLDEST, NEWEST = "bkg_000000000001", "bkg_000001000000"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A sandbox on a file with a million bookings of one course."""
    url = f"sqlite:///{tmp_path_factory.mktemp('large') / 'million.db'}"
    filled = Sandboxed(url)
    fill(filled, [MILLION])
    filled.store.close()
    sandbox = sandbox_in_memory(database_url=url)
    yield sandbox
    sandbox.store.close()


def opened(sandbox: Sandbox, address: str) -> tuple[int, str]:
    """The status and the text of a page of the large world."""

    async def steps() -> tuple[int, str]:
        visitor = browser(sandbox, MILLION.name)
        await visitor.enter()
        page = await visitor.open(address)
        return visitor.seen.status_code, page

    return asyncio.run(steps())


@pytest.mark.parametrize(
    "view", ["", "journal", "timeline", "sheet", "bookings", "webhooks", "rules", "what-if", "worlds"]
)
def test_every_view_opens(large: Sandbox, view: str) -> None:
    assert opened(large, view)[0] == 200


@pytest.mark.parametrize(("page", "first"), [(1, NEWEST), (10_000, "bkg_000000500050"), (20_000, "bkg_000000000050")])
def test_every_page_of_the_list_is_reached_and_says_which_it_is(large: Sandbox, page: int, first: str) -> None:
    _, text = opened(large, f"bookings?page={page}")

    assert "of all agencies: 1000000" in text
    assert f"Page {page} of 20000." in text
    assert re.findall(r"<code>(bkg_\d+)</code>", text)[0] == first


def test_a_page_after_the_last_says_so(large: Sandbox) -> None:
    assert "No bookings here" in opened(large, "bookings?page=20001")[1]


@pytest.mark.parametrize("booking_id", [OLDEST, NEWEST])
def test_the_oldest_and_the_newest_booking_have_a_page(large: Sandbox, booking_id: str) -> None:
    status, page = opened(large, f"bookings/{booking_id}")

    assert (status, "Ada Lindqvist" in page) == (200, True)
