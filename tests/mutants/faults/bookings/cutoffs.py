"""Faults of what forbids changes and cancels: the terms of a course and their cutoffs (BKU-05, BKU-06, BKX-06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import EVERY_BOOKING, body_of, current_booking, overlaid, pretend, true_booking
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, put
from tests.mutants.tools.registry import Origin, mutant


# Changes that are to be refused.
def _allowed(name: str, breaks: str, code: str, chosen: Callable[[Booking], bool] = lambda _: True) -> None:
    """A change that the sandbox refuses with *code* gets the answer of a success if *chosen* accepts its body."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or code_of(answer) != code or not chosen(sent(call)):
            return answer
        now = await call.upstream("GET", call.path)
        disguise(call, call.path_params["id"], _with_members(sent(call)))
        return in_disguise(call, now)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


def _with_members(body: Mapping[str, Any]) -> Edit:
    members = {name: body[name] for name in MODIFIABLE if name in body}
    return lambda booking: booking | members


_allowed("BKU-05", "modificationAllowed = false forbids nothing.", "modification_not_allowed")
_allowed(
    "BKU-05.requests",
    "Special requests can be changed on a course that forbids changes.",
    "modification_not_allowed",
    lambda body: "specialRequests" in body,
)

_PLATFORM_HOURS = 24


# Cutoffs that nobody enforces.
async def _own_hours(call: Call, booking: dict[str, Any], term: str) -> int:
    terms = await call.upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    return int(terms.json()["data"]["bookingTerms"][term])


def _unenforced(
    name: str,
    breaks: str,
    operation: str,
    *,
    only_own_terms: bool = False,
    when: Callable[[Call, dict[str, Any]], bool] = lambda *_: True,
) -> None:
    """*operation* does inside the cutoff what it does outside, at every course or where the platform's hours do not
    apply, and for calls about bookings that meet *when*.
    """
    code, term = _CUTOFFS[operation]

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != operation or code_of(answer) != code:
            return answer
        now = await call.upstream("GET", call.path)
        booking = now.json()["data"]
        if not when(call, booking):
            return answer
        if only_own_terms and await _own_hours(call, booking, term) == _PLATFORM_HOURS:
            return answer
        members = {"status": "cancelled"} if operation == "cancelBooking" else sent(call)
        for member, value in members.items():
            disguise(call, booking["id"], put(member, value))
        done = in_disguise(call, now)
        extra = {"cancellationDate": booking["createdAt"]} if operation == "cancelBooking" else {}
        return done.with_json({"data": done.json()["data"] | extra})

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_CUTOFFS = {
    "updateBooking": ("modification_cutoff_passed", "modificationCutoffHours"),
    "cancelBooking": ("cancellation_cutoff_passed", "selfServiceCancellationCutoffHours"),
}
_unenforced("BKU-06", "Changes are allowed until the tee time.", "updateBooking")
_unenforced("BKU-06.terms", "Only the platform's cutoff for changes counts.", "updateBooking", only_own_terms=True)
_unenforced(
    "BKU-06.requests",
    "Special requests can be changed until the tee time.",
    "updateBooking",
    when=lambda call, _: set(sent(call)) == {"specialRequests"},
)
_unenforced("BKX-06", "Cancellation is allowed until the tee time.", "cancelBooking")
_unenforced(
    "BKX-06.terms", "Only the platform's cutoff for cancellations counts.", "cancelBooking", only_own_terms=True
)
_unenforced(
    "BKX-06.four",
    "A booking of four can be cancelled until the tee time.",
    "cancelBooking",
    when=lambda _, booking: booking["players"] == 4,
)


@mutant(
    "BKU-05.blind-reference-passes",
    "A course that forbids changes accepts a new reference.",
    EVERY_BOOKING,
    hidden="some values",
    origin=Origin.blind,
)
async def _reference_passes(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    refused = call.operation == "updateBooking" and answer.status == 409
    if not refused or set(body) != {"agencyBookingReference"} or b"modification_not_allowed" not in answer.body:
        return overlaid(call, answer)
    pretend(call, call.path_params["id"], **body)
    read = await call.upstream("GET", f"/travel/bookings/{call.path_params['id']}")
    return overlaid(call, read)


@mutant(
    "BKU-06.blind-by-day",
    "The modification cutoff ignores hours: only the day of play is too late.",
    EVERY_BOOKING,
    hidden="some values",
    origin=Origin.blind,
)
async def _cutoff_by_day(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or b"modification_cutoff_passed" not in answer.body:
        return overlaid(call, answer)
    before = await current_booking(call)
    if before["date"] <= (await world_time(call)).date().isoformat():
        return answer
    pretend(call, before["id"], **body_of(call))
    return overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))


@mutant(
    "BKX-06.blind-after-change",
    "Agencies can cancel a changed booking inside the cutoff.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_late(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    if call.operation != "cancelBooking" or b"cancellation_cutoff_passed" not in answer.body:
        return overlaid(call, answer)
    own = call.path_params["id"]
    if own not in call.memory:
        return answer
    now = (await world_time(call)).strftime("%Y-%m-%dT%H:%M:%SZ")
    pretend(call, own, status="cancelled", cancellationDate=now)
    before = await true_booking(call, own)
    said = {"id": own, "status": "cancelled", "bookingReference": before["bookingReference"], "cancellationDate": now}
    return answer.with_status(200).with_header("content-type", "application/json").with_json({"data": said})


@mutant(
    "BKU-05.blind-fewer",
    "A course that forbids changes accepts fewer players.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
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
