"""When an answer 401 to a right request says that the key is not enough, and when it may be a fault of the moment."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Violation
from conformance.suite.access.keys import require_posts_open_to_the_key
from conformance.target.describing import describe_target
from tests.conformance.made_up import exchange

AGENCY = cast(Agency, SimpleNamespace(label="first agency"))
TARGET = describe_target("http://service.example/api/v1", "key", None, {})
OPEN, CLOSED = 201, 401


def answered(*statuses: int, role: Role = Role.golden) -> Sequence[Exchange]:
    """Bookings, and after each of them a course that was read."""
    exchanges: list[Exchange] = []
    for status in statuses:
        made = exchange(method="POST", path="/travel/bookings", status=status, role=role, index=len(exchanges))
        exchanges += [made, exchange(index=len(exchanges) + 1)]
    return exchanges


def without_reads(exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    return [item for item in exchanges if item.request.method != "GET"]


@pytest.mark.parametrize(
    "statuses", [pytest.param((CLOSED,), id="always"), pytest.param((OPEN, *[CLOSED] * 12, OPEN), id="for a while")]
)
def test_a_booking_that_asks_for_more_than_the_key_is_a_violation(statuses: Sequence[int]) -> None:
    with pytest.raises(Violation, match="open to the key alone"):
        require_posts_open_to_the_key(AGENCY, TARGET, answered(*statuses))


@pytest.mark.parametrize(
    "exchanges",
    [
        pytest.param(without_reads(answered(OPEN, *[CLOSED] * 12, OPEN)), id="nothing else succeeded meanwhile"),
        pytest.param(answered(*[OPEN, CLOSED] * 12), id="now and then"),
        pytest.param(answered(OPEN, *[CLOSED] * 12, role=Role.attempt), id="wrong on purpose"),
    ],
)
def test_what_may_be_a_fault_of_the_moment_is_none(exchanges: Sequence[Exchange]) -> None:
    require_posts_open_to_the_key(AGENCY, TARGET, exchanges)
