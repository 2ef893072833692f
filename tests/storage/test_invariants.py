"""Every rule of a sound world finds what breaks it. The breaks are made in the database, past everything else."""

import inspect
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Table, insert, select, update

from mock_server.clock import ClockMode
from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.group_bookings import GroupRequest
from mock_server.domain.ids import PREFIXES, Numbered, object_id
from mock_server.domain.rules import AddLatency, Rule
from mock_server.services import (
    booking_hooks,
    bookings,
    counters,
    group_bookings,
    invariants,
    tee_time_holds,
    tokens,
    webhooks,
)
from mock_server.services.bookings import BookingRequest
from mock_server.services.invariants import check
from mock_server.services.inventory import block
from mock_server.services.tee_time_holds import HoldRequest
from mock_server.services.webhooks import SubscriptionRequest
from mock_server.services.worlds import move_clock
from mock_server.storage import tables
from mock_server.storage.courses import CourseBook
from mock_server.storage.inbox import insert_arrival
from mock_server.storage.rules import insert_rule
from mock_server.storage.sessions import Session
from mock_server.storage.store import Store
from mock_server.storage.world_rows import next_number
from tests.databases import BOTH, new_database
from tests.sandbox.trade import ORDINARY, by_trait

WALL = datetime(2040, 5, 7, 8, 0, tzinfo=UTC)
SATURDAY = date(2040, 5, 12)
LEAD = LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None)
WORLDS = count(1)


