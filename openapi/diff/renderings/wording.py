"""The words that the renderings for people share."""

from collections.abc import Iterator

from openapi.diff.model import WHOLE_DOCUMENT, Comparison, Difference, Verdict, Witness
from openapi.diff.outcomes import VERDICTS, counts

_SHOWN_USES = 3
HEADINGS = {
    Verdict.BREAKING: "Breaking",
    Verdict.UNDECIDED: "Undecided",
    Verdict.COMPATIBLE: "Compatible",
}


def places(difference: Difference) -> str:
    """Where a difference is written, in the new version and in the old version."""
    new, old = difference.new, difference.old
    if new is None or old is None:
        return f"{difference.place}"
    return f"{new} (before: {old})" if new != old else f"{new}"


def reach(difference: Difference) -> tuple[str, str]:
    """How far a difference reaches: `used by` with operations and deliveries, or `concerns` with the whole document."""
    if difference.uses == (WHOLE_DOCUMENT,):
        return "concerns", "the whole document"
    names = ", ".join(difference.uses[:_SHOWN_USES])
    count = len(difference.uses)
    further = f" and {count - _SHOWN_USES} more" if count > _SHOWN_USES else ""
    return "used by", f"{names}{further}"


def audiences(difference: Difference) -> Iterator[tuple[str, str]]:
    """Each audience that a difference concerns, and what it means for this audience."""
    for audience, verdict in (("client", difference.client), ("receiver", difference.receiver)):
        if verdict is not Verdict.COMPATIBLE:
            yield audience, f"{VERDICTS[verdict]}. {difference.reason}"
    concerns = {"server": difference.server, "codegen": difference.codegen, "behaviour": difference.behaviour}
    yield from ((audience, text) for audience, text in concerns.items() if text)


def judgement(witness: Witness) -> str:
    """`Right under old, refused by new: ...`, and what the second validator says."""
    because = witness.because if witness.because.endswith((".", "!", "?")) else f"{witness.because}."
    confirmed = "A second validator agrees." if witness.confirmed else "A second validator does not confirm this."
    return f"Right under {witness.right}, refused by {witness.wrong}: {because} {confirmed}"


def headline(comparison: Comparison) -> str:
    """One sentence for the whole comparison."""
    if not comparison.differences:
        return f"{comparison.old} and {comparison.new} mean the same."
    return f"The change from {comparison.old} to {comparison.new} is {VERDICTS[comparison.verdict]}."


def summary(comparison: Comparison) -> list[str]:
    """Sentences about the whole: how many differences there are for whom, and what was not compared."""
    if not comparison.differences:
        return [headline(comparison), *_not_compared(comparison)]
    return [_totals(comparison), _audiences(comparison), headline(comparison), *_not_compared(comparison)]


def _totals(comparison: Comparison) -> str:
    total, count = len(comparison.differences), counts(comparison)
    by_verdict = ", ".join(f"{count[name]} {name}" for name in VERDICTS.values())
    return f"{total} difference{'s' * (total != 1)}: {by_verdict}."


def _audiences(comparison: Comparison) -> str:
    count = counts(comparison)
    return (
        f"Breaking for clients: {count['client']}. Breaking for receivers of webhooks: {count['receiver']}. "
        f"Work for servers: {count['server']}. Changes of generated code: {count['codegen']}. "
        f"Changes of behaviour: {count['behaviour']}."
    )


def _not_compared(comparison: Comparison) -> list[str]:
    return [f"Not compared: {sentence}" for sentence in comparison.not_compared]
