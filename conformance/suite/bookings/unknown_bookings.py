"""The booking list of an agency whose bookings nobody knows: its pages, its statuses, and ids that it does not show."""

from collections.abc import Sequence

from conformance.asking.client import Agency
from conformance.asking.oracles import refused_or, steady
from conformance.catalogue.paths import BOOKINGS
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, Violation, expect, shown
from conformance.scope.run import Run
from conformance.suite.arranged.list_pages import page_of, read_page

_LENGTH_BEYOND_GUESSING = 12
_TIMES_COMPARED = 3
STATUSES = ("confirmed", "pending", "cancelled")


def require_at_most_a_hundred(attempt: Answer, *, control: Answer) -> None:
    """Raises `Violation` unless a request for a larger page is refused, or answered with at most 100 bookings."""
    if refused_or(attempt, control=control) is not None:
        page = page_of(attempt)
        expect(len(page.items) <= 100, f"{page.where} gives at most 100 bookings", f"{len(page.items)} bookings")
        expect(page.size <= 100, f"{page.where} reports a pageSize of at most 100", f"it reports {page.size}")


def require_another_booking_on_the_next_page(agency: Agency, run: Run, **filters: object) -> None:
    """Raises `Violation` when the first two pages of bookings from today on show the same, each time they are compared.
    *filters* choose among these bookings.

    Raises `NoEvidence` where the agency has fewer than two such bookings, `Inconclusive` when their number changed.
    """
    has_changed = False
    period: dict[str, object] = {"pageSize": 1, "startDate": run.today.isoformat(), **filters}
    for _ in range(_TIMES_COMPARED):
        first = read_page(agency, BOOKINGS, page=1, **period)
        if first.total_items < 2:
            raise NoEvidence("The agency has fewer than two such bookings on or after today.")
        second = read_page(agency, BOOKINGS, page=2, **period)
        shared = sorted(first.ids & second.ids)
        if second.ids and not shared:
            return
        has_changed = has_changed or first.total_items != second.total_items
    if has_changed:
        raise Inconclusive("The list of bookings changed while its pages were compared.")
    expected = f"{second.where} shows a booking that {first.where} does not show"
    raise Violation(expected, f"both show {', '.join(shared) or 'nothing'}")


def unlike(known: Sequence[str], run: Run) -> str:
    """An id in the shape of the *known* ones, or a UUID where there are none.

    A short id grows, because it could be the id of a booking on a later page.
    """
    source = run.random("unknown booking id")
    if not known:
        return "-".join(source.randbytes(length).hex() for length in (4, 2, 2, 2, 6))
    prefix, mark, rest = known[0].rpartition("_")
    redrawn = "".join(source.choice("0123456789") if sign.isalnum() else sign for sign in rest)
    return f"{prefix}{mark}{redrawn.ljust(_LENGTH_BEYOND_GUESSING, '7')}"


def require_nothing_of_an_unknown_status(agency: Agency, attempt: Answer, *, control: Answer) -> None:
    """Raises `Violation` unless a list of an unknown status is refused or empty.

    Raises `Untested` where the agency has no bookings: then every list is empty.
    """
    if refused_or(attempt, control=control) is not None:
        if not read_page(agency, BOOKINGS).total_items:
            raise Untested("The agency has no bookings, so an empty list proves nothing.")
        found = sorted(page_of(attempt).ids)
        actual = f"it lists {len(found)} bookings: {shown(found)}"
        expect(not found, f"{attempt.where} is refused or lists nothing", actual)


def days_unless_refused(answer: Answer) -> list[str]:
    """The dates of the bookings that *answer* lists. Raises `NoEvidence` when it is refused."""
    if not answer.is_success:
        raise NoEvidence(f"{answer.where} answered {answer.status}: no document says that the list is empty then.")
    return [str(item["date"]) for item in page_of(answer).items if isinstance(item, dict) and "date" in item]


def totals(agency: Agency) -> tuple[int, list[int]]:
    """How many bookings the agency has, and how many of each of the three statuses, while neither number changes.

    Raises `Untested` where it has none.
    """

    def total(**filters: object) -> int:
        return read_page(agency, BOOKINGS, pageSize=1, **filters).total_items

    whole, parts = steady(
        total,
        lambda: [total(status=status) for status in STATUSES],
        agree=lambda all_bookings, by_status: all_bookings == sum(by_status),
    )
    if not whole and not sum(parts):
        raise Untested("The agency has no bookings, so the sum of the lists proves nothing.")
    return whole, parts
