"""The timeline: requests, levers, events, deadlines and deliveries in their order, and the levers of the clock."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from mock_server.console import happenings
from mock_server.console.happenings import Idle, TimelineEntry, _span, folded
from mock_server.console.objects import BY_ITSELF
from mock_server.console.pages import timeline
from mock_server.console.rendering import when
from mock_server.storage.timers import TimerKind
from tests.console.test_journal_pages import play_the_story
from tests.console.test_record_pages import created
from tests.console.test_sheet_pages import frozen
from tests.console.visitors import Visitor

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]


def test_the_story_is_on_one_line_of_time_newest_first(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        return await visitor.open("timeline")

    page = visiting(steps)
    words = ["booking.cancelled", "30 min in which nothing happened", "rival sent", "hold expired", "hold-tee-time"]

    assert sorted(words, key=page.index) == words
    assert "clock moved to" in page


@pytest.mark.parametrize(
    ("kind", "shown", "hidden"),
    [
        ("request", "hold-tee-time", "rival sent"),
        ("lever", "rival", "201"),
        ("event", "booking.confirmed", "hold-tee-time"),
        ("deadline", "the hold expired", "201"),
    ],
)
def test_one_kind_is_shown_alone(visiting: Visiting, kind: str, shown: str, hidden: str) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        return (await visitor.open(f"timeline?kind={kind}")).split('<ol class="timeline"')[1]

    page = visiting(steps)

    assert (shown in page, hidden in page) == (True, False)


def test_a_lever_shows_the_events_that_it_caused(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        return await visitor.open("timeline")

    lines = [line for line in visiting(steps).split("<li>") if "tag kind" in line]
    rival = next(line for line in lines if "rival sent" in line)
    moved = next(line for line in lines if "clock moved" in line)

    assert "date" in rival.split("</span>")[1]
    assert "{" not in rival
    assert "booking.confirmed" in rival
    assert "booking.cancelled" in moved


def test_everything_that_happens_by_itself_has_words() -> None:
    assert set(BY_ITSELF) == {*TimerKind, "tee_time_hold.expires"}


def test_a_moment_of_another_day_is_shown_with_its_day() -> None:
    now = "2040-05-07T08:00:00Z"

    shown = [when(at, now) for at in ("2040-05-07T09:15:00Z", "2040-05-09T09:15:00Z", "2041-05-07T09:15:00Z")]

    assert shown == ["09:15:00", "09 May 09:15:00", "07 May 2041 09:15:00"]


def test_a_list_at_its_limit_says_that_the_world_has_more(visiting: Visiting, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await play_the_story(visitor)
        whole = await visitor.open("timeline")
        monkeypatch.setattr(happenings, "MOST_EVENTS", 2)
        return whole, await visitor.open("timeline?rows=all")

    whole, cut = visiting(steps)

    assert ("This world has more" in whole, "This world has more" in cut) == (False, True)


def test_the_timeline_begins_with_its_newest_lines_and_a_link_shows_all(
    visiting: Visiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await play_the_story(visitor)
        monkeypatch.setattr(timeline, "FIRST_LINES", 3)
        return await visitor.open("timeline"), await visitor.open("timeline?rows=all")

    first, whole = visiting(steps)

    assert (first.count("tag kind"), "hold-tee-time" in first) == (3, False)
    assert 'timeline?rows=all">Show all' in first
    assert "hold-tee-time" in whole


def test_an_event_stays_below_the_request_that_caused_it_where_the_page_begins_after_both(
    visiting: Visiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await frozen(visitor)
        await created(visitor, "bookings")
        for page in (1, 2, 3):
            await visitor.interface("GET", f"/travel/bookings?page={page}")
        monkeypatch.setattr(timeline, "FIRST_LINES", 2)
        return await visitor.open("timeline"), await visitor.open("timeline?rows=all")

    first, whole = visiting(steps)

    assert (first.count("tag kind"), "booking.confirmed" in first) == (2, False)
    assert "↳ event</span> <a" in whole


def test_the_clock_moves_to_the_next_event_and_says_what_that_brought(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await created(visitor, "tee-time-holds")
        before = await visitor.open("timeline")
        return before, await visitor.post("do", visitor.form("To the next event"))

    before, after = visiting(steps)

    assert "hold expires" in before
    assert "tee_time_hold.expired" in after.split("data-said")[1].split("</ul>")[0]


def test_a_form_that_is_sent_twice_moves_the_clock_once(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await frozen(visitor)
        await visitor.open("timeline")
        form = visitor.form("By 15 minutes")
        await visitor.post("do", form)
        await visitor.post("do", form)
        now: str = (await visitor.control("GET", "/clock"))["data"]["now"]
        return now

    assert visiting(steps) == "2040-05-07T08:15:00Z"


def test_a_clock_that_was_moved_elsewhere_says_so(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await frozen(visitor)
        await visitor.open("timeline")
        form = visitor.form("By 15 minutes")
        await visitor.control("POST", "/clock/advance", {"by": "PT1H"})
        return await visitor.post("do", form)

    page = visiting(steps)

    assert "Refused." in page
    assert "forwards" in page or "before" in page


@pytest.mark.parametrize("to", ["yesterday", "2300-01-01T00:00:00Z", "2040-05-07T07:00:00Z"])
def test_a_moment_that_is_none_gets_a_sentence(visiting: Visiting, to: str) -> None:
    async def steps(visitor: Visitor) -> str:
        await frozen(visitor)
        await visitor.open("timeline")
        return await visitor.post("do", {**visitor.form("Move to it"), "set.to": to})

    assert "Refused." in visiting(steps)


def test_idle_stretches_are_folded_and_days_are_named() -> None:
    lines = [
        TimelineEntry(at, "event", "x")
        for at in ("2040-05-08T09:00:00Z", "2040-05-07T08:09:59Z", "2040-05-07T08:00:00Z")
    ]

    shown = folded(lines)

    assert [item.day or item.words for item in shown if isinstance(item, Idle)] == [
        "2040-05-08T09:00:00Z",
        "1 day 50 min in which nothing happened",
        "2040-05-07T08:09:59Z",
    ]


@pytest.mark.parametrize(
    ("minutes", "words"), [(10, "10 min"), (60, "1 h"), (1440, "1 day"), (2 * 1440 + 65, "2 days 1 h 5 min")]
)
def test_a_span_is_written_for_people(minutes: int, words: str) -> None:
    assert _span(timedelta(minutes=minutes)) == words
