"""What the commands of a program meet, as far as the program alone shows it. Pure.

The target is taken to accept every command for which places are free. A real target may refuse more: then the program
meets less, and no verdict depends on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.walks.commands import KINDS, PLACES, Command

# What a command does to the object that it acts on, where something later may depend on it.
_DONE: Mapping[str, str] = {
    "cancel": "cancelled",
    "complete": "completed",
    "confirm": "confirmed",
    "release": "released",
    "lapse": "lapsed",
    "name_players": "named",
}
_ENDS = frozenset({"cancelled", "completed", "confirmed", "released", "lapsed"})
_BEYOND, _RAISED, _LOWERED = "beyond the places", "raised", "lowered"
_BESIDE, _THAT_DAY, _AFTER, _TURN, _PLAYERS = "beside", "that day", "after", "turn", "players"
_TURNS_THAT_COUNT = 2
# A command has two arguments when the second is a number of players.
_WITH_PLAYERS = 2

# What a command does and to what, alone or with one thing beside it at its tee time: `("cancel", "raised", "beside",
# "hook")` cancels a booking that was raised, beside a hook. Or a command with a thing of that day, with an earlier
# command, with its turn among the commands of its kind, or with its players.
Encounter = tuple[str, ...]


@dataclass
class _Thing:
    """An object of a program. It has no *tee_time* if it is a group. *past* is the last thing that was done to it.
    *source* is the hold or hook that it came from.
    """

    kind: str
    tee_time: int | None
    players: int
    past: str = ""
    source: "_Thing | None" = None

    @property
    def has_ended(self) -> bool:
        """Whether it takes no places any more."""
        return self.past in _ENDS

    def __str__(self) -> str:
        return f"{self.past} {self.kind}" if self.has_ended else self.kind


@dataclass
class Foreseen:
    """The objects that a program has created so far, oldest first."""

    _things: list[_Thing] = field(default_factory=list)
    _done: Counter[str] = field(default_factory=Counter)

    def encounters(self, command: Command) -> frozenset[Encounter]:
        """What *command* would meet next; nothing without an object to act on."""
        kind, acted = KINDS[command.name], self._acted_on(command)
        if kind.takes and acted is None:
            return frozenset()
        at = acted.tee_time if acted else _tee_time(command)
        how = () if command.name.startswith("rival") else self._how(command, acted)
        deed = (command.name, *how, *([acted.past] if acted and acted.past else []))
        if acted and acted.has_ended:
            return frozenset({deed})
        others = [thing for thing in self._things if thing is not acted]
        beside = {str(thing) for thing in others if at in (thing.tee_time, None)}
        that_day = {str(thing) for thing in others if at not in (thing.tee_time, None)}
        of_the_deed = {(*deed, _BESIDE, other) for other in beside}
        return frozenset({deed} | of_the_deed | set(self._circumstances(command, that_day)))

    def _circumstances(self, command: Command, that_day: Iterable[str]) -> Iterator[Encounter]:
        """What else may matter to *command*: things of *that_day*, its number of players, what was done before."""
        yield from ((command.name, _THAT_DAY, other) for other in that_day)
        yield from ((command.name, _AFTER, done) for done in self._done)
        yield (command.name, _TURN, str(min(self._done[command.name], _TURNS_THAT_COUNT)))
        if len(command.arguments) == _WITH_PLAYERS:
            yield (command.name, _PLAYERS, str(command.arguments[-1]))

    def does(self, command: Command) -> None:
        """Takes *command* as done."""
        self._done[command.name] += 1
        kind, acted, how = KINDS[command.name], self._acted_on(command), self._how(command, self._acted_on(command))
        if _BEYOND in how or (kind.takes and (acted is None or acted.has_ended)):
            return
        if kind.creates:
            at, players = (acted.tee_time, acted.players) if acted else (_tee_time(command), command.arguments[-1])
            past = f"from a {kind.takes}" if kind.takes else ""
            self._things.append(_Thing(kind.creates, at, players, past, acted))
        for thing in self._touched_by(command, acted):
            thing.past = _DONE.get(command.name) or " ".join(how) or thing.past
        if acted and command.name == "change_players":
            acted.players = command.arguments[-1]

    def _touched_by(self, command: Command, acted: _Thing | None) -> Sequence[_Thing]:
        """The things to which *command* does something."""
        if acted is None or command.name.startswith("rival"):
            return ()
        if command.name == "lapse":
            return [thing for thing in self._things if thing.kind.endswith(acted.kind) and not thing.has_ended]
        return (acted, acted.source) if acted.source and command.name == "cancel" else (acted,)

    def _acted_on(self, command: Command) -> _Thing | None:
        """The object that *command* counts from the newest of its kind, None when there is none."""
        kind = KINDS[command.name].takes
        own = [thing for thing in self._things if thing.kind == kind]
        return own[-1 - (command.arguments or (0,))[0] % len(own)] if own else None

    def _how(self, command: Command, acted: _Thing | None) -> tuple[str, ...]:
        """What *command* does with the number of players; nothing where that stays as it is."""
        if len(command.arguments) != _WITH_PLAYERS:
            return ()
        at, players = (acted.tee_time if acted else command.arguments[0]), command.arguments[-1]
        others = [thing for thing in self._things if thing is not acted and thing.tee_time == at]
        if players > PLACES - sum(thing.players for thing in others if not thing.has_ended):
            return (_BEYOND,)
        if acted is None or players == acted.players:
            return ()
        return (_RAISED if players > acted.players else _LOWERED,)


def _tee_time(command: Command) -> int | None:
    """The tee time that *command* names, None when it names none."""
    return command.arguments[0] if len(command.arguments) == _WITH_PLAYERS else None


def is_deed(encounter: Encounter) -> bool:
    """Whether *encounter* is what a command does, and nothing beside it."""
    return {_BESIDE, _THAT_DAY, _AFTER, _TURN, _PLAYERS}.isdisjoint(encounter)
