"""Bookings, holds, hooks and groups of all agencies: a list of each kind, and a page for each object."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from mock_server.api.calls import timestamp
from mock_server.api.problems import Problem
from mock_server.console.asking import Ask
from mock_server.console.objects import BY_FOLDER, BY_ITSELF, find_object, giving_back
from mock_server.console.pages.tee_sheet import LEAD
from mock_server.console.state_drawings import TABLES, drawing_of, possibilities
from mock_server.console.views import Page, View

ROWS_PER_PAGE = 50
MOST_EVENTS = 500
STATUSES: Mapping[str, tuple[str, ...]] = {
    "bookings": ("confirmed", "pending", "cancelled"),
    "tee-time-holds": ("active", "completed", "expired"),
    "booking-hooks": ("held", "confirmed", "released", "expired"),
    "group-bookings": ("processing", "pending", "confirmed", "failed", "cancelled"),
}
_FILTERS = ("agency", "status", "courseId")

# A button: its label, the request, and the agency that sends it (empty: the levers of the world).
Button = tuple[str, Ask, str]


def lists(folder: str) -> Callable[[View], Awaitable[Page]]:
    """The handler of the list of a kind."""

    async def show(view: View) -> Page:
        number = view.query.get("page", "1")
        filters = {name: view.query.get(name, "") for name in _FILTERS}
        found = await view.read(f"/{folder}", page=number, limit=ROWS_PER_PAGE, **filters)
        last = max(1, -(-found["meta"]["total"] // ROWS_PER_PAGE))
        facts = {
            "kind": BY_FOLDER[folder],
            "kinds": BY_FOLDER.values(),
            "rows": await _rows(view, folder, found["data"]),
            "total": found["meta"]["total"],
            "number": found["meta"]["page"],
            "last": last,
            "filters": filters,
            "statuses": STATUSES[folder],
            "curl": view.curl(view.control("GET", f"/{folder}", **filters)),
        }
        return Page("records.html", facts)

    return show


async def _rows(view: View, folder: str, items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a list shows of objects. Only bookings carry the name of their course."""
    names: dict[str, str] = {}
    for course_id in {item["courseId"] for item in items if "course" not in item}:
        found = (await view.read("/courses", text=course_id, limit=1))["data"]
        names[course_id] = found[0]["name"] if found else course_id
    return [_row(folder, item, names) for item in items]


