"""A run whose limit of requests is too small for all cases of its checks drops some, decides all rows, and says so."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.footprint.measured import Footprint, Measured, Measurements
from conformance.running.fewer_cases import dropped_cases
from conformance.scope.selection import CheckMarks
from tests.conformance.conftest import Command
from tests.conformance.judged_again import judged, rows
from tests.sandbox.servers import Server, serving

NOTHING = Measured(Footprint(), Footprint())
CASES = tuple(f"test_{check}[{case}]" for check in "abc" for case in range(7))
CHECKS = {name: CheckMarks(verifies=(f"ROW-{name[5]}",)) for name in (*CASES, "test_alone", "test_first[only]")}


def measured(requests: int) -> Measurements:
    """Each case takes so many *requests*, and leaves one thing for the clean-up."""
    of_a_case = Measured(Footprint(requests=requests, left=1), Footprint())
    return Measurements(1, 1, 1.0, Footprint(), dict.fromkeys(CHECKS, of_a_case), {}, {}, NOTHING, NOTHING, {})


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - repeatable on purpose


def dropped(most: int, seed: int = 1, generated: int = 0) -> frozenset[str]:
    return dropped_cases(CHECKS, measured(3), Footprint(requests=generated), most, chance(seed))


def test_a_run_with_requests_for_all_cases_drops_none() -> None:
    # 23 checks with 4 requests each, and a tenth more.
    assert (dropped(101), len(dropped(100)), dropped(201, generated=100)) == (frozenset(), 1, frozenset())


@settings(deadline=None)
@given(st.integers(0, 120), st.integers())
def test_at_least_half_of_the_cases_of_each_check_stay(most: int, seed: int) -> None:
    gone = dropped(most, seed)

    assert all(count <= 3 for count in Counter(name[5] for name in gone).values())
    assert gone <= set(CASES)


@settings(deadline=None)
@given(st.integers(0, 120), st.integers(0, 40), st.integers())
def test_a_lower_limit_drops_the_same_cases_and_more(most: int, less: int, seed: int) -> None:
    assert dropped(most, seed) <= dropped(most - less, seed)


def test_another_seed_drops_other_cases() -> None:
    assert len({dropped(80, seed) for seed in range(20)}) > 10


def test_cases_that_decide_other_rows_are_no_substitute() -> None:
    checks = {f"test_a[{row}]": CheckMarks(verifies=(row,)) for row in ("ROW-1", "ROW-2")}

    assert dropped_cases(checks, measured(3), Footprint(), 0, chance(1)) == frozenset()


def test_cases_that_send_nothing_stay() -> None:
    assert dropped_cases(CHECKS, measured(0), Footprint(), 0, chance(1)) == frozenset()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.mark.whole
@pytest.mark.parametrize("lanes", ["1", "4"])
def test_a_run_with_fewer_requests_decides_all_rows_and_is_judged_as_it_was(
    command: Command, sandbox: Server, tmp_path: Path, lanes: str
) -> None:
    keys = ("--api-key", f"sbx_fewer-{lanes}_alpha", "--second-api-key", f"sbx_fewer-{lanes}_bravo")
    place = (f"{sandbox.address}/api/v1", "--target", f"{sandbox.address}/_sandbox/v1/target", *keys)
    options = ("--requests", "3000", "--seed", "5", "--concurrency", lanes, "--report", tmp_path / "run")

    ended = command("check", *place, *options)

    run = json.loads((tmp_path / "run" / "report.json").read_text("utf-8"))
    assert (run["outcome"], run["cutShort"], run["requests"] <= 3_000) == ("conformant", None, True)
    assert len(run["droppedCases"]) > 100
    notice = f"The limit of 3,000 requests had no room for {len(run['droppedCases'])} cases of the checks."
    assert notice in " ".join(ended.stdout.split())
    again = judged(tmp_path / "run" / "exchanges.har", tmp_path / "judged")
    assert (rows(again.report), again.report["droppedCases"]) == (rows(run), run["droppedCases"])
    assert again.report["judged"]["missing"] == 0
