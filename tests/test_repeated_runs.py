"""Repeated runs on conforming targets: rows that fail or change their verdict are counted."""

from tests.selftest.repeated import Repetition, flaws


def test_runs_with_the_same_verdicts_have_no_flaw() -> None:
    runs = [Repetition(target, {"CRS-01": "pass", "TOK-01": "skip"}) for target in ("odd", "slow", "odd", "slow")]

    assert flaws(runs) == []


def test_a_row_that_always_fails_is_a_flaw() -> None:
    assert flaws([Repetition("plain", {"CRS-01": "fail"})] * 2) == ["plain  CRS-01: 2 fail"]


def test_a_row_that_is_decided_otherwise_is_a_flaw() -> None:
    runs = [Repetition("slow", {"INV-03": word}) for word in ("pass", "inconclusive", "pass")]

    assert flaws(runs) == ["slow   INV-03: 1 inconclusive, 2 pass"]


def test_with_other_seeds_only_an_alarm_is_a_flaw() -> None:
    runs = [Repetition("slow", {"INV-03": word, "CRS-01": "pass"}) for word in ("pass", "inconclusive")]

    assert flaws(runs, other_seeds=True) == []
    assert flaws([*runs, Repetition("slow", {"CRS-01": "serious"})], other_seeds=True) == [
        "slow   CRS-01: 2 pass, 1 serious"
    ]


def test_targets_may_differ_from_each_other() -> None:
    runs = [Repetition("plain", {"INV-03": "pass"}), Repetition("slow", {"INV-03": "untested"})]

    assert flaws(runs) == []


def test_a_fault_of_the_suite_is_a_flaw() -> None:
    assert flaws([Repetition("odd", {}, ("A check broke.",))]) == ["odd    A check broke."]
