"""A run that plans fewer requests than all cases of its checks need drops some, decides all rows, and says so."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.footprint.measured import Footprint, Measured, Measurements, load_measurements
from conformance.running.engine import collect_marks
from conformance.running.fewer_cases import Savings, dropped_cases, load_orders, order_for
from conformance.scope.selection import CheckMarks
from tests.conformance.conftest import Command
from tests.conformance.judged_again import judged, rows
from tests.sandbox.servers import Server, serving

NOTHING = Measured(Footprint(), Footprint())
CASES = tuple(f"test_{check}[{case}]" for check in "abc" for case in range(7))
CHECKS = {name: CheckMarks(verifies=(f"ROW-{name[5]}",)) for name in (*CASES, "test_single", "test_first[only]")}


def measured(requests: int) -> Measurements:
    """Each case takes so many *requests*, and leaves one thing for the clean-up."""
    of_a_case = Measured(Footprint(requests=requests, left=1), Footprint())
    return Measurements(1, 1, 1.0, Footprint(), dict.fromkeys(CHECKS, of_a_case), {}, {}, NOTHING, NOTHING, {})


def dropped(requests: int, *, generated: int = 0, order: Sequence[str] = CASES) -> frozenset[str]:
    return dropped_cases(CHECKS, measured(3), Footprint(requests=generated), requests, order)


orders = st.permutations(CASES).flatmap(lambda names: st.integers(0, len(names)).map(lambda count: names[:count]))


def test_a_run_with_requests_for_all_cases_drops_none() -> None:
    # 23 checks with 4 requests each, and some more.
    assert (dropped(97), dropped(96), dropped(111, generated=14)) == (frozenset(), {CASES[0]}, frozenset())


def test_cases_go_for_generated_traffic_up_to_a_seventh_of_all_requests() -> None:
    assert (dropped(96 + 14, generated=14), dropped(97 + 14, generated=14)) == ({CASES[0]}, frozenset())
    # 14 % of 112 requests are 15.
    assert (dropped(97 + 15, generated=1_000), dropped(96 + 15, generated=1_000)) == (frozenset(), {CASES[0]})


@settings(deadline=None)
@given(st.integers(0, 120), orders)
def test_one_case_of_each_row_stays_and_only_dispensable_cases_go(requests: int, order: Sequence[str]) -> None:
    gone = dropped(requests, order=order)

    assert all(count <= 6 for count in Counter(name[5] for name in gone).values())
    assert gone <= set(order)


@settings(deadline=None)
@given(st.integers(0, 120), st.integers(0, 40), orders)
def test_fewer_requests_drop_the_same_cases_and_more(requests: int, less: int, order: Sequence[str]) -> None:
    assert dropped(requests, order=order) <= dropped(requests - less, order=order)


def test_cases_that_decide_other_rows_are_no_substitute() -> None:
    checks = {f"test_a[{row}]": CheckMarks(verifies=(row,)) for row in ("ROW-1", "ROW-2")}

    assert dropped_cases(checks, measured(3), Footprint(), 0, tuple(checks)) == frozenset()


def test_a_check_goes_where_another_decides_its_row() -> None:
    checks = {name: CheckMarks(verifies=("ROW-1",)) for name in ("test_a[0]", "test_b[0]", "test_c[0]")}

    assert dropped_cases(checks, measured(3), Footprint(), 0, tuple(checks)) == {"test_a[0]", "test_b[0]"}


def test_a_race_does_not_take_the_place_of_another_check() -> None:
    sequential, race = CheckMarks(verifies=("ROW-1",)), CheckMarks(verifies=("ROW-1",), races=True)

    assert dropped_cases({CASES[0]: sequential, CASES[1]: race}, measured(3), Footprint(), 0, CASES) == frozenset()


def test_how_far_a_check_moves_the_clock_does_not_matter() -> None:
    checks = {
        name: CheckMarks(verifies=("ROW-1",), moves_clock_minutes=minutes)
        for name, minutes in zip(CASES, (10, 20), strict=False)
    }

    assert dropped_cases(checks, measured(3), Footprint(), 0, CASES) == {CASES[0]}


def test_a_fixture_is_saved_with_the_last_check_that_needs_it() -> None:
    needs = {CASES[0]: ("sheets", "days"), CASES[1]: ("sheets",), CASES[2]: ("days",)}
    fixtures = {
        "sheets": Measured(Footprint(requests=20), Footprint()),
        "days": Measured(Footprint(requests=5), Footprint()),
    }
    savings = Savings(CHECKS, replace(measured(3), fixtures=fixtures, needs=needs))

    assert [savings.of([name]) for name in CASES[:4]] == [4, 4, 4, 4]
    assert savings.of(CASES[:2]) == 28
    assert [savings.drop([name]) for name in CASES[:3]] == [4, 24, 9]


def test_successive_seeds_take_the_published_orders_in_turn() -> None:
    assert [order_for(seed) for seed in range(10)] == [*load_orders(), *load_orders()]


@pytest.mark.parametrize("seed", range(5))
def test_the_published_orders_name_cases_of_the_suite_and_leave_one_of_each_row(seed: int) -> None:
    checks, _ = collect_marks()
    order = order_for(seed)

    gone = dropped_cases(checks, load_measurements(), Footprint(), 0, order)

    assert set(order) <= set(checks), "Checks have changed: run `python -m tests.selftest cases`."
    assert gone == set(order)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.mark.whole
@pytest.mark.parametrize("lanes", ["1", "4"])
def test_a_usual_run_decides_all_rows_and_is_judged_as_it_was(
    command: Command, sandbox: Server, tmp_path: Path, lanes: str
) -> None:
    keys = ("--api-key", f"sbx_fewer-{lanes}_alpha", "--second-api-key", f"sbx_fewer-{lanes}_bravo")
    place = (f"{sandbox.address}/api/v1", "--target", f"{sandbox.address}/_sandbox/v1/target", *keys)
    options = ("--seed", "5", "--concurrency", lanes, "--report", tmp_path / "run")

    ended = command("check", *place, *options)

    run = json.loads((tmp_path / "run" / "report.json").read_text("utf-8"))
    assert (run["outcome"], run["cutShort"], run["requests"] <= 3_200) == ("conformant", None, True)
    assert len(run["droppedCases"]) > 100
    notice = f"To save requests, the run dropped {len(run['droppedCases'])} cases of its checks, and drops"
    assert notice in " ".join(ended.stdout.split())
    again = judged(tmp_path / "run" / "exchanges.har", tmp_path / "judged")
    assert (rows(again.report), again.report["droppedCases"]) == (rows(run), run["droppedCases"])
    assert again.report["judged"]["missing"] == 0
