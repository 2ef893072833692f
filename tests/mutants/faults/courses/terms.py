"""Faults of course terms (TRM)."""

from __future__ import annotations

from tests.mutants.parts.borrowed import another_course_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_POLICY = "data.cancellationPolicy"
_TERMS = "data.bookingTerms"

json_answer("TRM-01", "courseId is null.", "getCourseTerms", put("data.courseId", None))
json_answer("TRM-01.name", "Terms have no courseName.", "getCourseTerms", drop("data.courseName"))


@mutant("TRM-01.other", "Terms name another course.", "getCourseTerms")
async def _names_another(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    other = await another_course_id(call, call.path_params["id"])
    return answer.with_json(put("data.courseId", other)(answer.json()))


json_answer(
    "TRM-02",
    "refundPercent of the last tier is text.",
    "getCourseTerms",
    alter(f"{_POLICY}.tiers[-1].refundPercent", lambda percent: f"{percent} %"),
)
json_answer("TRM-02.label", "The last tier has no label.", "getCourseTerms", drop(f"{_POLICY}.tiers[-1].label"))
json_answer(
    "TRM-03",
    "policyText is an object.",
    "getCourseTerms",
    alter(f"{_POLICY}.policyText", lambda text: {"en": text}),
)
json_answer("TRM-04", "cancellationPolicy has no source.", "getCourseTerms", drop(f"{_POLICY}.source"))
json_answer("TRM-04.number", "source is a number.", "getCourseTerms", put(f"{_POLICY}.source", 1))
json_answer("TRM-05", "modificationAllowed is 0 or 1.", "getCourseTerms", alter(f"{_TERMS}.modificationAllowed", int))
json_answer(
    "TRM-05.cutoff",
    "selfServiceCancellationCutoffHours is a string.",
    "getCourseTerms",
    alter(f"{_TERMS}.selfServiceCancellationCutoffHours", str),
)
json_answer(
    "TRM-05.ahead",
    "bookingTerms has no maxDaysInAdvance.",
    "getCourseTerms",
    drop(f"{_TERMS}.maxDaysInAdvance"),
)
json_answer(
    "TRM-06",
    "Tiers begin with the smallest threshold.",
    "getCourseTerms",
    alter(f"{_POLICY}.tiers", lambda tiers: tiers[::-1]),
)
json_answer(
    "TRM-06.twice",
    "The last tier comes twice.",
    "getCourseTerms",
    alter(f"{_POLICY}.tiers", lambda tiers: [*tiers, *tiers[-1:]]),
)
json_answer("TRM-06.bottom", "Tiers stop before 0 hours.", "getCourseTerms", drop(f"{_POLICY}.tiers[-1]"))
json_answer(
    "TRM-08",
    "Platform defaults are flagged as an override.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] == "platform",
        put(f"{_POLICY}.source", "course"),
    ),
)
json_answer("TRM-09", "An override is flagged as platform.", "getCourseTerms", put(f"{_POLICY}.source", "platform"))


@mutant("TRM-10", "Terms of an unknown course are the platform defaults.", "getCourseTerms")
async def _defaults_for_anything(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    borrowed = await call.upstream("GET", f"/travel/courses/{await another_course_id(call, '')}/terms")
    return borrowed.with_json(put("data.courseId", call.path_params["id"])(borrowed.json()))


json_answer(
    "TRM-07",
    "The last tier refunds 150 percent.",
    "getCourseTerms",
    put("data.cancellationPolicy.tiers[-1].refundPercent", 150),
)


@mutant(
    "TRM-08.blind-shared-defaults",
    "After the terms of a course with an override, all terms have the source of an override.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shared_defaults(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    source = body["data"]["cancellationPolicy"]["source"]
    if source != "platform":
        call.memory["source"] = source
    return answer.with_json(put("data.cancellationPolicy.source", call.memory.get("source", source))(body))
