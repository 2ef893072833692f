"""The sentences about a run that the terminal and the page share."""

import shlex
from collections.abc import Iterator

from conformance.catalogue.requirements import Level
from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import Judged, KnownFailure, Outcome, RowResult, RunResult
from conformance.scope.selection import FailOn
from conformance.wire.pace import Traffic

UNDECIDED = (Verdict.untested, Verdict.inconclusive)
NO_MORE = "A green run is not a certificate. It says only that these checks found no violation."


def headline(result: RunResult) -> str:
    """The outcome in words, with the number that explains it, and the effect of the baseline."""
    outcome = {
        Outcome.conformant: _conformant,
        Outcome.violation: _violation,
        Outcome.finding: _finding,
        Outcome.incomplete: _incomplete,
        Outcome.error: _error,
    }[result.outcome](result)
    cut_short = f"Cut short: {result.cut_short}. " if result.cut_short else ""
    return f"{cut_short}{outcome}{_known(result)}{_stale(result)}"


def origin(result: RunResult) -> str:
    """What judged the run: the version of teesheet, and the version and the digest of the contract."""
    judged_by, contract = f"teesheet {dict(result.versions)['teesheet']}", result.contract
    if contract is None:
        return f"{judged_by}, no contract could be read"
    return f"{judged_by}, contract {contract.version}, sha256 {contract.short_digest}"


def repeat_of(result: RunResult) -> str:
    """The command that repeats the run."""
    only = f" --only {','.join(result.only)}" if result.only else ""
    profile = " --read-only" if result.read_only else ""
    return f"teesheet check {shlex.quote(result.target)}{profile}{only} --seed {result.seed}"


def target_of(result: RunResult) -> str:
    """The address of the target, with the implementation that its operator named."""
    return result.target if result.about is None else f"{result.target} ({result.about})"


def notices(result: RunResult) -> tuple[str, ...]:
    """Sentences about the run itself, which a reader must know before any verdict."""
    return (
        *_of_the_profile(result),
        *([f"Only {', '.join(result.only)} {_was(result.only)} asked for."] if result.only else []),
        *_of_the_end(result),
        *_of_the_limit(result),
        *_of_the_traffic(result.traffic),
        *_of_the_recording(result.judged),
    )


def _of_the_profile(result: RunResult) -> Iterator[str]:
    if result.read_only:
        count = sum(1 for row in result.rows if row.left_out)
        excluded = (
            "1 requirement that needs more than GET" if count == 1 else f"{count} requirements that need more than GET"
        )
        yield (
            f"This run was read-only: it sent nothing but GET. The read-only profile excludes {excluded}."
            " This report says nothing about excluded requirements."
        )


def _of_the_end(result: RunResult) -> Iterator[str]:
    # Of a run that was cut short the headline says so.
    if result.interrupted and not result.cut_short:
        yield "The run was interrupted: the requirements that it had not reached are untested."


def _of_the_limit(result: RunResult) -> Iterator[str]:
    if result.dropped_cases:
        cases = "1 case" if len(result.dropped_cases) == 1 else f"{len(result.dropped_cases)} cases"
        yield (
            f"To save requests, the run dropped {cases} of its checks, and drops others with another --seed. The cases"
            " that stayed find nearly all the faults that we know. A higher --requests drops fewer."
        )


def _of_the_traffic(traffic: Traffic | None) -> Iterator[str]:
    if traffic and traffic.slowdowns:
        times = "once" if traffic.slowdowns == 1 else f"{traffic.slowdowns} times"
        waited = f"{traffic.slowed_seconds:.0f} s"
        yield f"The target asked {times} for fewer requests (429); the run waited {waited} for it."
    if traffic and traffic.lost:
        share = 100 * traffic.lost / max(traffic.requests, 1)
        answers = "1 answer was" if traffic.lost == 1 else f"{traffic.lost} answers were"
        yield (
            f"{answers} lost on the way, {share:.1f} % of {traffic.requests} requests: a gateway answered 502, 503 or"
            " 504, or the connection gave no answer. The run repeated what could be repeated."
        )
    if traffic and not traffic.certificate_checked:
        yield (
            "INSECURE: certificates were not checked (--insecure), so anybody on the network path could have answered"
            " in the target's place and read the keys."
        )


