"""A plan tells the truth: what a run sends, makes and leaves stays within it, and what it calls untested is."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from typing import Any

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.evidence.verdicts import Verdict
from conformance.footprint.journal import ENDS, MAKES
from conformance.footprint.measured import Footprint, load_measurements
from conformance.planning.plan import Plan, plan_of
from conformance.planning.plan_text import plan_json, plan_text
from conformance.results.run_result import RunResult
from conformance.running.engine import collect_marks
from conformance.scope.selection import Options
from conformance.session.earlier import EarlierParts
from conformance.target.describing import describe_target
from conformance.target.target import Target
from tests.conformance.conftest import Command
from tests.conformance.small_operations import SmallTarget
from tests.footprint import declared, made_by, run_on, target_in
from tests.sandbox.servers import Server, serving

# Not one of those that the numbers were measured with.
SEED = 4711
FEW_ROWS = ("BKC-13", "CRS-01", "HLD-02", "GRP-02", "WHK-03", "AVM-03")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def planned(target: Target, *only: str, read_only: bool = False) -> Plan:
    return plan_of(
        target, Options(only, read_only), load_catalogue(), load_measurements(), date(2027, 1, 1), EarlierParts()
    )


def excess(result: RunResult, plan: Plan) -> Mapping[str, tuple[int, int]]:
    """What a run took beyond the bounds of its plan: as it was, and the bound."""
    took, most = made_by(result.exchanges), plan.most
    counts = {field.name: (getattr(took, field.name), getattr(most, field.name)) for field in fields(Footprint)}
    created = [leftover for leftover in result.leftovers if leftover.is_thing]
    counts |= {"stay": (len(created), most.stay), "at once": (at_once(result), plan.at_once)}
    return {name: pair for name, pair in counts.items() if pair[0] > pair[1]}


def at_once(result: RunResult) -> int:
    """The most objects on the target at one time, holds and tokens counted as if they never ended."""
    standing = peak = 0
    for exchange in result.exchanges:
        if exchange.response and exchange.response.is_success:
            standing += (exchange.operation_id in MAKES) - (exchange.operation_id in ENDS)
            peak = max(peak, standing)
    return peak


@pytest.mark.whole
def test_a_whole_run_stays_within_its_plan_and_is_about_what_is_expected(sandbox: Server) -> None:
    target = target_in(sandbox, "plan-whole", declared(sandbox))
    plan = planned(target)

    result = run_on(target, SEED)

    assert excess(result, plan) == {}
    undecided = {row.row.id: row.message for row in result.rows if row.verdict in ("untested", "inconclusive")}
    assert (result.outcome, undecided) == ("conformant", {})
    assert abs(len(result.exchanges) - plan.usual.requests) <= plan.usual.requests * 0.2


def limited(sandbox: Server, most_requests: int | None) -> Plan:
    keys = ("sbx_limited_alpha", "sbx_limited_bravo")
    options = {"requests": most_requests} if most_requests else {}
    return planned(describe_target(f"{sandbox.address}/api/v1", *keys, declared(sandbox), options))


def test_the_limit_that_the_manual_names_is_enough_for_all_cases_and_all_generated_requests(sandbox: Server) -> None:
    all_cases = limited(sandbox, 4_300)

    assert all_cases.generated == all_cases.generated_wanted
    assert (all_cases.dropped_cases, all_cases.cut_short) == (0, False)
    assert 3_600 <= all_cases.usual.requests <= 4_100


def test_the_usual_plan_drops_cases_and_no_row(sandbox: Server) -> None:
    all_cases, usual, fewer = limited(sandbox, 4_300), limited(sandbox, None), limited(sandbox, 1_700)

    assert 100 < usual.dropped_cases < fewer.dropped_cases
    assert fewer.generated < usual.generated
    assert (usual.cut_short, usual.rows, usual.usual.requests <= 3_000) == (False, all_cases.rows, True)
    assert f"the run drops {usual.dropped_cases} cases of its checks" in " ".join(plan_text(usual).split())
    assert json.loads(plan_json(usual))["droppedCases"] == usual.dropped_cases


def test_generated_requests_get_what_the_checks_leave(sandbox: Server) -> None:
    scarce = limited(sandbox, 2_250)

    assert (0 < scarce.generated < scarce.generated_wanted, scarce.usual.requests) == (True, 2_250)
    assert f"at most {scarce.generated} of the" in " ".join(plan_text(scarce).split())


def test_the_checks_need_less_than_the_usual_limit_and_a_lower_one_cuts_them_short(sandbox: Server) -> None:
    usual, low = limited(sandbox, None), limited(sandbox, 1_400)

    assert (usual.cut_short, usual.most_requests <= 4_000) == (False, True)
    assert usual.generated == usual.generated_wanted
    assert low.cut_short
    assert "The limit of 1,400 requests would cut this run short" in plan_text(low)


@pytest.mark.parametrize("row", FEW_ROWS)
def test_a_run_of_one_row_stays_within_its_plan(row: str, sandbox: Server) -> None:
    target = target_in(sandbox, f"plan-{row.lower()}", declared(sandbox))

    result = run_on(target, SEED, row)

    assert excess(result, planned(target, row)) == {}


@pytest.mark.whole
def test_a_read_only_run_stays_within_its_plan_which_makes_nothing(sandbox: Server) -> None:
    target = target_in(sandbox, "plan-reading", declared(sandbox))
    plan = planned(target, read_only=True)

    result = run_on(target, SEED, read_only=True)

    assert excess(result, plan) == {}
    assert plan.most.created == 0
    assert plan.most.requests > len(result.exchanges) > plan.usual.requests / 2


@pytest.mark.whole
def test_what_a_plan_calls_untested_is(sandbox: Server) -> None:
    target = target_in(sandbox, "plan-bare", {})
    plan = planned(target)
    certain = {row for reason in plan.untested for row in reason.rows}
    possible = certain | {row for reason in plan.uncertain for row in reason.rows}

    result = run_on(target, SEED)

    untested = {row.row.id for row in result.rows if row.verdict is Verdict.untested}
    assert certain - untested == set()
    assert untested - possible == set()


def test_most_checks_were_measured() -> None:
    names = {name for name, marks in collect_marks()[0].items() if not marks.tours}
    measured = load_measurements().checks

    assert len(names - measured.keys()) <= len(names) * 0.1, "run: python -m tests.footprint"


def test_planning_sends_nothing(small_target: SmallTarget, command: Command) -> None:
    result = command("plan", small_target.base_url, "--api-key", "key-of-alpha")

    assert result.exit_code == 0
    assert small_target.requests == []


def test_a_plan_fits_80_columns_and_names_the_keys_that_are_missing(command: Command) -> None:
    result = command("plan", "http://a.example/api/v1", "--api-key", "x")

    printed = " ".join(result.stdout.split())
    needed = ["booking_code under [courses]", "give --second-api-key", "clock_advance under [levers]", "[tokens]"]
    assert [line for line in result.stdout.splitlines() if len(line) > 80] == []
    assert [words for words in needed if words in printed] == needed


def test_a_plan_as_json_has_the_same_numbers(command: Command) -> None:
    shown = json.loads(command("plan", "http://a.example/api/v1", "--api-key", "x", "--json").stdout)

    plan = planned(describe_target("http://a.example/api/v1", "x", None, {}))
    assert shown["atMost"]["bookings"] == plan.most.bookings
    assert shown["expected"]["requests"] == plan.usual.requests
    assert [item["rows"] for item in shown["untested"]] == [list(reason.rows) for reason in plan.untested]


def test_days_lie_beyond_the_first_that_checks_use(command: Command) -> None:
    shown = json.loads(command("plan", "http://a.example/api/v1", "--api-key", "x", "--json").stdout)

    assert (date.fromisoformat(shown["firstDay"]) - datetime.now(UTC).date()).days >= 19


def test_the_limit_of_requests_bounds_a_plan(command: Command) -> None:
    arguments = ("plan", "http://a.example/api/v1", "--api-key", "x", "--requests", "100")

    assert json.loads(command(*arguments, "--json").stdout)["atMost"]["requests"] == 100
    assert "The limit of 100 requests would cut this run short" in " ".join(command(*arguments).stdout.split())


def test_the_rate_makes_a_run_longer() -> None:
    target = describe_target("http://a.example/api/v1", "x", None, {}, {"rate": 1.0})

    assert planned(target).seconds_by_answer[0.0] >= planned(target).usual.requests


def test_checks_side_by_side_make_a_run_shorter() -> None:
    alone, usual = (
        planned(describe_target("http://a.example/api/v1", "x", None, {}, limits))
        for limits in ({"concurrency": 1}, {})
    )

    assert alone.seconds_by_answer[0.05] > alone.usual.requests * 0.05
    assert all(usual.seconds_by_answer[item] < seconds for item, seconds in alone.seconds_by_answer.items())
    assert usual.seconds_by_answer[0.05] < alone.seconds_by_answer[0.05] / 3


def test_a_time_budget_says_how_many_requests_it_is_enough_for() -> None:
    target = describe_target("http://a.example/api/v1", "x", None, {}, {"rate": 1.0, "time_budget_seconds": 240})

    plan = planned(target)

    assert 200 <= plan.requests_by_answer[0.0] <= 216
    assert f"enough for about {plan.requests_by_answer[0.0]} of" in " ".join(plan_text(plan).split())


def test_groups_that_nobody_can_cancel_are_named(command: Command) -> None:
    bare = command("plan", "http://a.example/api/v1", "--api-key", "x").stdout

    assert "group bookings stay: no document shows how to cancel a group" in " ".join(bare.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("http://a.example/api/v1",), "No API key was given"),
        (("http://a.example/api/v1", "--api-key", "x", "--only", "PAG-99"), "There is no requirement 'PAG-99'"),
        (("--api-key", "x"), "No address was given"),
    ],
)
def test_what_cannot_be_planned_exits_2(arguments: tuple[Any, ...], words: str, command: Command) -> None:
    result = command("plan", *arguments)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert words in result.stderr
