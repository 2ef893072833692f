"""Learns from writes: it creates one thing of each kind, far beyond every cutoff, and removes it again."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.asking.client import segment
from conformance.asking.oracles import within_budget
from conformance.catalogue.paths import BOOKINGS, WEBHOOKS
from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime
from conformance.discovery.booking_hooks import usual_places
from conformance.discovery.webhooks import subscription
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Judgement, Untested
from conformance.evidence.webhook_ids import usual_place, webhook_id
from conformance.first_contact.tools import Tools, shown_refusal
from conformance.target.levers import HookPayloads
from conformance.target.target import Budgets, Placement

_PLACES = 4

# In the order in which they are tried; the first that completes a hold is right.
_HOLD_ID_PLACES: Sequence[Placement] = (
    Placement("body", "holdId"),
    Placement("header", "X-Hold-Id"),
    Placement("query", "holdId"),
    Placement("body", "hold_id"),
    Placement("body", "teeTimeHoldId"),
    Placement("header", "Hold-Id"),
    Placement("query", "hold_id"),
)

_HOOK_TEMPLATE: Mapping[str, str] = {
    "courseId": "{course_id}",
    "date": "{date}",
    "teeTime": "{time}",
    "players": "{players}",
    "agencyBookingReference": "{reference}",
}


def learn_malformed(tools: Tools) -> None:
    """Learns the answer to a body that is not JSON."""
    answer = tools.agency.post(BOOKINGS, content=b'{"courseId": ', role=Role.attempt)
    tools.findings.say("", f"A body that is not JSON {shown_refusal(answer)}.")


def learn_booking(tools: Tools) -> None:
    """Learns whether bookings are accepted, and how long a new booking takes to appear in the list."""
    booking = tools.bookings.create_data(tools.tee_times.fresh())
    began = time.monotonic()
    usual = Budgets().visibility_seconds
    shown = within_budget(lambda: _is_listed(tools, booking), lambda is_listed: is_listed, seconds=usual * 4)
    seconds = time.monotonic() - began
    tools.findings.say(
        "", f"A booking was accepted, and cancelled again: its reference begins with {tools.run.marker}."
    )
    if not shown:
        tools.findings.say("budgets.visibility_seconds", f"A new booking was not listed within {usual * 4:g} s.")
    elif seconds > usual / 2:
        tools.findings.learn(
            "budgets.visibility_seconds", round(seconds * 4, 1), f"A booking took {seconds:.1f} s to show."
        )
    else:
        tools.findings.say("budgets.visibility_seconds", f"A new booking was listed {seconds:.1f} s after the answer.")


def learn_hold_id(tools: Tools) -> None:
    """Learns the place of the hold id: holds a whole tee time, and books it with the id in different places."""
    tee_time = _tee_time_of_four(tools)
    held = tools.bookings.hold(tee_time, _PLACES)
    body = held.body if held.is_success else None
    if not isinstance(body, dict) or not isinstance(body.get("holdId"), str):
        tools.findings.say("declares.hold_id", f"Not tried: hold-tee-time {shown_refusal(held)}.")
        return
    if tools.bookings.create(tee_time, _PLACES).is_success:
        tools.findings.say(
            "declares.hold_id", "Held places can be booked without the hold id, so its place cannot be learnt."
        )
        return
    for placement in _HOLD_ID_PLACES:
        desk = BookingDesk(tools.agency, tools.run, placement)
        if desk.complete(body["holdId"], tee_time, _PLACES).is_success:
            how = "Held places could not be booked without it, but could be booked with it."
            tools.findings.learn("declares.hold_id", f"{placement.place}:{placement.name}", how)
            return
    tried = ", ".join(f"{placement.place}:{placement.name}" for placement in _HOLD_ID_PLACES)
    tools.findings.say("declares.hold_id", f"None of these is the place: {tried}.")


def learn_webhook_id(tools: Tools) -> None:
    """Learns the place of the id of a subscription, in the answer to its request. A DELETE by this id must work."""
    created = tools.agency.post(WEBHOOKS, subscription(tools.run, "first-contact"))
    found = webhook_id(created.response)
    if found is None:
        what = f"POST /webhooks {shown_refusal(created)}: no usual place shows an id."
        tools.findings.say("declares.webhook_id", what)
        return
    removed = tools.agency.delete(f"{WEBHOOKS}/{segment(found)}")
    where = usual_place(created.response)
    if removed.is_success and where:
        tools.findings.learn("declares.webhook_id", where, "A subscription was created, and deleted by this id.")
    elif removed.is_success:
        tools.findings.say(
            "declares.webhook_id", "The id is the last part of the Location header, which the suite reads by itself."
        )
    else:
        tools.findings.say("declares.webhook_id", f"DELETE by the id at {where} {shown_refusal(removed)}.")


def learn_hooks(tools: Tools) -> None:
    """Learns the body of a booking hook and the places in its answer. The members of a booking are tried as the
    body.
    """
    desk = BookingHookDesk(tools.agency, tools.bookings, HookPayloads())
    booking = desk.booking(tools.tee_times.fresh())
    created = desk.post(booking)
    if not created.is_success:
        tools.findings.say("hooks.body", f"A booking's members as a hook: {shown_refusal(created)}.")
        return
    places = usual_places(created.response.content)
    released = desk.release(desk.id_of(created))
    if not released.is_success:
        tools.findings.say("hooks.id", f"The release by the id at {places.id} {shown_refusal(released)}.")
        return
    accepted = "A hook with the members of a booking was accepted, and released by this id."
    tools.findings.learn("hooks.body", {**booking, **_HOOK_TEMPLATE}, "The target accepted this body.")
    tools.findings.learn("hooks.id", places.id, accepted)
    if places.expires_at:
        tools.findings.learn("hooks.expires_at", places.expires_at, "It shows a moment.")


def learn_by(tools: Tools, key: str, look: Callable[[Tools], None]) -> None:
    """Calls *look*. When it cannot go on, the reason becomes a sentence beside *key*."""
    try:
        look(tools)
    except Judgement as judgement:
        tools.findings.say(key, f"Not learnt: {judgement}")


def _tee_time_of_four(tools: Tools) -> OfferedTeeTime:
    """A tee time that one hold fills. Raises `Untested` when none is found."""
    for _ in range(3):
        of_four = [tee_time for tee_time in tools.tee_times.fresh_day().tee_times if tee_time.places == _PLACES]
        if of_four:
            return of_four[0]
    raise Untested("No tee time with exactly four free places was found.")


def _is_listed(tools: Tools, booking: Mapping[str, Any]) -> bool:
    listed = tools.agency.get(BOOKINGS, startDate=booking.get("date"), endDate=booking.get("date"), pageSize=100)
    items = listed.body.get("data") if listed.is_success and isinstance(listed.body, dict) else None
    return any(isinstance(item, dict) and item.get("id") == booking["id"] for item in items or [])
