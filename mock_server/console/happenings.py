"""Everything that happened in a world, on one line of time: requests, levers, events, deliveries, deadlines.

Each kind comes from its own list of the control plane. The moments are those of the clock of the world.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson

from mock_server.console.objects import BY_ITSELF, page_of
from mock_server.console.rendering import words
from mock_server.console.views import View

MOST_REQUESTS, MOST_EVENTS, MOST_LEVERS, MOST_HOLDS, MOST_DELIVERIES = 300, 500, 200, 200, 300
MOST_NEXT = 12
IDLE = timedelta(minutes=10)
# Words for the levers that people use most.
_LEVERS = {
    "setClock": "clock set",
    "advanceClock": "clock moved",
    "sendRival": "rival sent",
    "changeInventory": "tee time changed",
    "confirmForCourse": "course confirmed",
    "declineForCourse": "course declined",
    "silenceCourse": "course silenced",
    "cancelForCourse": "course cancelled",
    "createRule": "rule created",
    "deleteRule": "rule removed",
    "changeSettings": "settings changed",
    "resetWorld": "world reset",
    "takeSnapshot": "snapshot taken",
    "restoreSnapshot": "snapshot restored",
    "importWorld": "world imported",
    "forkWorld": "world copied",
    "replayHistory": "history kept as a world",
    "clearJournal": "journal cleared",
    "setPolicy": "courses answer otherwise",
}


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line. *kind* is a word for people, *page* a page of the console or empty. *causes* are lines below it.

    *fork* is the query of the page that asks what else could have followed, empty for a line that only follows.
    """

    at: str
    kind: str
    words: str
    page: str = ""
    status: int | None = None
    agency: str = ""
    causes: tuple["TimelineEntry", ...] = ()
    order: str = field(default="", compare=False)
    fork: str = ""


@dataclass(frozen=True, slots=True)
class Idle:
    """A stretch in which nothing happened, or a new day (*day* is then the moment of its first line)."""

    words: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What happened, newest first, and what comes next, soonest first. *is_cut* says that a list was at its limit."""

    past: list[TimelineEntry]
    coming: list[TimelineEntry]
    is_cut: bool


async def gathered(view: View, most: int) -> Gathered:
    """What the timeline shows of a world. It reads at most *most* requests and levers, the newest."""
    most_requests, most_levers = min(most, MOST_REQUESTS), min(most, MOST_LEVERS)
    requests = (await view.read("/journal", limit=most_requests))["data"]
    newest = int(view.world["made"]["events"])
    events = (await view.read("/events", after=max(0, newest - MOST_EVENTS), limit=MOST_EVENTS))["data"]
    deliveries = (await view.read("/deliveries", limit=MOST_DELIVERIES))["data"]
    levers = (await view.read("/levers", limit=most_levers))["data"]
    holds = (await view.read("/tee-time-holds", limit=MOST_HOLDS))["data"]
    clock = (await view.read("/clock"))["data"]
    unread = [requests[0]["worldTime"] or requests[0]["sentAt"]] if len(requests) >= most_requests else []
    unread += [levers[0]["at"]] if len(levers) >= most_levers else []
    past = merged(requests, levers, events, deliveries, holds, max(unread, default=""))
    lists = (
        (requests, most_requests),
        (events, MOST_EVENTS),
        (deliveries, MOST_DELIVERIES),
        (levers, most_levers),
        (holds, MOST_HOLDS),
    )
    return Gathered(past, _next(clock, holds, deliveries), any(len(found) >= most for found, most in lists))


def merged(
    requests: Iterable[Mapping[str, Any]],
    levers: Sequence[Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
    deliveries: Iterable[Mapping[str, Any]],
    holds: Iterable[Mapping[str, Any]],
    unread: str,
) -> list[TimelineEntry]:
    """A line for each entry of these lists of the control plane, newest first. What an entry caused is below it."""
    lines = _events(events, deliveries, unread)
    # A request and a lever take the lines of their events: what nobody has taken happened by itself.
    of_requests = list(_requests(requests, levers, lines))
    of_levers = list(_levers(levers, events, lines))
    past = [
        *of_requests,
        *of_levers,
        *lines.values(),
        *[_hold(hold, "expired") for hold in holds if hold["status"] == "expired"],
    ]
    return sorted(past, key=lambda line: (line.at, line.order), reverse=True)


def _events(
    events: Iterable[Mapping[str, Any]], deliveries: Iterable[Mapping[str, Any]], unread: str
) -> dict[str, TimelineEntry]:
    """The line of each event, by its id, with its deliveries below.

    Requests and levers until the moment *unread* were not read. They can have caused the events of that moment, so
    these events are older than every line of that moment.
    """
    sent: dict[str, list[TimelineEntry]] = {}
    for delivery in deliveries:
        times = "1 attempt" if delivery["attempts"] == 1 else f"{delivery['attempts']} attempts"
        outcome = f"{delivery['state']} after {times}, {delivery['url']}"
        line = TimelineEntry("", "delivery", outcome, f"deliveries/{delivery['id']}")
        sent.setdefault(delivery["eventId"], []).append(line)
    return {
        event["id"]: TimelineEntry(
            event["at"],
            "event",
            f"{event['kind']} {event['objectId']}",
            page_of(event["objectId"]),
            agency=event["agency"],
            causes=tuple(sent.get(event["id"], ())),
            order="~" if event["at"] > unread else "",
        )
        for event in events
    }


def _requests(
    requests: Iterable[Mapping[str, Any]], levers: Iterable[Mapping[str, Any]], events: dict[str, TimelineEntry]
) -> Iterable[TimelineEntry]:
    """The line of each request. Events that a request caused move from *events* to its line.

    A request that reads no state has no time of the world. It gets the time after the request or lever before it.
    """
    before = deque(sorted((lever["sentAt"], lever["until"]) for lever in levers))
    at = ""
    for row in requests:
        while before and before[0][0] <= row["sentAt"]:
            at = max(at, before.popleft()[1])
        at = row["worldTime"] or at or row["sentAt"]
        caused = tuple(events.pop(name) for name in row["events"] if name in events)
        refusal = (TimelineEntry("", "refused", row["sentence"]),) if row["sentence"] else ()
        yield TimelineEntry(
            at,
            "request",
            f"{row['method']} {row['path']}",
            f"journal/{row['number']}",
            row["status"],
            row["agency"],
            refusal + caused,
            f"{row['sentAt']} {row['number']:012}",
            f"request={row['number']}",
        )


def _levers(
    levers: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]], lines: dict[str, TimelineEntry]
) -> Iterable[TimelineEntry]:
    """The line of each lever. Events that a lever caused move from *lines* to its line."""
    caused: dict[int, list[TimelineEntry]] = {lever["number"]: [] for lever in levers}
    for can_cause, is_cause in ((_speaks, _names), (_moves, _passes)):
        for lever in filter(can_cause, levers):
            of_lever = [event["id"] for event in events if event["id"] in lines and is_cause(lever, event)]
            caused[lever["number"]].extend(lines.pop(event_id) for event_id in of_lever)
    return [_lever(lever, tuple(caused[lever["number"]])) for lever in levers]


def _speaks(lever: Mapping[str, Any]) -> bool:
    """Whether the lever is an answer of the desk, or the rival."""
    return lever["operation"] == "sendRival" or "/desk/" in lever["path"]


def _names(lever: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether the lever is an answer of the desk about the object of the event, or the rival that booked."""
    is_rival = lever["operation"] == "sendRival" and event["agency"] == "rival"
    return bool(lever["at"] == event["at"] and (is_rival or f"/desk/{event['objectId']}/" in lever["path"]))