def _row(folder: str, item: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """What a list shows of an object, under one name for all kinds. *names* are names of courses."""
    course = item.get("course") or {"id": item["courseId"], "name": names[item["courseId"]]}
    lead = item.get("leadPlayer", {})
    return {
        "id": item[BY_FOLDER[folder].identity],
        "agency": item["agency"],
        "status": item["status"],
        "course": course,
        "date": item["date"],
        "teeTime": item.get("teeTime") or item.get("time") or item.get("preferredTime"),
        "players": item.get("players") or item.get("totalPlayers"),
        "lead": " ".join(filter(None, (lead.get("firstName"), lead.get("lastName")))),
        "until": item.get("holdExpiration") or item.get("expiresAt"),
    }


def pages(folder: str) -> Callable[[View], Awaitable[Page]]:
    """The handler of the page of one object of a kind."""

    async def show(view: View) -> Page:
        item = await find_object(view, view.path["id"])
        if item is None or item[BY_FOLDER[folder].identity] != view.path["id"]:
            raise Problem(
                "not_found",
                f"This world has no object {view.path['id'][:60]} in {BY_FOLDER[folder].title}. Choose from the list.",
            )
        (row,) = await _rows(view, folder, [item])
        happens = await _by_itself(view, row)
        facts = {
            "kind": BY_FOLDER[folder],
            "item": item,
            "row": row,
            "drawing": drawing_of(folder, row["status"]),
            "possible": possibilities(folder, row["status"]) if folder in TABLES else [],
            "happens": happens,
            "buttons": [
                *_BUTTONS[folder](view, row),
                *_given_back(view, row),
                *_now(view, happens),
                *await _cutoff(view, folder, row),
            ],
            "exchanges": (await view.read("/journal", text=row["id"], limit=50))["data"][::-1],
            "events": await _events(view, row["id"]),
            "are_newest_events": _newest_event(view) > MOST_EVENTS,
        }
        return Page("record.html", facts)

    return show


async def _by_itself(view: View, row: Mapping[str, Any]) -> list[dict[str, str]]:
    """What happens to the object by itself, and when."""
    upcoming = (await view.read("/clock"))["data"]["upcoming"]
    happens = [{"at": item["at"], "words": BY_ITSELF[item["kind"]]} for item in upcoming if item["id"] == row["id"]]
    if row["status"] == "active":
        happens.append({"at": row["until"], "words": BY_ITSELF["tee_time_hold.expires"]})
    return happens


async def _events(view: View, object_id: str) -> list[Mapping[str, Any]]:
    after = max(0, _newest_event(view) - MOST_EVENTS)
    listed = (await view.read("/events", after=after, limit=MOST_EVENTS))["data"]
    return [event for event in listed if event["objectId"] == object_id]


def _newest_event(view: View) -> int:
    return int(view.world["made"]["events"])


def _now(view: View, happens: list[dict[str, str]]) -> list[Button]:
    """The clock moves to what would happen by itself."""
    return [
        (f"Move the clock until {item['words']}", view.control("POST", "/clock/advance", {"to": item["at"]}), "")
        for item in happens
    ]


async def _cutoff(view: View, folder: str, row: Mapping[str, Any]) -> list[Button]:
    """The clock moves to the last moment at which the agency can cancel its booking, and one second further."""
    if folder != "bookings" or row["status"] == "cancelled":
        return []
    course = (await view.read("/courses", text=row["course"]["id"]))["data"][0]
    tee_off = datetime.fromisoformat(f"{row['date']}T{row['teeTime']}").replace(tzinfo=ZoneInfo(course["timeZone"]))
    cutoff = tee_off.astimezone(UTC) - timedelta(hours=course["cancellationCutoffHours"])
    if timestamp(cutoff) <= view.world["clock"]["now"]:
        return []
    moments = (("Move the clock to the cutoff", cutoff), ("Move the clock past it", cutoff + timedelta(seconds=1)))
    return [(label, view.control("POST", "/clock/advance", {"to": timestamp(at)}), "") for label, at in moments]


def _given_back(view: View, row: Mapping[str, Any]) -> list[Button]:
    ask = giving_back(view, row["id"])
    if ask is None or row["status"] not in ("confirmed", "pending", "held") or not view.may_be(row["agency"]):
        return []
    return [(f"Cancel as {row['agency']}" if row["status"] != "held" else "Release", ask, row["agency"])]


def _desk(view: View, row: Mapping[str, Any]) -> list[Button]:
    """What the golf course can answer."""
    if row["status"] == "pending":
        asks = (("confirm", None), ("decline", {"reason": "The course is closed that day."}), ("silence", None))
        labels = ("The course confirms", "The course declines", "The course stays silent")
        return [
            (label, view.control("POST", f"/desk/{row['id']}/{name}", body), "")
            for label, (name, body) in zip(labels, asks, strict=True)
        ]
    return []


def _of_group(view: View, row: Mapping[str, Any]) -> list[Button]:
    if row["status"] == "confirmed":
        return [("The course cancels", view.control("POST", f"/desk/{row['id']}/cancel"), "")]
    return _desk(view, row)


def _of_hold(view: View, row: Mapping[str, Any]) -> list[Button]:
    if row["status"] != "active" or not view.may_be(row["agency"]):
        return []
    wanted = {"courseId": row["course"]["id"], "date": row["date"], "teeTime": row["teeTime"]}
    body = {**wanted, "players": row["players"], "leadPlayer": LEAD, "holdId": row["id"]}
    return [("Book it", view.interface("POST", "/travel/bookings", body), row["agency"])]


def _of_hook(view: View, row: Mapping[str, Any]) -> list[Button]:
    if row["status"] != "held" or not view.may_be(row["agency"]):
        return []
    return [("Confirm", view.interface("POST", f"/travel/bookings/hooks/{row['id']}/confirm"), row["agency"])]


_BUTTONS: Mapping[str, Callable[[View, Mapping[str, Any]], list[Button]]] = {
    "bookings": _desk,
    "tee-time-holds": _of_hold,
    "booking-hooks": _of_hook,
    "group-bookings": _of_group,
}
