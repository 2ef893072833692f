"""Faults of booking hooks, group bookings, webhooks, events and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import days_after, subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_TWO_TEE_TIMES = 8

json_answer(
    "GRP-04.lot13-day-before",
    "The answer to a group booking has the date of the midnight of the course in UTC: the day before.",
    "createGroupBooking",
    alter("data.date", lambda day: days_after(day, -1)),
    origin=Origin.blind,
)


def _day_at_course(hook: dict[str, Any]) -> tuple[str, str]:
    return str(hook.get("courseId")), str(hook.get("date"))


@mutant(
    "HOK-02.lot13-after-a-release",
    "A hook cannot be confirmed when the agency released another one of the same course and day before.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_by_day(call: Call) -> Answer:
    hooks: dict[str, tuple[str, str]] = call.memory.setdefault("hooks", {})
    released: set[tuple[str, str]] = call.memory.setdefault("released", set())
    hook_id = call.path_params.get("id", "")
    if call.operation == "confirmBookingHook" and hooks.get(hook_id) in released:
        return await a_refusal(aside(call), 409, "booking_hook_closed", "The booking hook was released.")
    answer = await call.forward()
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        if "id" in hook:
            hooks[str(hook["id"])] = _day_at_course(sent(call))
    elif call.operation == "releaseBookingHook" and answer.ok and hook_id in hooks:
        released.add(hooks.pop(hook_id))
    return answer


@mutant(
    "GRP-05.lot13-large-groups-later",
    "A group of more than eight players cannot be read before it is processed.",
    "getGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _not_yet_there(call: Call) -> Answer:
    answer = await call.forward()
    group = data_of(answer)
    players = group.get("totalPlayers")
    if group.get("status") != "processing" or not isinstance(players, int) or players <= _TWO_TEE_TIMES:
        return answer
    return await a_refusal(aside(call), 404, "group_booking_not_found", "There is no such group booking.")


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription of the call as it is now, empty when there is none."""
    wanted = call.path_params.get("id")
    return next((found for found in await subscriptions_of(aside(call)) if found.get("id") == wanted), {})


@mutant(
    "WHK-03.lot13-first-description",
    "The description of a subscription stays as it was registered.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _first_description(call: Call) -> Answer:
    body = sent(call)
    if "description" not in body:
        return await call.forward()
    before = await _subscription(call)
    if not before:
        return await call.forward()
    return await call.with_json(body | {"description": before.get("description") or "-"}).forward()


@mutant(
    "WHK-04.lot13-changed-before",
    "A subscription that was changed before it was removed is still listed, as a copy of its last version.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_listed(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    left: dict[str, dict[str, Any]] = call.memory.setdefault("left", {})
    webhook_id = call.path_params.get("id", "")
    if call.operation == "deleteWebhook" and webhook_id in changed:
        last = await _subscription(call)
        answer = await call.forward()
        if answer.ok and last:
            left[webhook_id] = last
        return answer
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(webhook_id)
    if call.operation != "listWebhooks" or not answer.ok or not left or call.query.get("page", "1") != "1":
        return answer
    body = answer.json()
    return answer.with_json(body | {"data": [*body["data"], *left.values()]})


def _without_lowerings(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    return [] if event_of(delivery).get("data", {}).get("id") in memory else [delivery]


async def _notes_lowerings(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before, wanted = await booking_now(call), sent(call).get("players")
    booking_id = call.path_params["id"]
    was_lowered = relay.memory.pop(booking_id, False)
    # The delivery may come before the answer.
    if before and isinstance(wanted, int) and 0 < wanted < before["players"]:
        relay.memory[booking_id] = True
    answer = await call.forward()
    if not answer.ok:
        relay.memory.pop(booking_id, None)
        relay.memory |= {booking_id: True} if was_lowered else {}
    return answer


event_fault(
    "EVT-02.lot13-fewer-players",
    "A change to fewer players sends no event.",
    _without_lowerings,
    operations="updateBooking",
    handle=_notes_lowerings,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "JWT-02.lot13-second-refresh",
    "A session can be refreshed once: the refresh token that a refresh gave is not stored.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_refresh(call: Call) -> Answer:
    given: set[str] = call.memory.setdefault("given", set())
    if any(value in given for value in sent(call).values() if isinstance(value, str)):
        return await a_refusal(aside(call), 401, "token_invalid", "The refresh token is not known.")
    answer = await call.forward()
    renewed = data_of(answer).get("refreshToken")
    if isinstance(renewed, str):
        given.add(renewed)
    return answer
