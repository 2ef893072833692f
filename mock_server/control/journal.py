"""The journal of a world: every exchange, redacted, and why a request was refused."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any
from urllib.parse import parse_qsl

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Problem
from mock_server.clock import wall_clock
from mock_server.control.operations import in_turn
from mock_server.control.reach import Reach
from mock_server.control.worlds import keep_beginning
from mock_server.services.worlds import opened
from mock_server.storage.journal import Entry, EntryFilter, entries, find_entry, forget_entries

_CUT = "The journal keeps only the beginning of this body. Start the sandbox with --journal-body to keep more."


async def list_exchanges(call: Call, reach: Reach) -> Answer:
    """GET /journal: the newest matching exchanges, oldest first, without their bodies."""
    found = await _found(call, reach)
    return Answer(200, {"data": [_summary(entry) for entry in found]})


async def get_exchange(call: Call, reach: Reach) -> Answer:
    """GET /journal/{number}: one complete exchange."""
    return Answer(200, {"data": _whole(await _entry_of(call, reach))})


async def explain_exchange(call: Call, reach: Reach) -> Answer:
    """GET /journal/{number}/why: what decided the answer, and the values that the sandbox would have accepted."""
    entry = await _entry_of(call, reach)
    why = entry.about["explanation"] or {
        "sentence": "The request was not refused.",
        "contract": [f"/operations/{entry.operation}"],
        "facts": {},
    }
    interfered = {"rules": entry.about["rules"], "events": entry.about["events"]}
    return Answer(200, {"data": {"number": entry.number, "status": entry.status, **why, **interfered}})


async def export_har(call: Call, reach: Reach) -> Answer:
    """GET /journal.har: the matching exchanges, as an HTTP archive for browsers and proxies."""
    found = await _found(call, reach)
    log = {
        "version": "1.2",
        "creator": {"name": "teesheet", "version": version("teesheet")},
        "entries": [_har_entry(entry, reach.public_url) for entry in found],
    }
    return Answer(200, {"log": log})


async def clear_journal(call: Call, reach: Reach) -> Answer:
    """DELETE /journal: removes every exchange of the world."""
    await reach.journal.flush()
    await in_turn(reach, _clear, call, reach)
    return Answer(204, None)


async def _found(call: Call, reach: Reach) -> list[Entry]:
    await reach.journal.flush()
    return await in_turn(reach, _read, call, reach)


async def _entry_of(call: Call, reach: Reach) -> Entry:
    await reach.journal.flush()
    return await in_turn(reach, _find, call, reach)


def _read(call: Call, reach: Reach) -> list[Entry]:
    query = call.query
    wanted = EntryFilter(
        after=query["after"],
        operation=query.get("operation"),
        status=query.get("status"),
        agency=query.get("agency"),
        request_id=query.get("requestId"),
        method=query.get("method"),
        path=query.get("path"),
        text=query.get("text"),
    )
    with opened(reach.store, call.caller.world, wall_clock(), writes=False) as session:
        return entries(session, wanted, query["limit"])


def _find(call: Call, reach: Reach) -> Entry:
    with opened(reach.store, call.caller.world, wall_clock(), writes=False) as session:
        entry = find_entry(session, int(call.path["number"]))
    if entry is None:
        detail = f"The journal of this world has no entry {call.path['number']}. List the journal to see its numbers."
        raise Problem("not_found", detail)
    return entry


def _clear(call: Call, reach: Reach) -> None:
    with opened(reach.store, call.caller.world, wall_clock(), writes=True) as session:
        forget_entries(session)
        keep_beginning(session, call, "clearJournal", "DELETE")


def _summary(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "operation": entry.operation, "status": entry.status, **entry.outline}


def _whole(entry: Entry) -> dict[str, Any]:
    return _summary(entry) | dict(entry.about)


def _har_entry(entry: Entry, public_url: str) -> dict[str, Any]:
    about = entry.about
    request, response = about["request"], about["response"]
    query = f"?{request['query']}" if request["query"] else ""
    return {
        "startedDateTime": about["sentAt"],
        "time": about["milliseconds"],
        "request": {
            "method": request["method"],
            "url": f"{public_url}{request['path']}{query}",
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": _pairs(request["headers"]),
            "queryString": _pairs(parse_qsl(request["query"], keep_blank_values=True)),
            "headersSize": -1,
            "bodySize": request["bodyBytes"],
            **({"postData": _har_body(request)} if request["body"] else {}),
        },
        "response": {
            "status": response["status"],
            "statusText": "",
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": _pairs(response["headers"]),
            "content": {"size": response["bodyBytes"], **_har_body(response)},
            "redirectURL": "",
            "headersSize": -1,
            "bodySize": response["bodyBytes"],
        },
        "cache": {},
        "timings": {"send": 0, "wait": about["milliseconds"], "receive": 0},
        "comment": entry.operation,
        "_agency": about["agency"],
    }


def _har_body(message: Mapping[str, Any]) -> dict[str, Any]:
    """A body. Readers must not judge a body as a whole if the journal keeps only its beginning."""
    media_type = next((value for name, value in message["headers"] if name.lower() == "content-type"), "")
    body = {"mimeType": media_type, "text": message["body"], "_truncated": message["isTruncated"]}
    return body | ({"comment": _CUT} if message["isTruncated"] else {})


def _pairs(pairs: Any) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]
