"""Generated traffic in parts, one for each lane: what each part may send, and that all together send enough."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.evidence.exchanges import Request
from conformance.generated.parts import OperationShare, divided
from conformance.generated.traffic import send_generated_traffic
from tests.conformance.example_target import ExampleTarget, open_run

OPERATIONS = st.integers(2, 28).map(lambda count: [f"operation {number}" for number in range(count)])
SHARES = st.sampled_from([OperationShare(2, 6, 6, 16, 6), OperationShare(1, 3, 2, 8, 5), OperationShare(2, 6, 3, 4, 6)])
REQUESTS = st.integers(60, 370)


@given(OPERATIONS, SHARES, REQUESTS)
def test_one_lane_has_everything_in_one_part(operations: list[str], share: OperationShare, requests: int) -> None:
    (whole,) = divided(operations, share, requests, 1)

    assert (whole.operations, whole.share, whole.requests) == (frozenset(operations), share, requests)
    assert whole.creations == 1


@given(OPERATIONS, SHARES, REQUESTS, st.integers(2, 16))
def test_each_operation_is_in_one_part_beside_the_programs(
    operations: list[str], share: OperationShare, requests: int, lanes: int
) -> None:
    parts = divided(operations, share, requests, lanes)
    of_operations = [part for part in parts if not part.share.programs]

    assert sorted(name for part in of_operations for name in part.operations) == sorted(operations)
    assert any(part.share.programs for part in parts)


@given(OPERATIONS, SHARES, REQUESTS, st.integers(2, 16))
def test_all_parts_together_keep_the_limits(
    operations: list[str], share: OperationShare, requests: int, lanes: int
) -> None:
    parts = divided(operations, share, requests, lanes)
    creations = {part.creations for part in parts if not part.share.programs} | {
        sum(part.creations for part in parts if part.share.programs)
    }

    assert len(parts) <= lanes
    assert sum(part.requests for part in parts) <= requests
    assert sum(creations) == 1
    assert len({part.number for part in parts}) == len(parts)


def _asked(lanes: int) -> Counter[tuple[str, str, tuple[tuple[str, str], ...]]]:
    target = ExampleTarget()
    with open_run(target, limits={"concurrency": lanes}) as run:
        send_generated_traffic(run.session)
    return Counter(_shown(request) for request in target.requests)


def _shown(request: Request) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    return request.method, request.path, request.query


def test_the_same_seed_asks_the_same_in_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    # Traffic that takes a minute ends early, which may happen with a full share on a busy machine.
    monkeypatch.setattr("conformance.generated.traffic._SHARES", {0: OperationShare(1, 2, 2, 4, 2)})

    assert _asked(4) == _asked(4)


@pytest.mark.parametrize("operation", ["createBooking", "createGroupBooking"])
def test_no_reference_is_given_twice_in_lanes(operation: str) -> None:
    target = ExampleTarget()
    with open_run(target, limits={"concurrency": 4}) as run:
        send_generated_traffic(run.session)

    references = [request.content for request in target.sent(operation)]
    assert len(references) == len(set(references))
