"""Faults of booking hooks (HOK)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, one_page, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of, sheet_with_at_most
from tests.mutants.parts.overbooking import tee_time_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, an_unmade_booking, code_of, sent
from tests.mutants.tools.call import BASE_PATH, Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CREATE = "createBookingHook"
_CONFIRM = "confirmBookingHook"
_RELEASE = "releaseBookingHook"


def _unknown_path(
    name: str, breaks: str, operation: str, when: Callable[[Call], bool] = lambda _: True, *, hidden: str | None = None
) -> None:
    async def handle(call: Call) -> Answer:
        return await a_refusal(call, 404, "not_found", breaks) if when(call) else await call.forward()

    mutant(name, breaks, operation, hidden=hidden)(handle)


_unknown_path("HOK-01", "Nobody serves hooks.", _CREATE)
_unknown_path(
    "HOK-01.four",
    "No hook is for four players.",
    _CREATE,
    lambda call: sent(call)["players"] == 4,
    hidden="some values",
)
_unknown_path("HOK-02", "Nobody serves confirmations of hooks.", _CONFIRM)
_unknown_path("HOK-03", "Nobody serves releases of hooks.", _RELEASE)


def _for_four(name: str, breaks: str, operation: str) -> None:
    """Hooks of four players are not found by *operation*."""

    async def handle(call: Call) -> Answer:
        of_four: set[str] = call.memory.setdefault("of four", set())
        if call.operation == operation and call.path_params["id"] in of_four:
            return await a_refusal(call, 404, "booking_hook_not_found", breaks)
        answer = await call.forward()
        if call.operation == _CREATE and answer.ok and sent(call)["players"] == 4:
            of_four.add(answer.json()["data"]["id"])
        return answer

    mutant(name, breaks, f"{_CREATE} {operation}", hidden="some values")(handle)


_for_four("HOK-02.four", "A hook of four cannot be confirmed.", _CONFIRM)
_for_four("HOK-03.four", "A hook of four cannot be released.", _RELEASE)


# How long a hook lasts.
def _shorter(by: timedelta) -> Edit:
    return alter("data.expiresAt", lambda moment: (datetime.fromisoformat(moment) - by).isoformat())


json_answer("HOK-04", "A hook lasts 14 hours.", _CREATE, _shorter(timedelta(days=14, hours=-14)))
json_answer("HOK-04.month", "A hook lasts a month.", _CREATE, _shorter(timedelta(days=-16)))
json_answer("HOK-04.silent", "A hook does not say when it ends.", _CREATE, drop("data.expiresAt"))
json_answer(
    "HOK-04.four",
    "A hook of four lasts a week.",
    _CREATE,
    _shorter(timedelta(days=7)),
    when=lambda call: sent(call)["players"] == 4,
    hidden="some values",
)
json_answer(
    "HOK-04.second-agency",
    "A hook of the second agency lasts a week.",
    _CREATE,
    _shorter(timedelta(days=7)),
    when=lambda call: call.api_key.endswith("_bravo"),
    hidden="another agency",
    origin=Origin.hidden,
)


# What a hook does.
_SHEETS = ForgetfulSheets()


@mutant("HOK-05", "A hook takes no places.", f"listTeeTimes {_CREATE} {_RELEASE}")
async def _takes_nothing(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call)
    line = await line_of(call, sent(call)["courseId"], "teeTime") if call.operation == _CREATE else None
    answer = await call.forward()
    if answer.ok and line is not None:
        hook = answer.json()["data"]
        _SHEETS.forget(call, hook["id"], Taking(hook["courseId"], hook["date"], line, hook["players"]))
    elif answer.ok:
        _SHEETS.know_again(call, call.path_params["id"])
    return answer


_LEFT = WorldMemory()


@mutant("HOK-05.release", "A released hook gives no places back.", f"listTeeTimes {_CREATE}")
async def _gives_nothing_back(call: Call) -> Answer:
    left: dict[Any, int] = _LEFT.of(call)
    if call.operation == _CREATE:
        line, answer = await line_of(call, sent(call)["courseId"], "teeTime"), await call.forward()
        if answer.ok and line is not None:
            hook = answer.json()["data"]
            left[hook["courseId"], hook["date"], hook["teeTime"]] = line["available"] - hook["players"]
        return answer
    return await sheet_with_at_most(call, left)


@mutant("HOK-06", "A confirmed hook is in no list of bookings.", f"{_CONFIRM} listBookings")
async def _never_listed(call: Call) -> Answer:
    answer = await call.forward()
    hidden: set[str] = call.memory.setdefault("hidden", set())
    if call.operation == _CONFIRM and answer.ok:
        hidden.add(answer.json()["data"]["id"])
    if call.operation != "listBookings" or not answer.ok:
        return answer
    query = {name: call.query[name] for name in ("startDate", "endDate", "status") if name in call.query}
    kept = [booking for booking in await every_booking(call, **query) if booking["id"] not in hidden]
    return one_page(call, answer, kept)


@mutant("HOK-07", "A released hook can be confirmed.", _CONFIRM)
async def _revived(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "booking_hook_closed":
        return answer
    return answer.with_status(200).with_json({"data": await an_unmade_booking(call, "bkg_revived00000")})


@mutant("HOK-07.unknown", "An unknown hook can be confirmed.", _CONFIRM)
async def _made_up(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "booking_hook_not_found":
        return answer
    return answer.with_status(200).with_json({"data": await an_unmade_booking(call, "bkg_madeup000000")})


@mutant("HOK-08", "The service answers requests about hooks as an unknown path.", _CREATE)
async def _nowhere(call: Call) -> Answer:
    nowhere = "/travel/nowhere"
    answer = await call.upstream("POST", nowhere, json={})
    body = answer.body.replace(f"{BASE_PATH}{nowhere}".encode(), f"{BASE_PATH}{call.path}".encode())
    return replace(answer, body=body)


@mutant(
    "HOK-07.second-release",
    "After the release of two hooks, a released hook can be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _confirmed_after_a_release(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    released: Counter[Any] = call.memory.setdefault("released", Counter())
    answer = await call.forward()
    hook = hooks.get(call.path_params.get("id", ""))
    if answer.ok and call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = sent(call)
    elif answer.ok and hook and call.operation == "releaseBookingHook":
        released[tee_time_of(hook)[:2]] += 1
    elif code_of(answer) == "booking_hook_closed" and hook and released[tee_time_of(hook)[:2]] > 1:
        return await call.upstream("POST", "/travel/bookings", json=hook)
    return answer


@mutant(
    "HOK-02.blind-older-hook",
    "Only the newest hook of an agency is found for its confirmation.",
    "createBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _newest_hook(call: Call) -> Answer:
    if call.operation == "confirmBookingHook":
        known = call.memory.get("newest", call.path_params["id"]) == call.path_params["id"]
        return await (call.forward() if known else a_refusal_for_an_unknown_id(call))
    answer = await call.forward()
    if answer.ok:
        call.memory["newest"] = data_of(answer)["id"]
    return answer


@mutant(
    "HOK-06.blind-unread",
    "The booking of a confirmed hook is listed and cannot be read.",
    "confirmBookingHook getBooking",
    origin=Origin.blind,
)
async def _hooked_unreadable(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked.add(answer.json()["data"]["id"])
        return answer
    if call.path_params["id"] in hooked:
        return await a_refusal(call, 404, "booking_not_found", "There is no such booking.")
    return answer


@mutant(
    "HOK-06.three",
    "The booking of a hook that kept three places is for two players.",
    f"{BOOKING_OPERATIONS} {_CREATE} {_CONFIRM}",
    hidden="some values",
    origin=Origin.hidden,
)
async def _two_of_three(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    answer = await (shown(call) if call.operation in BOOKING_OPERATIONS.split() else call.forward())
    if call.operation == _CREATE and answer.ok:
        sizes[answer.json()["data"]["id"]] = sent(call)["players"]
    players = sizes.get(call.path_params.get("id", ""), 1)
    if call.operation == _CONFIRM and answer.ok and players == 3:
        disguise(call, answer.json()["data"]["id"], lambda booking: booking | {"players": 2})
    return answer
