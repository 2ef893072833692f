"""What faults of state pretend: kept in the memory of a mutant, and laid over the answers of the sandbox."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call

Json = dict[str, Any]


EVERY_BOOKING = "createBooking listBookings getBooking updateBooking cancelBooking"


_SHOWN_BOOKINGS = frozenset(["createBooking", "listBookings", "getBooking", "updateBooking"])


_SHARED: defaultdict[tuple[str, str], Json] = defaultdict(dict)


def memory_of_world(call: Call, name: str) -> Json:
    """The memory that one mutant has of a world, for all of its agencies."""
    return _SHARED[name, call.api_key.rpartition("_")[0]]


def memory_of_all(name: str) -> Json:
    """The memory that one mutant has of all keys, for calls that carry none."""
    return _SHARED[name, ""]


def body_of(call: Call) -> Json:
    """The body of the call, empty when it is no object."""
    body = call.json()
    return body if isinstance(body, dict) else {}


def slot_of(body: Json) -> str:
    """The tee time of a booking, of a hold or of what asks for one, as one word."""
    course = body.get("courseId") or body.get("course", {}).get("id")
    return f"{course}|{body.get('date')}|{body.get('teeTime') or body.get('time')}"


def held_slot(call: Call) -> str:
    """The slot that a call for a hold asks for."""
    return slot_of({"courseId": call.path_params["courseId"], **body_of(call)})


def data_of(answer: Answer) -> Json:
    """The data of a successful answer, empty when it has none."""
    found = answer.json().get("data") if answer.ok and answer.body else None
    return found if isinstance(found, dict) else {}


def whole_number(value: object) -> int:
    """*value* when it is a whole number, 0 otherwise."""
    return value if isinstance(value, int) else 0


def pretended(call: Call) -> dict[str, Json]:
    """What this mutant shows of bookings in place of the truth, by booking id."""
    shown: dict[str, Json] = call.memory.setdefault("shown", {})
    return shown


def pretend(call: Call, booking_id: str, **members: object) -> None:
    """From now on the booking shows *members*."""
    pretended(call).setdefault(booking_id, {}).update(members)


def overlaid(call: Call, answer: Answer) -> Answer:
    """The answer with the members that `pretend` set."""
    if not answer.ok or call.operation not in _SHOWN_BOOKINGS:
        return answer
    body = answer.json()
    listed = call.operation == "listBookings"
    for item in body["data"] if listed else [body["data"]]:
        changed = pretended(call).get(item["id"], {})
        item.update({name: value for name, value in changed.items() if not (listed and name == "leadPlayer")})
    return answer.with_json(body)


async def true_booking(call: Call, booking_id: str) -> Json:
    """The booking as the sandbox keeps it, empty when the caller may not see it."""
    return data_of(await call.upstream("GET", f"/travel/bookings/{booking_id}"))


async def current_booking(call: Call) -> Json:
    """The booking of the call as this mutant shows it."""
    found = await true_booking(call, call.path_params["id"])
    return found | pretended(call).get(call.path_params["id"], {})


async def conflict(call: Call) -> Answer:
    """A refusal under 409, as for a tee time without room."""
    refusal = await a_refusal_for_an_unknown_id(call)
    known = {"status": 409, "code": "tee_time_unavailable", "title": "Not possible now", "detail": "Not possible now."}
    return refusal.with_status(409).with_json(refusal.json() | known)


async def all_bookings(call: Call, key: str | None = None, **filters: object) -> list[Json]:
    """All bookings of an agency that meet the filters, in the order of the list."""
    headers = {} if key is None else {"x-api-key": key}
    found: list[Json] = []
    for page in range(1, 50):
        query = {"pageSize": 100, "page": page, **filters}
        answer = await call.upstream("GET", "/travel/bookings", query=query, headers=headers)
        if not answer.ok:
            break
        body = answer.json()
        found += body["data"]
        if page >= body["meta"]["pagination"]["totalPages"]:
            break
    return found


def filters_of(call: Call, *left_out: str) -> Json:
    """The filters of a call for the booking list, except *left_out*."""
    names = {"status", "startDate", "endDate"} - set(left_out)
    return {name: value for name, value in call.query.items() if name in names}


def paged(answer: Answer, items: list[Json]) -> Answer:
    """The list answer with the page that it would show of *items*."""
    body = answer.json()
    pagination = body["meta"]["pagination"]
    size = pagination["pageSize"]
    first = (pagination["page"] - 1) * size
    body["data"] = items[first : first + size]
    pagination.update(totalItems=len(items), totalPages=-(-len(items) // size))
    return answer.with_json(body)


async def places_at(call: Call, slot: str) -> int:
    """How many places the sandbox offers at *slot*."""
    course, day, at = slot.split("|")
    answer = await call.upstream("GET", f"/travel/courses/{course}/tee-times", query={"date": day, "players": 1})
    times = answer.json().get("availableTimes", []) if answer.ok else []
    return next((int(item["available"]) for item in times if item["time"] == at), 0)


async def booked_elsewhere(call: Call) -> Answer:
    """A booking at another tee time of the day that is shown at the one it was asked for."""
    body = {name: value for name, value in body_of(call).items() if name != "holdId"}
    query = {"date": body["date"], "players": body["players"]}
    day = await call.upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
    wanted = body["teeTime"]
    others = [item["time"] for item in day.json().get("availableTimes", []) if item["time"] != wanted]
    if not others:
        return await call.forward()
    answer = await call.upstream("POST", "/travel/bookings", json=body | {"teeTime": others[len(others) // 2]})
    if answer.ok:
        pretend(call, data_of(answer)["id"], teeTime=wanted)
    return overlaid(call, answer)


async def with_more_places(call: Call, extra: Callable[[str], int]) -> Answer:
    """The tee times with *extra* places of each, by its slot. One that is full stays away."""
    answer = await call.forward()
    if not answer.ok or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    players = int(call.query.get("players") or 4)
    every = (await call.asking(players=1).forward()).json()["availableTimes"]
    body["availableTimes"] = []
    for item in every:
        item["available"] += extra(slot_of({"courseId": body["courseId"], "date": body["date"], "time": item["time"]}))
        item["pricing"]["totalAmount"] = item["pricing"]["greenFee"] * players
        if item["available"] >= players:
            body["availableTimes"].append(item)
    return answer.with_json(body)


def moment_of(text: str) -> datetime:
    """The moment that a timestamp names."""
    return datetime.fromisoformat(text)


def asked_just_now(call: Call, name: str, slot: str, who: str) -> bool:
    """Whether somebody else asked for the slot a moment ago. Notes that *who* asks now."""
    asked: list[tuple[float, str]] = memory_of_world(call, name).setdefault(slot, [])
    asked.append((time.monotonic(), who))
    return any(other != who and time.monotonic() - at < 0.25 for at, other in asked)


def give_credit(call: Call, name: str, slot: str, players: int) -> None:
    """Counts *players* more places as free at *slot*."""
    memory_of_world(call, name)[slot] = memory_of_world(call, name).get(slot, 0) + players


def overlaid_webhooks(call: Call, answer: Answer) -> Answer:
    """The answer with what its subscriptions pretend."""
    if not answer.ok or not answer.body:
        return answer
    body, shown = answer.json(), pretended(call)
    for item in body["data"] if isinstance(body["data"], list) else [body["data"]]:
        item.update(shown.get(item["id"], {}))
    return answer.with_json(body)
