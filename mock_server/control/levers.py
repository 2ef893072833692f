"""The levers that were moved in a world: the clock, the rival, the desk, rules and settings, in their order."""

from typing import Any

import orjson

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.storage.levers import Lever, newest_levers
from mock_server.storage.sessions import Session


def list_levers(call: Call, session: Session) -> Answer:
    """GET /levers: the newest levers after a number, oldest first."""
    found = newest_levers(session, call.query["after"], call.query["limit"])
    return Answer(200, {"data": [_lever(lever) for lever in found]})


def _lever(lever: Lever) -> dict[str, Any]:
    return {
        "number": lever.number,
        "agency": lever.agency,
        "operation": lever.operation,
        "method": lever.method,
        "path": lever.path,
        "body": orjson.loads(lever.body) if lever.body else None,
        "at": timestamp(lever.began),
        "until": timestamp(lever.ended),
        "sentAt": lever.wall_at.isoformat(timespec="microseconds").replace("+00:00", "Z"),
    }
