"""The journal: every exchange of the world, why a request was refused, and the exchange as a program."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from mock_server.console.asking import Ask
from mock_server.console.copies import copies_of
from mock_server.console.objects import giving_back, page_of
from mock_server.console.rendering import status_kind, when
from mock_server.console.views import Page, View

MOST_ROWS = 1000
# A browser needs a fifth of a second to lay out a thousand rows. The page begins with fewer, its live tail adds more.
FIRST_ROWS = 80
_FILTERS = ("operation", "status", "agency", "text")


class JournalRow(NamedTuple):
    """A row as the template writes it. A tuple of texts: a page has a thousand rows, and reads no attribute twice."""

    number: str
    moment: str
    time: str
    agency: str
    method: str
    path: str
    query: str
    status: str
    kind: str
    sentence: str
    rules: str
    events: str


def _row(exchange: Mapping[str, Any], now: str) -> JournalRow:
    status, events = exchange["status"], len(exchange["events"])
    return JournalRow(
        number=str(exchange["number"]),
        moment=exchange["worldTime"] or exchange["sentAt"],
        time=when(exchange["worldTime"], now) or "–",
        agency=exchange["agency"],
        method=exchange["method"],
        path=exchange["path"],
        query=exchange["query"],
        status=str(status or "cut"),
        kind=status_kind(status),
        sentence=exchange["sentence"] or "",
        rules=", ".join(exchange["rules"]),
        events="" if not events else f"{events} event{'s' if events > 1 else ''}",
    )


async def show(view: View) -> Page:
    """The newest exchanges that match the filters, newest first."""
    found = await _found(view, await _newest(view), MOST_ROWS if view.query.get("rows") == "all" else FIRST_ROWS)
    contract = (await view.read("/contract"))["data"]
    facts = {
        **found,
        "operations": sorted(operation["operationId"] for operation in contract["operations"]),
        "filters": {name: view.query.get(name, "") for name in _FILTERS},
        "most": MOST_ROWS,
        "first": FIRST_ROWS,
        "curl": view.curl(view.control("GET", "/journal", **_wanted(view))),
    }
    return Page("journal.html", facts)


async def rows(view: View) -> Page:
    """Only the rows after a number, for a page that is open. Without a new request, no filter has to search."""
    after = int(view.query["after"][:15]) if view.query.get("after", "").isdecimal() else 0
    newest = await _newest(view)
    found = {"rows": [], "newest": after} if newest == after else await _found(view, newest, MOST_ROWS, after)
    headers = {"Teesheet-Newest": str(found["newest"]), "Teesheet-World": view.world["createdAt"]}
    return Page("journal_rows.html", found, headers=headers)


async def _found(view: View, newest: int, most: int, after: int = 0) -> dict[str, Any]:
    """The newest rows after a number, newest first, and the number after which a live tail goes on.

    The number of the *newest* row of the journal was read before, so that no row that arrives meanwhile is passed over.
    """
    exchanges = (await view.read("/journal", limit=most, after=min(after, newest), **_wanted(view)))["data"]
    now = view.world["clock"]["now"]
    rows = [_row(exchange, now) for exchange in reversed(exchanges)]
    return {"rows": rows, "newest": max([newest, *(exchange["number"] for exchange in exchanges[-1:])])}


async def _newest(view: View) -> int:
    """The number of the newest row of the journal, whatever the filters; 0 if there is none."""
    found = (await view.read("/journal", limit=1))["data"]
    return int(found[0]["number"]) if found else 0


def _wanted(view: View) -> dict[str, str]:
    return {name: view.query[name] for name in _FILTERS if view.query.get(name)}


async def show_one(view: View) -> Page:
    """One exchange: the messages, why it was refused, what it caused, and what one can do about it."""
    exchange = (await view.read(f"/journal/{view.path['number']}"))["data"]
    why = (await view.read(f"/journal/{view.path['number']}/why"))["data"]
    sent = _json_of(exchange["request"])
    facts = {
        "exchange": exchange,
        "why": why,
        "events": [await _event(view, event_id) for event_id in exchange["events"]],
        "copies": copies_of(exchange, view.server.public_url, _key(view, exchange["agency"])),
        "again": _again(exchange, sent),
        "tee_time": await _tee_time(view, exchange),
        "page_of": page_of,
    }
    return Page("exchange.html", facts)


def _key(view: View, agency: str) -> str:
    return view.shown_credentials(agency)["X-Api-Key"]


def _json_of(message: Mapping[str, Any]) -> Any:
    try:
        return orjson.loads(message["body"]) if message["body"] and not message["isTruncated"] else None
    except orjson.JSONDecodeError:
        return None


def _again(exchange: Mapping[str, Any], sent: Any) -> str:
    """The same request for a form; empty where the journal has not the whole request."""
    if exchange["request"]["isTruncated"] or exchange["query"] or (sent is None and exchange["request"]["body"]):
        return ""
    body = "" if sent is None else f" {orjson.dumps(sent).decode()}"
    return f"{exchange['method']} {exchange['path']}{body}"


async def _event(view: View, event_id: str) -> dict[str, Any]:
    """An event that the exchange caused. A world that was reset has the row of the journal, but not the event."""
    reply = await view.send(view.control("GET", f"/events/{event_id}"))
    return {"id": event_id, "kind": "", "objectId": "", "deliveries": []} if reply.is_refusal else reply.data


def tee_time_of(exchange: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """The course, the day and the tee time that a request names; None if it does not name all three."""
    sent = _json_of(exchange["request"])
    named = sent if isinstance(sent, dict) else {}
    course_id = named.get("courseId") or _course_in(exchange["path"])
    day, tee_time = named.get("date"), named.get("teeTime") or named.get("time")
    found = [item for item in (course_id, day, tee_time) if isinstance(item, str) and item]
    return (found[0], found[1], found[2]) if len(found) == 3 else None


async def _tee_time(view: View, exchange: Mapping[str, Any]) -> dict[str, Any] | None:
    """The tee time that the request names, as the ledger shows it now; None if it names none."""
    place = tee_time_of(exchange)
    if place is None:
        return None
    course_id, day, tee_time = place
    reply = await view.send(view.control("GET", "/ledger", courseId=course_id, date=day))
    lines = [] if reply.is_refusal else [line for line in reply.data["teeTimes"] if line["teeTime"] == tee_time]
    if not lines:
        return None
    owners = [{**owner, "undo": _undo(view, owner)} for owner in lines[0]["owners"]]
    return {"courseId": course_id, "date": day, **lines[0], "owners": owners}


def _undo(view: View, owner: Mapping[str, Any]) -> Ask | None:
    """The request that gives places back; None if the visitor cannot send it."""
    return giving_back(view, owner["owner"]) if owner["agency"] and view.may_be(owner["agency"]) else None


def _course_in(path: str) -> str:
    _, found, rest = path.partition("/travel/courses/")
    return rest.partition("/")[0] if found else ""
