"""Gives generated requests the values that a run found, and the few that a document shows, in turn. Pure.

An engine comes back to the first of them, and a request that was sent before meets nothing new.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.generated.search_values import Values

# Most lists have few pages, so later pages are asked for by chance.
_LEFT_TO_CHANCE = frozenset({"page"})
# Lanes about the same operation begin so many values apart.
_BETWEEN_LANES = 7


@dataclass
class ValuesInTurn:
    """The turns of the lane with this number. *values* are the values by operation and member."""

    values: Mapping[str, Mapping[str, Values]]
    lane: int = 0
    _taken: Counter[tuple[str, str]] = field(default_factory=Counter)

    def taken(self, operation: str, members: Mapping[str, Any]) -> dict[str, Any]:
        """*members* of a request with the next value of each that has one of the values. Other values stay."""
        return {name: self._next(operation, name, value) for name, value in members.items()}

    def _next(self, operation: str, name: str, value: Any) -> Any:
        values = self.values.get(operation, {})
        found = values.get(name, ())
        if name in _LEFT_TO_CHANCE or not any(_is_meant(item, value) for item in found):
            return value
        finished, place = divmod(self._taken[operation, name] + self.lane * _BETWEEN_LANES, len(found))
        self._taken[operation, name] += 1
        # Members with as many values meet others in each round.
        chosen = found[(place + finished * list(values).index(name)) % len(found)]
        return json.dumps(chosen) if isinstance(value, str) and not isinstance(chosen, str) else chosen


def _is_meant(item: Any, value: Any) -> bool:
    """Whether *value* is *item*, or how a query has it. An engine also tries 2.0 where 2 is meant, which stays."""
    return bool(type(value) is type(item) and value == item) or value == json.dumps(item)
