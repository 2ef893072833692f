"""The order in which a run drops cases: those go first without which most faults are still found."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.evidence.exchanges import Role
from conformance.footprint.measured import Footprint, Measured, Measurements
from conformance.running.fewer_cases import duties
from conformance.scope.selection import CheckMarks
from tests.mutants import MUTANTS
from tests.selftest.cases import undecided_in_vain
from tests.selftest.orders import Uses, dispensable_cases

CASES = tuple(f"test_{check}[{case}]" for check in "abc" for case in range(4))
CHECKS = {name: CheckMarks(verifies=(f"ROW-{name[5]}",)) for name in (*CASES, "test_single")}
NOTHING = Measured(Footprint(), Footprint())
LISTS = frozenset({("listBookings", Role.golden, "first agency", True)})
ASKED = dict.fromkeys(CHECKS, LISTS)

found_by = st.lists(st.frozensets(st.sampled_from(tuple(CHECKS)), min_size=1))
requests = st.fixed_dictionaries({name: st.integers(0, 9) for name in CHECKS})


def uses(
    *found: frozenset[str],
    checks: Mapping[str, CheckMarks] = CHECKS,
    asked: Mapping[str, frozenset[Any]] = ASKED,
    decided: Sequence[frozenset[str]] = (),
) -> Uses:
    return Uses(checks, asked, decided, found)


def measured(requests: Mapping[str, int], fixtures: Mapping[str, int] = {}, **needs: str) -> Measurements:
    """The *requests* of each check and of each of the *fixtures*. *needs* has the fixture of each case of a check."""
    checks, of_fixtures = (
        {name: Measured(Footprint(requests=count), Footprint()) for name, count in counts.items()}
        for counts in (requests, fixtures)
    )
    needed = {name: (needs[name[5]],) for name in requests if name[5] in needs}
    return Measurements(1, 1, 1.0, Footprint(), checks, of_fixtures, needed, NOTHING, NOTHING, {})


REQUESTS = dict.fromkeys(CHECKS, 3)
USUAL = measured(REQUESTS)


def order_of(checks: Mapping[str, CheckMarks], *found: frozenset[str]) -> Mapping[str, int]:
    """The order of these *checks*, which ask and take the same."""
    known = uses(*found, checks=checks, asked=dict.fromkeys(checks, LISTS))
    return dispensable_cases(known, measured(dict.fromkeys(checks, 3)), {})


def of_a(order: Iterable[str]) -> list[str]:
    return [name for name in order if name.startswith("test_a")]


def test_the_case_that_alone_finds_most_faults_stays() -> None:
    found = [*[frozenset({"test_a[0]"})] * 2, frozenset({"test_a[1]", "test_a[2]"})]

    assert of_a(dispensable_cases(uses(*found), USUAL, {})) == ["test_a[3]", "test_a[1]", "test_a[2]"]


def test_of_two_cases_that_find_nothing_the_one_with_more_requests_goes_first() -> None:
    assert next(iter(dispensable_cases(uses(), measured(REQUESTS | {"test_b[2]": 4}), {}))) == "test_b[2]"


def test_cases_of_different_rows_do_not_replace_each_other() -> None:
    checks = {f"test_a[{row}]": CheckMarks(verifies=(row,)) for row in ("ROW-1", "ROW-2")}

    assert order_of(checks) == {}


def test_a_check_is_dropped_where_another_check_decides_its_row() -> None:
    checks = {name: CheckMarks(verifies=("ROW-1",)) for name in ("test_a", "test_b")}
    found = [frozenset({"test_b"})]

    order = order_of(checks, *found)

    assert order == {"test_a": 0}


def test_a_step_that_decides_no_row_stays_unless_another_case_of_it_does() -> None:
    checks = {name: CheckMarks(exercises=("listBookings",)) for name in ("test_a", "test_b[0]", "test_b[1]")}

    order = order_of(checks)

    assert list(order) == ["test_b[0]"]


def test_the_only_case_that_asks_an_operation_or_asks_it_in_vain_stays() -> None:
    in_vain = frozenset({("listBookings", Role.attempt, "first agency", True)})
    alone = {"test_a[0]": LISTS | {("getBooking", Role.golden, "first agency", True)}, "test_a[1]": in_vain}

    assert of_a(dispensable_cases(uses(asked=ASKED | alone), USUAL, {})) == ["test_a[2]", "test_a[3]"]


def test_the_only_case_without_the_key_stays() -> None:
    without, with_key = (frozenset({("revokeToken", Role.attempt, "first agency", key)}) for key in (False, True))
    alone = {"test_a[0]": without, **{f"test_a[{case}]": with_key for case in (1, 2, 3)}}

    assert "test_a[0]" not in dispensable_cases(uses(asked=ASKED | alone), USUAL, {})


def test_the_only_case_that_decides_a_row_on_some_target_stays() -> None:
    decided = [frozenset({"test_a[0]", "test_a[1]"}), frozenset({"test_a[2]", "a rule"})]

    assert of_a(dispensable_cases(uses(decided=decided), USUAL, {})) == ["test_a[0]", "test_a[2]", "test_a[3]"]


def test_the_last_case_of_a_check_goes_after_further_cases() -> None:
    checks = {name: CheckMarks(verifies=("ROW-1",)) for name in ("test_a", "test_b[0]", "test_b[1]")}

    order = order_of(checks)

    assert list(order) == ["test_b[0]", "test_a"]


@settings(deadline=None)
@given(found_by, found_by, requests)
def test_each_row_and_each_decision_keeps_a_case(
    found: Sequence[frozenset[str]], decided: Sequence[frozenset[str]], requests: Mapping[str, int]
) -> None:
    known = uses(*found, decided=decided)

    order = dispensable_cases(known, measured(requests), {})

    kept = {duty for name, marks in CHECKS.items() if name not in order for duty in duties(name, marks)}
    assert kept == {duty for name, marks in CHECKS.items() for duty in duties(name, marks)}
    assert all(requests[name] for name in order)
    assert not any(names <= set(order) for names in decided)


@settings(deadline=None)
@given(found_by, requests)
def test_the_number_beside_a_case_counts_the_faults_that_are_hidden_then(
    found: Sequence[frozenset[str]], requests: Mapping[str, int]
) -> None:
    order = dispensable_cases(uses(*found), measured(requests), {})

    dropped = accumulate(([name] for name in order), initial=[])
    assert [0, *order.values()] == [sum(names <= set(gone) for names in found) for gone in dropped]


def test_a_case_that_no_run_of_another_seed_drops_goes_before_others() -> None:
    order = dispensable_cases(uses(), USUAL, {"test_a[0]": 2, "test_a[1]": 1})

    assert of_a(order) == ["test_a[2]", "test_a[3]", "test_a[1]"]


def test_a_fault_that_one_case_finds_weighs_more_than_what_another_seed_drops() -> None:
    order = dispensable_cases(uses(frozenset({"test_a[2]"})), USUAL, {"test_a[0]": 1})

    assert of_a(order) == ["test_a[1]", "test_a[3]", "test_a[0]"]


def test_all_cases_of_a_fixture_go_before_a_case_that_saves_less_and_finds_as_much() -> None:
    checks = CHECKS | {"test_d": CheckMarks(verifies=("ROW-a",))}
    found = [frozenset({f"test_{check}[{case}]"}) for check in "ab" for case in range(4)]
    known = uses(*found, checks=checks, asked=dict.fromkeys(checks, LISTS))

    order = dispensable_cases(known, measured(dict.fromkeys(checks, 1), {"sheets": 20}, a="sheets"), {})

    assert [name for name in order if name[5] in "ab"][:4] == of_a(CASES)


def test_what_cases_share_is_saved_with_the_last_of_them() -> None:
    order = dispensable_cases(uses(), measured(dict.fromkeys(CHECKS, 0), {"sheets": 20}, a="sheets"), {})

    assert not order


def test_runs_that_did_not_decide_a_row_that_others_decide_are_told() -> None:
    undecided = [MUTANTS["AUT-14.change"], MUTANTS["CNV-03"]]

    assert undecided_in_vain(undecided, {"AUT-14": frozenset()}) == ["AUT-14.change"]
    assert undecided_in_vain(undecided, {f"AUT-14.{number}": frozenset() for number in range(50)}) == []
