"""Worlds, their clocks and what can be set about them."""

from dataclasses import dataclass
from datetime import datetime

from mock_server.domain.refusals.base import Refusal, utc


@dataclass(eq=False)
class BackwardsInTime(Refusal):
    """A clock moves forwards only, since what happened has happened."""

    now: datetime
    asked: datetime

    def __str__(self) -> str:
        return f"The clock stands at {utc(self.now)} and cannot go back to {utc(self.asked)}. Reset the world instead."


@dataclass(eq=False)
class TooManyWorlds(Refusal):
    """The server keeps as many worlds as it may."""

    maximum: int

    def __str__(self) -> str:
        return (
            f"This server keeps at most {self.maximum} worlds. Use one of them, or start it with a higher --max-worlds."
        )


@dataclass(eq=False)
class TooManyForks(Refusal):
    """The owner of a name has as many worlds beside its own as it may."""

    owner: str
    maximum: int

    def __str__(self) -> str:
        return (
            f"At most {self.maximum} worlds may stand beside {self.owner}. Delete one of them, or ask whoever runs "
            "this sandbox for a higher --max-worlds."
        )


@dataclass(eq=False)
class WorldNotYours(Refusal):
    """A key may not make a world of this name."""

    key_world: str

    def __str__(self) -> str:
        return (
            f"A key of {self.key_world} creates worlds below its own name, such as {self.key_world[:30]}-1, "
            "and none that belongs to other keys."
        )


@dataclass(eq=False)
class WorldNotOwned(Refusal):
    """The world of a key was made by others, before the key was given it."""

    name: str

    def __str__(self) -> str:
        return (
            f"The world {self.name} was there before your key was given its name, and others can have prepared it. "
            f"Ask whoever runs this sandbox to delete it: DELETE /_sandbox/v1/worlds/{self.name}."
        )


@dataclass(eq=False)
class WorldExists(Refusal):
    """A new world cannot have the name of another."""

    name: str

    def __str__(self) -> str:
        return f"There is a world {self.name} already. Choose another name, or delete that world first."


@dataclass(eq=False)
class WorldTooLarge(Refusal):
    """The world holds more than an export may."""

    size: int
    maximum: int

    def __str__(self) -> str:
        return (
            f"An export of this world has {self.size} bytes, and {self.maximum} are the most. "
            "Reset the world, or keep its database instead."
        )


@dataclass(eq=False)
class ExportDamaged(Refusal):
    """A document is not what an export of a world looks like. *reason* is a sentence."""

    reason: str

    def __str__(self) -> str:
        return f"{self.reason} Nothing was imported. Export the world again, and send the document as it is."


@dataclass(eq=False)
class SnapshotNotFound(Refusal):
    """The world has no snapshot of this name."""

    name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        there = f"It has {', '.join(self.known)}." if self.known else "It has none yet."
        return f"The world has no snapshot {self.name!r}. {there}"


@dataclass(eq=False)
class TooManySnapshots(Refusal):
    """The world keeps as many snapshots as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"A world keeps at most {self.maximum} snapshots. Remove one, or replace one by its name."


@dataclass(eq=False)
class TooManyPrices(Refusal):
    """The world overrides as many green fees as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"A world overrides at most {self.maximum} green fees. Set one of them back to null first."
