"""The rules that hold in every sound world. A rule reads all rows of the world and reports every violation.

This module does not use the services that keep the rules: it checks the rows that they write.
The specification has no such check: it belongs to the control plane.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from mock_server.domain.booking_hooks import Status as HookStatus
from mock_server.domain.bookings import Status as BookingStatus
from mock_server.domain.group_bookings import Status as GroupStatus
from mock_server.domain.ledger import TakingKind
from mock_server.domain.ledger_accounts import account
from mock_server.services.counters import bookings_are_counted, numbers_are_counted
from mock_server.services.whole_worlds import Violation, WholeWorld, is_block
from mock_server.storage.ledger import taking_of
from mock_server.storage.sessions import Session
from mock_server.storage.timers import TimerKind

# Course, day and time as the tables spell them, to places.
Places = dict[tuple[str, str, str], int]


@dataclass(frozen=True, slots=True)
class Report:
    """How many objects of each kind were checked, and every violation of a rule."""

    checked: Mapping[str, int]
    violations: list[Violation]


@dataclass(frozen=True, slots=True)
class Claim:
    """The places that an owner has by its own row. *rule* demands that the ledger agrees."""

    rule: str
    owner: str
    kind: TakingKind
    places: Places


def check(session: Session) -> Report:
    """Checks the whole world. *session* is a writing session, so that nobody else writes meanwhile."""
    world = WholeWorld(session)
    violations = [violation for rule in RULES for violation in rule(world)]
    checked = {
        "takings": len(world.takings),
        "bookings": len(world.bookings),
        "teeTimeHolds": len(world.holds),
        "bookingHooks": len(world.hooks),
        "groupBookings": len(world.groups),
        "timers": len(world.timers),
        "events": len(world.events),
        "deliveries": len(world.deliveries),
    }
    return Report(checked, violations)


def _courses_exist(world: WholeWorld) -> Iterator[Violation]:
    owners = ((row.owner, row.course_id) for row in world.takings)
    objects = (
        (row.id, row.course_id) for rows in (world.bookings, world.holds, world.hooks, world.groups) for row in rows
    )
    for object_id, course_id in [*owners, *objects]:
        if course_id not in world.courses.rules:
            yield Violation("course_exists", object_id, f"There is no course {course_id}.")


def _capacity_is_kept(world: WholeWorld) -> Iterator[Violation]:
    """Every place of every tee time is counted once."""
    days: dict[tuple[str, str], dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for row in filter(world.is_live, world.takings):
        days[row.course_id, row.play_date][row.tee_time].append(row)
    for (course_id, day), taken in days.items():
        if course_id in world.courses.rules:
            yield from _day_is_kept(world, course_id, day, taken)


def _day_is_kept(world: WholeWorld, course_id: str, day: str, taken: Mapping[str, list[Any]]) -> Iterator[Violation]:
    lines = world.courses.tee_sheet(course_id, date.fromisoformat(day)).tee_times
    sheet = {f"{line.time:%H:%M}": line for line in lines}
    for tee_time, rows in taken.items():
        name, line = f"{course_id} {day} {tee_time}", sheet.get(tee_time)
        if line is None:
            yield Violation("capacity", name, "Places are taken at a tee time that the sheet does not have.")
            continue
        found = account(line.time, line.green_fee, line.places, line.taken, [taking_of(row) for row in rows], world.now)
        if found.free < 0 or any(row.places < 1 for row in rows):
            places = ", ".join(f"{row.owner} has {row.places}" for row in rows)
            left = line.places - line.taken
            yield Violation("capacity", name, f"{left} of {line.places} places were on sale, and {places}.")


def _ledger_agrees(world: WholeWorld) -> Iterator[Violation]:
    """An object that has places by its own row has the same places in the ledger. No other object has places."""
    takings: dict[str, list[Any]] = defaultdict(list)
    for row in world.takings:
        takings[row.owner].append(row)
    claims = {claim.owner: claim for claim in _claims(world)}
    for claim in claims.values():
        live = [row for row in takings.get(claim.owner, ()) if world.is_live(row)]
        in_ledger = {(row.course_id, row.play_date, row.tee_time): row.places for row in live}
        kinds = {row.kind for row in live} - {claim.kind.value}
        if in_ledger != claim.places or kinds:
            detail = f"It has {_in_words(claim.places)} by its own row and {_in_words(in_ledger)} in the ledger."
            yield Violation(claim.rule, claim.owner, detail)
    for owner, rows in takings.items():
        blocks = is_block(owner) and all(row.kind == TakingKind.BLOCKED for row in rows)
        if owner not in claims and not blocks:
            places = sum(row.places for row in rows)
            yield Violation("taking_has_owner", owner, f"It has places ({places}), but no object has this id.")


def _claims(world: WholeWorld) -> Iterator[Claim]:
    for row in world.bookings:
        counts = row.status == BookingStatus.CONFIRMED and world.is_online(row.course_id)
        yield Claim("booking_has_places", row.id, TakingKind.BOOKED, _places(row) if counts else {})
    for row in world.holds:
        counts = row.booking_id is None and row.expires_at > world.seconds
        yield Claim("hold_has_places", row.id, TakingKind.HELD, _places(row) if counts else {})
    for row in world.hooks:
        counts = row.status == HookStatus.HELD and row.expires_at > world.seconds
        yield Claim("hook_has_places", row.id, TakingKind.HOOKED, _places(row) if counts else {})
    for row in world.groups:
        counts = row.status == GroupStatus.CONFIRMED and world.is_online(row.course_id)
        yield Claim("group_has_places", row.id, TakingKind.GROUPED, _places_of_group(row) if counts else {})


def _places(row: Any) -> Places:
    return {(row.course_id, row.play_date, row.tee_time): row.players}


def _places_of_group(row: Any) -> Places:
    return {(row.course_id, row.play_date, start): players for start, players, _ in json.loads(row.tee_times)}


def _in_words(places: Places) -> str:
    return ", ".join(f"{count} at {day} {tee_time}" for (_, day, tee_time), count in places.items()) or "no places"


def _references_differ(world: WholeWorld) -> Iterator[Violation]:
    seen: dict[str, str] = {}
    for row in world.bookings:
        if row.reference in seen:
            yield Violation("reference_is_unique", row.id, f"{seen[row.reference]} has {row.reference} as well.")
        seen[row.reference] = row.id


def _used_holds_lead_to_bookings(world: WholeWorld) -> Iterator[Violation]:
    bookings = {row.id for row in world.bookings}
    for row in [*world.holds, *world.hooks]:
        if row.booking_id is not None and row.booking_id not in bookings:
            yield Violation("used_hold_has_booking", row.id, f"It became {row.booking_id}, which does not exist.")


def _timers_have_objects(world: WholeWorld) -> Iterator[Violation]:
    objects = {
        "booking": {row.id for row in world.bookings},
        "booking_hook": {row.id for row in world.hooks},
        "group_booking": {row.id for row in world.groups},
    }
    for row in world.timers:
        if row.object_id not in objects[TimerKind(row.kind).value.partition(".")[0]]:
            yield Violation("timer_has_object", row.object_id, f"{row.kind} waits for it, but it does not exist.")


def _events_have_objects(world: WholeWorld) -> Iterator[Violation]:
    objects = {row.id for rows in (world.bookings, world.holds, world.hooks, world.groups) for row in rows}
    for row in world.events:
        if row.object_id not in objects:
            yield Violation("event_has_object", row.id, f"It is about {row.object_id}, which does not exist.")


def _deliveries_have_events(world: WholeWorld) -> Iterator[Violation]:
    events = {row.id for row in world.events}
    for row in world.deliveries:
        if row.event_id not in events:
            yield Violation("delivery_has_event", row.id, f"It delivers {row.event_id}, which does not exist.")


RULES: tuple[Callable[[WholeWorld], Iterator[Violation]], ...] = (
    _courses_exist,
    _capacity_is_kept,
    _ledger_agrees,
    _references_differ,
    _used_holds_lead_to_bookings,
    _timers_have_objects,
    _events_have_objects,
    _deliveries_have_events,
    numbers_are_counted,
    bookings_are_counted,
)
