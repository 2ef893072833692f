"""Counts how often something followed, and how often it did not. Pure.

Traffic that did not pass here may explain a single occasion. So a suspicion needs several occasions, and no exception.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.watching.seen import Breach, JudgedExchange

_OCCASIONS = 3


@dataclass
class Occasions:
    """Occasions of one requirement. *sentence* says what is wrong when it never follows."""

    row: str
    sentence: str
    _missed: list[JudgedExchange] = field(default_factory=list)
    _has_followed: bool = False

    def count(self, seen: JudgedExchange, *, follows: bool) -> Iterator[Breach]:
        """Counts what *seen* shows, and gives the suspicion if there is one."""
        self._has_followed = self._has_followed or follows
        if follows or self._has_followed:
            self._missed.clear()
            return
        self._missed.append(seen)
        count = len(self._missed)
        if count >= _OCCASIONS:
            yield self.row, f"At {count} of {count} occasions, {self.sentence}.", tuple(self._missed)
