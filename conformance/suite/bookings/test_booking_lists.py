"""Checks of reading bookings that need no booking of their own. They run last, when the agency has most bookings."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import refused, same
from conformance.catalogue.paths import BOOKINGS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.golden_reads import some_booking_ids
from conformance.suite.arranged.list_pages import read_page
from conformance.suite.bookings.unknown_bookings import (
    STATUSES,
    days_unless_refused,
    require_another_booking_on_the_next_page,
    require_at_most_a_hundred,
    require_nothing_of_an_unknown_status,
    totals,
    unlike,
)

# Later than any booking of a run.
_FAR_AHEAD = timedelta(days=500)


@verifies("PAG-04", closing=True)
def test_a_booking_page_holds_twenty_by_default(agency: Agency) -> None:
    page = read_page(agency, BOOKINGS)

    # With fewer than twenty bookings the size the target reports is all the evidence there is.
    same(page.size, 20, f"meta.pagination.pageSize of {page.where}")
    what = f"the number of bookings that {page.where} lists, of {page.total_items},"
    same(len(page.items), min(20, page.total_items), what)


@verifies("PAG-08", closing=True)
@pytest.mark.parametrize("page_size", [101, 1000])
def test_a_booking_page_never_holds_more_than_a_hundred(agency: Agency, page_size: int) -> None:
    attempt = agency.get(BOOKINGS, pageSize=page_size)
    control = agency.get(BOOKINGS, pageSize=100)

    require_at_most_a_hundred(attempt, control=control)


@verifies("PAG-09", closing=True)
@pytest.mark.parametrize("filters", [{}, {"status": "confirmed"}], ids=["period", "period and status"])
def test_different_pages_of_a_period_show_different_bookings(
    agency: Agency, run: Run, filters: Mapping[str, str]
) -> None:
    require_another_booking_on_the_next_page(agency, run, **filters)


@verifies("BKG-03", closing=True)
def test_an_unknown_id_returns_no_booking(agency: Agency, run: Run) -> None:
    # A cancelled booking may be one that cannot be read by itself.
    known = some_booking_ids(agency, status="confirmed") or some_booking_ids(agency)
    # Where the agency has no booking to read, the list shows that the key opens bookings.
    readable = [f"{BOOKINGS}/{segment(booking_id)}" for booking_id in known] or [BOOKINGS]

    attempt = agency.get(f"{BOOKINGS}/{segment(unlike(known, run))}")
    control = agency.get(readable[0])

    refused(attempt, control=control)


@verifies("BKL-05", closing=True)
def test_a_period_that_ends_before_it_begins_lists_nothing_earlier(agency: Agency, run: Run) -> None:
    last, first = run.today.isoformat(), (run.today + _FAR_AHEAD).isoformat()

    answer = agency.get(BOOKINGS, startDate=first, endDate=last, pageSize=100)
    answer.mark(Role.attempt)

    earlier = [day for day in days_unless_refused(answer) if day < first]
    expect(not earlier, f"{answer.where} lists no booking before {first}", f"it lists {shown(earlier)}", answer)


@verifies("BKL-10", closing=True)
def test_an_unknown_status_is_refused_or_matches_nothing(agency: Agency) -> None:
    attempt = agency.get(BOOKINGS, status="foo")
    control = agency.get(BOOKINGS, status="confirmed")

    require_nothing_of_an_unknown_status(agency, attempt, control=control)


@verifies("BKL-11", closing=True)
@pytest.mark.parametrize("bound", ["startDate", "endDate"])
def test_a_malformed_date_filter_is_refused(agency: Agency, run: Run, bound: str) -> None:
    last_day = run.today.replace(month=12, day=31)

    attempt = agency.get(BOOKINGS, **{bound: f"{last_day:%d-%m-%Y}"})
    control = agency.get(BOOKINGS, **{bound: last_day.isoformat()})

    refused(attempt, control=control)


@verifies("BKL-13", closing=True)
def test_the_three_status_lists_add_up_to_the_whole(agency: Agency) -> None:
    whole, parts = totals(agency)

    same(whole, sum(parts), f"the number of all bookings, with {parts} {', '.join(STATUSES)},")
