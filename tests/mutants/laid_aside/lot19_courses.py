"""Blind faults of the course search and of course details."""

from __future__ import annotations

import time
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import is_geographic, number_in
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GRID = "CRS-10.lot19-grid-of-degrees"
_CACHED_SECONDS = 60.0
_PAGING = frozenset(["page", "pageSize"])


def _coarser(degrees: Any) -> Decimal:
    return round(Decimal(degrees), 1) + Decimal("0.0")


# A plain fault.
json_answer(
    "CRD-07.lot19-coarse-coordinates",
    "Course details give the coordinates with one decimal, the list with four.",
    "getCourse",
    in_turn(alter("data.latitude", _coarser), alter("data.longitude", _coarser)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _GRID,
    "A geographic search is answered with an earlier one whose point lies in the same square of one degree.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _grid_of_degrees(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    cache: dict[str, Any] = memory_of_world(call, _GRID)
    rest = sorted((k, v) for k, v in call.query.multi_items() if k not in ("latitude", "longitude"))
    square = round(number_in(call, "latitude", 0)), round(number_in(call, "longitude", 0))
    body, at = cache.get(str((square, rest)), (None, 0.0))
    if body is not None and time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    cache[str((square, rest))] = (answer.json(), time.monotonic())
    return answer


@mutant(
    "PAG-09.lot19-offset-of-other-size",
    "A later page begins where it began for the page size that the agency used there before.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _offset_of_other_size(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or "maxResults" in call.query:
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    place = str((page, sorted(pair for pair in call.query.multi_items() if pair[0] not in _PAGING)))
    before, sizes[place] = sizes.get(place, size), size
    if before == size:
        return answer
    first, skipped = divmod((page - 1) * before, size)
    found: list[Any] = []
    for number in (first + 1, first + 2):
        found += (await call.asking(page=number, pageSize=size).forward()).json()["data"]
    return answer.with_json(body | {"data": found[skipped : skipped + size]})
