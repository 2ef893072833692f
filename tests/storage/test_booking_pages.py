"""A page of bookings is the one that looking at every booking gives, whichever way it is found."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate, count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, select

from mock_server.domain.bookings import Booking, LeadPlayer, Status
from mock_server.storage import booking_pages
from mock_server.storage.booking_counts import BLOCK
from mock_server.storage.booking_pages import BookingFilter, bookings_page
from mock_server.storage.bookings import insert_booking, save_booking
from mock_server.storage.courses import CourseBook
from mock_server.storage.sessions import Session
from mock_server.storage.store import Store
from mock_server.storage.tables import booking_blocks, booking_counts
from tests.databases import BOTH, new_database
from tests.storage.recounts import recount

WALL = datetime(2027, 3, 2, 10, 0, tzinfo=UTC)
FIRST_DAY = date(2027, 3, 29)
WORLDS = count(1)
AGENCIES = ("alpha", "bravo")


@dataclass(frozen=True)
class Story:
    """What happens to bookings: each is made, then some get another status."""

    made: list[Booking]
    moved: list[tuple[int, Status]]

    def write(self, session: Session) -> list[Booking]:
        """Writes everything, and returns the bookings as they are in the end, oldest first."""
        stored = list(self.made)
        for booking in stored:
            insert_booking(session, booking)
        for place, status in self.moved:
            before = stored[place % len(stored)]
            stored[place % len(stored)] = replace(before, status=status)
            save_booking(session, stored[place % len(stored)], before.status)
        return stored


def _booking(number: int, agency: str, day: int, status: Status) -> Booking:
    return Booking(
        id=f"bkg_{number}",
        number=number,
        agency=agency,
        status=status,
        reference=f"TS-{number}",
        agency_reference=None,
        course_id="crs_7k2m9x4q",
        play_date=FIRST_DAY + timedelta(days=day),
        tee_time=time(9, 30),
        players=2,
        lead_player=LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None),
        special_requests=None,
        created_at=WALL,
        course_answers_at=None,
        cancelled_at=None,
        cancellation_reason=None,
    )


# Mostly one after the other, sometimes with the bookings of many others in between.
GAPS = st.sampled_from([1, 1, 1, 1, 2, BLOCK // 2, 3 * BLOCK])
FACTS = st.tuples(GAPS, st.sampled_from(AGENCIES + AGENCIES[:1] * 4), st.integers(0, 6), st.sampled_from(Status))


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A story of up to 60 bookings on seven days."""
    facts = draw(st.lists(FACTS, min_size=1, max_size=60))
    numbers = accumulate(gap for gap, *_ in facts)
    made = [_booking(number, *rest) for number, (_, *rest) in zip(numbers, facts, strict=True)]
    return Story(made, draw(st.lists(st.tuples(st.integers(0, 59), st.sampled_from(Status)), max_size=20)))


DAYS = st.none() | st.integers(-1, 7).map(lambda day: FIRST_DAY + timedelta(days=day))
FILTERS = st.builds(BookingFilter, st.none() | st.sampled_from(Status), DAYS, DAYS)
PAGES = st.tuples(st.integers(1, 12), st.integers(1, 7))


def naive_page(
    stored: list[Booking], agency: str, chosen: BookingFilter, page: int, page_size: int
) -> tuple[list[Booking], int]:
    """The page that every booking is looked at for."""
    matching = [
        booking
        for booking in reversed(stored)
        if booking.agency == agency
        and chosen.status in (None, booking.status)
        and (chosen.first is None or booking.play_date >= chosen.first)
        and (chosen.last is None or booking.play_date <= chosen.last)
    ]
    return matching[(page - 1) * page_size : page * page_size], len(matching)


@pytest.fixture(scope="module", params=BOTH)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An empty database of each kind."""
    directory: Path = tmp_path_factory.mktemp("pages")
    opened = Store(new_database(request.param, directory), CourseBook(1), max_worlds=1_000_000)
    yield opened
    opened.close()


@pytest.fixture(params=[BLOCK, 0], ids=["near", "far"])
def _reach(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """From where on a page is found through the blocks: never in so few bookings, or from the second row on."""
    monkeypatch.setattr(booking_pages, "BLOCK", request.param)


def rows(session: Session, table: Table) -> set[tuple[object, ...]]:
    """The rows of a table of counts, those left out that count nothing, without the bounds of the numbers."""
    columns = [column for column in table.c if column.name not in ("oldest", "newest")]
    found = session.connection.execute(select(*columns).where(table.c.world == session.world.name))
    return {tuple(row) for row in found if any(row[-3:])}


@pytest.mark.usefixtures("_reach")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=stories(), asked=st.lists(st.tuples(FILTERS, PAGES, st.sampled_from(AGENCIES)), min_size=1, max_size=8))
def test_a_page_is_what_looking_at_every_booking_gives(
    store: Store, story: Story, asked: list[tuple[BookingFilter, tuple[int, int], str]]
) -> None:
    with store.writing(f"pages-{next(WORLDS)}", WALL) as session:
        stored = story.write(session)

        found = [bookings_page(session, agency, chosen, *page) for chosen, page, agency in asked]

    assert found == [naive_page(stored, agency, chosen, *page) for chosen, page, agency in asked]


@settings(max_examples=60, deadline=None)
@given(story=stories())
def test_the_counts_that_follow_each_booking_are_those_of_a_recount(store: Store, story: Story) -> None:
    with store.writing(f"counts-{next(WORLDS)}", WALL) as session:
        story.write(session)
        followed = [rows(session, table) for table in (booking_counts, booking_blocks)]

        recount(session.connection, session.world.name)

        assert followed == [rows(session, table) for table in (booking_counts, booking_blocks)]


def test_another_world_counts_for_itself(store: Store) -> None:
    with store.writing("one-of-two", WALL) as session:
        insert_booking(session, _booking(1, "alpha", 0, Status.CONFIRMED))

    with store.writing("other-of-two", WALL) as session:
        assert bookings_page(session, "alpha", BookingFilter(None, None, None), 1, 20) == ([], 0)
