"""The commands of a walk as plain data. Knows nothing of requests, answers or the model.

An argument is symbolic: it names the first or the second tee time of the arena, or counts objects from the newest.
Every command is total: without an object to act on, it does nothing. So any part of a program is a program, on any day
of any course.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Theme(StrEnum):
    """The main subject of a program."""

    bookings = "bookings"
    holds = "holds"
    hooks = "hooks"
    groups = "groups"


class CommandNeed(StrEnum):
    """Something that a command needs, and that some targets do not have or some target files do not declare."""

    rival = "the key of a second agency"
    hold_id = "the place of the hold id"
    clock = "a clock that can be moved"
    hooks = "booking hooks"


@dataclass(frozen=True)
class Command:
    """One command: its name and its arguments, all of them small numbers. Without *looks*, nothing is read after it,
    because other checks and programs look after the same command.
    """

    name: str
    arguments: tuple[int, ...] = ()
    looks: bool = True

    def __str__(self) -> str:
        first = self.arguments[0] if self.arguments else 0
        words = {name: choices[first % len(choices)] for name, choices in _WORDS.items()}
        return KINDS[self.name].sentence.format(*self.arguments, **words)


Program = tuple[Command, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of command.

    *choices* are the values of each argument, a likely one more than once. *sentence* says what it does. *creates* and
    *takes* name the kind of object that it creates and acts on. A kind of more *weight* is drawn more often.
    """

    sentence: str
    themes: tuple[Theme, ...]
    choices: tuple[tuple[int, ...], ...] = ()
    creates: str | None = None
    takes: str | None = None
    needs: frozenset[CommandNeed] = frozenset()
    weight: int = 1


# The places of a tee time at which nothing is booked.
PLACES = 4

_TEE_TIME = (0, 0, 0, 1)
_PLAYERS = (1, 1, 2, 3, 4)
# Few players for objects whose places not every command gives back, so that later commands find places.
_FEW_PLAYERS = (1, 1, 1, 2)
_OBJECT = (0, 0, 1, 2)
_ALL = (Theme.bookings, Theme.holds, Theme.hooks, Theme.groups)
_PLACES = (Theme.bookings, Theme.holds, Theme.hooks)
_KEEPING = (Theme.holds, Theme.hooks)
_HOOKS = frozenset({CommandNeed.hooks})

