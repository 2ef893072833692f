"""Blind faults of cross-cutting conventions: pages, formats, errors and access by keys."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.parts.asking import asks, is_geographic
from tests.mutants.parts.borrowed import ANYBODY
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, json_answer, mutant

_LISTS = "searchCourses listBookings"
_BUFFER_BYTES = 16 * 1024
_SIGNS = {"GBP": "£", "SEK": "kr", "NOK": "kr", "DKK": "kr", "CHF": "Fr.", "CZK": "Kč", "PLN": "zł"}
_ZONES = {"GB": "Europe/London", "IE": "Europe/Dublin", "PT": "Europe/Lisbon", "FI": "Europe/Helsinki"}
_MOST_ZONES = "Europe/Paris"


# Plain faults.
def _whole_pages(pagination: dict[str, int]) -> dict[str, int]:
    return pagination | {"totalPages": pagination["totalItems"] // pagination["pageSize"]}


json_answer(
    "PAG-11.lot4-whole-pages",
    "totalPages is rounded down: a last page that is not full is not counted.",
    _LISTS,
    alter("meta.pagination", _whole_pages),
    origin=Origin.blind,
)


@mutant("AUT-06.lot4-empty-reads", "A read with an empty API key is answered.", EVERY_OPERATION, origin=Origin.blind)
async def _empty_reads(call: Call) -> Answer:
    if call.method == "GET" and _has_key(call) and not call.api_key:
        return await call.with_header("x-api-key", ANYBODY).forward()
    return await call.forward()


def _has_key(call: Call) -> bool:
    return any(name.lower() == "x-api-key" for name, _ in call.headers)


@mutant("ENV-03.lot4-plain-text", "JSON answers are labelled text/plain.", EVERY_OPERATION, origin=Origin.blind)
async def _plain_text(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_header("content-type", "text/plain; charset=utf-8") if answer.ok and answer.body else answer


# Faults under a condition.
@mutant(
    "CNV-04.lot4-offset-of-the-course",
    "holdExpiration is written in the time of the course: with +01:00 or another offset where that is not UTC.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _offset_of_the_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    course = await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}")
    zone = ZoneInfo(_ZONES.get(course.json()["data"]["country"], _MOST_ZONES))

    def local(text: str) -> str:
        return datetime.fromisoformat(text).astimezone(zone).isoformat().replace("+00:00", "Z")

    return answer.with_json(alter("holdExpiration", local)(answer.json()))


def _with_signs(value: Any) -> Any:
    """*value* with every currency code other than EUR replaced by its sign."""
    if isinstance(value, list):
        return [_with_signs(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _SIGNS.get(item, item) if name == "currency" else _with_signs(item) for name, item in value.items()}


json_answer(
    "CNV-06.lot4-signs",
    "The prices of a course outside the euro come with the sign of the currency, such as kr, and not with its code.",
    "getCoursePricing",
    _with_signs,
    hidden="some values",
    origin=Origin.blind,
)


def _is_filtered(call: Call) -> bool:
    return is_geographic(call) or any(asks(call, name) for name in ("country", "region", "holes", "geoArea"))


@mutant(
    "ENV-08.lot4-keys-kept",
    "From the second page of a filtered course list, data is an object: the filter keeps the positions as keys.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _keys_kept(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_filtered(call):
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    first = (pagination["page"] - 1) * pagination["pageSize"]
    if not first or not body["data"]:
        return answer
    return answer.with_json(body | {"data": {str(first + at): item for at, item in enumerate(body["data"])}})


@mutant(
    "ENV-02.lot4-buffer",
    "A body of more than 16 KiB ends with the buffer: a list with large pages is not JSON.",
    EVERY_OPERATION,
    hidden="some values",
    origin=Origin.blind,
)
async def _buffer(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=answer.body[:_BUFFER_BYTES]) if answer.ok else answer


@mutant(
    "ENV-16.lot4-refused-hold-takes",
    "A hold that is refused for want of places still takes the free places of the tee time.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refused_hold_takes(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != FULL:
        return answer
    body = sent(call)
    offered = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    free = next((line["available"] for line in offered if line["time"] == body["time"]), 0)
    if free:
        nobody = {"x-api-key": f"{call.api_key.rpartition('_')[0]}_nobody"}
        await call.upstream("POST", call.path, json=body | {"players": free}, headers=nobody)
    return answer


@mutant(
    "PAG-02.lot4-remembers-page",
    "A course list without page is the page that this agency read last.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _remembers_page(call: Call) -> Answer:
    if "page" not in call.query:
        return await call.asking(page=call.memory.get("page", 1)).forward()
    answer = await call.forward()
    if answer.ok:
        call.memory["page"] = call.query["page"]
    return answer


@mutant(
    "AUT-01.lot4-shared-cache",
    "Course details and terms that somebody read with a key are served from a cache to requests without the header.",
    "getCourse getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shared_cache(call: Call) -> Answer:
    cache = memory_of_all("AUT-01.lot4-shared-cache")
    if not _has_key(call) and call.path in cache:
        cached: Answer = cache[call.path]
        return cached
    answer = await call.forward()
    if answer.ok:
        cache[call.path] = answer
    return answer


def _without_accents(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


json_answer(
    "INV-07.lot4-no-accents",
    "The availability of several days writes courseName without accents, unlike every other answer.",
    "checkAvailability",
    where(lambda body: not body["courseName"].isascii(), alter("courseName", _without_accents)),
    hidden="some values",
    origin=Origin.blind,
)
