"""Whether searches count as many courses as match their filters, also on pages that do not show them all. Pure.

An operator may add and remove courses. So a count is wrong only between two lists of all courses that count exactly the
known ones, and when two searches with the same kinds of filters have such counts.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.evidence.json_values import member_at
from conformance.suite.arranged.geography import Location
from conformance.watching.matching_courses import AROUND, PAGING, SIMPLE, matches, place_of
from conformance.watching.rules.courses import circle_of
from conformance.watching.seen import Breach, JudgedExchange

_TOO_FEW, _SEVERAL = "CRS-07", "CRS-08"
_TOO_MANY = {("country",): "CRS-05", ("holes",): "CRS-06", ("latitude", "longitude"): "CRS-11"}
_TOO_MANY_AROUND = "CRS-10"

_Asked = tuple[str, tuple[str, ...]]


@dataclass
class _Caller:
    """The courses that searches showed to a caller. While *listed* counts exactly these, *doubtful* has the searches
    that count others, by the row and the names of their filters.
    """

    known: dict[str, tuple[Mapping[str, Any], Location | None]] = field(default_factory=dict)
    listed: JudgedExchange | None = None
    doubtful: defaultdict[_Asked, list[tuple[str, JudgedExchange]]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class CountedCourses:
    """What searches count, by caller."""

    _callers: defaultdict[str, _Caller] = field(default_factory=lambda: defaultdict(_Caller))

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of every second search that counts more or fewer courses than can match."""
        if seen.operation != "searchCourses" or not (seen.fits and seen.shaped):
            return
        caller, total = self._callers[seen.caller], member_at(seen.body, "meta.pagination.totalItems")
        caller.known.update((str(item["id"]), (item, place_of(item))) for item in seen.items if "id" in item)
        filters = tuple(sorted(seen.query.keys() - {*PAGING}))
        if not isinstance(total, int):
            return
        if not filters:
            yield from _listed(caller, seen, total)
        elif caller.listed and set(filters) <= {*SIMPLE, *AROUND}:
            _compare(caller, seen, total, filters)


def _listed(caller: _Caller, seen: JudgedExchange, total: int) -> Iterator[Breach]:
    earlier, caller.listed = caller.listed, seen if total == len(caller.known) else None
    for kind, searches in list(caller.doubtful.items()):
        if not caller.listed:
            del caller.doubtful[kind]
        elif earlier and len(searches) > 1:
            del caller.doubtful[kind]
            yield kind[0], searches[0][0], (earlier, *(search for _, search in searches[:2]), seen)


def _compare(caller: _Caller, seen: JudgedExchange, total: int, filters: tuple[str, ...]) -> None:
    circle = circle_of(seen.query)
    found = [matches(*course, seen.query, circle) for course in caller.known.values()]
    fewest, most = sum(is_sure for is_sure, _ in found), sum(is_possible for _, is_possible in found)
    if not fewest <= total <= most:
        row = _TOO_FEW if total < fewest else _row_of(filters)
        bounds = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        sentence = f"{seen.answer.where} counts {total} courses, and {bounds} of the listed courses match"
        caller.doubtful[row, filters].append((sentence, seen))


def _row_of(filters: tuple[str, ...]) -> str:
    kinds = [name for name in SIMPLE if name in filters]
    if len(kinds) > 1 or (kinds and "latitude" in filters):
        return _SEVERAL
    return _TOO_MANY.get(filters, _TOO_MANY_AROUND)
