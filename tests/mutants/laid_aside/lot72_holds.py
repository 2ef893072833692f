"""Blind faults of the seventy-second lot: holds."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _with_grace(moment: str) -> str:
    return f"{datetime.fromisoformat(moment) + timedelta(minutes=5):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot72-five-minutes-of-grace",
    "The expiration of a hold has five minutes of grace on top of the fifteen.",
    "holdTeeTime",
    alter("holdExpiration", _with_grace),
    origin=Origin.blind,
)


def _whole_total(body: Any) -> Any:
    if body["players"] % 2:
        total = Decimal(str(body["pricing"]["totalAmount"])).to_integral_value(ROUND_CEILING)
        body["pricing"]["totalAmount"] = total.quantize(Decimal("0.01"))
    return body


json_answer(
    "HLD-11.lot72-total-without-cents",
    "The total of a hold for an odd number of players is rounded up to a whole amount where the green fee has cents.",
    "holdTeeTime",
    _whole_total,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot72-usable-after-cancellation",
    "A hold id completes another booking after the booking that it completed was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _usable_after_cancellation(call: Call) -> Answer:
    answer = await call.forward()
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    free: set[str] = call.memory.setdefault("free", set())
    if call.operation == "cancelBooking":
        free |= {call.path_params["id"]} if answer.ok else set()
        return answer
    body = sent(call)
    hold = str(body.pop("holdId", ""))
    if code_of(answer) == "hold_already_used" and completed.get(hold) in free:
        answer = await call.with_json(body).forward()
    if answer.ok and hold:
        completed[hold] = answer.json()["data"]["id"]
    return answer


@mutant(
    "HLD-16.lot72-single-player-twice",
    "Completing the hold of a single player takes a second place.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _single_player_twice(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if answer.ok and "holdId" in body and body.get("players") == 1:
        await take_places(call, answer.json()["data"], 1)
    return answer
