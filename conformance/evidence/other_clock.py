"""Finds that a target lives by another clock than its Date headers show, and takes back what was judged by the headers.

A lab may have moved the clock of its target before the run, without a word in the target file. Then every moment of the
target is equally far from the Date header of its answer, and no rule about a moment can be judged by the header.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from statistics import median_low
from typing import Any

from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.verdicts import Evidence, Finding

# What a row of the catalogue needs when its rule compares a moment with the time of an answer.
DATED = "date"

# The moments that the target itself sets to its own time, each with the operation whose answer shows the moment first.
_SET_NOW: Mapping[str, str] = {"createBooking": "createdAt", "cancelBooking": "cancellationDate"}


def ahead_of_date_headers(exchanges: Sequence[Exchange]) -> timedelta | None:
    """How far the clock of the target is ahead of its Date headers; None when the headers show its time.

    One wrong member is a fault of that member, so the moments of new bookings and of cancellations have to agree.
    """
    by_operation = [list(_differences(exchanges, *named)) for named in _SET_NOW.items()]
    if not all(by_operation):
        return None
    first, *others = map(median_low, by_operation)
    agree = all(abs(other - first) <= CLOCKS_AGREE_WITHIN for other in others)
    return first if agree and abs(first) > CLOCKS_AGREE_WITHIN else None


def _differences(exchanges: Iterable[Exchange], operation: str, member: str) -> Iterator[timedelta]:
    for exchange in exchanges:
        response = exchange.response
        if exchange.operation_id != operation or response is None or not response.is_success:
            continue
        shown, said_at = _moment(response.content, member), response.said_at()
        if shown is not None and said_at is not None:
            yield shown - said_at


def _moment(content: bytes, member: str) -> datetime | None:
    """The member of the booking in a body, aware; None if the body has no such moment."""
    try:
        body: Any = parse_json(content)
        found = datetime.fromisoformat(body["data"][member])
    except (NotJson, KeyError, TypeError, ValueError):
        return None
    return found if found.tzinfo else None


def by_its_own_clock(evidence: Iterable[Evidence], ahead: timedelta) -> list[Evidence]:
    """*evidence* of a row about a moment, in which no violation remains: its clock is *ahead* of its Date headers."""
    sentence = (
        f"New bookings and cancellations show a time that is {ahead} ahead of the Date headers, so nobody knows what"
        " time it was for the target. Declare clock_read under [levers] in the target file. If the target has no clock"
        " of its own, its moments are wrong."
    )
    return [
        replace(item, finding=Finding.inconclusive, message=sentence) if item.finding is Finding.violated else item
        for item in evidence
    ]
