"""Faults written without knowledge of the suite, by somebody who knew the rules alone and what goes wrong in backends.

Each says which condition it needs. What a fault pretends is kept in the memory of the mutant and laid over the answers.
"""

from __future__ import annotations

import html
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.borrowed import ANYBODY, a_refusal_for_a_bad_parameter, a_refusal_for_an_unknown_id, world_time
from tests.mutants.call import Answer, Call
from tests.mutants.registry import mutant

Json = dict[str, Any]
_EVERY_BOOKING = "createBooking listBookings getBooking updateBooking cancelBooking"
_SHOWN_BOOKINGS = frozenset(["createBooking", "listBookings", "getBooking", "updateBooking"])
_SHARED: defaultdict[tuple[str, str], Json] = defaultdict(dict)


def _shared(call: Call, name: str) -> Json:
    """The memory that one mutant has of a world, for all of its agencies."""
    return _SHARED[name, call.api_key.rpartition("_")[0]]


def _everywhere(name: str) -> Json:
    """The memory that one mutant has of all keys, for calls that carry none."""
    return _SHARED[name, ""]


def _body(call: Call) -> Json:
    body = call.json()
    return body if isinstance(body, dict) else {}


def _slot(body: Json) -> str:
    """The tee time of a booking, of a hold or of what asks for one, as one word."""
    course = body.get("courseId") or body.get("course", {}).get("id")
    return f"{course}|{body.get('date')}|{body.get('teeTime') or body.get('time')}"


def _held_slot(call: Call) -> str:
    return _slot({"courseId": call.path_params["courseId"], **_body(call)})


