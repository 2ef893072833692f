"""Blind faults of the fifty-fifth lot: tee times."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.pretending import data_of, slot_of
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _one_time_too_early(body: Any) -> Any:
    times = [line["time"] for line in body["availableTimes"]]
    return put("timeSlots.lastAvailable", times[-2])(body) if len(times) > 1 else body


json_answer(
    "AVT-20.lot55-last-but-one",
    "The lastAvailable of a day is the last but one of the listed times.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _one_time_too_early),
    origin=Origin.blind,
)


_BOOKED = WorldMemory()


def _doubled(body: Any, booked: dict[str, str]) -> Any:
    """The tee sheet with the tee times twice that have two bookings or more."""
    slots = list(booked.values())
    lines: list[Any] = []
    for line in body["availableTimes"]:
        slot = slot_of({"courseId": body["courseId"], "date": body["date"], "time": line["time"]})
        lines += [line] * (2 if slots.count(slot) > 1 else 1)
    return body | {"availableTimes": lines}


@mutant(
    "AVT-19.lot55-a-line-a-booking",
    "A tee time that two bookings share is listed twice.",
    "listTeeTimes createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _a_line_a_booking(call: Call) -> Answer:
    booked: dict[str, str] = _BOOKED.of(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        booked[data_of(answer)["id"]] = slot_of(data_of(answer))
    elif call.operation == "cancelBooking":
        booked.pop(call.path_params["id"], None)
    elif answer.json()["isOnline"]:
        return answer.with_json(_doubled(answer.json(), booked))
    return answer


def _whole_twilight_totals(body: Any) -> Any:
    for line in body["availableTimes"]:
        pricing = line["pricing"]
        if pricing["priceType"] == "twilight":
            pricing["totalAmount"] = Decimal(int(pricing["totalAmount"])).quantize(Decimal("0.01"))
    return body


json_answer(
    "AVT-05.lot55-twilight-without-cents",
    "The totalAmount of a twilight tee time loses its cents.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _whole_twilight_totals),
    hidden="some values",
    origin=Origin.blind,
)


_BY_GREENWICH = frozenset(["GB", "IE", "PT"])


@mutant(
    "AVO-06.lot55-summer-day-before",
    "An offline course on Greenwich time answers for a day in summer time with the day before.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _summer_day_before(call: Call) -> Answer:
    answer = await call.forward()
    day = date_in(call.query.get("date", ""))
    if not answer.ok or day is None or not is_summer_time(day) or answer.json()["isOnline"]:
        return answer
    course = await course_of(call, call.path_params["courseId"])
    if course.get("country") not in _BY_GREENWICH:
        return answer
    return answer.with_json(put("date", days_after(str(day), -1))(answer.json()))
