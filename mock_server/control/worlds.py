"""Worlds as wholes: see them, create one, copy one, begin one again, remove one."""

from collections.abc import Mapping
from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.services.world_exports import export_world, load_world
from mock_server.services.worlds import opened, reset
from mock_server.storage.store import World
from mock_server.storage.whole_worlds import made_in_worlds, newest_worlds, remove_world

MOST_LISTED = 200

# What an answer calls the objects that a world counts.
_MADE = {
    "bookings": "booking",
    "teeTimeHolds": "hold",
    "bookingHooks": "hook",
    "groupBookings": "group",
    "webhooks": "webhook",
    "events": "event",
    "deliveries": "delivery",
}


def named_world(call: Call) -> str:
    """The world that the path names; `self` is the caller's. Raises Problem forbidden for another's."""
    name, own = call.path["world"], call.caller.world
    if name == "self":
        return own
    if own and name != own:
        raise Problem("forbidden", f"Your key reaches the world {own} and no other.")
    return name


def existing_world(call: Call, reach: Reach) -> str:
    """The same, and a world: a key makes its own, the administrator names one. Raises Problem."""
    name = named_world(call)
    if not call.caller.world and reach.store.find_world(name) is None:
        with reach.store.across_worlds(writes=False) as connection:
            known, total = newest_worlds(connection, 10)
        there = ", ".join(world.name for world in known) or "none yet"
        more = f" and {total - len(known)} more" if total > len(known) else ""
        detail = f"There is no world {name!r}. This server has {there}{more}."
        raise invalid_request([Finding("/path/world", "enum", detail)])
    return name


def list_worlds(_call: Call, reach: Reach) -> Answer:
    """GET /worlds: the newest worlds of this server."""
    with reach.store.across_worlds(writes=False) as connection:
        worlds, total = newest_worlds(connection, MOST_LISTED)
        made = made_in_worlds(connection, [world.name for world in worlds])
    listed = [_world(world, made[world.name]) for world in worlds]
    return Answer(200, {"data": listed, "meta": {"total": total, "maximum": reach.store.max_worlds}})


def create_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds: a world before its first use, with a seed of its own if one is sent."""
    name = call.body["name"]
    with reach.store.creating(name, call.body.get("seed"), wall_clock()):
        pass
    reach.begins_again(name)
    return world_answer(name, reach, 201)


def get_world(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}: its seed, its clock, and how much was made in it."""
    name = existing_world(call, reach)
    with opened(reach.store, name, wall_clock(), writes=False):
        pass
    return world_answer(name, reach, 200)


def delete_world(call: Call, reach: Reach) -> Answer:
    """DELETE /worlds/{world}: the world with everything in it."""
    name = existing_world(call, reach)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        remove_world(session)
    reach.begins_again(name)
    return Answer(204, None)


def reset_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/reset: forgets everything that happened. The same calls give the same bytes again."""
    name = existing_world(call, reach)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        reset(session, wall_clock())
        answer = Answer(200, {"data": {"world": name, "seed": session.world.seed}})
    reach.begins_again(name)
    return answer


def fork_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/fork: a new world that is what this one is now."""
    name, copy = existing_world(call, reach), call.body["name"]
    # One after the other: a database has one writer, and the new world is nobody's until it is whole.
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        export = export_world(session, reach.contract.document["info"]["version"])
    with reach.store.creating(copy, None, wall_clock()) as session:
        load_world(session, export, wall_clock())
    return replaced(copy, reach, 201)


def replaced(name: str, reach: Reach, status: int) -> Answer:
    """The world, after all of it came from somewhere else: its requests are counted anew, its outbox is looked at."""
    reach.begins_again(name)
    reach.outbox_filled()
    return world_answer(name, reach, status)


def world_answer(name: str, reach: Reach, status: int) -> Answer:
    """An answer that shows a world."""
    world = reach.store.find_world(name)
    assert world is not None
    with reach.store.across_worlds(writes=False) as connection:
        made = made_in_worlds(connection, [name])
    return Answer(status, {"data": _world(world, made[name])})


def _world(world: World, made: Mapping[str, int]) -> dict[str, Any]:
    return {
        "name": world.name,
        "seed": world.seed,
        "clock": {"now": timestamp(world.clock.now(wall_clock())), "mode": world.clock.mode.value},
        "createdAt": timestamp(world.created_at),
        "made": {member: made.get(kind, 0) for member, kind in _MADE.items()},
    }