def _moves(lever: Mapping[str, Any]) -> bool:
    """Whether the lever moved the clock."""
    return bool(lever["at"] != lever["until"])


def _passes(lever: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether the lever moved the clock over the moment of the event."""
    return bool(lever["at"] < event["at"] <= lever["until"])


def _lever(lever: Mapping[str, Any], causes: tuple[TimelineEntry, ...]) -> TimelineEntry:
    moved = lever["until"] != lever["at"]
    to = f"to {lever['until'].replace('T', ' ').removesuffix('Z')}" if moved else _plain(lever["body"])
    named = next((part for part in lever["path"].split("/") if "_" in part[1:]), "")
    sentence = " ".join(filter(None, (_LEVERS.get(lever["operation"], words(lever["operation"])), named, to)))
    return TimelineEntry(
        lever["until"],
        "lever",
        sentence,
        page_of(named),
        agency=lever["agency"],
        causes=causes,
        order=lever["sentAt"],
        fork=f"lever={lever['number']}",
    )


def _plain(body: Any) -> str:
    """A body in words: `course id crs_1, leave 1`."""
    if isinstance(body, Mapping):
        return ", ".join(f"{words(name)} {_plain(value)}" for name, value in body.items())
    if isinstance(body, list):
        return " and ".join(map(_plain, body))
    return body if isinstance(body, str) else "" if body is None else orjson.dumps(body).decode()


def _hold(hold: Mapping[str, Any], what: str) -> TimelineEntry:
    sentence = f"the hold {what}, {hold['holdId']}"
    return TimelineEntry(hold["holdExpiration"], "deadline", sentence, page_of(hold["holdId"]), agency=hold["agency"])


def _next(
    clock: Mapping[str, Any], holds: Iterable[Mapping[str, Any]], deliveries: Iterable[Mapping[str, Any]]
) -> list[TimelineEntry]:
    """What will happen by itself, soonest first."""
    coming = [
        TimelineEntry(item["at"], "deadline", f"{BY_ITSELF[item['kind']]}, {item['id']}", page_of(item["id"]))
        for item in clock["upcoming"]
    ]
    coming += [_hold(hold, "expires") for hold in holds if hold["status"] == "active"]
    coming += [
        TimelineEntry(item["nextAttemptAt"], "delivery", f"next attempt of {item['kind']}", f"deliveries/{item['id']}")
        for item in deliveries
        if item["nextAttemptAt"] is not None and item["nextAttemptAt"] > clock["now"]
    ]
    return sorted(coming, key=lambda line: line.at)[:MOST_NEXT]


def of_kind(past: Iterable[TimelineEntry], kind: str) -> list[TimelineEntry]:
    """The lines of this *kind*, and the lines of this kind that other lines caused."""
    return [line for happening in past for line in (happening, *happening.causes) if line.kind == kind]


def folded(lines: list[TimelineEntry]) -> list[TimelineEntry | Idle]:
    """The lines, newest first, with a word for each stretch in which nothing happened, and for each day."""
    shown: list[TimelineEntry | Idle] = []
    later: datetime | None = None
    for line in lines:
        at = datetime.fromisoformat(line.at)
        if later is not None and later - at >= IDLE:
            shown.append(Idle(words=f"{_span(later - at)} in which nothing happened"))
        if later is None or later.date() != at.date():
            shown.append(Idle(day=line.at))
        shown.append(line)
        later = at
    return shown


def _span(length: timedelta) -> str:
    """A length of time for people, such as `2 days 3 h` or `15 min`."""
    minutes = int(length.total_seconds() // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [f"{days} day{'s' if days != 1 else ''}" if days else "", f"{hours} h" if hours else ""]
    return " ".join(filter(None, [*parts, f"{minutes} min" if minutes else ""]))