def _data(answer: Answer) -> Json:
    data = answer.json().get("data") if answer.ok and answer.body else None
    return data if isinstance(data, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _shown(call: Call) -> dict[str, Json]:
    """What this mutant shows of bookings in place of the truth, by booking id."""
    shown: dict[str, Json] = call.memory.setdefault("shown", {})
    return shown


def _show(call: Call, booking_id: str, **members: object) -> None:
    _shown(call).setdefault(booking_id, {}).update(members)


def _overlaid(call: Call, answer: Answer) -> Answer:
    """The answer with what `_show` was told."""
    if not answer.ok or call.operation not in _SHOWN_BOOKINGS:
        return answer
    body = answer.json()
    listed = call.operation == "listBookings"
    for item in body["data"] if listed else [body["data"]]:
        changed = _shown(call).get(item["id"], {})
        item.update({name: value for name, value in changed.items() if not (listed and name == "leadPlayer")})
    return answer.with_json(body)


async def _truth(call: Call, booking_id: str) -> Json:
    return _data(await call.upstream("GET", f"/travel/bookings/{booking_id}"))


async def _current(call: Call) -> Json:
    """The booking of the call as this mutant shows it."""
    found = await _truth(call, call.path_params["id"])
    return found | _shown(call).get(call.path_params["id"], {})


async def _conflict(call: Call) -> Answer:
    refusal = await a_refusal_for_an_unknown_id(call)
    known = {"status": 409, "code": "tee_time_unavailable", "title": "Not possible now", "detail": "Not possible now."}
    return refusal.with_status(409).with_json(refusal.json() | known)


async def _everything(call: Call, key: str | None = None, **filters: object) -> list[Json]:
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


def _filters(call: Call, *left_out: str) -> Json:
    names = {"status", "startDate", "endDate"} - set(left_out)
    return {name: value for name, value in call.query.items() if name in names}


def _paged(answer: Answer, items: list[Json]) -> Answer:
    """The list answer with the page that it would show of *items*."""
    body = answer.json()
    pagination = body["meta"]["pagination"]
    size = pagination["pageSize"]
    first = (pagination["page"] - 1) * size
    body["data"] = items[first : first + size]
    pagination.update(totalItems=len(items), totalPages=-(-len(items) // size))
    return answer.with_json(body)


async def _places(call: Call, slot: str) -> int:
    course, day, at = slot.split("|")
    answer = await call.upstream("GET", f"/travel/courses/{course}/tee-times", query={"date": day, "players": 1})
    times = answer.json().get("availableTimes", []) if answer.ok else []
    return next((int(item["available"]) for item in times if item["time"] == at), 0)


async def _booked_elsewhere(call: Call) -> Answer:
    """A booking at another tee time of the day that is shown at the one it was asked for."""
    body = {name: value for name, value in _body(call).items() if name != "holdId"}
    query = {"date": body["date"], "players": body["players"]}
    day = await call.upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
    wanted = body["teeTime"]
    others = [item["time"] for item in day.json().get("availableTimes", []) if item["time"] != wanted]
    if not others:
        return await call.forward()
    answer = await call.upstream("POST", "/travel/bookings", json=body | {"teeTime": others[len(others) // 2]})
    if answer.ok:
        _show(call, _data(answer)["id"], teeTime=wanted)
    return _overlaid(call, answer)


async def _with_more_places(call: Call, extra: Callable[[str], int]) -> Answer:
    """The tee times with *extra* places of each, by its slot. One that is full stays away."""
    answer = await call.forward()
    if not answer.ok or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    players = int(call.query.get("players") or 4)
    every = (await call.asking(players=1).forward()).json()["availableTimes"]
    body["availableTimes"] = []
    for item in every:
        item["available"] += extra(_slot({"courseId": body["courseId"], "date": body["date"], "time": item["time"]}))
        item["pricing"]["totalAmount"] = item["pricing"]["greenFee"] * players
        if item["available"] >= players:
            body["availableTimes"].append(item)
    return answer.with_json(body)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def _now(call: Call) -> datetime:
    """The time of the world, or that of the machine for a call whose key opens none."""
    try:
        return await world_time(call)
    except KeyError:
        return datetime.now(UTC)


# Creating bookings


@mutant(
    "BKC-01.blind-special-requests",
    "An online booking with special requests is pending, for somebody to read them.",
    _EVERY_BOOKING,
    hidden="some values",
)
async def _read_by_hand(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and _body(call).get("specialRequests"):
        _show(call, _data(answer)["id"], status="pending")
    if call.operation == "cancelBooking" and answer.ok:
        _shown(call).pop(call.path_params["id"], None)
    return _overlaid(call, answer)


@mutant(
    "BKC-02.blind-single-player",
    "A single player on an offline course is confirmed at once.",
    _EVERY_BOOKING,
    hidden="some values",
)
async def _single_at_once(call: Call) -> Answer:
    answer = await call.forward()
    made = _data(answer)
    if call.operation == "createBooking" and made.get("status") == "pending" and made["players"] == 1:
        _show(call, made["id"], status="confirmed")
    if call.operation == "cancelBooking" and answer.ok:
        _shown(call).pop(call.path_params["id"], None)
    return _overlaid(call, answer)


@mutant(
    "BKC-05.blind-afternoon",
    "Tee times after 13:00 are told on a clock of twelve hours.",
    "createBooking getBooking listBookings",
    hidden="some values",
)
async def _twelve_hours(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        hour, _, minute = item["teeTime"].partition(":")
        item["teeTime"] = f"{(int(hour) - 1) % 12 + 1:02}:{minute}"
    return answer.with_json(body)


@mutant(
    "BKC-06.blind-title-case",
    "Names of lead players are written with a capital for each word and small letters after it.",
    "createBooking getBooking",
    hidden="some values",
)
async def _title_case(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    lead = body["data"]["leadPlayer"]
    lead.update(firstName=lead["firstName"].title(), lastName=lead["lastName"].title())
    return answer.with_json(body)


@mutant(
    "BKC-07.blind-repeated-reference",
    "A reference that another booking has already gets a number behind it.",
    _EVERY_BOOKING,
    hidden="after another operation",
)
async def _numbered_reference(call: Call) -> Answer:
    answer = await call.forward()
    reference = _body(call).get("agencyBookingReference")
    if call.operation == "createBooking" and answer.ok and reference:
        seen = call.memory.setdefault("seen", defaultdict(int))
        seen[reference] += 1
        if seen[reference] > 1:
            _show(call, _data(answer)["id"], agencyBookingReference=f"{reference}-{seen[reference]}")
    return _overlaid(call, answer)


@mutant(
    "BKC-08.blind-escaped",
    "Special requests are escaped for HTML.",
    "createBooking getBooking updateBooking",
    hidden="some values",
)
async def _escaped(call: Call) -> Answer:
    answer = await call.forward()
    data = _data(answer)
    if not data.get("specialRequests"):
        return answer
    return answer.with_json(answer.json() | {"data": data | {"specialRequests": html.escape(data["specialRequests"])}})


@mutant(
    "BKC-12.blind-held",
    "A booking that completes a hold takes the players of the hold when it names none.",
    "createBooking holdTeeTime",
    hidden="a combination of parameters",
)
async def _players_of_the_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = answer.json()["players"]
        return answer
    body = _body(call)
    if "players" in body or body.get("holdId") not in call.memory:
        return await call.forward()
    return await call.with_json(body | {"players": call.memory[body["holdId"]]}).forward()


@mutant(
    "BKC-16.blind-phone-will-do",
    "A lead player with a phone number needs no email.",
    "createBooking",
    hidden="a combination of parameters",
)
async def _phone_will_do(call: Call) -> Answer:
    body = _body(call)
    lead = body.get("leadPlayer")
    if not isinstance(lead, dict) or "email" in lead or not lead.get("phone"):
        return await call.forward()
    return await call.with_json(body | {"leadPlayer": lead | {"email": "none@example.com"}}).forward()


@mutant(
    "BKC-17.blind-offline",
    "An offline course wants the phone number of the lead player.",
    "createBooking",
    hidden="one of two ways",
)
async def _phone_for_the_office(call: Call) -> Answer:
    body = _body(call)
    course = _data(await call.upstream("GET", f"/travel/courses/{body.get('courseId')}"))
    if course.get("isOnline", True) or (body.get("leadPlayer") or {}).get("phone"):
        return await call.forward()
    return await a_refusal_for_a_bad_parameter(call)


@mutant(
    "BKC-18.blind-requests-alone",
    "Special requests without a reference of the agency are refused.",
    "createBooking",
    hidden="a combination of parameters",
)
async def _requests_alone(call: Call) -> Answer:
    body = _body(call)
    if "specialRequests" in body and "agencyBookingReference" not in body:
        return await a_refusal_for_a_bad_parameter(call)
    return await call.forward()


@mutant(
    "BKC-19.blind-weekend-singles",
    "Nobody books alone on a Saturday or Sunday.",
    "createBooking",
    hidden="certain days",
)
async def _weekend_singles(call: Call) -> Answer:
    body = _body(call)
    try:
        weekend = _moment(str(body.get("date"))).weekday() >= 5
    except ValueError:
        return await call.forward()
    return await (_conflict(call) if weekend and body.get("players") == 1 else call.forward())


@mutant(
    "BKC-31.blind-same-row",
    "Who books a tee time again after a cancellation gets the old booking id.",
    _EVERY_BOOKING,
    hidden="after another operation",
)
async def _same_row(call: Call) -> Answer:
    moved: dict[str, str] = call.memory.setdefault("moved", {})
    gone: dict[str, str] = call.memory.setdefault("gone", {})
    if call.operation in ("getBooking", "updateBooking", "cancelBooking"):
        asked = call.path_params["id"]
        path = f"/travel/bookings/{moved.get(asked, asked)}"
        answer = await call.upstream(call.method, path, json=call.json())
        if call.operation == "cancelBooking" and answer.ok:
            gone[_slot(await _truth(call, moved.get(asked, asked)))] = asked
        return answer.with_json(answer.json() | {"data": _data(answer) | {"id": asked}}) if answer.ok else answer
    answer = await call.forward()
    if call.operation == "listBookings" and answer.ok:
        body, back = answer.json(), {new: old for old, new in moved.items()}
        body["data"] = [item | {"id": back.get(item["id"], item["id"])} for item in body["data"]]
        return answer.with_json(body)
    if answer.ok and (old := gone.pop(_slot(_data(answer)), None)):
        moved[old] = _data(answer)["id"]
        return answer.with_json(answer.json() | {"data": _data(answer) | {"id": old}})
    return answer


@mutant(
    "BKC-35.blind-ascii",
    "Course names in bookings have lost their accents.",
    "createBooking getBooking listBookings",
    hidden="some values",
)
async def _without_accents(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        plain = unicodedata.normalize("NFD", item["course"]["name"]).encode("ascii", "ignore").decode()
        item["course"]["name"] = plain
    return answer.with_json(body)


# Reading bookings


@mutant(
    "BKG-02.blind-cancelled",
    "A cancelled booking has forgotten its lead player.",
    "getBooking",
    hidden="after another operation",
)
async def _forgotten_player(call: Call) -> Answer:
    answer = await call.forward()
    data = _data(answer)
    if data.get("status") != "cancelled":
        return answer
    return answer.with_json({"data": {name: value for name, value in data.items() if name != "leadPlayer"}})


@mutant(
    "BKL-02.blind-only-one",
    "A list with one booking shows it in full.",
    "listBookings",
    hidden="some values",
)
async def _only_one(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or len(answer.json()["data"]) != 1:
        return answer
    body = answer.json()
    body["data"] = [await _truth(call, body["data"][0]["id"])]
    return answer.with_json(body)


@mutant(
    "BKL-03.blind-one-a-day",
    "The list has one booking of a course and day, the first.",
    "listBookings",
    hidden="after another operation",
)
async def _one_a_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    first: dict[tuple[str, str], Json] = {}
    for item in reversed(await _everything(call, **_filters(call))):
        first.setdefault((item["course"]["id"], item["date"]), item)
    return _paged(answer, list(reversed(first.values())))


@mutant(
    "BKL-04.blind-first-status",
    "The status filter goes by the status of the beginning until a booking is cancelled.",
    "createBooking listBookings",
    hidden="after another operation",
)
async def _first_status(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and _data(answer)["status"] == "pending":
        call.memory[_data(answer)["id"]] = "pending"
    asked = call.query.get("status")
    if call.operation == "createBooking" or not answer.ok or asked not in ("pending", "confirmed"):
        return answer
    every = await _everything(call, **_filters(call, "status"))
    kept = [
        item
        for item in every
        if (item["status"] if item["status"] == "cancelled" else call.memory.get(item["id"], "confirmed")) == asked
    ]
    return _paged(answer, kept)


@mutant(
    "BKL-06.blind-with-status",
    "startDate leaves out its own day when a status is asked for too.",
    "listBookings",
    hidden="a combination of parameters",
)
async def _start_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"status", "startDate"} <= set(call.query):
        return answer
    return _paged(answer, [i for i in await _everything(call, **_filters(call)) if i["date"] > call.query["startDate"]])


@mutant(
    "BKL-07.blind-page-two",
    "From the second page on, endDate is forgotten.",
    "listBookings",
    hidden="a later page",
)
async def _end_forgotten(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" not in call.query or answer.json()["meta"]["pagination"]["page"] < 2:
        return answer
    return _paged(answer, await _everything(call, **_filters(call, "endDate")))


@mutant(
    "BKL-08.blind-with-start",
    "endDate leaves out its own day when startDate is given too.",
    "listBookings",
    hidden="a combination of parameters",
)
async def _end_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    return _paged(answer, [i for i in await _everything(call, **_filters(call)) if i["date"] < call.query["endDate"]])


@mutant(
    "BKL-12.blind-cancelled-players",
    "The list shows a cancelled booking with the players of one place too few, as if one were given back.",
    "listBookings",
    hidden="after another operation",
)
async def _fewer_when_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        if item["status"] == "cancelled":
            item["players"] = item["players"] - 1 or 4
    return answer.with_json(body)


# Changing bookings


@mutant(
    "BKU-01.blind-three-members",
    "players is ignored when all three members are sent.",
    "updateBooking",
    hidden="a combination of parameters",
)
async def _three_members(call: Call) -> Answer:
    body = _body(call)
    if not {"players", "specialRequests", "agencyBookingReference"} <= set(body):
        return await call.forward()
    return await call.with_json({name: value for name, value in body.items() if name != "players"}).forward()


@mutant(
    "BKU-01.blind-lower-after-raise",
    "A booking that was raised once is not lowered again.",
    "updateBooking",
    hidden="after another operation",
)
async def _no_way_back(call: Call) -> Answer:
    before = await _truth(call, call.path_params["id"])
    wanted, own = _number(_body(call).get("players")), call.memory
    if 0 < wanted < before.get("players", 0) and call.path_params["id"] in own:
        return await call.with_json(_body(call) | {"players": before["players"]}).forward()
    answer = await call.forward()
    if answer.ok and wanted > before["players"]:
        own[call.path_params["id"]] = True
    return answer


@mutant(
    "BKU-02.blind-read-before",
    "A booking that was read shows the special requests of that moment after a change.",
    "getBooking",
    hidden="after another operation",
)
async def _read_before(call: Call) -> Answer:
    answer = await call.forward()
    data = _data(answer)
    if not data:
        return answer
    first = call.memory.setdefault(data["id"], data.get("specialRequests"))
    return answer.with_json({"data": data | {"specialRequests": first}}) if first else answer


@mutant(
    "BKU-03.blind-list-two-members",
    "The list keeps the old reference when it changes together with the players.",
    "updateBooking listBookings",
    hidden="a combination of parameters",
)
async def _list_keeps_reference(call: Call) -> Answer:
    if call.operation == "listBookings":
        return _overlaid(call, await call.forward())
    before = await _truth(call, call.path_params["id"])
    answer = await call.forward()
    if answer.ok and {"players", "agencyBookingReference"} <= set(_body(call)):
        _show(call, before["id"], agencyBookingReference=before.get("agencyBookingReference"))
    return answer


@mutant(
    "BKU-04.blind-email",
    "The email of the lead player changes when it comes with a new number of players.",
    _EVERY_BOOKING,
    hidden="a combination of parameters",
)
async def _new_email(call: Call) -> Answer:
    body = _body(call)
    lead = body.get("leadPlayer")
    if call.operation != "updateBooking" or not isinstance(lead, dict) or "players" not in body:
        return _overlaid(call, await call.forward())
    before = await _current(call)
    answer = await call.with_json({"players": body["players"]}).forward()
    if answer.ok and lead.get("email"):
        _show(call, before["id"], leadPlayer=before["leadPlayer"] | {"email": lead["email"]})
    return _overlaid(call, answer)


@mutant(
    "BKU-05.blind-reference-passes",
    "A course without changes takes a new reference all the same.",
    _EVERY_BOOKING,
    hidden="some values",
)
async def _reference_passes(call: Call) -> Answer:
    answer = await call.forward()
    body = _body(call)
    refused = call.operation == "updateBooking" and answer.status == 409
    if not refused or set(body) != {"agencyBookingReference"} or b"modification_not_allowed" not in answer.body:
        return _overlaid(call, answer)
    _show(call, call.path_params["id"], **body)
    read = await call.upstream("GET", f"/travel/bookings/{call.path_params['id']}")
    return _overlaid(call, read)


@mutant(
    "BKU-06.blind-by-day",
    "The modification cutoff goes by the calendar: only the day of play is too late.",
    _EVERY_BOOKING,
    hidden="some values",
)
async def _cutoff_by_day(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or b"modification_cutoff_passed" not in answer.body:
        return _overlaid(call, answer)
    before = await _current(call)
    if before["date"] <= (await _now(call)).date().isoformat():
        return answer
    _show(call, before["id"], **_body(call))
    return _overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))


@mutant(
    "BKU-07.blind-two-members",
    "The bounds of players are not looked at when another member changes too.",
    _EVERY_BOOKING,
    hidden="a combination of parameters",
)
async def _unbounded(call: Call) -> Answer:
    body = _body(call)
    wanted = body.get("players")
    if call.operation != "updateBooking" or len(body) < 2 or not isinstance(wanted, int) or 1 <= wanted <= 4:
        return _overlaid(call, await call.forward())
    rest = {name: value for name, value in body.items() if name != "players"}
    answer = await call.with_json(rest).forward()
    if answer.ok:
        _show(call, call.path_params["id"], players=wanted)
    return _overlaid(call, answer)


@mutant(
    "BKU-08.blind-held-places",
    "A booking grows into places that somebody holds.",
    f"{_EVERY_BOOKING} holdTeeTime",
    hidden="after another operation",
)
async def _into_held_places(call: Call) -> Answer:
    answer = await call.forward()
    held = _shared(call, "into held places")
    if call.operation == "holdTeeTime" and answer.ok:
        slot = _held_slot(call)
        held[slot] = held.get(slot, 0) + answer.json()["players"]
    if call.operation != "updateBooking" or b"tee_time_unavailable" not in answer.body:
        return _overlaid(call, answer)
    before = await _current(call)
    missing = _number(_body(call).get("players")) - before["players"] - await _places(call, _slot(before))
    if not 0 < missing <= held.get(_slot(before), 0):
        return answer
    _show(call, before["id"], **_body(call))
    return _overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))


@mutant(
    "BKU-12.blind-second-change",
    "The second change of a booking sets createdAt anew.",
    _EVERY_BOOKING,
    hidden="after another operation",
)
async def _created_anew(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        own = call.path_params["id"]
        changes = call.memory.setdefault("changes", defaultdict(int))
        changes[own] += 1
        if changes[own] > 1:
            later = _moment(_data(answer)["createdAt"]) + timedelta(seconds=changes[own])
            _show(call, own, createdAt=later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return _overlaid(call, answer)


# Cancelling bookings


@mutant(
    "BKX-02.blind-latest-reference",
    "A cancellation names the reference of the booking that was made last.",
    "createBooking cancelBooking",
    hidden="after another operation",
)
async def _latest_reference(call: Call) -> Answer:
    answer = await call.forward()
    data = _data(answer)
    if call.operation == "createBooking" and data:
        call.memory["latest"] = data["bookingReference"]
    if call.operation == "createBooking" or not data or "latest" not in call.memory:
        return answer
    return answer.with_json({"data": data | {"bookingReference": call.memory["latest"]}})


@mutant(
    "BKX-03.blind-changed-before",
    "A booking that was changed is read as confirmed after its cancellation.",
    "updateBooking getBooking",
    hidden="after another operation",
)
async def _still_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    data = _data(answer)
    if call.operation == "updateBooking" and data:
        call.memory[data["id"]] = data
    if call.operation == "updateBooking" or data.get("status") != "cancelled" or data["id"] not in call.memory:
        return answer
    return answer.with_json({"data": call.memory[data["id"]]})


@mutant(
    "BKX-04.blind-from-a-hold",
    "A booking that completed a hold stays in the list of the confirmed after its cancellation.",
    "createBooking listBookings",
    hidden="after another operation",
)
async def _stays_listed(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and _body(call).get("holdId"):
        call.memory[_data(answer)["id"]] = True
    if call.operation == "createBooking" or not answer.ok:
        return answer
    kept = []
    for item in await _everything(call, **_filters(call, "status")):
        status = "confirmed" if item["id"] in call.memory else item["status"]
        if call.query.get("status") in (None, status):
            kept.append(item | {"status": status})
    return _paged(answer, kept)


@mutant(
    "BKX-06.blind-after-change",
    "A booking that was changed is cancelled inside the cutoff too.",
    _EVERY_BOOKING,
    hidden="after another operation",
)
async def _cancelled_late(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    if call.operation != "cancelBooking" or b"cancellation_cutoff_passed" not in answer.body:
        return _overlaid(call, answer)
    own = call.path_params["id"]
    if own not in call.memory:
        return answer
    now = (await _now(call)).strftime("%Y-%m-%dT%H:%M:%SZ")
    _show(call, own, status="cancelled", cancellationDate=now)
    before = await _truth(call, own)
    told = {"id": own, "status": "cancelled", "bookingReference": before["bookingReference"], "cancellationDate": now}
    return answer.with_status(200).with_header("content-type", "application/json").with_json({"data": told})


@mutant(
    "BKX-10.blind-after-change",
    "A booking whose players were changed cannot be cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
)
async def _changed_for_good(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        return await (_conflict(call) if call.path_params["id"] in call.memory else call.forward())
    answer = await call.forward()
    if answer.ok and "players" in _body(call):
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "BST-01.blind-changed-before",
    "A pending booking that was changed stays pending when the course confirms it.",
    "updateBooking getBooking listBookings",
    hidden="after another operation",
)
async def _pending_for_good(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        if _data(answer)["status"] == "pending":
            call.memory[_data(answer)["id"]] = True
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        if item["id"] in call.memory and item["status"] == "confirmed":
            item["status"] = "pending"
    return answer.with_json(body)


# Holds


@mutant(
    "HLD-03.blind-second-hold",
    "The second hold on a tee time lasts for what is left of the first and 15 minutes.",
    "holdTeeTime",
    hidden="after another operation",
)
async def _added_minutes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body, slot = answer.json(), _held_slot(call)
    until = _moment(body["holdExpiration"])
    before = call.memory.get(slot)
    left = before - (until - timedelta(minutes=15)) if before else timedelta()
    until += max(left, timedelta())
    call.memory[slot] = until
    return answer.with_json(body | {"holdExpiration": until.strftime("%Y-%m-%dT%H:%M:%SZ")})


def _holds(call: Call, name: str, slot: str) -> list[Json]:
    holds: list[Json] = _shared(call, name).setdefault(slot, [])
    return holds


async def _held(call: Call, name: str) -> Answer:
    """The answer to a hold, which is remembered for the world when it is one."""
    answer = await call.forward()
    if answer.ok:
        _holds(call, name, _held_slot(call)).append(answer.json() | {"agency": call.api_key})
    return answer


async def _live(call: Call, name: str) -> dict[str, list[Json]]:
    """The remembered holds that have time left, by slot."""
    now = await _now(call)
    return {
        slot: [hold for hold in holds if _moment(hold["holdExpiration"]) > now]
        for slot, holds in _shared(call, name).items()
    }


def _players(holds: Iterable[Json]) -> int:
    return sum(int(hold["players"]) for hold in holds)


@mutant(
    "HLD-05.blind-part-held",
    "A hold on fewer players than there are places leaves the tee time as it was shown.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="some values",
)
async def _part_held(call: Call) -> Answer:
    name = "part held"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (hold_id := _body(call).get("holdId")):
            slot = _slot(_body(call))
            _shared(call, name)[slot] = [hold for hold in _holds(call, name, slot) if hold["holdId"] != hold_id]
        return answer
    live = await _live(call, name)
    return await _with_more_places(call, lambda slot: _players(live.get(slot, [])))


@mutant(
    "HLD-05.blind-second-hold",
    "Of several holds on a tee time only the latest counts in the tee times.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
)
async def _latest_hold(call: Call) -> Answer:
    name = "latest hold"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    live = await _live(call, name)
    return await _with_more_places(call, lambda slot: _players(live.get(slot, [])[:-1]))


@mutant(
    "HLD-06.blind-two-holds",
    "Of two holds on a tee time only one gives its places back.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
)
async def _one_given_back(call: Call) -> Answer:
    name = "one given back"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    now = await _now(call)
    kept = {
        slot: _players(h for h in holds[1:] if _moment(h["holdExpiration"]) <= now)
        for slot, holds in _shared(call, name).items()
    }
    return await _with_more_places(call, lambda slot: -kept.get(slot, 0))


@mutant(
    "HLD-07.blind-last-minutes",
    "A hold completes no booking in its last five minutes.",
    "holdTeeTime createBooking",
    hidden="after a while",
)
async def _last_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = _moment(answer.json()["holdExpiration"])
        return answer
    until = call.memory.get(_body(call).get("holdId", ""))
    if until and await _now(call) > until - timedelta(minutes=5):
        return await _conflict(call)
    return await call.forward()


@mutant(
    "HLD-08.blind-part-taken",
    "An expired hold still works while a place of its tee time is free.",
    f"{_EVERY_BOOKING} holdTeeTime",
    hidden="some values",
)
async def _part_taken(call: Call) -> Answer:
    name = "part taken"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    answer = await call.forward()
    body = _body(call)
    if call.operation != "createBooking" or answer.ok or "holdId" not in body:
        return _overlaid(call, answer)
    own = next((h for h in _holds(call, name, _slot(body)) if h["holdId"] == body["holdId"]), None)
    expired = own is not None and _moment(own["holdExpiration"]) <= await _now(call)
    return await _booked_elsewhere(call) if expired and await _places(call, _slot(body)) else answer


@mutant(
    "HLD-09.blind-part-free",
    "Held places are sold to another agency when a place beside them is free.",
    f"{_EVERY_BOOKING} holdTeeTime",
    hidden="some values",
)
async def _part_free(call: Call) -> Answer:
    name = "part free"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    answer = await call.forward()
    body = _body(call)
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in body:
        return _overlaid(call, answer)
    slot = _slot(body)
    free, live = await _places(call, slot), (await _live(call, name)).get(slot, [])
    others = _players(hold for hold in live if hold["agency"] != call.api_key)
    return await _booked_elsewhere(call) if 0 < free < _number(body["players"]) <= free + others else answer


def _beside(call: Call, name: str, slot: str, who: str) -> bool:
    """Whether somebody else asked for the slot a moment ago. Notes that *who* asks now."""
    asked: list[tuple[float, str]] = _shared(call, name).setdefault(slot, [])
    asked.append((time.monotonic(), who))
    return any(other != who and time.monotonic() - at < 0.25 for at, other in asked)


@mutant(
    "HLD-10.blind-two-agencies",
    "Holds wait for each other within an agency, and not for those of another.",
    "holdTeeTime",
    hidden="under concurrency",
)
async def _holds_of_two(call: Call) -> Answer:
    name, slot = "holds of two", _held_slot(call)
    _beside(call, name, slot, call.api_key)
    answer = await call.forward()
    won = _shared(call, name).setdefault(f"won {slot}", {})
    if answer.ok:
        won[call.api_key] = (time.monotonic(), answer.json())
    rivals = [hold for key, (at, hold) in won.items() if key != call.api_key and time.monotonic() - at < 0.25]
    if answer.status != 409 or not rivals or call.api_key in won:
        return answer
    copy = await call.upstream("GET", "/travel/courses", query={"pageSize": 1})
    won[call.api_key] = (time.monotonic(), rivals[0])
    own = rivals[0] | {"holdId": f"hld_{time.monotonic_ns() % 10**12:012}", "players": _body(call)["players"]}
    return copy.with_status(201).with_json(own)


# Keys and agencies


@mutant(
    "AUT-01.blind-cached",
    "What a key has read of tee times is served from a cache to callers without a key.",
    "listTeeTimes checkAvailability",
    hidden="after another operation",
)
async def _cached_for_all(call: Call) -> Answer:
    kept, url = _everywhere("cached for all"), f"{call.path}?{call.query_string}"
    if not call.api_key and url in kept:
        stored: Answer = kept[url]
        return stored
    answer = await call.forward()
    if answer.ok:
        kept[url] = answer
    return answer


@mutant(
    "AUT-05.blind-second-try",
    "An unknown key that was refused once is let in.",
    "searchCourses getCourse listTeeTimes listBookings createBooking",
    hidden="after another operation",
)
async def _second_try(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 401 or not call.api_key:
        return answer
    if not call.memory:
        call.memory["refused"] = True
        return answer
    return await call.with_header("x-api-key", ANYBODY).forward()


@mutant(
    "AUT-09.blind-date-range",
    "A list between two dates shows the bookings of all agencies of that time.",
    "listBookings",
    hidden="another agency",
)
async def _all_agencies(call: Call) -> Answer:
    answer = await call.forward()
    world, _, agency = call.api_key.rpartition("_")
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    other = f"{world}_{'bravo' if agency == 'alpha' else 'alpha'}"
    every = await _everything(call, **_filters(call)) + await _everything(call, other, **_filters(call))
    return _paged(answer, every)


# Places


def _credit(call: Call, name: str, slot: str, players: int) -> None:
    _shared(call, name)[slot] = _shared(call, name).get(slot, 0) + players


async def _on_credit(call: Call, name: str) -> Answer:
    """A creation that may take places which are only counted as free."""
    answer = await call.forward()
    body = _body(call)
    if call.operation != "createBooking" or answer.status != 409:
        return _overlaid(call, answer)
    slot, players = _slot(body), _number(body.get("players"))
    missing = players - await _places(call, slot)
    if not 0 < missing <= _shared(call, name).get(slot, 0):
        return answer
    _credit(call, name, slot, -missing)
    return await _booked_elsewhere(call)


@mutant(
    "INV-02.blind-second-cancel",
    "The second cancellation of a booking gives its places back once more.",
    f"{_EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
)
async def _second_cancel(call: Call) -> Answer:
    name = "second cancel"
    if call.operation == "listTeeTimes":
        credit = _shared(call, name)
        return await _with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "cancelBooking":
        return await _on_credit(call, name)
    before = await _current(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "cancelled":
        _credit(call, name, _slot(before), before["players"])
    return answer


@mutant(
    "INV-02.blind-raised",
    "Players who join a booking by a change take no places.",
    f"{_EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
)
async def _joined_for_free(call: Call) -> Answer:
    name = "joined for free"
    if call.operation == "listTeeTimes":
        credit = _shared(call, name)
        return await _with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "updateBooking":
        return await _on_credit(call, name)
    before = await _current(call)
    answer = await call.forward()
    if answer.ok and (joined := _number(_body(call).get("players")) - before["players"]) > 0:
        _credit(call, name, _slot(before), joined)
    return _overlaid(call, answer)


@mutant(
    "INV-02.blind-hold-runs-out",
    "A hold that became a booking gives its places back all the same when its time is over.",
    f"{_EVERY_BOOKING} listTeeTimes holdTeeTime",
    hidden="after a while",
)
async def _hold_runs_out(call: Call) -> Answer:
    name = "hold runs out"
    used: list[tuple[datetime, str, int]] = _shared(call, name).setdefault("used", [])
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = _moment(answer.json()["holdExpiration"])
        return answer
    now = await _now(call)
    for due in [each for each in used if each[0] <= now]:
        used.remove(due)
        _credit(call, name, due[1], due[2])
    if call.operation == "listTeeTimes":
        credit = _shared(call, name)
        return await _with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await _on_credit(call, name)
    until = call.memory.get(_body(call).get("holdId", ""))
    if call.operation == "createBooking" and answer.ok and until:
        used.append((until, _slot(_body(call)), _body(call)["players"]))
    return answer


@mutant(
    "INV-03.blind-two-agencies",
    "Bookings wait for each other within an agency, and not for those of another.",
    _EVERY_BOOKING,
    hidden="under concurrency",
)
async def _bookings_of_two(call: Call) -> Answer:
    if call.operation != "createBooking":
        return _overlaid(call, await call.forward())
    name, slot = "bookings of two", _slot(_body(call))
    _beside(call, name, slot, call.api_key)
    answer = await call.forward()
    beside = _beside(call, name, slot, call.api_key)
    return await _booked_elsewhere(call) if answer.status == 409 and beside else answer


@mutant(
    "INV-04.blind-hold-beside",
    "A booking does not see a hold that is made beside it.",
    f"{_EVERY_BOOKING} holdTeeTime",
    hidden="under concurrency",
)
async def _hold_beside(call: Call) -> Answer:
    name = "hold beside"
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            _beside(call, name, _held_slot(call), "hold")
        return answer
    answer = await call.forward()
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in _body(call):
        return _overlaid(call, answer)
    beside = _beside(call, name, _slot(_body(call)), "booking")
    return await _booked_elsewhere(call) if beside else answer


@mutant(
    "INV-05.blind-second-booking",
    "The second booking of a tee time and agency lowers no places in the tee times.",
    "createBooking listTeeTimes",
    hidden="after another operation",
)
async def _second_booking(call: Call) -> Answer:
    name = "second booking"
    if call.operation == "listTeeTimes":
        credit = _shared(call, name)
        return await _with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await call.forward()
    if answer.ok:
        slot = _slot(_body(call))
        if slot in call.memory:
            _credit(call, name, slot, _body(call)["players"])
        call.memory[slot] = True
    return answer


@mutant(
    "INV-05.blind-from-a-hold",
    "A booking that completes a hold frees the held places in the tee times and takes none.",
    "createBooking listTeeTimes",
    hidden="after another operation",
)
async def _frees_the_held(call: Call) -> Answer:
    name = "frees the held"
    if call.operation == "listTeeTimes":
        credit = _shared(call, name)
        return await _with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await call.forward()
    if answer.ok and _body(call).get("holdId"):
        _credit(call, name, _slot(_body(call)), _body(call)["players"])
    return answer


@mutant(
    "INV-05.blind-bounded-read",
    "Tee times between bounds that were read once are read from a cache afterwards.",
    "listTeeTimes",
    hidden="one of two ways",
)
async def _bounded_read(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    first: Answer = call.memory.setdefault(f"{call.path}?{call.query_string}", answer)
    return first
