"""Faults of bookings at offline courses, of texts and of booking lists, written without knowledge of the suite."""

from __future__ import annotations

from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    book_in_disguise,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    relisted,
    shown,
)
from tests.mutants.tools.edits import drop, put, where
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import code_of, sent


@mutant(
    "AUT-09.blind-pending",
    "The list under status=pending shows the bookings of all agencies.",
    "listBookings",
    hidden="another agency",
)
async def _pending_of_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "pending":
        return answer
    world = call.api_key.rpartition("_")[0]
    found: list[Any] = []
    for agency in ("alpha", "bravo"):
        found += await every_booking(call.with_header("x-api-key", f"{world}_{agency}"))
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "BKC-06.blind-same-email",
    "A lead player whose e-mail is known already keeps the names of the first booking.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
)
async def _known_guest(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    first = call.memory.setdefault("guests", {}).setdefault(booking["leadPlayer"]["email"].lower(), booking)
    names = {name: first["leadPlayer"][name] for name in ("firstName", "lastName")}

    def renamed(body: Any) -> Any:
        return body | {"leadPlayer": body["leadPlayer"] | names} if "leadPlayer" in body else body

    disguise(call, booking["id"], renamed)
    return in_disguise(call, answer)


request_change(
    "BKC-08.blind-lines",
    "Of special requests of several lines the first is kept.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": sent(call)["specialRequests"].splitlines()[0]}),
    when=lambda call: "\n" in str(sent(call).get("specialRequests", "")).strip(),
    hidden="some values",
)


@mutant(
    "BKC-21.blind-offline",
    "Five players or more are booked at an offline course.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
)
async def _many_offline(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    players = body.get("players")
    if call.operation != "createBooking" or answer.ok or not isinstance(players, int) or players < 5:
        return answer
    course = await call.upstream("GET", f"/travel/courses/{body.get('courseId')}")
    if not course.ok or course.json()["data"]["isOnline"]:
        return answer
    return await book_in_disguise(call, body | {"players": 4}, put("players", players))


json_answer(
    "BKG-02.blind-pending",
    "A pending booking is read without its lead player.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "pending", drop("data.leadPlayer")),
    hidden="some values",
)
relisted(
    "BKL-04.blind-confirmed",
    "The list under status=confirmed has the pending bookings as well.",
    lambda call, bookings: [
        one for one in bookings if asked_for(call.without("status"), one) and one["status"] in ("confirmed", "pending")
    ],
    when=lambda call: call.query.get("status") == "confirmed",
    hidden="some values",
)


@mutant(
    "BKU-05.blind-fewer",
    "A course that forbids changes lets the players be lowered.",
    BOOKING_OPERATIONS,
    hidden="some values",
)
async def _fewer_in_spite(call: Call) -> Answer:
    answer = await shown(call)
    wanted = sent(call).get("players")
    if call.operation != "updateBooking" or code_of(answer) != "modification_not_allowed":
        return answer
    now = in_disguise(call, await call.upstream("GET", call.path))
    if not isinstance(wanted, int) or not 1 <= wanted < now.json()["data"]["players"]:
        return answer
    disguise(call, call.path_params["id"], put("players", wanted))
    return in_disguise(call, now)
