"""The order in which a run drops cases: those go first without which most faults are still found."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.evidence.exchanges import Role
from conformance.running.fewer_cases import kind_of
from conformance.scope.selection import CheckMarks
from tests.selftest.cases import alike_cases, dispensable_cases

CASES = tuple(f"test_{check}[{case}]" for check in "abc" for case in range(4))
CHECKS = {name: CheckMarks(verifies=(f"ROW-{name[5]}",)) for name in (*CASES, "test_alone")}
REQUESTS = dict.fromkeys(CHECKS, 3)
LISTS = frozenset({("listBookings", Role.golden, "first agency", True)})
ASKED = dict.fromkeys(CHECKS, LISTS)

found_by = st.lists(st.frozensets(st.sampled_from(tuple(CHECKS)), min_size=1))
requests = st.fixed_dictionaries({name: st.integers(0, 9) for name in CHECKS})


def test_the_case_that_alone_finds_most_faults_stays() -> None:
    found = [*[frozenset({"test_a[0]"})] * 2, frozenset({"test_a[1]", "test_a[2]"})]

    order = dispensable_cases(CHECKS, REQUESTS, ASKED, found)

    assert [name for name in order if name.startswith("test_a")] == ["test_a[3]", "test_a[1]", "test_a[2]"]


def test_of_two_cases_that_find_nothing_the_one_with_more_requests_goes_first() -> None:
    assert next(iter(dispensable_cases(CHECKS, REQUESTS | {"test_b[2]": 4}, ASKED, []))) == "test_b[2]"


def test_cases_of_different_rows_do_not_replace_each_other() -> None:
    checks = {f"test_a[{row}]": CheckMarks(verifies=(row,)) for row in ("ROW-1", "ROW-2")}

    assert dispensable_cases(checks, dict.fromkeys(checks, 3), dict.fromkeys(checks, LISTS), []) == {}


def test_the_only_case_that_asks_an_operation_or_asks_it_in_vain_stays() -> None:
    in_vain = frozenset({("listBookings", Role.attempt, "first agency", True)})
    alone = {"test_a[0]": LISTS | {("getBooking", Role.golden, "first agency", True)}, "test_a[1]": in_vain}

    order = dispensable_cases(CHECKS, REQUESTS, ASKED | alone, [])

    assert [name for name in order if name.startswith("test_a")] == ["test_a[2]", "test_a[3]"]


def test_the_only_case_without_the_key_stays() -> None:
    without, with_key = (frozenset({("revokeToken", Role.attempt, "first agency", key)}) for key in (False, True))
    alone = {"test_a[0]": without, **{f"test_a[{case}]": with_key for case in (1, 2, 3)}}

    assert "test_a[0]" not in dispensable_cases(CHECKS, REQUESTS, ASKED | alone, [])


@settings(deadline=None)
@given(found_by, requests)
def test_one_case_of_each_check_is_never_dropped(found: Sequence[frozenset[str]], requests: Mapping[str, int]) -> None:
    order = dispensable_cases(CHECKS, requests, ASKED, found)

    kept = {kind_of(name, marks) for name, marks in CHECKS.items() if name not in order}
    assert kept == {kind_of(name, marks) for name, marks in CHECKS.items()}
    assert all(requests[name] for name in order)


@settings(deadline=None)
@given(found_by, requests)
def test_the_number_beside_a_case_counts_the_faults_that_are_hidden_then(
    found: Sequence[frozenset[str]], requests: Mapping[str, int]
) -> None:
    order = dispensable_cases(CHECKS, requests, ASKED, found)

    dropped = accumulate(([name] for name in order), initial=[])
    assert [0, *order.values()] == [sum(names <= set(gone) for names in found) for gone in dropped]


def alike(order: Sequence[str], *found: frozenset[str], asked: Mapping[str, Any] = ASKED) -> Sequence[Sequence[str]]:
    return [names for names in alike_cases(CHECKS, asked, order, found) if names[0].startswith("test_a")]


def test_cases_that_ask_the_same_take_turns_in_the_order_of_dropping() -> None:
    assert alike(["test_a[2]", "test_a[0]"]) == [["test_a[2]", "test_a[0]", "test_a[1]", "test_a[3]"]]


def test_a_case_without_which_no_more_faults_are_lost_takes_turns() -> None:
    only_one, several = frozenset({"test_a[3]"}), frozenset({"test_a[0]", "test_a[2]", "test_a[3]"})

    assert alike(["test_a[0]", "test_a[1]", "test_a[2]"], several) == [["test_a[0]", "test_a[2]", "test_a[3]"]]
    assert alike(["test_a[0]", "test_a[1]", "test_a[2]"], only_one, several) == []


def test_faults_that_other_checks_find_do_not_matter() -> None:
    elsewhere = frozenset({"test_a[3]", "test_alone"})

    assert alike(["test_a[0]"], elsewhere) == [["test_a[0]", "test_a[1]", "test_a[2]", "test_a[3]"]]


def test_cases_of_which_nobody_knows_what_they_ask_take_no_turns() -> None:
    assert alike(["test_a[0]"], asked=dict.fromkeys(CHECKS, frozenset[Any]())) == []
