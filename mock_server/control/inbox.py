"""The built-in inbox: somewhere to receive deliveries for those who have no address, and a look at what arrived.

Whoever knows the address may send there, as with any receiver; reading and clearing take the key of the world.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.problems import Problem
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.domain.refusals import TooManyInboxes
from mock_server.services.worlds import opened
from mock_server.storage.inbox import Arrival, arrivals_of, clear_inbox, inbox_names, insert_arrival
from mock_server.storage.store import Session

MAX_ARRIVAL_BYTES = 256 * 1024
MAX_ARRIVALS = 200
MAX_INBOXES = 20


def receive(path: Mapping[str, str], headers: Sequence[tuple[str, str]], body: bytes, reach: Reach) -> Answer:
    """POST /inbox/{world}/{name}: keeps whatever comes. Raises TooManyInboxes, Problem not_found for no world."""
    world, name = path["world"], path["name"]
    # Nobody has shown a key, so nothing is created that somebody with a key has not begun.
    if reach.store.find_world(world) is None:
        raise Problem("not_found", f"There is no world {world!r}. Use it once with its key, and send again.")
    with opened(reach.store, world, wall_clock(), writes=True) as session:
        names = [each for each, _arrivals in inbox_names(session)]
        if name not in names and len(names) >= MAX_INBOXES:
            raise TooManyInboxes(MAX_INBOXES)
        insert_arrival(session, name, "POST", headers, body, MAX_ARRIVALS)
    return Answer(204, None)


def list_inboxes(_call: Call, session: Session) -> Answer:
    """GET /inbox: the inboxes that hold something."""
    return Answer(200, {"data": [{"name": name, "arrivals": count} for name, count in inbox_names(session)]})


def read_inbox(call: Call, session: Session) -> Answer:
    """GET /inbox/{name}: what it holds, oldest first."""
    return Answer(200, {"data": [_arrival(each) for each in arrivals_of(session, call.path["name"])]})


def empty_inbox(call: Call, session: Session) -> Answer:
    """DELETE /inbox/{name}: forgets what it holds."""
    clear_inbox(session, call.path["name"])
    return Answer(204, None)


def _arrival(arrival: Arrival) -> dict[str, Any]:
    return {
        "number": arrival.number,
        "at": timestamp(arrival.at),
        "method": arrival.method,
        "headers": [{"name": name, "value": value} for name, value in arrival.headers],
        "body": arrival.body.decode(errors="replace"),
    }
