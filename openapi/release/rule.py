"""The rule of A-54: which difference raises which part of the version number. The rule is a table.

This module knows differences and numbers, not files.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from openapi.diff.model import Comparison, Difference, Verdict
from openapi.versions import Version


class NumberPart(IntEnum):
    """The part of a version number that a release raises. The highest part counts."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


@dataclass(frozen=True, order=True)
class Number:
    """A version number such as `1.10.0`."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


@dataclass(frozen=True)
class Row:
    """One row of the rule: what a difference is called, the part that it raises, and when the row applies."""

    name: str
    step: NumberPart
    applies: Callable[[Difference], bool]


# The first row that applies decides. Source: A-54.
RULE: tuple[Row, ...] = (
    Row("a break", NumberPart.MAJOR, lambda difference: difference.verdict is Verdict.BREAKING),
    Row("another behaviour", NumberPart.MINOR, lambda difference: bool(difference.behaviour)),
    Row("an addition", NumberPart.MINOR, lambda _: True),
)
# What no difference shows. Source: A-54.
WORDS = Row("a correction of words", NumberPart.PATCH, lambda _: False)

_RAISED: Mapping[NumberPart, Callable[[Number], Number]] = {
    NumberPart.NONE: lambda number: number,
    NumberPart.PATCH: lambda number: Number(number.major, number.minor, number.patch + 1),
    NumberPart.MINOR: lambda number: Number(number.major, number.minor + 1, 0),
    NumberPart.MAJOR: lambda number: Number(number.major + 1, 0, 0),
}
_FORM = re.compile(r"(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})", re.ASCII)


def number_of(text: str) -> Number | None:
    """The number that a text is, or None where the text is not three numbers with points."""
    match = _FORM.fullmatch(text)
    return Number(*map(int, match.groups())) if match else None


def row_of(difference: Difference) -> Row:
    """The row of the rule that applies to a difference."""
    return next(row for row in RULE if row.applies(difference))


def demanded_step(comparison: Comparison, words_changed: bool) -> NumberPart:
    """The part of the number that a release has to raise. A difference that is undecided counts as an addition."""
    least = WORDS.step if words_changed else NumberPart.NONE
    return max((row_of(difference).step for difference in comparison.differences), default=least)


def raised(number: Number, step: NumberPart) -> Number:
    """The lowest number after *number* in which *step* is raised."""
    return _RAISED[step](number)


def words_changed(old: Version, new: Version) -> bool:
    """Whether the documents or their ledgers are different in anything but the version number."""
    return _without_number(old) != _without_number(new)


def _without_number(version: Version) -> tuple[object, object]:
    title_page = {name: value for name, value in version.document.get("info", {}).items() if name != "version"}
    return {**version.document, "info": title_page}, version.assumptions
