"""Blind faults of the fifty-ninth lot: bookings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.asking import has_status
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, disguise, in_disguise, relisted, shown
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_A_MINUTE = timedelta(minutes=1)


def _has_lines(call: Call) -> bool:
    wish = sent(call).get("specialRequests")
    return isinstance(wish, str) and "\n" in wish.strip()


request_change(
    "BKC-08.lot59-first-line-only",
    "A new booking keeps only the first line of special requests.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": sent(call)["specialRequests"].strip().split("\n")[0]}),
    when=_has_lines,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot59-as-old-as-its-hold",
    "A booking that completes a hold of some minutes ago shows the time of the hold as createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _as_old_as_its_hold(call: Call) -> Answer:
    held: dict[str, datetime] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = await world_time(call)
        return answer
    answer = await shown(call)
    since = held.get(str(sent(call).get("holdId"))) if call.operation == "createBooking" else None
    if not answer.ok or since is None or await world_time(call) - since <= _A_MINUTE:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", f"{since:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


relisted(
    "BKL-08.lot59-single-day-is-empty",
    "A list from a startDate to the same endDate has no bookings.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]
    ],
    when=lambda call: "endDate" in call.query and call.query["endDate"] == call.query.get("startDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

relisted(
    "BKL-09.lot59-start-lost-on-later-pages",
    "The later pages of a list by status and startDate also hold bookings before the startDate.",
    lambda call, bookings: [booking for booking in bookings if asked_for(call.without("startDate"), booking)],
    when=lambda call: has_status(call) and "startDate" in call.query and after_the_first_page(call),
    hidden="a later page",
    origin=Origin.blind,
)


def _with_an_empty_page(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"] and pagination["totalItems"] % pagination["pageSize"] == 0:
        pagination["totalPages"] += 1
    return body


json_answer(
    "PAG-11.lot59-empty-page-when-even",
    "A booking list whose last page is full counts one more page.",
    "listBookings",
    _with_an_empty_page,
    hidden="some values",
    origin=Origin.blind,
)
