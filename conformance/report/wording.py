"""The sentences about a run that the terminal and the page share."""

from conformance.catalogue import Level
from conformance.results import KnownFailure, Outcome, RowResult, RunResult
from conformance.verdicts import Verdict

UNDECIDED = (Verdict.untested, Verdict.inconclusive)


def headline(result: RunResult) -> str:
    """The outcome in words, with the number that explains it, and what the baseline has to do with it."""
    outcome = {
        Outcome.conformant: _conformant,
        Outcome.violation: _violation,
        Outcome.incomplete: _incomplete,
        Outcome.error: _error,
    }[result.outcome](result)
    return f"{outcome}{_known(result)}{_stale(result)}"


def known_text(known: KnownFailure) -> str:
    """Why a failure is accepted, by whom and until when."""
    return f"{known.reason} (owner {known.owner}, until {known.until})"


def _known(result: RunResult) -> str:
    count = _count_known(result)
    if not count:
        return ""
    return " 1 known failure is not counted." if count == 1 else f" {count} known failures are not counted."


def _count_known(result: RunResult) -> int:
    return sum(1 for one in result.rows if one.selected and one.verdict is Verdict.known)


def _stale(result: RunResult) -> str:
    count = len(result.stale_baseline)
    if not count:
        return ""
    return " 1 row of the baseline is stale." if count == 1 else f" {count} rows of the baseline are stale."


def _conformant(result: RunResult) -> str:
    held = [one for one in result.rows if one.selected and one.verdict is Verdict.pass_]
    other = "other " if _count_known(result) else ""
    hold = "1 requirement holds" if len(held) == 1 else f"{len(held)} requirements hold"
    return f"Conformant: no {other}selected must requirement is violated or undecided; {hold}."


def _violation(result: RunResult) -> str:
    failed = _selected_musts(result, Verdict.fail)
    left = _selected_musts(result, *UNDECIDED)
    rest = f" {len(left)} more could not be decided." if left else ""
    return f"Not conformant: {_musts(len(failed))} violated.{rest}"


def _incomplete(result: RunResult) -> str:
    left = _selected_musts(result, *UNDECIDED)
    if not left:
        return "Incomplete: no check ran, so nothing is known about the target."
    return f"Incomplete: nothing is violated, but {_musts(len(left))} not decided."


def _error(result: RunResult) -> str:
    broken = sum(1 for one in result.rows if one.selected and one.verdict is Verdict.broken)
    return (
        f"The suite broke: {broken} rows and {len(result.faults)} parts of the suite have faults of their own."
        " This says nothing about the target."
    )


def _musts(count: int) -> str:
    return "1 must requirement is" if count == 1 else f"{count} must requirements are"


def _selected_musts(result: RunResult, *verdicts: Verdict) -> list[RowResult]:
    return [one for one in result.rows if one.selected and one.row.level is Level.must and one.verdict in verdicts]
