"""The coverage of a run in a few words, for a terminal and for report.md."""

from collections.abc import Iterator, Sequence

from conformance.conditions.coverage import FamilyCoverage, Unmet
from conformance.conditions.model import Pair

_MOST_NAMED = 6


def coverage_line(coverage: Sequence[FamilyCoverage]) -> str:
    """The share of pairs that the run met, in all and for each family."""
    met, offered = (
        sum(numbers) for numbers in zip(*((family.met, family.offered) for family in coverage), strict=True)
    )
    families = ", ".join(f"{family.family} {family.percent} %" for family in coverage)
    return f"The requests met {met} of {offered} pairs of conditions ({_percent(met, offered)} %): {families}."


def _percent(met: int, offered: int) -> int:
    return 100 * met // offered if offered else 0


def family_sentences(family: FamilyCoverage) -> Iterator[str]:
    """The pairs of one family, and the first of the values and pairs that the run did not meet."""
    requests = "1 request" if family.requests == 1 else f"{family.requests} requests"
    yield f"{family.family}: {requests} met {family.met} of {family.offered} pairs ({family.percent} %)."
    if family.unmet:
        yield f"Values not met: {_some([value_text(unmet) for unmet in family.unmet])}."
    if family.missed:
        yield f"Pairs not met: {_some([pair_text(pair) for pair in family.missed])}."


def value_text(unmet: Unmet) -> str:
    """A value with its condition."""
    return f"{unmet.condition} {unmet.value}"


def pair_text(pair: Pair) -> str:
    """A pair in words: `players 1 with week weekend`."""
    return " with ".join(f"{name} {value}" for name, value in pair)


def _some(texts: Sequence[str]) -> str:
    left = len(texts) - _MOST_NAMED
    return ", ".join(texts[:_MOST_NAMED]) + (f" and {left} more" if left > 0 else "")
