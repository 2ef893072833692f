"""Blind faults of the seventy-first lot: bookings and lists."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.disguises import asked_for, booked_as, relisted
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

request_change(
    "BKL-09.lot71-archive-without-an-end",
    "The list of the cancelled bookings ignores endDate.",
    "listBookings",
    lambda call: call.without("endDate"),
    when=lambda call: call.query.get("status") == "cancelled" and day_in(call, "endDate") is not None,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot71-list-keeps-the-held-party",
    "The list shows a booking that came from a hold with the players of its creation, whatever changed since.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _party_of_the_hold(call: Call) -> Answer:
    answer = await call.forward()
    held: dict[str, int] = call.memory.setdefault("held", {})
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createBooking":
        if "holdId" in sent(call):
            held[body["data"]["id"]] = body["data"]["players"]
        return answer
    body["data"] = [item | {"players": held.get(item["id"], item["players"])} for item in body["data"]]
    return answer.with_json(body)


relisted(
    "BKL-03.lot71-pending-only-on-demand",
    "A list without a status leaves out the pending bookings.",
    lambda call, found: [item for item in found if asked_for(call, item) and item["status"] != "pending"],
    when=lambda call: "status" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

booked_as(
    "BKC-07.lot71-reference-up-to-the-slash",
    "A reference of the agency is cut off at its first slash.",
    alter("agencyBookingReference", lambda text: text.split("/")[0]),
    when=lambda body: "/" in str(body.get("agencyBookingReference", "")),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "BKG-02.lot71-cancelled-without-a-name",
    "A read of a cancelled booking has no lead player.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "cancelled", drop("data.leadPlayer")),
    hidden="after another operation",
    origin=Origin.blind,
)

relisted(
    "BKL-08.lot71-empty-single-day",
    "A list from a day to the same day is empty.",
    lambda _, __: [],
    when=lambda call: call.query.get("startDate", "") == call.query.get("endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _an_hour_later(text: str) -> str:
    return f"{moment_of(text) + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}Z"


booked_as(
    "BKC-33.lot71-winter-time-as-utc",
    "The time of creation is an hour late.",
    alter("createdAt", _an_hour_later),
    origin=Origin.blind,
)
