"""Drives the services and the model with the same calls, and compares them after every one.

A program is a list of calls on the things that earlier calls created. The model decides the result of a call, so a
failing program can be shortened, read and repeated without changes.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, multiple, rule

from mock_server.clock import ClockMode
from mock_server.domain.bookings import Change
from mock_server.domain.group_bookings import GroupRequest
from mock_server.domain.refusals import Refusal
from mock_server.services import booking_hooks, bookings, desk, group_bookings, inventory, rival, tee_time_holds
from mock_server.services.availability import offers_of_day
from mock_server.services.invariants import check
from mock_server.services.tee_time_holds import HoldRequest
from mock_server.services.worlds import move_clock, opened
from mock_server.storage.sessions import Session
from mock_server.storage.store import Store
from tests.proofs.ledger_draws import (
    BEGINS_TAKEN,
    COURSES,
    EVERYWHERE,
    LATER,
    LEAD,
    OWNER,
    SOON,
    START,
    WORLDS,
    Made,
    agencies,
    anywhere,
    around,
    callers,
    mostly_online,
    parties,
)
from tests.proofs.ledger_model import LedgerModel
from tests.proofs.ledger_requests import expected, modelled, outcome_of, request_for, seen
from tests.proofs.ledger_values import ONLINE, Slot
from tests.sandbox.trade import ORDINARY


class LedgerMachine(RuleBasedStateMachine):
    """A fresh world of a store, and its model. Bundles hold the keys of the created things."""

    store: Store
    holds: Bundle[str] = Bundle("holds")
    bookings: Bundle[str] = Bundle("bookings")
    hooks: Bundle[str] = Bundle("hooks")
    groups: Bundle[str] = Bundle("groups")

    def __init__(self) -> None:
        super().__init__()
        self.world = f"model-{next(WORLDS)}"
        self.model = LedgerModel(START, BEGINS_TAKEN)
        self.ids: dict[str, str] = {}
        with opened(self.store, self.world, START, writes=True) as session:
            move_clock(session, START, ClockMode.FROZEN)

    # Holds and bookings.

    @rule(target=holds, agency=agencies, tee_time=mostly_online, players=parties)
    def hold(self, agency: str, tee_time: str, players: int) -> Made:
        """Holds a tee time."""
        slot = EVERYWHERE[tee_time]
        wanted = HoldRequest(COURSES[slot.course].id, slot.day, slot.at, players)
        return self._both(
            lambda session: tee_time_holds.hold_tee_time(session, agency, wanted),
            lambda: self.model.hold(agency, slot, players),
        )

    @rule(target=bookings, agency=agencies, tee_time=anywhere, players=parties)
    def book(self, agency: str, tee_time: str, players: int) -> Made:
        """Books what is free."""
        slot = EVERYWHERE[tee_time]
        return self._both(
            lambda session: bookings.create(session, agency, request_for(slot, players)),
            lambda: self.model.book(agency, slot, players),
        )

    @rule(target=bookings, hold=holds, players=st.sampled_from((1, 1, 2, 4)), by=callers)
    def book_held(self, hold: str, players: int, by: str) -> Made:
        """Books the tee time of a hold with it."""
        return self._book_with(hold, self.model.things[hold]["slot"], players, by)

    @rule(target=bookings, hold=holds, tee_time=anywhere)
    def book_something_else_with_a_hold(self, hold: str, tee_time: str) -> Made:
        """Books a tee time with a hold, which is mostly one of another."""
        return self._book_with(hold, EVERYWHERE[tee_time], 1, OWNER)

    @rule(target=bookings, hold=holds, seconds=around)
    def book_held_at_its_end(self, hold: str, seconds: int) -> Made:
        """Waits for the end of a hold, or for a second beside it, and books with it."""
        self._wait_for_the_end_of(hold, seconds)
        return self.book_held(hold, 1, OWNER)

    def _book_with(self, hold: str, slot: Slot, players: int, by: str) -> Made:
        agency, wanted = self._agency(hold, by), request_for(slot, players, self.ids[hold])
        return self._both(
            lambda session: bookings.create(session, agency, wanted),
            lambda: self.model.book(agency, slot, players, hold),
        )

    @rule(booking=bookings, players=parties, by=callers)
    def change(self, booking: str, players: int, by: str) -> None:
        """Changes the players of a booking."""
        agency = self._agency(booking, by)
        self._both(
            lambda session: bookings.change(session, agency, self.ids[booking], Change(players, None, None)),
            lambda: self.model.change(agency, booking, players),
        )

    @rule(booking=bookings, by=callers)
    def cancel(self, booking: str, by: str) -> None:
        """Cancels a booking."""
        agency = self._agency(booking, by)
        self._both(
            lambda session: bookings.cancel(session, agency, self.ids[booking]),
            lambda: self.model.cancel(agency, booking),
        )

    # Hooks.

    @rule(target=hooks, agency=agencies, tee_time=mostly_online, players=parties)
    def hook(self, agency: str, tee_time: str, players: int) -> Made:
        """Hooks a tee time."""
        slot = EVERYWHERE[tee_time]
        return self._both(
            lambda session: booking_hooks.create(session, agency, request_for(slot, players)),
            lambda: self.model.hook(agency, slot, players),
        )

    @rule(target=bookings, hook=hooks, by=callers)
    def confirm_hook(self, hook: str, by: str) -> Made:
        """Confirms a hook."""
        agency = self._agency(hook, by)
        return self._both(
            lambda session: booking_hooks.confirm(session, agency, self.ids[hook]),
            lambda: self.model.confirm_hook(agency, hook),
        )

    @rule(target=bookings, hook=hooks, seconds=around)
    def confirm_hook_at_its_end(self, hook: str, seconds: int) -> Made:
        """Waits for the end of a hook, or for a second beside it, and confirms it."""
        self._wait_for_the_end_of(hook, seconds)
        return self.confirm_hook(hook, OWNER)

    @rule(hook=hooks, by=callers)
    def release_hook(self, hook: str, by: str) -> None:
        """Releases a hook."""
        agency = self._agency(hook, by)
        self._both(
            lambda session: booking_hooks.release(session, agency, self.ids[hook]),
            lambda: self.model.release_hook(agency, hook),
        )

    # Groups.

    @rule(target=groups, agency=agencies, tee_time=anywhere, players=st.integers(4, 12))
    def group(self, agency: str, tee_time: str, players: int) -> Made:
        """Books a group."""
        slot = EVERYWHERE[tee_time]
        wanted = GroupRequest(COURSES[slot.course].id, slot.day, slot.at, players, LEAD, None, None)
        return self._both(
            lambda session: group_bookings.create(session, agency, wanted),
            lambda: self.model.group(agency, slot, players),
        )

    @rule(group=groups)
    def course_cancels_group(self, group: str) -> None:
        """The course cancels a group."""
        self._both(
            lambda session: group_bookings.course_cancels(session, self.ids[group]),
            lambda: self.model.course_cancels(group),
        )

    # Courses, rivals and time.

    @rule(asked=st.one_of(bookings, groups), confirms=st.booleans())
    def course_decides(self, asked: str, confirms: bool) -> None:
        """The course answers at the desk."""
        self._both(
            lambda session: desk.decide(session, self.ids[asked], confirms=confirms, reason=None),
            lambda: self.model.course_decides(asked, confirms),
        )

    @rule(target=bookings, tee_time=mostly_online, leave=st.integers(0, 3))
    def rival_comes(self, tee_time: str, leave: int) -> Made:
        """A rival takes all places except *leave* places."""
        slot = EVERYWHERE[tee_time]

        def taken(session: Session) -> Any:
            taken, _ = rival.take_places(session, COURSES[slot.course].id, slot.day, slot.at, leave)
            assert len(taken) <= 1
            return taken[0] if taken else None

        return self._both(taken, lambda: self.model.rival(slot, leave))

    @rule(tee_time=mostly_online, places=st.integers(0, 4))
    def block(self, tee_time: str, places: int) -> None:
        """Places are taken off sale, or return to it."""
        slot = EVERYWHERE[tee_time]
        where = (COURSES[slot.course].id, slot.day, slot.at)
        self._both(lambda session: inventory.block(session, where, places), lambda: self.model.block(slot, places))

    @rule(number=st.sampled_from((0, 0, 0, 1, 1, 2, 3, 4)), seconds=around)
    def wait_until_something_is_due(self, number: int, seconds: int) -> None:
        """Time passes until a moment that counts, or until a second before or after it."""
        moments = self.model.moments() or [self.model.now]
        self._wait_until(moments[number % len(moments)] + timedelta(seconds=seconds))

    @rule(seconds=st.sampled_from((20, 1, 300, 1800, 1800, 43_200, -1)))
    def wait(self, seconds: int) -> None:
        """Time passes."""
        self._wait_until(self.model.now + timedelta(seconds=seconds))

    def _wait_for_the_end_of(self, key: str, seconds: int) -> None:
        self._wait_until(max(self.model.now, self.model.until[key] + timedelta(seconds=seconds)))

    def _wait_until(self, moment: datetime) -> None:
        def passes(session: Session) -> None:
            move_clock(session, moment, ClockMode.FROZEN)

        self._both(passes, lambda: self.model.wait_until(moment))

    # Both sides.

    def _both(self, act: Callable[[Session], Any], expect: Callable[[], str | None]) -> Made:
        """Does the same on both sides: both make the same thing, or refuse for the same reason. What is new."""
        created, refusal = self._acted(act)
        key, expected = modelled(expect)
        assert refusal is expected, f"it must be {outcome_of(expected)}, and is {outcome_of(refusal)}"
        assert (key is None) == (created is None)
        is_new = key is not None and key not in self.ids
        if key is not None:
            assert self.ids.setdefault(key, created.id) == created.id
        self._agree()
        return key if is_new else multiple()

    def _acted(self, act: Callable[[Session], Any]) -> tuple[Any, type[Refusal] | None]:
        try:
            with opened(self.store, self.world, START, writes=True) as session:
                return act(session), None
        except Refusal as refusal:
            return None, type(refusal)

    def _agree(self) -> None:
        """Every object, every tee time and the rules of a sound world."""
        with opened(self.store, self.world, START, writes=True) as session:
            assert session.now == self.model.now
            for key, thing in self.model.things.items():
                assert seen(session, key, thing, self.ids[key]) == expected(self.model, key, thing), key
            for day in (SOON, LATER):
                found = {Slot(ONLINE, day, offer.time): offer.free for offer in offers_of_day(session, ORDINARY, day)}
                assert found == self.model.on_sale(day)
            assert check(session).violations == []

    def _agency(self, key: str, by: str) -> str:
        agency: str = self.model.things[key]["agency"]
        return agency if by == OWNER else "stranger"
