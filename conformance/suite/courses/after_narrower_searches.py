"""Searches under one filter right after the same search under two, and what they must find.

A service may remember the courses of a search under a name that lacks one of its filters.
"""

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
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
    lacks courses afterwards.
    """
    lacking = _lacking(agency, both)
    if lacking is None:
        return False
    again = _lacking(agency, both) if any(lacking) else lacking
    for asked, before, now in zip(both, lacking, again or [], strict=False):
        if before and now:
            raise Violation(
                f"{shown(asked.query)} finds every course that fits, right after the same search with another filter",
                f"it lacks {now} of {len(asked.inside)} courses, and lacked {before} the first time",
            )
    if any(lacking):
        raise Inconclusive("Courses changed while they were searched.")
    return True


def _lacking(agency: Agency, both: SearchFilters) -> list[int] | None:
    """How many courses that fit the search under each filter lacks, right after the search under *both*; None where the
    target refuses that.
    """
    size = min(_MOST_ON_A_PAGE, max(len(search_filter.inside) for search_filter in both))
    query = {name: value for search_filter in both for name, value in search_filter.query.items()}
    if not agency.get(COURSES, **query, pageSize=size).is_success:
        return None
    return [_lacking_courses(agency, asked, size) for asked in both]


def _lacking_courses(agency: Agency, asked: Filter, size: int) -> int:
    page = page_of(agency.get(COURSES, **asked.query, pageSize=size))
    on_one_page = asked.inside - ids_of(page.items) if page.total_pages <= 1 else frozenset[str]()
    return max(len(on_one_page), len(asked.inside) - page.total_items)
