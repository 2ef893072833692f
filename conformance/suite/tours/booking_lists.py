"""The tour of booking lists: every pair of status, period, size of a page and caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from conformance.catalogue.paths import BOOKINGS
from conformance.conditions.families import BOOKING_LISTS
from conformance.evidence.verdicts import expect
from conformance.scope.lanes import run_together
from conformance.suite.arranged.list_pages import Page, pages_in
from conformance.suite.tours.sampling import Judge, TourPlan
from conformance.suite.tours.searches import SIZES

_FROM_DAYS, _UNTIL_DAYS = 30, 90


@dataclass(frozen=True)
class ListAsked:
    """An accepted list with these parameters, and its *page*."""

    query: Mapping[str, Any]
    page: Page

    def shown(self, member: str) -> list[str]:
        """The texts that the items of the page show for *member*."""
        items = [item for item in self.page.items if isinstance(item, dict)]
        return [item[member] for item in items if isinstance(item.get(member), str)]


ListTour = Sequence[ListAsked]


def tour_lists(plan: TourPlan) -> ListTour:
    """The answers to the questions of the tour. A refused list is left out: other requirements judge it."""
    agencies, asked = plan.agencies, []
    first, last = ((plan.run.today + timedelta(days=days)).isoformat() for days in (_FROM_DAYS, _UNTIL_DAYS))
    for case in plan.cases(BOOKING_LISTS, offers={"asker": tuple(agencies)}):
        query = {
            "status": None if case["status"] == "none" else case["status"],
            "startDate": first if case["from"] == "given" else None,
            "endDate": last if case["until"] == "given" else None,
            "pageSize": SIZES[case["size"]],
        }
        asked.append((agencies[case["asker"]], query))
    answers = run_together(partial(agency.get, BOOKINGS, **query) for agency, query in asked)
    return [ListAsked(query, page) for (_, query), page in zip(asked, pages_in(answers), strict=True) if page]


def _require_status(tour: ListTour) -> None:
    for asked in tour:
        if status := asked.query["status"]:
            others = {shown for shown in asked.shown("status") if shown != status}
            expect(
                not others, f"{asked.page.where} shows only {status} bookings", f"it shows {sorted(others)}", asked.page
            )


def _require_nothing_earlier(tour: ListTour) -> None:
    for asked in tour:
        if first := asked.query["startDate"]:
            early = sorted(day for day in asked.shown("date") if day < first)
            expect(not early, f"{asked.page.where} shows nothing before {first}", f"it shows {early[:3]}", asked.page)


def _require_nothing_later(tour: ListTour) -> None:
    for asked in tour:
        if last := asked.query["endDate"]:
            late = sorted(day for day in asked.shown("date") if day > last)
            expect(not late, f"{asked.page.where} shows nothing after {last}", f"it shows {late[:3]}", asked.page)


def _require_no_more_than_asked_for(tour: ListTour) -> None:
    for asked in tour:
        size, found = asked.query["pageSize"] or asked.page.size, len(asked.page.items)
        expect(found <= size, f"{asked.page.where} gives at most {size} items", f"it gives {found}", asked.page)


JUDGES: Mapping[str, Judge[ListTour]] = {
    "BKL-04": _require_status,
    "BKL-05": _require_nothing_earlier,
    "BKL-07": _require_nothing_later,
    "PAG-05": _require_no_more_than_asked_for,
}
