"""Worlds, their clocks and their settings."""

from dataclasses import dataclass
from datetime import datetime

from mock_server.domain.refusals.base import Refusal, utc


@dataclass(eq=False)
class BackwardsInTime(Refusal):
    """A clock only moves forwards, since nothing that happened can be undone."""

    now: datetime
    asked: datetime

    def __str__(self) -> str:
        return f"The clock shows {utc(self.now)} and cannot go back to {utc(self.asked)}. Reset the world instead."


@dataclass(eq=False)
class TooManyWorlds(Refusal):
    """The server already has the greatest allowed number of worlds."""

    maximum: int

    def __str__(self) -> str:
        return (
            f"This server keeps at most {self.maximum} worlds. Use one of them, or start the server with a higher "
            "--max-worlds."
        )


@dataclass(eq=False)
class TooManyForks(Refusal):
    """The owner of a name already has the greatest allowed number of worlds beside its own."""

    owner: str
    maximum: int

    def __str__(self) -> str:
        return (
            f"At most {self.maximum} worlds may exist beside {self.owner}. Delete one of them, or ask whoever runs "
            "this sandbox for a higher --max-worlds."
        )


@dataclass(eq=False)
class WorldNotYours(Refusal):
    """A key may not create a world with this name."""

    key_world: str

    def __str__(self) -> str:
        return (
            f"A key of {self.key_world} creates worlds below its own name, such as {self.key_world[:30]}-1, "
            "and no worlds that belong to other keys."
        )


@dataclass(eq=False)
class WorldNotOwned(Refusal):
    """Others created the world of a key before the key got this name."""

    name: str

    def __str__(self) -> str:
        return (
            f"The world {self.name} existed before your key got its name, so others may have prepared it. "
            f"Ask whoever runs this sandbox to delete it: DELETE /_sandbox/v1/worlds/{self.name}."
        )


@dataclass(eq=False)
class WorldExists(Refusal):
    """A new world cannot have the name of another world."""

    name: str

    def __str__(self) -> str:
        return f"A world {self.name} already exists. Choose another name, or delete that world first."


@dataclass(eq=False)
class WorldTooLarge(Refusal):
    """The world is larger than an export may be."""

    size: int
    maximum: int

    def __str__(self) -> str:
        return (
            f"An export of this world has {self.size} bytes, and the limit is {self.maximum}. "
            "Reset the world, or keep its database instead."
        )


@dataclass(eq=False)
class SnapshotNotFound(Refusal):
    """The world has no snapshot of this name."""

    name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        there = f"It has {', '.join(self.known)}." if self.known else "It has none yet: take one first."
        return f"The world has no snapshot {self.name!r}. {there}"


@dataclass(eq=False)
class TooManySnapshots(Refusal):
    """The world already has the greatest allowed number of snapshots."""

    maximum: int

    def __str__(self) -> str:
        return f"A world keeps at most {self.maximum} snapshots. Remove one, or replace one by using its name."


@dataclass(eq=False)
class TooManyPrices(Refusal):
    """The world already overrides the greatest allowed number of green fees."""

    maximum: int

    def __str__(self) -> str:
        return f"A world overrides at most {self.maximum} green fees. Set one of them back to null first."


@dataclass(eq=False)
class TooManyRules(Refusal):
    """The world already has the greatest allowed number of rules."""

    maximum: int

    def __str__(self) -> str:
        return f"A world keeps at most {self.maximum} rules. Remove some first."
