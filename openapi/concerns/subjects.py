"""The question to a room, and one part of its answer.

A room has a function `concerns(subject)`: what in this room concerns an assumption, an operation, or a member of a
schema? This module knows no room.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openapi.places import Place


class SubjectKind(StrEnum):
    """The kinds of parts of a contract that a question can be about."""

    ASSUMPTION = "assumption"
    OPERATION = "operation"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Subject:
    """An assumption (`A-13`), an operation (`searchCourses`), or a member of a schema (`Booking.players`)."""

    kind: SubjectKind
    name: str

    @staticmethod
    def assumption(assumption_id: str) -> "Subject":
        """A row of the ledger."""
        return Subject(SubjectKind.ASSUMPTION, assumption_id)

    @staticmethod
    def operation(operation_id: str) -> "Subject":
        """An operation of the interface."""
        return Subject(SubjectKind.OPERATION, operation_id)

    @staticmethod
    def member(schema: str, name: str) -> "Subject":
        """A member of a schema."""
        return Subject(SubjectKind.MEMBER, f"{schema}.{name}")

    def is_named_in(self, text: str) -> bool:
        """Whether a text names the subject, also within a range such as `A-31 to A-33`."""
        word = self.name.rpartition(".")[2]
        if word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text):
            return True
        return (
            self.kind is SubjectKind.ASSUMPTION
            and " to A-" in text
            and any(first < self.name < last for first, last in re.findall(r"\b(A-\d+) to (A-\d+)\b", text))
        )


@dataclass(frozen=True, slots=True)
class Concern:
    """One thing that concerns a subject.

    *kind* is a word for readers: mark, setting, code, open point, check, page. *name* is a pointer, a symbol or an id.
    *trials* holds, for each answer that can be tried at once, the command that does it.
    """

    kind: str
    name: str
    place: Place
    says: str = ""
    trials: Mapping[str, str] = field(default_factory=dict)
