"""Blind faults of the sixty-eighth lot: holds."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CONFLICT = 409
_WHOLE = 4
_SHEETS = ForgetfulSheets()


@mutant(
    "HLD-05.lot68-whole-flight-of-others",
    "Other agencies are still offered a tee time that is held as a whole.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _whole_flight_of_others(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: _is_of_others(call, taking) and now < taking.at)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            _SHEETS.know_again(call, sent(call)["holdId"])
        return answer
    course_id = call.path_params["courseId"]
    line = await line_of(aside(call), course_id, "time")
    answer = await call.forward()
    if answer.ok and line and answer.json()["players"] == _WHOLE:
        hold = answer.json()
        ends = moment_of(hold["holdExpiration"])
        _SHEETS.forget(call, hold["holdId"], Taking(course_id, hold["date"], line, _WHOLE, call.api_key, ends))
    return answer


def _is_of_others(call: Call, taking: Taking) -> bool:
    return taking.api_key != call.api_key and taking.at is not None


@mutant(
    "HLD-11.lot68-standard-fee-at-twilight",
    "A hold of a tee time at twilight is priced at the standard green fee of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _standard_fee_at_twilight(call: Call) -> Answer:
    body = sent(call)
    lines = await tee_times(aside(call), call.path_params["courseId"], body.get("date"), 1)
    answer = await call.forward()
    kinds = {line["time"]: line["pricing"]["priceType"] for line in lines}
    standard = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    if not answer.ok or not standard or kinds.get(body.get("time")) != "twilight":
        return answer
    hold = answer.json()
    hold["pricing"] |= {"greenFee": standard[0], "totalAmount": standard[0] * hold["players"]}
    return answer.with_json(hold)


@mutant(
    "HLD-15.lot68-cancellation-reopens-the-hold",
    "The cancellation of a booking that came from a hold makes the hold id good for another booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancellation_reopens_the_hold(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId", ""))
    if hold_id and answer.ok:
        used.setdefault(hold_id, answer.json()["data"]["id"])
    if answer.ok or used.get(hold_id) not in cancelled:
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    again = await aside(call).with_header("content-type", "application/json").with_json(rest).forward()
    if again.ok:
        used[hold_id] = again.json()["data"]["id"]
    return again if again.ok else answer


@mutant(
    "HLD-17.lot68-holds-what-is-left",
    "A hold for more places than are free is given, though only the free places are held.",
    "holdTeeTime",
    origin=Origin.blind,
)
async def _holds_what_is_left(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    players = body.get("players")
    if answer.status != _CONFLICT or not isinstance(players, int):
        return answer
    line = await line_of(aside(call), call.path_params["courseId"], "time")
    if line is None or not 0 < line["available"] < players <= _WHOLE:
        return answer
    held = await aside(call).upstream("POST", call.path, json=body | {"players": line["available"]})
    if not held.ok:
        return answer
    hold = held.json()
    hold["pricing"]["totalAmount"] = hold["pricing"]["greenFee"] * players
    return held.with_json(hold | {"players": players})
