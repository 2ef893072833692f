"""Prices of one course that are asked for by document id and by booking code, and that must be the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.oracles import same, steady
from conformance.evidence.verdicts import expect, shown
from conformance.recordings.parts import act_together
from conformance.scope.run import Run
from conformance.suite.courses.price_lists import PriceLists, hole_counts_in
from conformance.target.target import BookingCode


@dataclass(frozen=True)
class BothWays:
    """`data` of the prices of one course with the parameters of *query*, by document id and by booking code."""

    query: Mapping[str, object]
    by_id: Any
    by_code: Any


def both_ways(price_lists: PriceLists, declared: BookingCode, **query: object) -> BothWays:
    """The prices by both names. Raises `Violation` when one is refused, and `Inconclusive` while prices change."""
    by_id, by_code = steady(
        lambda: price_lists.read_again(declared.id, **query).member("data"),
        lambda: price_lists.read_again(declared.code, **query).member("data"),
        agree=lambda by_id, by_code: _nameless(by_id) == _nameless(by_code),
    )
    return BothWays(query, by_id, by_code)


def with_parameters(price_lists: PriceLists, declared: BookingCode, first: str, run: Run) -> Iterator[BothWays]:
    """The prices by both names with every parameter, of which *first* is a startDate, and with each hole count: a
    target may lose one of them by one name alone. With every second seed, two are sent together.
    """
    whole = both_ways(price_lists, declared, includeExtraProducts=True)
    priced, other = (9, 18) if hole_counts_in(whole.by_id) == {9} else (18, 9)
    beside = {"includeExtraProducts": True} if run.seed % 2 == 0 else {}
    yield whole
    yield from act_together(
        [
            partial(both_ways, price_lists, declared, startDate=first, holeCount=priced),
            partial(both_ways, price_lists, declared, holeCount=other, **beside),
        ]
    )


def require_same_by_code(prices: BothWays, declared: BookingCode) -> None:
    """Raises `Violation` when the prices by booking code name another course, or differ from those by id."""
    by_id, by_code = prices.by_id, prices.by_code
    asked = f"pricing with {shown(prices.query)} by booking code {declared.code}"
    expect(
        by_code.get("courseId") in (declared.id, declared.code),
        f"courseId of {asked} is {declared.id} or the code",
        f"courseId is {by_code.get('courseId')}",
    )
    what = f"{asked}, compared with document id {declared.id},"
    same(_nameless(by_code), _nameless(by_id), what)


def _nameless(prices: Any) -> Any:
    """*prices* without courseId, which may repeat the code; everything else is the same."""
    return prices | {"courseId": None}
