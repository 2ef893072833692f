"""Blind faults of the fifty-third lot: courses."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import by_booking_code, is_geographic, number_in
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DEFAULT_KM, _MOST_KM = 50, 500


@mutant(
    "CRS-10.lot53-wider-in-the-west",
    "A search around a point west of Greenwich finds courses beyond the distance.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _wider_in_the_west(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or number_in(call, "longitude", 0) >= 0:
        return answer
    wider = await call.asking(distance=min(_MOST_KM, number_in(call, "distance", _DEFAULT_KM) * 1.5)).forward()
    return replace(wider, headers=tuple(pair for pair in wider.headers if pair[0].lower() != "link"))


@mutant(
    "CRD-02.lot53-offline-code",
    "The booking code of an offline course finds no course.",
    "getCourse",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_code(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and by_booking_code(call) and not answer.json()["data"]["isOnline"]:
        return await a_refusal_for_an_unknown_id(call)
    return answer


json_answer(
    "CRD-07.lot53-rounded-latitude",
    "The details of a course have its latitude with one decimal only.",
    "getCourse",
    alter("data.latitude", lambda latitude: round(latitude, 1)),
    origin=Origin.blind,
)


def _one_page_more(pagination: dict[str, Any]) -> dict[str, Any]:
    items, size = pagination["totalItems"], pagination["pageSize"]
    return pagination | {"totalPages": items // size + 1} if items and not items % size else pagination


json_answer(
    "PAG-11.lot53-full-last-page",
    "A list whose last page is full counts one page too many.",
    "searchCourses listBookings",
    alter("meta.pagination", _one_page_more),
    hidden="some values",
    origin=Origin.blind,
)


def _in_ascii(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")


json_answer(
    "INV-07.lot53-offline-name-in-ascii",
    "The availability of an offline course has its name without accents.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], alter("courseName", _in_ascii)),
    hidden="some values",
    origin=Origin.blind,
)