KINDS: Mapping[str, Kind] = {
    "book": Kind("book {at} for {1}", _ALL, (_TEE_TIME, _PLAYERS), creates="booking", weight=2),
    "change_players": Kind(
        "change {which} booking to {1} players", _PLACES, (_OBJECT, _PLAYERS), takes="booking", weight=3
    ),
    "change_reference": Kind(
        "change the agency's reference of {which} booking", (Theme.bookings,), (_OBJECT,), takes="booking"
    ),
    "change_requests": Kind(
        "change the special requests of {which} booking", (Theme.bookings,), (_OBJECT,), takes="booking"
    ),
    "cancel": Kind("cancel {which} booking", _PLACES, (_OBJECT,), takes="booking", weight=2),
    "list_bookings": Kind("list the bookings of the day{status}", (Theme.bookings,), ((0, 1, 2, 3),), takes="booking"),
    "rival_books": Kind(
        "the second agency books {at} for {1}",
        _PLACES,
        (_TEE_TIME, _FEW_PLAYERS),
        creates="rival booking",
        needs=frozenset({CommandNeed.rival}),
    ),
    "rival_changes": Kind(
        "the second agency changes {which} booking to {1} players",
        (Theme.bookings,),
        (_OBJECT, _PLAYERS),
        takes="booking",
        needs=frozenset({CommandNeed.rival}),
    ),
    "rival_cancels": Kind(
        "the second agency cancels {which} booking",
        (Theme.bookings,),
        (_OBJECT,),
        takes="booking",
        needs=frozenset({CommandNeed.rival}),
    ),
    "rival_looks": Kind(
        "the second agency reads {which} booking and lists the day",
        (Theme.bookings,),
        (_OBJECT,),
        takes="booking",
        needs=frozenset({CommandNeed.rival}),
    ),
    "hold": Kind("hold {at} for {1}", _KEEPING, (_TEE_TIME, _FEW_PLAYERS), creates="hold", weight=2),
    "rival_holds": Kind(
        "the second agency holds {at} for {1}",
        _KEEPING,
        (_TEE_TIME, _FEW_PLAYERS),
        creates="rival hold",
        needs=frozenset({CommandNeed.rival}),
    ),
    "complete": Kind(
        "book with the id of {which} hold",
        _KEEPING,
        (_OBJECT,),
        takes="hold",
        creates="booking",
        needs=frozenset({CommandNeed.hold_id}),
        weight=2,
    ),
    "lapse": Kind("let the holds lapse", (Theme.holds,), takes="hold", needs=frozenset({CommandNeed.clock})),
    "hook": Kind("hook {at} for {1}", _KEEPING, (_TEE_TIME, _FEW_PLAYERS), creates="hook", needs=_HOOKS, weight=2),
    "confirm": Kind(
        "confirm {which} hook", _KEEPING, (_OBJECT,), takes="hook", creates="booking", needs=_HOOKS, weight=2
    ),
    "release": Kind("release {which} hook", _KEEPING, (_OBJECT,), takes="hook", needs=_HOOKS, weight=2),
    "group": Kind("book a group of {0}", (Theme.groups,), ((5, 6, 8),), creates="group"),
    "read_group": Kind("read {which} group", (Theme.groups,), (_OBJECT,), takes="group"),
    "name_players": Kind("name the players of {which} group", (Theme.groups,), (_OBJECT,), takes="group"),
    "rival_reads_group": Kind(
        "the second agency reads {which} group",
        (Theme.groups,),
        (_OBJECT,),
        takes="group",
        needs=frozenset({CommandNeed.rival}),
    ),
    "validate": Kind("validate a group of {0}", (Theme.groups,), ((5, 8),)),
    "find_slots": Kind("find slots for a group of {0}", (Theme.groups,), ((5, 8),)),
    "calculate_price": Kind("calculate the price of a group of {0}", (Theme.groups,), ((5, 8),)),
}

# The first commands of a program, by theme.
FIRST: Mapping[Theme, str] = {
    Theme.bookings: "book",
    Theme.holds: "hold",
    Theme.hooks: "hook",
    Theme.groups: "group",
}

# The status that `list_bookings` asks for, by its argument.
LISTED_STATUSES: tuple[str | None, ...] = (None, "confirmed", "cancelled", "pending")

_WORDS: Mapping[str, tuple[str, ...]] = {
    "which": ("the newest", "the second newest", "the third newest"),
    "at": ("the first tee time", "the second tee time"),
    "status": tuple(f" under status={item}" if item else "" for item in LISTED_STATUSES),
}


def kinds_of(theme: Theme, has: frozenset[CommandNeed]) -> Mapping[str, Kind]:
    """The kinds of command in programs of *theme*, for a target that *has* these needs."""
    return {name: kind for name, kind in KINDS.items() if theme in kind.themes and kind.needs <= has}


def in_words(program: Program) -> str:
    """*program* in one line for people."""
    return "; ".join(str(command) for command in program)


def from_json(commands: Sequence[Sequence[Any]]) -> Program:
    """The program that is written as `[["book", 0, 4], ["cancel", 0]]`, in which each command looks.

    Raises `KeyError` for a command that does not exist.
    """
    return tuple(_command(str(name), arguments) for name, *arguments in commands)


def _command(name: str, arguments: Sequence[int]) -> Command:
    if len(arguments) != len(KINDS[name].choices):
        raise KeyError(f"{name} takes {len(KINDS[name].choices)} arguments, not {len(arguments)}")
    return Command(name, tuple(arguments))
