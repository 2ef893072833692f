"""Text that is safe in GitHub-flavoured Markdown, and cut to what a comment takes."""

import re
from collections.abc import Sequence
from itertools import accumulate

from conformance.text.visible import visible

# A comment on GitHub ends at 65,536 characters, and a workflow may add a few lines of its own. The limit is in bytes,
# so that it holds for services that count bytes, too.
MOST_BYTES = 60_000

_ROOM_FOR_THE_LAST_LINE = 200
LONGEST_TEXT = 300
_LONGEST_FOLD = 12_000
_FORMATTING = re.compile(r"([\\`*_{}\[\]()<>#+!|~&$-])")
_ADDRESSING = re.compile(r"([@#])")


def prose(text: str) -> str:
    """*text* on one line, cut when it is long, without anything that Markdown or GitHub interprets."""
    return _ADDRESSING.sub("\\1\u200b", _FORMATTING.sub(r"\\\1", one_line(text)))


def literal(text: str, most_characters: int = LONGEST_TEXT) -> str:
    """*text* on one line as a code span, even if it contains backticks."""
    line = one_line(text, most_characters) or " "
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if "`" in (line[0], line[-1]) else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def one_line(text: str, most_characters: int = LONGEST_TEXT) -> str:
    """*text* on one line, cut when it is long, as `visible` shows it."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= most_characters else f"{line[:most_characters]} ..."


def fitting(blocks: Sequence[str], elsewhere: str) -> str:
    """The blocks as one document under `MOST_BYTES`.

    The last line counts the blocks that do not fit, and names *elsewhere* as the place that has them.
    """
    text = ""
    for place, block in enumerate(blocks):
        if _size(text) + _size(block) > MOST_BYTES - _ROOM_FOR_THE_LAST_LINE:
            return f"{text}{len(blocks) - place} more entries do not fit here; {elsewhere} has them.\n"
        text += f"{block}\n\n"
    return f"{text.rstrip()}\n"


def section(title: str, entries: Sequence[str]) -> list[str]:
    """The entries, with the title in the block of the first entry, so that no title is alone."""
    return [f"### {title}\n\n{entries[0]}", *entries[1:]] if entries else []


def folded(title: str, entries: Sequence[str], elsewhere: str) -> str:
    """The entries under *title*, folded until a reader opens them. They are one block, so that no fold is cut.

    The last line counts the entries that do not fit, and names *elsewhere* as the place that has them.
    """
    ends = accumulate(_size(entry) for entry in entries)
    shown = [entry for entry, end in zip(entries, ends, strict=True) if end <= _LONGEST_FOLD]
    left = len(entries) - len(shown)
    rest = [f"{left} more in {elsewhere}."] if left else []
    text = "\n\n".join([*shown, *rest])
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def _size(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))