@pytest.fixture(scope="module", params=BOTH)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on an empty database, of SQLite and of PostgreSQL in turn."""
    directory: Path = tmp_path_factory.mktemp("invariants")
    opened = Store(new_database(request.param, directory), CourseBook(1), max_worlds=1000)
    yield opened
    opened.close()


@pytest.fixture
def session(store: Store) -> Iterator[Session]:
    """A session in a world with one of everything."""
    name = f"w{next(WORLDS)}"
    _fill(store, name)
    with store.writing(name, WALL) as opened:
        yield opened


def _request(session: Session, number: int, **changes: object) -> BookingRequest:
    """A request for one player at one of the tee times of a day."""
    sheet = session.courses.sheet(ORDINARY.id, SATURDAY)
    free = [offer.time for offer in sheet if offer.free == 4]
    facts = {"course_id": ORDINARY.id, "play_date": SATURDAY, "tee_time": free[number], "players": 1, **changes}
    return BookingRequest(lead_player=LEAD, agency_reference=None, special_requests=None, **{"hold_id": None, **facts})  # type: ignore[arg-type]  # Facts of a request by name.


def _fill(store: Store, name: str) -> None:
    """Makes one of everything in a world, in three requests: what is due is seen by the next one."""
    offline = {"course_id": by_trait("offline-confirms").id, "tee_time": time(10, 0)}
    with store.writing(name, WALL) as session:
        move_clock(session, WALL, ClockMode.FROZEN)
        wanted = SubscriptionRequest("https://alpha.example/hooks", ("booking.confirmed",), None)
        webhooks.create(session, "alpha", wanted)
        held = _held(session, 0)
        bookings.create(session, "alpha", _request(session, 0, hold_id=held))
        bookings.create(session, "bravo", _request(session, 1))
        bookings.create(session, "alpha", _request(session, 0, **offline))
        booking_hooks.create(session, "alpha", _request(session, 2))
        group_bookings.create(session, "alpha", GroupRequest(ORDINARY.id, SATURDAY, time(12, 0), 8, LEAD, None, None))
    with store.writing(name, WALL) as session:
        move_clock(session, WALL + timedelta(seconds=20), ClockMode.FROZEN)
        _held(session, 3)
        tokens.create(session, "alpha")
        number = next_number(session, Numbered.RULE)
        rule_id = object_id(Numbered.RULE, session.world.origin, number)
        insert_rule(session, Rule(rule_id, None, None, None, AddLatency(1)), number)
        insert_arrival(session, "inbox", "POST", "[]", b"")
        block(session, (ORDINARY.id, SATURDAY, _request(session, 0).tee_time), 1)


def _held(session: Session, number: int) -> str:
    wanted = HoldRequest(ORDINARY.id, SATURDAY, _request(session, number).tee_time, 1)
    return tee_time_holds.hold_tee_time(session, "alpha", wanted).id


def _change(session: Session, table: Table, where: object, **values: object) -> None:
    """Changes the rows of the world in one table that fit, and at least one."""
    chosen = (table.c.world == session.world.name, where)
    assert session.connection.execute(select(table).where(*chosen)).first() is not None
    session.connection.execute(update(table).where(*chosen).values(**values))


def _drop(session: Session, table: Table, where: object) -> None:
    chosen = (table.c.world == session.world.name, where)
    assert session.connection.execute(select(table).where(*chosen)).first() is not None
    session.connection.execute(table.delete().where(*chosen))


def _copy(session: Session, table: Table, where: object, **values: object) -> None:
    row = session.connection.execute(select(table).where(table.c.world == session.world.name, where)).first()
    assert row is not None
    session.connection.execute(insert(table).values(**{**row._mapping, **values}))


T, B, H, HK, G = tables.takings, tables.bookings, tables.tee_time_holds, tables.booking_hooks, tables.group_bookings
TM, EV, DL, CN = tables.timers, tables.events, tables.deliveries, tables.counters
DAYS, BLOCKS = tables.booking_counts, tables.booking_blocks
OFFLINE = by_trait("offline-confirms").id


def _offline_takes_places(session: Session) -> None:
    chosen = select(B.c.id).where(B.c.world == session.world.name, B.c.course_id == OFFLINE)
    booking_id = session.connection.execute(chosen).scalar_one()
    _copy(session, T, T.c.kind == "booked", owner=booking_id)


def _use_hold(session: Session) -> None:
    booking_id = session.connection.execute(select(B.c.id).where(B.c.world == session.world.name)).scalars().first()
    _change(session, H, H.c.booking_id.is_(None), booking_id=booking_id)


BREAKS: list[tuple[str, str, Callable[[Session], None]]] = [
    ("more taken than there is", "capacity", lambda s: _change(s, T, T.c.kind == "booked", places=5)),
    ("nothing taken", "capacity", lambda s: _change(s, T, T.c.kind == "booked", places=0)),
    ("taken off the sheet", "capacity", lambda s: _change(s, T, T.c.kind == "blocked", tee_time="03:33")),
    ("a course that is none", "course_exists", lambda s: _change(s, B, B.c.status == "pending", course_id="crs_x")),
    ("a booking without places", "booking_has_places", lambda s: _drop(s, T, T.c.kind == "booked")),
    ("a booking with more", "booking_has_places", lambda s: _change(s, B, B.c.agency == "bravo", players=2)),
    ("a booking elsewhere", "booking_has_places", lambda s: _change(s, B, B.c.agency == "bravo", tee_time="07:00")),
    ("a cancelled booking", "booking_has_places", lambda s: _change(s, B, B.c.agency == "bravo", status="cancelled")),
    ("an offline booking", "booking_has_places", _offline_takes_places),
    ("places of another kind", "booking_has_places", lambda s: _change(s, T, T.c.kind == "booked", kind="grouped")),
    ("a hold without places", "hold_has_places", lambda s: _drop(s, T, T.c.kind == "held")),
    ("a hold that is used", "hold_has_places", _use_hold),
    ("a hook without places", "hook_has_places", lambda s: _drop(s, T, T.c.kind == "hooked")),
    ("a released hook", "hook_has_places", lambda s: _change(s, HK, HK.c.status == "held", status="released")),
    ("a group without places", "group_has_places", lambda s: _drop(s, T, T.c.kind == "grouped")),
    ("a failed group", "group_has_places", lambda s: _change(s, G, G.c.status == "confirmed", status="failed")),
    ("places of nobody", "taking_has_owner", lambda s: _copy(s, T, T.c.kind == "booked", owner="bkg_nobody")),
    ("a block of another kind", "taking_has_owner", lambda s: _change(s, T, T.c.kind == "blocked", kind="booked")),
    ("one reference twice", "reference_is_unique", lambda s: _change(s, B, B.c.world != "", reference="TS-AAAAAA")),
    ("a hold of no booking", "used_hold_has_booking", lambda s: _change(s, H, H.c.players == 1, booking_id="x")),
    ("a hook of no booking", "used_hold_has_booking", lambda s: _change(s, HK, HK.c.world != "", booking_id="x")),
    ("a timer of nothing", "timer_has_object", lambda s: _change(s, TM, TM.c.world != "", object_id="bkg_nobody")),
    ("an event of nothing", "event_has_object", lambda s: _change(s, EV, EV.c.world != "", object_id="bkg_nobody")),
    ("a delivery of nothing", "delivery_has_event", lambda s: _change(s, DL, DL.c.world != "", event_id="evt_none")),
    ("a number given again", "number_is_counted", lambda s: _change(s, CN, CN.c.kind == "event", value=1)),
    ("a counter below zero", "number_is_counted", lambda s: _change(s, CN, CN.c.kind == "token", value=-1)),
    ("a counter at its end", "number_is_counted", lambda s: _change(s, CN, CN.c.kind == "token", value=2**63 - 1)),
    ("a booking not counted", "booking_is_counted", lambda s: _drop(s, DAYS, DAYS.c.agency == "bravo")),
    ("a block not counted", "booking_is_counted", lambda s: _drop(s, BLOCKS, BLOCKS.c.agency == "bravo")),
]  # fmt: skip


def test_a_world_with_one_of_everything_is_sound(session: Session) -> None:
    assert check(session).violations == []


def test_everything_there_is_is_looked_at(session: Session) -> None:
    checked = check(session).checked

    assert dict(checked) == {
        # The group plays from three tee times.
        "takings": 8,
        "bookings": 3,
        "teeTimeHolds": 2,
        "bookingHooks": 1,
        "groupBookings": 1,
        "timers": 2,
        "events": 3,
        "deliveries": 1,
    }


@pytest.mark.parametrize(
    ("rule", "break_it"), [line_break[1:] for line_break in BREAKS], ids=[line_break[0] for line_break in BREAKS]
)
def test_what_breaks_a_rule_is_found_under_it(session: Session, rule: str, break_it: Callable[[Session], None]) -> None:
    break_it(session)

    assert rule in [violation.rule for violation in check(session).violations]


def _miscounted(session: Session) -> list[str]:
    return [violation.object_id for violation in check(session).violations if violation.rule == "number_is_counted"]


@pytest.mark.parametrize("kind", Numbered)
def test_a_lost_counter_of_any_kind_is_found(session: Session, kind: Numbered) -> None:
    _drop(session, CN, CN.c.kind == kind.value)

    assert _miscounted(session) == [kind]


@pytest.mark.parametrize("kind", PREFIXES)
def test_a_counter_that_gives_an_id_again_is_found(session: Session, kind: Numbered) -> None:
    _change(session, CN, CN.c.kind == kind.value, value=CN.c.value - 1)

    assert _miscounted(session) == [kind]


def test_a_block_that_outlives_earlier_blocks_keeps_its_id(session: Session) -> None:
    tee_times = [_request(session, number).tee_time for number in (1, 2)]
    for tee_time in tee_times:
        block(session, (ORDINARY.id, SATURDAY, tee_time), 1)
    block(session, (ORDINARY.id, SATURDAY, tee_times[0]), 0)
    block(session, (ORDINARY.id, SATURDAY, _request(session, 0).tee_time), 0)

    _change(session, CN, CN.c.kind == Numbered.BLOCK.value, value=1)

    assert _miscounted(session) == [Numbered.BLOCK]


def test_every_kind_that_is_numbered_is_checked() -> None:
    assert set(counters.OBJECTS) == set(Numbered)


def test_an_expired_hold_counts_for_nothing(session: Session) -> None:
    move_clock(session, WALL + timedelta(hours=1), ClockMode.FROZEN)

    assert check(session).violations == []


def test_a_broken_world_says_nothing_about_another(store: Store) -> None:
    names = [f"w{next(WORLDS)}", f"w{next(WORLDS)}"]
    for name in names:
        _fill(store, name)
    with store.writing(names[0], WALL) as session:
        BREAKS[0][2](session)

    with store.writing(names[1], WALL) as session:
        assert (check(session).violations, check(session).checked["bookings"]) == ([], 3)


def test_every_rule_is_broken_by_one_of_these() -> None:
    source = inspect.getsource(invariants) + inspect.getsource(counters)

    named = set(re.findall(r'(?:Violation|Claim)\("(\w+)"', source))
    assert named == {rule for _, rule, _ in BREAKS}
