"""The tours: on a target that has every kind of course, one run meets every pair that is on offer, and stays small."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from conformance.evidence.verdicts import Advisory, Judgement, NoEvidence, Untested, Violation
from conformance.results.run_result import RunResult
from conformance.suite.tours.sampling import Turns, judged
from tests.footprint import declared, run_on, target_in
from tests.sandbox.servers import Server, serving

# One row of each family that only reads, so that each of its tours runs.
ROWS = ("CRS-20", "CRD-02", "PRC-21", "AVT-19", "AVM-19", "BKL-04")
FAMILIES = ("course search", "course details and terms", "prices", "tee sheets", "availability of a period")
_WHOLE_TOURS = 400
_TOURS_MAY_SEND = 190
_LEAST_PERCENT = 50
_FURTHER_READS_MAY_SEND, _NEARLY_ALL_PERCENT = 70, 98


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture(scope="module")
def read(sandbox: Server) -> RunResult:
    """A run that only reads, with whole tours and few checks beside them."""
    return run_on(target_in(sandbox, "tours", declared(sandbox), _WHOLE_TOURS), 5, *ROWS, read_only=True)


def sent_by_tours(result: RunResult) -> Counter[str]:
    """The requests that the tours sent, by check."""
    return Counter(exchange.check for exchange in result.exchanges if "test_tours_of_" in exchange.check)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_reading_tours_meet_every_pair_on_offer(read: RunResult, family: str) -> None:
    (covered,) = (found for found in read.coverage if found.family == family)

    assert covered.missed == ()


def test_the_reading_tours_find_no_fault_on_the_sandbox_and_stay_small(read: RunResult) -> None:
    assert (read.faults, [row.row.id for row in read.rows if row.verdict in ("fail", "serious", "broken")]) == ((), [])
    assert sum(sent_by_tours(read).values()) <= _TOURS_MAY_SEND


@pytest.mark.whole
def test_a_tour_of_lives_meets_most_pairs(sandbox: Server) -> None:
    result = run_on(target_in(sandbox, "lives", declared(sandbox), 100), 5, "BKC-01")

    (covered,) = (found for found in result.coverage if found.family == "lives of bookings")
    assert covered.percent >= _LEAST_PERCENT
    assert result.faults == ()


def test_a_tour_without_a_fault_decides_no_row() -> None:
    with pytest.raises(NoEvidence):
        judged(lambda _: None, ())


@pytest.mark.parametrize(
    ("raised", "told"),
    [(Violation("a", "b"), Violation), (Advisory("c"), Advisory), (Untested("d"), NoEvidence)],
    ids=["violation", "advisory", "untested"],
)
def test_a_tour_tells_faults_alone(raised: Judgement, told: type[Judgement]) -> None:
    def judge(_: object) -> None:
        raise raised

    with pytest.raises(told, match=re.escape(str(raised))):
        judged(judge, ())


def test_things_are_taken_in_turn_by_their_kind() -> None:
    turns = Turns(lambda thing: thing[0])

    taken = [turns.next_of(["a1", "a2", "b1"]) for _ in range(4)]

    assert taken == ["a1", "b1", "a2", "b1"]
    assert turns.next_of([]) is None


def test_a_run_of_all_rows_asks_for_the_pairs_that_its_checks_have_not_met(sandbox: Server) -> None:
    result = run_on(target_in(sandbox, "all-rows", declared(sandbox)), 5, read_only=True)

    assert 0 < sum(sent_by_tours(result).values()) <= _FURTHER_READS_MAY_SEND
    assert {found.family: found.percent for found in result.coverage if found.percent < _NEARLY_ALL_PERCENT} == {}
    assert result.faults == ()


def test_a_run_of_a_few_rows_takes_no_tour_unless_its_user_plans_requests_for_it(sandbox: Server) -> None:
    result = run_on(target_in(sandbox, "no-tours", declared(sandbox)), 5, *ROWS, read_only=True)

    assert sent_by_tours(result) == Counter()
    assert result.coverage
