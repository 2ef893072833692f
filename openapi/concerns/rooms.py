"""The rooms of the project that are asked what a part of the contract concerns.

Rooms above this room are named, never imported. A room that an installation lacks is reported as absent.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from openapi.clones import TREE
from openapi.concerns.parts import Part
from openapi.concerns.subjects import Concern, Subject

# Room -> the place of its function `concerns`.
ROOMS: Mapping[str, str] = {
    "contract": "openapi.concerns.marks:concerns",
    "sandbox": "mock_server.concerns:concerns",
    "suite": "conformance.concerns:concerns",
    "documentation": "openapi.concerns.pages:concerns",
    "tests": "tests.concerns:concerns",
}
# Room -> the place of its function `touches`, which answers for a part of the messages. The contract itself is missing
# here: a difference is between two contracts, and each answers for itself.
TOUCHES: Mapping[str, str] = {
    "suite": "conformance.touches:touches",
    "sandbox": "mock_server.touches:touches",
    "documentation": "openapi.concerns.page_statements:touches",
    "tests": "tests.touches:touches",
}
# Rooms that exist in a clone alone, and a file that only our clone has: other distributions have a folder `tests` too.
ONLY_IN_A_CLONE: Mapping[str, str] = {"documentation": "docs/architecture.md", "tests": "tests/concerns.py"}


@dataclass(frozen=True)
class Answers:
    """What every room answered, and the rooms that this installation does not have."""

    by_room: Mapping[str, tuple[Concern, ...]]
    absent: tuple[str, ...]

    @property
    def found(self) -> list[Concern]:
        """The concerns of all rooms."""
        return [concern for concerns in self.by_room.values() for concern in concerns]


def concerns_of(subject: Subject, rooms: Iterable[str] = ROOMS) -> Answers:
    """What concerns a subject, by room. Asks only the named rooms.

    Raises ContractError if the contract of this distribution cannot be read.
    """
    absent = _absent()
    return Answers({room: tuple(_function(ROOMS[room])(subject)) for room in rooms if room not in absent}, absent)


def concerns_in(room: str, subject: Subject) -> tuple[Concern, ...]:
    """What concerns a subject in one room, which every installation has."""
    return tuple(_function(ROOMS[room])(subject))


def touched_by(part: Part, rooms: Iterable[str] = TOUCHES) -> Answers:
    """What a change of a part of the messages touches, by room. Asks only the named rooms."""
    absent = _absent()
    return Answers({room: tuple(_function(TOUCHES[room])(part)) for room in rooms if room not in absent}, absent)


def absence(rooms: Iterable[str]) -> str:
    """What a user reads about absent rooms: where the command looked, and where the rooms are."""
    return (
        f"Not installed here: {', '.join(rooms)}. The command looked in {TREE}. "
        "In a clone of the repository, the command shows these places too."
    )


def _absent() -> tuple[str, ...]:
    return tuple(room for room, file in ONLY_IN_A_CLONE.items() if not (TREE / file).is_file())


def _function(place: str) -> Callable[..., Iterable[Concern]]:
    module, _, name = place.partition(":")
    function: Callable[..., Iterable[Concern]] = getattr(importlib.import_module(module), name)
    return function
