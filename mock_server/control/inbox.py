"""The built-in inbox: an address for callers without a receiver of their own, and the list of arrivals.

Everybody who knows the address may send there, as with any receiver. Reading and clearing need the key of the world.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.problems import Problem
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.services.inbox import keep_arrival
from mock_server.services.worlds import opened_where_there
from mock_server.storage.inbox import Arrival, arrivals_of, clear_inbox, inbox_names, written_headers
from mock_server.storage.sessions import Session

MAX_ARRIVAL_BYTES = 256 * 1024
MAX_HEADER_BYTES = 32 * 1024


def receive(path: Mapping[str, str], headers: Sequence[tuple[str, str]], body: bytes, reach: Reach) -> Answer:
    """POST /inbox/{world}/{name}: keeps the request, if there is such a world. Raises Problem body_too_large.

    The sender shows no key. So the request creates no world, and the answer does not reveal whether the world exists.
    """
    written = written_headers(headers)
    if len(written) > MAX_HEADER_BYTES:
        raise Problem(
            "body_too_large", f"An inbox takes at most {MAX_HEADER_BYTES} bytes of headers. Send fewer headers."
        )
    with opened_where_there(reach.store, path["world"], wall_clock(), writes=True) as session:
        if session is not None:
            keep_arrival(session, path["name"], written, body)
    return Answer(204, None)


def list_inboxes(_call: Call, session: Session) -> Answer:
    """GET /inbox: the inboxes with arrivals."""
    return Answer(200, {"data": [{"name": name, "arrivals": count} for name, count, _newest in inbox_names(session)]})


def read_inbox(call: Call, session: Session) -> Answer:
    """GET /inbox/{name}: its arrivals, oldest first."""
    return Answer(200, {"data": [_arrival(arrival) for arrival in arrivals_of(session, call.path["name"])]})


def empty_inbox(call: Call, session: Session) -> Answer:
    """DELETE /inbox/{name}: removes its arrivals."""
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
