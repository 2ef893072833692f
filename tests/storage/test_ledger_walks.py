"""Whatever agencies do in whatever order, and however the clock runs: every place is somewhere, and in one place only.

A walk is a list of steps that are plain data. After each step the whole world is checked, past all that guards it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_server.clock import ClockMode
from mock_server.domain.bookings import Change, LeadPlayer
from mock_server.domain.group_bookings import GroupRequest
from mock_server.domain.refusals import Refusal
from mock_server.services import booking_hooks, bookings, group_bookings, tee_time_holds
from mock_server.services.bookings import BookingRequest
from mock_server.services.invariants import check
from mock_server.services.tee_time_holds import HoldRequest
from mock_server.services.worlds import advanced, opened
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Session, Store
from tests.sandbox.trade import ORDINARY

START = datetime(2040, 5, 7, 8, tzinfo=UTC)
SATURDAY = date(2040, 5, 12)
LEAD = LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None)
AGENCY = "alpha"
WORLDS = count(1)
# Few tee times, so that everybody wants the same ones.
TEE_TIMES = [time(10, minute) for minute in (0, 10, 20, 30)]

walks = settings(deadline=None, derandomize=True, database=None, max_examples=100)


@dataclass
class Walk:
    """Where a walk has come to: what was made so far, by kind. A step picks by number, counted round and round."""

    made: dict[str, list[str]] = field(default_factory=dict)

    def noted(self, kind: str, object_id: str) -> None:
        """Remembers what a step has made."""
        self.made.setdefault(kind, []).append(object_id)

    def chosen(self, kind: str, number: int) -> str:
        """Something that was made before, or an id that nothing has."""
        ids = self.made.get(kind, ["unknown"])
        return ids[number % len(ids)]


Step = Callable[[Session, Walk], None]


@dataclass(frozen=True)
class Books:
    """Books, from the chosen hold if there is a number."""

    tee_time: time
    players: int
    hold: int | None = None

    def __call__(self, session: Session, walk: Walk) -> None:
        hold_id = None if self.hold is None else walk.chosen("hold", self.hold)
        walk.noted("booking", bookings.create(session, AGENCY, self.request(hold_id)).id)

    def request(self, hold_id: str | None) -> BookingRequest:
        """What is asked for."""
        return BookingRequest(ORDINARY.id, SATURDAY, self.tee_time, self.players, LEAD, None, None, hold_id)


@dataclass(frozen=True)
class Holds:
    """Holds a tee time."""

    tee_time: time
    players: int

    def __call__(self, session: Session, walk: Walk) -> None:
        wanted = HoldRequest(ORDINARY.id, SATURDAY, self.tee_time, self.players)
        walk.noted("hold", tee_time_holds.hold_tee_time(session, AGENCY, wanted).id)


@dataclass(frozen=True)
class Hooks:
    """Hooks a tee time."""

    tee_time: time
    players: int

    def __call__(self, session: Session, walk: Walk) -> None:
        wanted = Books(self.tee_time, self.players).request(None)
        walk.noted("hook", booking_hooks.create(session, AGENCY, wanted).id)


@dataclass(frozen=True)
class Confirms:
    """Confirms a hook."""

    number: int

    def __call__(self, session: Session, walk: Walk) -> None:
        walk.noted("booking", booking_hooks.confirm(session, AGENCY, walk.chosen("hook", self.number)).id)


@dataclass(frozen=True)
class Releases:
    """Releases a hook."""

    number: int

    def __call__(self, session: Session, walk: Walk) -> None:
        booking_hooks.release(session, AGENCY, walk.chosen("hook", self.number))


@dataclass(frozen=True)
class Changes:
    """Changes the players of a booking."""

    number: int
    players: int

    def __call__(self, session: Session, walk: Walk) -> None:
        bookings.change(session, AGENCY, walk.chosen("booking", self.number), Change(self.players, None, None))


@dataclass(frozen=True)
class Cancels:
    """Cancels a booking."""

    number: int

    def __call__(self, session: Session, walk: Walk) -> None:
        bookings.cancel(session, AGENCY, walk.chosen("booking", self.number))


@dataclass(frozen=True)
class Groups:
    """Books a group."""

    preferred: time
    players: int

    def __call__(self, session: Session, walk: Walk) -> None:
        wanted = GroupRequest(ORDINARY.id, SATURDAY, self.preferred, self.players, LEAD, None, None)
        walk.noted("group", group_bookings.create(session, AGENCY, wanted).id)


@dataclass(frozen=True)
class CourseCancels:
    """The course cancels a group."""

    number: int

    def __call__(self, session: Session, walk: Walk) -> None:
        group_bookings.course_cancels(session, walk.chosen("group", self.number))


@dataclass(frozen=True)
class TimePasses:
    """The clock moves."""

    seconds: int

    def __call__(self, session: Session, _walk: Walk) -> None:
        advanced(session, session.now + timedelta(seconds=self.seconds), ClockMode.FROZEN, START)


tee_times, players, numbers = st.sampled_from(TEE_TIMES), st.integers(1, 4), st.integers(0, 9)
# Around the moments at which a group is processed, a hold expires and a hook expires, and in between.
moments = st.sampled_from([1, 19, 20, 21, 600, 899, 900, 901, 86_400, 4 * 86_400])
steps = st.one_of(
    st.builds(Books, tee_times, players),
    st.builds(Books, tee_times, players, numbers),
    st.builds(Holds, tee_times, players),
    st.builds(Hooks, tee_times, players),
    st.builds(Confirms, numbers),
    st.builds(Releases, numbers),
    st.builds(Changes, numbers, players),
    st.builds(Cancels, numbers),
    st.builds(Groups, tee_times, st.integers(5, 12)),
    st.builds(CourseCancels, numbers),
    st.builds(TimePasses, moments),
)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """A store in memory."""
    kept = Store("sqlite://", CourseBook(1), max_worlds=10_000)
    yield kept
    kept.close()


def _taken(store: Store, world: str, walk: Walk, step: Step) -> None:
    """Takes one step. A refused one changes nothing, and that is checked like everything else."""
    try:
        with opened(store, world, START, writes=True) as session:
            step(session, walk)
    except Refusal:
        return


@walks
@given(way=st.lists(steps, min_size=5, max_size=30))
def test_no_walk_sells_a_place_twice_or_loses_one(store: Store, way: list[Step]) -> None:
    world, walk = f"walk-{next(WORLDS)}", Walk()
    _taken(store, world, walk, TimePasses(0))

    for step in way:
        _taken(store, world, walk, step)
        with opened(store, world, START, writes=True) as session:
            assert check(session).violations == [], step
