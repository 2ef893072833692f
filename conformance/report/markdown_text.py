"""Text made safe for GitHub-flavoured Markdown, and cut to what a comment takes."""

import re
from collections.abc import Sequence
from itertools import accumulate

from conformance.text.visible import visible

# A comment on GitHub ends at 65,536 characters, and a workflow may put a few lines of its own around ours. Where bytes
# are counted, it fits too.
MOST_BYTES = 60_000

_ROOM_FOR_THE_LAST_LINE = 200
LONGEST_TEXT = 300
_LONGEST_FOLD = 12_000
_FORMATTING = re.compile(r"([\\`*_{}\[\]()<>#+!|~&$-])")
_ADDRESSING = re.compile(r"([@#])")


def prose(text: str) -> str:
    """*text* on one line, cut where it gets long, with nothing left that Markdown or GitHub acts on."""
    return _ADDRESSING.sub("\\1\u200b", _FORMATTING.sub(r"\\\1", one_line(text)))


def literal(text: str, most_characters: int = LONGEST_TEXT) -> str:
    """*text* on one line as a code span, whatever it holds."""
    line = one_line(text, most_characters) or " "
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if "`" in (line[0], line[-1]) else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def one_line(text: str, most_characters: int = LONGEST_TEXT) -> str:
    """*text* on one line, cut where it gets long, as `visible` shows it."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= most_characters else f"{line[:most_characters]} ..."


def fitting(blocks: Sequence[str], elsewhere: str) -> str:
    """The blocks as one document under `MOST_BYTES`.

    What does not fit is counted in the last line, which names *elsewhere* as the place that has it.
    """
    text = ""
    for place, block in enumerate(blocks):
        if _size(text) + _size(block) > MOST_BYTES - _ROOM_FOR_THE_LAST_LINE:
            return f"{text}{len(blocks) - place} more entries do not fit here; {elsewhere} has them.\n"
        text += f"{block}\n\n"
    return f"{text.rstrip()}\n"


def section(title: str, entries: Sequence[str]) -> list[str]:
    """The entries with the title above the first, so that no title is left without one."""
    return [f"### {title}\n\n{entries[0]}", *entries[1:]] if entries else []


def folded(title: str, entries: Sequence[str], elsewhere: str) -> str:
    """The entries under *title*, shown when a reader opens it: one block, so that a fold is never cut open.

    What would make it too long is counted, and *elsewhere* named as the place that has it.
    """
    ends = accumulate(_size(entry) for entry in entries)
    shown = [entry for entry, end in zip(entries, ends, strict=True) if end <= _LONGEST_FOLD]
    left = len(entries) - len(shown)
    rest = [f"{left} more in {elsewhere}."] if left else []
    told = "\n\n".join([*shown, *rest])
    return f"<details><summary>{title}</summary>\n\n{told}\n\n</details>"


def _size(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))