def _of_the_recording(judged: Judged | None) -> Iterator[str]:
    if judged:
        recorded = f" of {judged.began_at:%Y-%m-%d %H:%M} UTC" if judged.began_at else ""
        yield f"Judged from the recording {judged.file}{recorded}; nothing was sent."
        if judged.missing:
            yield f"The checks needed {judged.missing} requests that the recording does not contain."
        yield from judged.notes


def _was(ids: tuple[str, ...]) -> str:
    return "was" if len(ids) == 1 else "were"


def known_text(known: KnownFailure) -> str:
    """Why a failure is accepted, by whom and until when."""
    return f"{known.reason} (owner {known.owner}, until {known.until})"


def _known(result: RunResult) -> str:
    count = _count_known(result)
    if not count:
        return ""
    return " 1 known failure is not counted." if count == 1 else f" {count} known failures are not counted."


def _count_known(result: RunResult) -> int:
    return _counted(result, Verdict.known)


def _stale(result: RunResult) -> str:
    count = len(result.stale_baseline)
    if not count:
        return ""
    return " 1 row of the baseline is stale." if count == 1 else f" {count} rows of the baseline are stale."


def _conformant(result: RunResult) -> str:
    held = [row for row in result.rows if row.selected and row.verdict is Verdict.pass_]
    other = "other " if _count_known(result) else ""
    hold = "1 requirement holds" if len(held) == 1 else f"{len(held)} requirements hold"
    whom = " for the read-only profile" if result.read_only else ""
    sentence = f"Conformant{whom}: no {other}selected must requirement is violated or undecided; {hold}."
    found = _counted(result, Verdict.serious)
    return f"{sentence} {_serious(found)} not counted (--fail-on {result.fail_on})." if found else sentence


def _violation(result: RunResult) -> str:
    failed = _selected_musts(result, Verdict.fail)
    left = _selected_musts(result, *UNDECIDED)
    rest = f" {len(left)} more could not be decided." if left else ""
    found = _counted(result, Verdict.serious)
    also = f"; {_serious(found)}" if found else ""
    return f"Not conformant: {_musts(len(failed))} violated{also}.{rest}"


def _finding(result: RunResult) -> str:
    serious, warnings = _counted(result, Verdict.serious), _counted(result, Verdict.warn)
    counted = [_serious(serious)] if serious else []
    if warnings and result.fail_on is FailOn.should:
        counted.append("1 warning" if warnings == 1 else f"{warnings} warnings")
    left = _selected_musts(result, *UNDECIDED)
    rest = f" {_musts(len(left))} not decided." if left else ""
    return f"No stated requirement{_of_profile(result)} is violated; {' and '.join(counted)}.{rest}"


def _of_profile(result: RunResult) -> str:
    return " of the read-only profile" if result.read_only else ""


def _serious(count: int) -> str:
    return "1 serious finding" if count == 1 else f"{count} serious findings"


def _counted(result: RunResult, verdict: Verdict) -> int:
    return sum(1 for row in result.rows if row.selected and row.verdict is verdict)


def _incomplete(result: RunResult) -> str:
    left = _selected_musts(result, *UNDECIDED)
    if not left and result.cut_short:
        return "Incomplete: nothing is violated, but the run was cut short."
    if not left and result.judged and result.judged.by_other_contract:
        return "Incomplete: nothing is violated, but the run was recorded with another contract."
    if not left and result.judged and result.judged.missing:
        return "Incomplete: nothing is violated, but the recording does not contain all requests of the checks."
    if not left:
        return "Incomplete: no check ran, so nothing is known about the target."
    return f"Incomplete: nothing is violated, but {_musts(len(left))} not decided."


def _error(result: RunResult) -> str:
    broken = sum(1 for row in result.rows if row.selected and row.verdict is Verdict.broken)
    counts = ((broken, "row"), (len(result.faults), "part"))
    named = " and ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count)
    return f"The suite broke: faults of its own in {named or 'no row'}. This says nothing about the target."


def _musts(count: int) -> str:
    return "1 must requirement is" if count == 1 else f"{count} must requirements are"


def _selected_musts(result: RunResult, *verdicts: Verdict) -> list[RowResult]:
    return [row for row in result.rows if row.selected and row.row.level is Level.must and row.verdict in verdicts]
