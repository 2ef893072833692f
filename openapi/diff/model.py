"""What a comparison of two versions of a contract finds: differences, for whom each matters, and what proves a break.

This module holds values only. It knows neither documents nor schemas.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

from openapi.places import Place

# The subject and the use of what concerns no single operation.
WHOLE_DOCUMENT = "document"


class Side(StrEnum):
    """Who sends a value, and who reads it."""

    REQUEST = "request"  # An agency sends, the service reads.
    ANSWER = "answer"  # The service sends, the agency reads.
    DELIVERY = "delivery"  # The service sends, a receiver of webhooks reads.
    ACKNOWLEDGEMENT = "acknowledgement"  # A receiver sends, the service reads.
    DOCUMENT = "document"  # No value: a name, a mark, the address of a server.


class Verdict(IntEnum):
    """What a difference does to agencies and implementers that were correct before. The highest verdict counts."""

    COMPATIBLE = 0
    UNDECIDED = 1
    BREAKING = 2


@dataclass(frozen=True)
class Witness:
    """A message that is right under one version and wrong under the other.

    `message` is the request or the answer as text. `value` is the part that breaks, as a JSON value. `right` and
    `wrong` name the versions, "old" and "new". `because` is what the other version says to it. `confirmed` tells
    whether the second validator agrees.
    """

    message: str
    value: Any
    right: str
    wrong: str
    because: str
    confirmed: bool


@dataclass(frozen=True)
class Difference:
    """One difference of meaning between two versions.

    `kind` is a name of `openapi.diff.kinds.KINDS`. `sentence` says what changed. `subject` is the operation, delivery
    or document that it is first found in, `part` the part of it, such as `query pageSize` or `body /leadPlayer/phone`,
    and `uses` every operation and delivery that it touches. `assumptions` are the ids of assumptions that it names.
    `old` and `new` are where it is written; one of them is None where the thing exists in one version only.
    `client` and `receiver` are verdicts for agencies that call and for receivers of webhooks. `server` says what an
    implementation has to do, `codegen` and `behaviour` what generated code and schema-less behaviour gain or lose. An
    empty text means: nothing. `reason` says why a verdict is not compatible.
    """

    kind: str
    side: Side
    subject: str
    part: str
    sentence: str
    uses: tuple[str, ...]
    old: Place | None
    new: Place | None
    client: Verdict = Verdict.COMPATIBLE
    receiver: Verdict = Verdict.COMPATIBLE
    server: str = ""
    codegen: str = ""
    behaviour: str = ""
    reason: str = ""
    witness: Witness | None = None
    before: Any = None
    after: Any = None
    assumptions: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worse one of the verdicts for clients and for receivers."""
        return max(self.client, self.receiver)

    @property
    def place(self) -> Place:
        """Where a reader looks first: in the new version, or in the old one where the thing is gone."""
        return self.new or self.old or Place("")


@dataclass(frozen=True)
class Comparison:
    """Every difference between two versions, and what could not be compared."""

    old: str
    new: str
    differences: tuple[Difference, ...]
    not_compared: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of any difference."""
        return max((difference.verdict for difference in self.differences), default=Verdict.COMPATIBLE)
