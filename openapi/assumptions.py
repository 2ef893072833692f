"""The ledger of assumptions: what the specification does not show, how the contract answers, and the other answers.

Every answer has a word of its own, so that a machine can compare the answers of contract, sandbox and suite. This
module does not know who obeys an answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from openapi.bundler import ASSUMPTIONS_FILE
from openapi.places import ContractError, load_yaml


@dataclass(frozen=True, slots=True)
class Assumption:
    """One row. *chosen* is the word of our answer. *alternatives* holds the word and the text of every other answer."""

    id: str
    heading: str
    question: str
    answer: str
    chosen: str
    reason: str
    alternatives: Mapping[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """The words of all answers, ours first."""
        return (self.chosen, *self.alternatives)

    def text(self, value: str) -> str:
        """The answer of a word in a sentence or a phrase."""
        return self.answer if value == self.chosen else self.alternatives[value]


def assumptions_of(rows: Mapping[str, Any]) -> Mapping[str, Assumption]:
    """The rows of a ledger by id, in its order.

    Raises ContractError if a row lacks a key or has another, or if one word names two answers.
    """
    return {assumption_id: _assumption(assumption_id, row) for assumption_id, row in rows.items()}


def _assumption(assumption_id: str, row: Any) -> Assumption:
    where = f"{ASSUMPTIONS_FILE.name}: {assumption_id}"
    keys = [field.name for field in fields(Assumption) if field.name != "id"]
    if not isinstance(row, Mapping) or set(row) != set(keys) or not isinstance(row["alternatives"], Mapping):
        raise ContractError(f"{where} needs exactly {', '.join(keys)}, and each alternative needs a word and a text.")
    if row["chosen"] in row["alternatives"]:
        raise ContractError(f"{where} has chosen {row['chosen']}, which is also a word of its alternatives.")
    return Assumption(id=assumption_id, **{**row, "alternatives": dict(row["alternatives"])})


@lru_cache(maxsize=1)
def assumptions() -> Mapping[str, Assumption]:
    """The rows of this distribution, read once per process. Raises ContractError as `assumptions_of` does."""
    return assumptions_of(load_yaml(ASSUMPTIONS_FILE))
