"""Searches under one filter right after the same search under two, and what they must find.

A service may remember the courses of a search under a name that lacks one of its filters.
"""

from collections.abc import Sequence
from dataclasses import replace

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.discovery import walk
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, shown
from conformance.suite.arranged.list_pages import ids_of, page_of
from conformance.suite.courses.search_filters import Filter, FilterPairs, SearchFilters

_MOST_ON_A_PAGE = 100


def require_every_match_after_narrower_searches(agency: Agency, pairs: FilterPairs) -> None:
    """Raises `Violation` when a search lacks courses right after a search with another filter beside its own, twice.

    Raises `NoEvidence` where the target refuses all searches under two filters: no document says that filters combine.
    """
    answered = [both for both in pairs.drawn() if _finds_every_match_again(agency, both)]
    if not answered:
        raise NoEvidence("The target answers no search under two filters.")


def _finds_every_match_again(agency: Agency, both: SearchFilters) -> bool:
    """Whether the target answers the search under *both* filters. Raises `Violation` when a search under one of them
    lacks courses afterwards that the list of all courses shows.
    """
    lacking = _lacking(agency, both)
    if not lacking:
        return lacking is not None
    still_listed = ids_of(walk(agency, COURSES))
    again = _lacking(agency, [replace(asked, inside=asked.inside & still_listed) for asked in both]) or {}
    for kind, courses in again.items():
        if kind in lacking:
            (asked,) = (search_filter for search_filter in both if search_filter.kind == kind)
            raise Violation(
                f"{shown(asked.query)} finds every course that fits, right after the same search with another filter",
                f"it lacks {courses} of {len(asked.inside)} courses, and lacked {lacking[kind]} the first time",
            )
    raise Inconclusive("Courses changed while they were searched.")


def _lacking(agency: Agency, both: Sequence[Filter]) -> dict[str, int] | None:
    """How many courses that fit a search lacks, by the kind of its filter, right after the search under *both*; None
    where the target refuses that.
    """
    size = min(_MOST_ON_A_PAGE, max(1, *(len(search_filter.inside) for search_filter in both)))
    query = {name: value for search_filter in both for name, value in search_filter.query.items()}
    if not agency.get(COURSES, **query, pageSize=size).is_success:
        return None
    found = {asked.kind: _lacking_courses(agency, asked, size) for asked in both}
    return {kind: lacking for kind, lacking in found.items() if lacking}


def _lacking_courses(agency: Agency, asked: Filter, size: int) -> int:
    """How many courses the search lacks. Other checks judge a search that is refused."""
    answer = agency.get(COURSES, **asked.query, pageSize=size)
    if not answer.is_success:
        return 0
    page = page_of(answer)
    on_one_page = asked.inside - ids_of(page.items) if page.total_pages <= 1 else frozenset[str]()
    return max(len(on_one_page), len(asked.inside) - page.total_items)
