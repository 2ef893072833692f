"""Faults of earliestTime and latestTime of a tee sheet (AVT-09 to 12)."""

from __future__ import annotations

from tests.mutants.parts.asking import asks, has_all
from tests.mutants.parts.days import NOON, twelve_hour
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

request_change("AVT-09", "earliestTime is ignored.", "listTeeTimes", lambda call: call.without("earliestTime"))
request_change("AVT-10", "latestTime is ignored.", "listTeeTimes", lambda call: call.without("latestTime"))

request_change(
    "AVT-09.half-hour",
    "The list has tee times of the half hour before earliestTime.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -30)),
    when=lambda call: "00:30" <= call.query.get("earliestTime", "") <= "23:59",
)
request_change(
    "AVT-10.half-hour",
    "The list has tee times of the half hour after latestTime.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 30)),
    when=lambda call: "00:00" <= call.query.get("latestTime", "99") < "23:30",
)
request_change(
    "AVT-11",
    "A tee time at earliestTime is listed.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -1)),
    when=lambda call: "00:01" <= call.query.get("earliestTime", "") <= "23:59",
)
request_change(
    "AVT-11.latest",
    "A tee time at latestTime is listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 1)),
    when=lambda call: "00:00" <= call.query.get("latestTime", "99") < "23:59",
)
json_answer(
    "AVT-12",
    "With earliestTime, the list also omits the first tee time after it.",
    "listTeeTimes",
    drop("availableTimes[0]"),
    when=lambda call: "earliestTime" in call.query,
)
json_answer(
    "AVT-12.latest",
    "With latestTime, the list also omits the last tee time before it.",
    "listTeeTimes",
    drop("availableTimes[-1]"),
    when=lambda call: "latestTime" in call.query,
)

_TEE_TIMES = "listTeeTimes"

request_change(
    "AVT-09.latest",
    "earliestTime is ignored beside latestTime.",
    _TEE_TIMES,
    lambda call: call.without("earliestTime"),
    when=lambda call: has_all(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
request_change(
    "AVT-10.earliest",
    "latestTime is ignored beside earliestTime.",
    _TEE_TIMES,
    lambda call: call.without("latestTime"),
    when=lambda call: has_all(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)

request_change(
    "AVT-09.afternoon",
    "earliestTime is read on a clock of twelve hours.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=twelve_hour(call.query["earliestTime"])),
    when=lambda call: NOON < call.query.get("earliestTime", "") < "24",
    hidden="some values",
    origin=Origin.hidden,
)

request_change(
    "AVT-09.blind-whole-hours",
    "The service rounds earliestTime down to the full hour.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=f"{call.query['earliestTime'][:2]}:00"),
    when=lambda call: len(call.query.get("earliestTime", "")) == len("HH:MM"),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "AVT-10.blind-both-bounds",
    "latestTime is ignored when earliestTime is given too.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=lambda call: asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-12.blind-untouched-only",
    "With a time bound, the list omits tee times with a booking.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _untouched_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not (asks(call, "earliestTime") or asks(call, "latestTime")):
        return answer
    untouched = alter("availableTimes", lambda times: [item for item in times if item["available"] >= 4])
    return answer.with_json(untouched(answer.json()))


request_change(
    "AVT-09.reversed",
    "An earliestTime after latestTime changes places with it.",
    _TEE_TIMES,
    lambda call: call.asking(earliestTime=call.query["latestTime"], latestTime=call.query["earliestTime"]),
    when=lambda call: (
        has_all(call, "earliestTime", "latestTime") and call.query["earliestTime"] > call.query["latestTime"]
    ),
    hidden="some values",
    origin=Origin.hidden,
)
