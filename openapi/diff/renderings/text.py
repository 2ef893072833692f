"""A comparison for a terminal of 80 columns."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from openapi.diff.model import Comparison, Difference, Witness
from openapi.diff.outcomes import of_verdict
from openapi.diff.renderings.wording import HEADINGS, audiences, judgement, reach, summary

_COLUMNS = 80
# From this number on, the differences of a verdict are grouped by the operation that shows them first.
_MANY = 6


def text(comparison: Comparison) -> str:
    """Every difference, breaking differences first, and a summary at the end."""
    lines = [line for verdict in HEADINGS for line in _section(HEADINGS[verdict], of_verdict(comparison, verdict))]
    shown = [*lines, *(line for sentence in summary(comparison) for line in _wrapped(sentence))]
    return _printable("\n".join(shown))


def _section(heading: str, differences: Sequence[Difference]) -> Iterator[str]:
    if not differences:
        return
    yield from (f"{heading} ({len(differences)})", "=" * len(f"{heading} ({len(differences)})"), "")
    if len(differences) < _MANY:
        for difference in differences:
            yield from _difference(difference)
        return
    by_subject = sorted(differences, key=lambda difference: difference.subject)
    for subject, group in groupby(by_subject, key=lambda difference: difference.subject):
        yield from (subject, "-" * len(subject), "")
        for difference in group:
            yield from _difference(difference)


def _difference(difference: Difference) -> Iterator[str]:
    yield str(difference.place)
    yield from _wrapped(difference.sentence, "  ")
    for name, meaning in _facts(difference):
        yield from _wrapped(f"{name}: {meaning}", "  ", "    ")
    if difference.witness is not None:
        yield from _witness(difference.witness)
    yield ""


def _facts(difference: Difference) -> Iterator[tuple[str, str]]:
    if difference.part:
        yield "part", difference.part
    yield reach(difference)
    if difference.new is not None and difference.old not in (None, difference.new):
        yield "before", str(difference.old)
    yield from audiences(difference)


def _witness(witness: Witness) -> Iterator[str]:
    yield ""
    for line in witness.message.splitlines():
        room = len(line) - len(line.lstrip())
        yield from _wrapped(line, "      ", " " * (room + 8)) if line else [""]
    yield ""
    yield from _wrapped(judgement(witness), "    ")


def _wrapped(sentence: str, indent: str = "", further: str | None = None) -> list[str]:
    following = indent if further is None else further
    return textwrap.wrap(
        sentence,
        _COLUMNS,
        initial_indent=indent,
        subsequent_indent=following,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def _printable(shown: str) -> str:
    """The text without characters that move a cursor or change a terminal."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in shown
    )
