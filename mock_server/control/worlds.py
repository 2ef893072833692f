"""Whole worlds: lists, creates, copies, resets and removes them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import orjson

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.services.world_exports import export_world, load_world
from mock_server.services.worlds import opened, opened_where_there
from mock_server.storage.levers import keep_lever
from mock_server.storage.sessions import Session, World
from mock_server.storage.whole_worlds import newest_worlds, objects_in_worlds, remove_world
from mock_server.storage.world_rows import forget

MOST_LISTED = 200

# Members of an answer -> kinds of object that a world counts.
_CREATED = {
    "bookings": "booking",
    "teeTimeHolds": "hold",
    "bookingHooks": "hook",
    "groupBookings": "group",
    "webhooks": "webhook",
    "events": "event",
    "deliveries": "delivery",
}


def named_world(call: Call, reach: Reach) -> str:
    """The world in the path; `self` is the caller's world. Raises Problem forbidden for a world of others.

    The keys of a file also reach the worlds that belong to their world.
    """
    name, own = call.path["world"], call.caller.world
    if name == "self":
        return own
    if own and name != own and not _belongs_to(own, name, reach):
        raise _out_of_reach(own, reach)
    return name


def _out_of_reach(own: str, reach: Reach) -> Problem:
    others = "" if reach.store.owners.are_open else " and the worlds that belong to it"
    return Problem("forbidden", f"Your key reaches the world {own}{others}, and no other. Write self for your world.")


def _belongs_to(own: str, name: str, reach: Reach) -> bool:
    owners = reach.store.owners
    world = None if owners.are_open else reach.store.find_world(name)
    return world is not None and owners.admit(own, world.owner, is_open=world.is_open)


@contextmanager
def in_world(call: Call, reach: Reach, *, writes: bool) -> Iterator[Session]:
    """A session in the world that the path names. A key can only create its own world here. Raises Problem."""
    name = named_world(call, reach)
    if name == call.caller.world:
        with opened(reach.store, name, wall_clock(), writes=writes) as session:
            yield session
        return
    with opened_where_there(reach.store, name, wall_clock(), writes=writes) as found:
        if found is None:
            raise _unknown(call, reach)
        yield found


def _unknown(call: Call, reach: Reach) -> Problem:
    name, own = call.path["world"], call.caller.world
    if own:
        return _out_of_reach(own, reach)
    with reach.store.reading_across_worlds() as connection:
        known, total = newest_worlds(connection, 10)
    there = ", ".join(world.name for world in known) or "none yet"
    more = f" and {total - len(known)} more" if total > len(known) else ""
    detail = f"There is no world {name!r}. This server has {there}{more}."
    return invalid_request([Finding("/path/world", "enum", detail)])


def list_worlds(_call: Call, reach: Reach) -> Answer:
    """GET /worlds: the newest worlds of this server."""
    with reach.store.reading_across_worlds() as connection:
        worlds, total = newest_worlds(connection, MOST_LISTED)
        created = objects_in_worlds(connection, [world.name for world in worlds])
    listed = [_world(world, created[world.name]) for world in worlds]
    return Answer(200, {"data": listed, "meta": {"total": total, "maximum": reach.store.max_worlds}})


def create_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds: creates a world before its first use, with its own seed if the body has one."""
    name = call.body["name"]
    if call.caller.world:
        reach.store.owners.require_may_make(call.caller.world, name)
    with reach.store.creating(name, call.body.get("seed"), wall_clock()) as session:
        return world_answer(session, 201)


def get_world(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}: its seed, its clock, and how many objects were created in it."""
    with in_world(call, reach, writes=False) as session:
        return world_answer(session, 200)


def delete_world(call: Call, reach: Reach) -> Answer:
    """DELETE /worlds/{world}: removes the world with everything in it."""
    with in_world(call, reach, writes=True) as session:
        remove_world(session)
    reach.journal.forget(session.world.name)
    return Answer(204, None)


def reset_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/reset: removes everything that happened, but keeps snapshots and journal."""
    with in_world(call, reach, writes=True) as session:
        forget(session, wall_clock())
        keep_beginning(session, call, "resetWorld")
        return Answer(200, {"data": {"world": session.world.name, "seed": session.world.seed}})


def fork_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/fork: creates a new world as a copy of this world."""
    copy = call.body["name"]
    if call.caller.world:
        reach.store.owners.require_may_make(call.caller.world, copy)
    # One after the other: a database has one writer, and nobody can use the new world until it is complete.
    with in_world(call, reach, writes=True) as session:
        source, export = session.world, export_world(session, reach.shelf.now.main.version)
    with reach.store.creating(copy, None, wall_clock(), copied_from=source) as session:
        load_world(session, export, wall_clock())
        keep_beginning(session, call, "forkWorld")
        answer = world_answer(session, 201)
    return replaced(reach, answer)


def keep_beginning(session: Session, call: Call, operation: str, method: str = "POST") -> None:
    """Records a call that began, stored or replaced the content of a whole world: no replay can go past it."""
    body = {} if "name" not in call.path else {"name": call.path["name"]}
    body |= call.body if operation == "takeSnapshot" else {}
    keep_lever(session, (call.caller.agency, operation, method, call.address), orjson.dumps(body), session.now)


def replaced(reach: Reach, answer: Answer) -> Answer:
    """Wakes the outbox after the whole content of a world was replaced, and returns *answer*."""
    reach.outbox_filled()
    return answer


def world_answer(session: Session, status: int) -> Answer:
    """An answer that shows the world in the state of a session."""
    name = session.world.name
    created = objects_in_worlds(session.connection, [name])
    return Answer(status, {"data": _world(session.world, created[name])})


def _world(world: World, created: Mapping[str, int]) -> dict[str, Any]:
    return {
        "name": world.name,
        "seed": world.seed,
        "clock": {"now": timestamp(world.clock.now(wall_clock())), "mode": world.clock.mode.value},
        "createdAt": timestamp(world.created_at),
        "made": {member: created.get(kind, 0) for member, kind in _CREATED.items()},
    }
