"""A run that plans fewer requests than all cases of its checks need drops some, decides all rows, and says so."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.footprint.measured import Footprint, Measured, Measurements, load_measurements
from conformance.running.engine import collect_marks
from conformance.running.fewer_cases import dropped_cases, kind_of, load_dispensable, taking_turns
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
    assert (dropped(95), dropped(94), dropped(195, generated=100)) == (frozenset(), {CASES[0]}, frozenset())


def test_cases_go_for_the_requests_of_generated_traffic() -> None:
    assert (dropped(94 + 350, generated=350), dropped(95 + 350, generated=350)) == ({CASES[0]}, frozenset())


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


def test_the_published_order_names_cases_of_the_suite_and_leaves_one_of_each_row() -> None:
    checks, _ = collect_marks()
    order = load_dispensable().cases

    gone = dropped_cases(checks, load_measurements(), Footprint(), 0, order)

    assert set(order) <= set(checks), "Checks have changed: run `python -m tests.selftest cases`."
    assert gone == set(order)


def in_turn(gone: Set[str], seed: int) -> frozenset[str]:
    """What a run with this *seed* drops instead of *gone*, where the cases 1 to 5 of each check are alike."""
    return taking_turns(gone, CHECKS, [CASES[first : first + 5] for first in (1, 8, 15)], seed)


@given(st.integers(0, 120), orders, st.integers(0, 1_000))
def test_cases_that_take_turns_are_of_the_same_check_and_as_many(
    requests: int, order: Sequence[str], seed: int
) -> None:
    gone = dropped(requests, order=order)

    instead = in_turn(gone, seed)

    assert Counter(name[5] for name in instead) == Counter(name[5] for name in gone)
    assert {name for name in instead ^ gone if name[7] in "06"} == set()


@given(st.integers(0, 120), orders, st.integers(0, 1_000))
def test_successive_seeds_try_all_cases_that_take_turns(requests: int, order: Sequence[str], seed: int) -> None:
    gone = dropped(requests, order=order)

    always = frozenset.intersection(*(in_turn(gone, seed + more) for more in range(5)))

    for check in "abc":
        group = {name for name in gone if name[5] == check and name[7] in "12345"}
        assert {name for name in always if name[5] == check and name[7] in "12345"} == (
            group if len(group) == 5 else set()
        )


def test_a_case_that_the_run_does_not_select_takes_no_turn() -> None:
    selected = {"test_a[1]", "test_a[3]"}

    turns = {taking_turns({"test_a[1]"}, selected, [["test_a[1]", "test_a[2]", "test_a[3]"]], seed) for seed in (0, 1)}

    assert turns == {frozenset({"test_a[1]"}), frozenset({"test_a[3]"})}


def test_the_published_groups_are_cases_of_one_check_in_the_order_of_dropping() -> None:
    checks, _ = collect_marks()
    order = load_dispensable().cases

    for names in load_dispensable().alike:
        assert len({kind_of(name, checks[name]) for name in names}) == 1
        listed = [name for name in names if name in order]
        assert listed == [name for name in order if name in names] == list(names[: len(listed)])


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
