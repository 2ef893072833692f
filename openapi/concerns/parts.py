"""The question to a room about a part of the messages: one operation, parameter, header, status or member of a body.

Only this module knows when a text names the part. It knows no room.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from openapi.diff.model import Side

_ENVELOPE = ("data", "[]")


class Where(StrEnum):
    """The places of a message."""

    BODY = "body"
    QUERY = "query"
    PATH = "path"
    HEADER = "header"
    COOKIE = "cookie"
    STATUS = "status"
    CREDENTIALS = "security"
    WHOLE = "whole"  # An operation or a delivery as a whole.
    NAME = "name"  # Nothing that is sent: a name that only generated code shows.


@dataclass(frozen=True, slots=True)
class Call:
    """An operation (or a delivery) by its id, with its method and its path. *noun* is its first tag."""

    id: str
    method: str
    path: str
    noun: str
    is_delivery: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the messages of some operations.

    *path* leads to a member of a body, with `[]` for every item of a list. *word* is the name that a text has to
    contain: of the member, parameter, header, scheme or component, or the status. It is empty for a whole operation.
    """

    side: Side
    calls: tuple[Call, ...]
    where: Where
    word: str = ""
    status: str = ""
    path: tuple[str, ...] = ()

    @property
    def operations(self) -> frozenset[str]:
        """The ids of the operations and deliveries."""
        return frozenset(call.id for call in self.calls)

    @property
    def tail(self) -> tuple[str, ...]:
        """The path below the envelope: lists and single objects have different envelopes around the same members."""
        return without_envelope(self.path)

    def is_named_in(self, text: str) -> bool:
        """Whether a text names the part. A plain English word inside an object counts only beside the object's name."""
        return has_word(text, self.word) and (self.is_distinct or not self._owner or has_word(text, self._owner))

    @property
    def is_distinct(self) -> bool:
        """Whether the word is a name at sight: camelCase, a header or a number, and no word of English."""
        return re.fullmatch(r"[a-z]+", self.word) is None

    @property
    def _owner(self) -> str:
        members = [name for name in self.tail if name != "[]"]
        return members[-2] if len(members) > 1 else ""


def without_envelope(path: tuple[str, ...]) -> tuple[str, ...]:
    """*path* without `data` and the items of the list under it."""
    while path and path[0] in _ENVELOPE:
        path = path[1:]
    return path


def has_word(text: str, name: str) -> bool:
    """Whether a text contains a name as a whole word, in camelCase or in snake_case. Headers have no case."""
    spellings = {name, snake(name)}
    flags = re.IGNORECASE if "-" in name else 0
    return any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text, flags) for word in spellings if word)


def snake(name: str) -> str:
    """`leadPlayer` as `lead_player`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() if name[:1].islower() else name
