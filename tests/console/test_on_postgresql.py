"""The console on PostgreSQL: every view of a world with the story, and a replay that repeats it."""

import asyncio

from tests.console.test_journal_pages import play_the_story
from tests.console.visitors import browser, sandbox_in_memory
from tests.databases import postgresql

VIEWS = (
    *("", "journal", "sheet", "bookings", "tee-time-holds", "booking-hooks", "group-bookings", "timeline"),
    *("webhooks", "signatures", "gauntlet", "rules", "choices", "what-if", "worlds"),
)


def test_every_view_opens_and_a_story_replays_to_the_same_bytes() -> None:
    async def steps() -> tuple[dict[str, int], str]:
        sandbox = sandbox_in_memory(database_url=postgresql().new_database())
        visitor = browser(sandbox)
        await visitor.enter()
        await play_the_story(visitor)
        statuses = {}
        for view in VIEWS:
            await visitor.open(view)
            statuses[view] = visitor.seen.status_code
        (first, *_) = (await visitor.control("GET", "/journal"))["data"]
        form = {"request": str(first["number"]), "form_token": visitor.token}
        page = await visitor.post("what-if/replay", form)
        sandbox.store.close()
        return statuses, page

    statuses, page = asyncio.run(steps())

    assert statuses == dict.fromkeys(VIEWS, 200)
    assert "Every answer is the same, byte for byte." in page
