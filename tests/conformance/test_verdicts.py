"""The ladder: what evidence says, what a level permits, and that our own faults come first."""

import pytest

from conformance.evidence.verdicts import (
    Evidence,
    Finding,
    Inconclusive,
    NoEvidence,
    Untested,
    Violation,
    decide,
    expect,
    shown,
)
from conformance.running.findings import evidence_of
from tests.conformance.made_up import row


def evidence(*findings: str) -> list[Evidence]:
    return [Evidence(Finding(finding), f"It is {finding}.", "a_check") for finding in findings]


@pytest.mark.parametrize(
    ("level", "finding", "verdict"),
    [
        ("must", "held", "pass"),
        ("must", "violated", "fail"),
        ("should", "violated", "warn"),
        ("must", "advisory", "warn"),
        ("must", "untested", "untested"),
        ("must", "inconclusive", "inconclusive"),
        ("must", "absent", "skip"),
        ("must", "silent", "untested"),
        ("must", "broken", "broken"),
        ("should", "held", "pass"),
        ("open", "violated", "info"),
        ("open", "untested", "info"),
        ("open", "observed", "info"),
        ("open", "silent", "info"),
        ("open", "broken", "broken"),
    ],
)
def test_one_finding_gives_this_verdict(level: str, finding: str, verdict: str) -> None:
    assert decide(row(level), evidence(finding)).verdict == verdict


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        (("held", "violated"), "fail"),
        (("violated", "broken"), "broken"),
        (("untested", "violated"), "fail"),
        (("held", "untested"), "untested"),
        (("untested", "inconclusive"), "untested"),
        (("inconclusive", "advisory"), "inconclusive"),
        (("advisory", "held"), "warn"),
        (("held", "absent"), "pass"),
        (("held", "silent"), "pass"),
        (("silent", "advisory"), "warn"),
        (("silent", "silent"), "untested"),
    ],
)
def test_the_worst_finding_decides(findings: tuple[str, ...], verdict: str) -> None:
    decision = decide(row(), evidence(*findings))

    assert decision.verdict == verdict


def test_the_message_is_that_of_the_deciding_finding() -> None:
    decision = decide(row(), evidence("held", "violated", "advisory"))

    assert decision.message == "It is violated."


def test_a_decided_row_without_evidence_is_our_fault() -> None:
    decision = decide(row(), [])

    assert (decision.verdict, decision.message) == ("broken", "No check decides PAG-03.")


def test_an_excluded_row_is_skipped_with_its_reason() -> None:
    decision = decide(row("excluded", reason="Happens between people."), [])

    assert (decision.verdict, decision.message) == ("skip", "Happens between people.")


def test_an_open_row_that_was_not_recorded_is_information() -> None:
    assert decide(row("open"), []).verdict == "info"


def test_expect_passes_when_the_condition_holds() -> None:
    expect(True, "anything", "anything")


def test_a_violation_tells_expected_and_actual() -> None:
    with pytest.raises(Violation, match=r"Expected: at most 20 courses. Actual: 21."):
        expect(False, "at most 20 courses", 21)


@pytest.mark.parametrize("word", [Untested, Inconclusive])
def test_the_other_words_carry_their_reason(word: type[Exception]) -> None:
    assert str(word("The list is empty.")) == "The list is empty."


def test_a_long_value_is_cut_in_messages() -> None:
    assert shown("x" * 1000).endswith(" ...")


def test_a_row_of_silent_checks_says_why_it_is_untested() -> None:
    raised = NoEvidence("No clock can be moved.")

    decision = decide(row(), [evidence_of(raised, "a_check", ())])

    assert (decision.verdict, decision.message) == ("untested", "No clock can be moved.")


class NoLights(Inconclusive):
    """A word of a user's own checks."""


def test_a_kind_of_judgement_counts_as_what_it_is_a_kind_of() -> None:
    assert evidence_of(NoLights("It was dark."), "a_check", ()).finding is Finding.inconclusive
