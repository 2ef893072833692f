"""Checks of reading bookings that need no booking of their own. They run last, when the agency has most bookings."""

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import refused, refused_or, same, steady
from conformance.discovery.bookings import BOOKINGS
from conformance.evidence.verdicts import NoEvidence, Untested, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.golden_reads import some_booking_ids
from conformance.suite.arranged.list_pages import page_of, read_page

_LENGTH_BEYOND_GUESSING = 12
_TIMES_COMPARED = 3
_STATUSES = ("confirmed", "pending", "cancelled")


@verifies("PAG-04", closing=True)
def test_a_booking_page_holds_twenty_by_default(agency: Agency) -> None:
    page = read_page(agency, BOOKINGS)

    # With fewer than twenty bookings the size the target reports is all the evidence there is.
    same(page.size, 20, f"meta.pagination.pageSize of {page.where}")
    same(
        len(page.items),
        min(20, page.total_items),
        f"the number of bookings that {page.where} lists, of {page.total_items},",
    )


@verifies("PAG-08", closing=True)
@pytest.mark.parametrize("page_size", [101, 1000])
def test_a_booking_page_never_holds_more_than_a_hundred(agency: Agency, page_size: int) -> None:
    attempt = agency.get(BOOKINGS, pageSize=page_size)
    control = agency.get(BOOKINGS, pageSize=100)

    if refused_or(attempt, control=control) is not None:
        page = page_of(attempt)
        expect(len(page.items) <= 100, f"{page.where} gives at most 100 bookings", f"{len(page.items)} bookings")
        expect(page.size <= 100, f"{page.where} reports a pageSize of at most 100", f"it reports {page.size}")


@verifies("PAG-09", closing=True)
def test_different_pages_of_a_period_show_different_bookings(agency: Agency, run: Run) -> None:
    period: dict[str, object] = {"pageSize": 1, "startDate": run.today.isoformat()}
    for _ in range(_TIMES_COMPARED):
        first = read_page(agency, BOOKINGS, page=1, **period)
        if first.total_items < 2:
            raise NoEvidence("The agency has not two bookings on or after today.")
        second = read_page(agency, BOOKINGS, page=2, **period)
        shared = sorted(first.ids & second.ids)
        if second.ids and not shared:
            return
    expect(
        False,
        f"{second.where} shows a booking that {first.where} does not",
        f"both show {', '.join(shared) or 'nothing'}",
    )


@verifies("BKG-03", closing=True)
def test_an_unknown_id_returns_no_booking(agency: Agency, run: Run) -> None:
    # A cancelled booking may be one that cannot be read by itself.
    known = some_booking_ids(agency, status="confirmed") or some_booking_ids(agency)
    unknown = _unlike(known, run)

    attempt = agency.get(f"{BOOKINGS}/{segment(unknown)}")
    # Without a booking to read, the list shows that the key opens bookings.
    control = agency.get(f"{BOOKINGS}/{segment(known[0])}" if known else BOOKINGS)

    refused(attempt, control=control)


def _unlike(known: list[str], run: Run) -> str:
    """An id in the shape of the known ones, or a UUID; a short one grows, lest it be a booking on a later page."""
    source = run.random("unknown booking id")
    if not known:
        return "-".join(source.randbytes(length).hex() for length in (4, 2, 2, 2, 6))
    prefix, mark, rest = known[0].rpartition("_")
    redrawn = "".join(source.choice("0123456789") if one.isalnum() else one for one in rest)
    return f"{prefix}{mark}{redrawn.ljust(_LENGTH_BEYOND_GUESSING, '7')}"


@verifies("BKL-10", closing=True)
def test_an_unknown_status_is_refused_or_matches_nothing(agency: Agency) -> None:
    attempt = agency.get(BOOKINGS, status="foo")
    control = agency.get(BOOKINGS, status="confirmed")

    if refused_or(attempt, control=control) is not None:
        if not read_page(agency, BOOKINGS).total_items:
            raise Untested("The agency has no bookings, so an empty list proves nothing.")
        found = sorted(page_of(attempt).ids)
        expect(
            not found, f"{attempt.where} is refused or lists nothing", f"it lists {len(found)} bookings: {shown(found)}"
        )


@verifies("BKL-11", closing=True)
@pytest.mark.parametrize("bound", ["startDate", "endDate"])
def test_a_malformed_date_filter_is_refused(agency: Agency, run: Run, bound: str) -> None:
    last_day = run.today.replace(month=12, day=31)

    attempt = agency.get(BOOKINGS, **{bound: f"{last_day:%d-%m-%Y}"})
    control = agency.get(BOOKINGS, **{bound: last_day.isoformat()})

    refused(attempt, control=control)


@verifies("BKL-13", closing=True)
def test_the_three_status_lists_add_up_to_the_whole(agency: Agency) -> None:
    def total(**filters: object) -> int:
        return read_page(agency, BOOKINGS, pageSize=1, **filters).total_items

    whole, parts = steady(
        total,
        lambda: [total(status=status) for status in _STATUSES],
        agree=lambda all_of_them, each: all_of_them == sum(each),
    )
    if not whole and not sum(parts):
        raise Untested("The agency has no bookings, and nothing adds up to nothing.")
    same(whole, sum(parts), f"the number of all bookings, with {parts} {', '.join(_STATUSES)},")
