"""A comparison as a comment under a pull request."""

import re
from collections.abc import Iterator, Sequence

from openapi.diff.model import Comparison, Difference, Verdict, Witness
from openapi.diff.outcomes import of_verdict
from openapi.diff.renderings.wording import HEADINGS, audiences, headline, judgement, places, reach, summary

# GitHub refuses comments of more than 65,536 characters. Complete differences are shown up to here.
_MOST_CHARACTERS = 60_000


def markdown(comparison: Comparison) -> str:
    """The headline, the counts, and the differences: compatible differences are folded."""
    title = [f"## {_safe(headline(comparison))}", ""]
    facts = [*(_safe(sentence) for sentence in summary(comparison) if sentence != headline(comparison)), ""]
    sections = [
        part for verdict in HEADINGS for part in _section(verdict, of_verdict(comparison, verdict), HEADINGS[verdict])
    ]
    return "\n".join([*title, "\n\n".join(facts), *_fitting(sections)])


def _section(verdict: Verdict, differences: Sequence[Difference], heading: str) -> Iterator[str]:
    """The parts of a section. A part is kept or left out as a whole."""
    if not differences:
        return
    if verdict is Verdict.COMPATIBLE:
        lines = "\n".join(_line(difference) for difference in differences)
        yield f"<details><summary>{heading} ({len(differences)})</summary>\n\n{lines}\n\n</details>"
        return
    yield f"### {heading} ({len(differences)})\n"
    yield from (_difference(difference) for difference in differences)


def _fitting(parts: Sequence[str]) -> Iterator[str]:
    room = _MOST_CHARACTERS
    for number, part in enumerate(parts):
        room -= len(part)
        if room < 0:
            left = len(parts) - number
            yield f"\n{left} further part{'s' * (left != 1)} of this comparison exceed the length of a comment."
            return
        yield part


def _line(difference: Difference) -> str:
    names = ", ".join(audience for audience, _ in audiences(difference))
    concerned = f" ({names})" if names else ""
    reached = _safe(" ".join(reach(difference)))
    return f"- `{places(difference)}` {_safe(difference.sentence)} {reached[0].upper()}{reached[1:]}{concerned}."


def _difference(difference: Difference) -> str:
    first = f"- **{_safe(difference.sentence)}** `{places(difference)}`"
    part = f"{_safe(difference.part)}, " if difference.part else ""
    facts = [f"  - {part}{_safe(' '.join(reach(difference)))}"]
    facts += [f"  - {audience}: {_safe(meaning)}" for audience, meaning in audiences(difference)]
    shown = [] if difference.witness is None else _witness(difference.witness)
    return "\n".join([first, *facts, *shown, ""])


def _witness(witness: Witness) -> list[str]:
    longest = max((len(run) for run in re.findall(r"`+", witness.message)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = [f"  {line}".rstrip() for line in (f"{fence}http", *witness.message.splitlines(), fence)]
    return ["", *lines, "", f"  {_safe(judgement(witness))}"]


def _safe(sentence: str) -> str:
    """Words of a contract cannot become tags, mentions or headings of the comment."""
    flat = " ".join(sentence.split())
    return flat.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;")
