"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WORKING_DAYS = timedelta(days=10)


# Plain faults.
def _ten_days(body: Any) -> Any:
    hook = body["data"]
    ends = min(moment_of(hook["expiresAt"]), moment_of(hook["createdAt"]) + _WORKING_DAYS)
    return body | {"data": hook | {"expiresAt": f"{ends:%Y-%m-%dT%H:%M:%SZ}"}}


json_answer(
    "HOK-04.lot4-working-days",
    "A booking hook ends after the ten working days of two weeks.",
    "createBookingHook",
    _ten_days,
    origin=Origin.blind,
)


@mutant(
    "HOK-05.lot4-release-keeps",
    "The release of a booking hook does not return its places.",
    "createBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _release_keeps(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = answer.json()["data"]
    hook = hooks.pop(call.path_params.get("id", ""), None) if answer.ok else None
    if hook:
        await take_places(call, hook, hook["players"])
    return answer


# Faults under a condition.
_sheets = ForgetfulSheets()


@mutant(
    "HOK-05.lot4-own-sheet-only",
    "The places of a booking hook are off sale for its own agency alone: other agencies' tee sheets show them free.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="another agency",
    origin=Origin.blind,
)
async def _own_sheet_only(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _sheets.sheet(call, lambda taking: taking.api_key != call.api_key)
    new = call.operation == "createBookingHook"
    course_id = quote(str(sent(call).get("courseId")), safe="")
    line = await line_of(aside(call), course_id, "teeTime") if new else None
    answer = await call.forward()
    if not answer.ok:
        return answer
    if line:
        hook = answer.json()["data"]
        taking = Taking(hook["courseId"], hook["date"], line, hook["players"], call.api_key)
        _sheets.forget(call, hook["id"], taking)
    elif not new:
        _sheets.know_again(call, call.path_params["id"])
    return answer


@mutant(
    "HOK-07.lot4-released-twice",
    "A second release turns a released booking hook back, so that it can be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_twice(call: Call) -> Answer:
    wishes: dict[str, Any] = call.memory.setdefault("wishes", {})
    releases: dict[str, int] = call.memory.setdefault("releases", {})
    answer = await call.forward()
    hook_id = call.path_params.get("id", "")
    if answer.ok and call.operation == "createBookingHook":
        wishes[answer.json()["data"]["id"]] = sent(call)
    if answer.ok and call.operation == "releaseBookingHook":
        releases[hook_id] = releases.get(hook_id, 0) + 1
    if call.operation != "confirmBookingHook" or answer.status != 409 or hook_id not in wishes:
        return answer
    if releases.get(hook_id, 0) % 2 or not releases.get(hook_id):
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
    return booked.with_status(200) if booked.ok else answer
