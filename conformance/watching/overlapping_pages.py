"""Whether pages of one question about courses share a course, whoever asked. Pure.

An operator may add, remove and rename courses between two pages. So an overlap counts where both pages count as many
courses, and only together with an overlap of other courses under the same kinds of filters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conformance.evidence.json_values import member_at
from conformance.watching.matching_courses import PAGING
from conformance.watching.seen import Breach, JudgedExchange

_ROW = "PAG-12"
# What this means for the pages is not shown.
_MOST_RESULTS = "maxResults"

# Who asked for what, except for the page.
_Question = tuple[str, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class _Page:
    """A page, how many courses and pages its question has, as it tells, and the ids of its courses."""

    seen: JudgedExchange
    number: int
    counted: tuple[int, int]
    ids: frozenset[str]


@dataclass(frozen=True)
class _Overlap:
    """A *later* page that shares *courses* with an *earlier* one."""

    earlier: _Page
    later: _Page
    courses: frozenset[str]


@dataclass
class OverlappingPages:
    """The pages that answers showed, by their question, and the first overlap under each kind of filters."""

    _pages: dict[_Question, dict[int, _Page]] = field(default_factory=dict)
    _doubtful: dict[tuple[str, ...], _Overlap] = field(default_factory=dict)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of every second overlap."""
        is_page = seen.operation == "searchCourses" and seen.answer.is_success and seen.fits and seen.shaped
        page = _page(seen) if is_page and _MOST_RESULTS not in seen.query else None
        if page is None:
            return
        question = seen.caller, frozenset((name, value) for name, value in seen.query.items() if name != "page")
        pages = self._pages.setdefault(question, {})
        for overlap in _overlaps(pages.values(), page):
            first = self._doubtful.setdefault(tuple(sorted(seen.query.keys() - {*PAGING})), overlap)
            if not first.courses & overlap.courses:
                pair = f"pages {overlap.earlier.number} and {page.number} of {seen.answer.where}"
                sentence = f"{pair} both show {min(overlap.courses)}"
                yield _ROW, sentence, (first.earlier.seen, first.later.seen, overlap.earlier.seen, seen)
        pages[page.number] = page


def _page(seen: JudgedExchange) -> _Page | None:
    """The page that *seen* shows, None where it does not tell its number, or has a number beyond the last page."""
    number, items, pages = (
        member_at(seen.body, f"meta.pagination.{name}") for name in ("page", "totalItems", "totalPages")
    )
    if str(number) != seen.query.get("page", "1") or number > pages:
        return None
    return _Page(seen, number, (items, pages), frozenset(str(item["id"]) for item in seen.items if "id" in item))


def _overlaps(pages: Iterable[_Page], page: _Page) -> Iterator[_Overlap]:
    for other in pages:
        if other.number != page.number and other.counted == page.counted and other.ids & page.ids:
            yield _Overlap(other, page, other.ids & page.ids)
