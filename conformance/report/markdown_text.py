"""Text made safe for GitHub-flavoured Markdown, and cut to what a comment takes."""

import re
from collections.abc import Sequence

# A comment on GitHub ends at 65,536 characters, and a workflow may put a few lines of its own around ours.
MOST_CHARACTERS = 60_000

_ROOM_FOR_THE_LAST_LINE = 200
_LONGEST_TEXT = 300
_FORMATTING = re.compile(r"([\\`*_{}\[\]()<>#+!|~&$-])")
_ADDRESSING = re.compile(r"([@#])")


def prose(text: str) -> str:
    """*text* on one line, cut where it gets long, with nothing left that Markdown or GitHub acts on."""
    return _ADDRESSING.sub("\\1\u200b", _FORMATTING.sub(r"\\\1", one_line(text)))


def literal(text: str) -> str:
    """*text* on one line as a code span, whatever it holds."""
    line = one_line(text) or " "
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if "`" in (line[0], line[-1]) else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def one_line(text: str) -> str:
    """*text* on one line, cut where it gets long, each control character replaced."""
    line = "".join(one if one.isprintable() else "\ufffd" for one in " ".join(text.split()))
    return line if len(line) <= _LONGEST_TEXT else f"{line[:_LONGEST_TEXT]} ..."


def fitting(blocks: Sequence[str], elsewhere: str) -> str:
    """The blocks as one document under `MOST_CHARACTERS`.

    What does not fit is counted in the last line, which names *elsewhere* as the place that has it.
    """
    text = ""
    for place, block in enumerate(blocks):
        if len(text) + len(block) > MOST_CHARACTERS - _ROOM_FOR_THE_LAST_LINE:
            return f"{text}{len(blocks) - place} more entries do not fit here; {elsewhere} has them.\n"
        text += f"{block}\n\n"
    return f"{text.rstrip()}\n"


def section(title: str, entries: Sequence[str]) -> list[str]:
    """The entries with the title above the first, so that no title is left without one."""
    return [f"### {title}\n\n{entries[0]}", *entries[1:]] if entries else []
