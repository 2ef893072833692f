"""Faults of making bookings, written without knowledge of the suite."""

from __future__ import annotations

import html
import unicodedata
from collections import defaultdict

from tests.mutants.tools.borrowed import a_refusal_for_a_bad_parameter
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import (
    EVERY_BOOKING,
    body_of,
    conflict,
    data_of,
    moment_of,
    overlaid,
    pretend,
    pretended,
    slot_of,
    true_booking,
)
from tests.mutants.tools.registry import mutant


@mutant(
    "BKC-01.blind-special-requests",
    "An online booking with special requests is pending, for somebody to read them.",
    EVERY_BOOKING,
    hidden="some values",
)
async def _read_by_hand(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and body_of(call).get("specialRequests"):
        pretend(call, data_of(answer)["id"], status="pending")
    if call.operation == "cancelBooking" and answer.ok:
        pretended(call).pop(call.path_params["id"], None)
    return overlaid(call, answer)


@mutant(
    "BKC-02.blind-single-player",
    "A single player on an offline course is confirmed at once.",
    EVERY_BOOKING,
    hidden="some values",
)
async def _single_at_once(call: Call) -> Answer:
    answer = await call.forward()
    made = data_of(answer)
    if call.operation == "createBooking" and made.get("status") == "pending" and made["players"] == 1:
        pretend(call, made["id"], status="confirmed")
    if call.operation == "cancelBooking" and answer.ok:
        pretended(call).pop(call.path_params["id"], None)
    return overlaid(call, answer)


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
    EVERY_BOOKING,
    hidden="after another operation",
)
async def _numbered_reference(call: Call) -> Answer:
    answer = await call.forward()
    reference = body_of(call).get("agencyBookingReference")
    if call.operation == "createBooking" and answer.ok and reference:
        seen = call.memory.setdefault("seen", defaultdict(int))
        seen[reference] += 1
        if seen[reference] > 1:
            pretend(call, data_of(answer)["id"], agencyBookingReference=f"{reference}-{seen[reference]}")
    return overlaid(call, answer)


@mutant(
    "BKC-08.blind-escaped",
    "Special requests are escaped for HTML.",
    "createBooking getBooking updateBooking",
    hidden="some values",
)
async def _escaped(call: Call) -> Answer:
    answer = await call.forward()
    data = data_of(answer)
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
    body = body_of(call)
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
    body = body_of(call)
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
    body = body_of(call)
    course = data_of(await call.upstream("GET", f"/travel/courses/{body.get('courseId')}"))
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
    body = body_of(call)
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
    body = body_of(call)
    try:
        weekend = moment_of(str(body.get("date"))).weekday() >= 5
    except ValueError:
        return await call.forward()
    return await (conflict(call) if weekend and body.get("players") == 1 else call.forward())


@mutant(
    "BKC-31.blind-same-row",
    "Who books a tee time again after a cancellation gets the old booking id.",
    EVERY_BOOKING,
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
            gone[slot_of(await true_booking(call, moved.get(asked, asked)))] = asked
        return answer.with_json(answer.json() | {"data": data_of(answer) | {"id": asked}}) if answer.ok else answer
    answer = await call.forward()
    if call.operation == "listBookings" and answer.ok:
        body, back = answer.json(), {new: old for old, new in moved.items()}
        body["data"] = [item | {"id": back.get(item["id"], item["id"])} for item in body["data"]]
        return answer.with_json(body)
    if answer.ok and (old := gone.pop(slot_of(data_of(answer)), None)):
        moved[old] = data_of(answer)["id"]
        return answer.with_json(answer.json() | {"data": data_of(answer) | {"id": old}})
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
