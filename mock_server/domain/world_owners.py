"""Whose a world is, on a server that lets in only the keys of a file.

The names that the file gives to keys divide all names of worlds: each belongs to the longest of them that it equals or
begins with, up to a hyphen. So `acme-copy` belongs to `acme`, unless the file names `acme-copy` itself. What a key may
make follows from the name alone, and what it may use from the owner that the world got when it was made.
"""

from dataclasses import dataclass

from mock_server.domain.refusals import WorldNotOwned, WorldNotYours

# How many worlds may be forked from one, where every key is let in and nobody owns a name.
MOST_FORKS = 100


@dataclass(frozen=True, slots=True)
class WorldOwners:
    """Who owns which name. *named* holds the worlds that a file gives to keys; None: every key is let in."""

    named: frozenset[str] | None = None

    @property
    def are_open(self) -> bool:
        """Whether every key is let in, and so every world is everybody's."""
        return self.named is None

    def of(self, name: str) -> str:
        """The world to whose keys a name belongs. A name that no key of the file has a claim to is its own."""
        candidate, hyphen = name, "-"
        while hyphen:
            if candidate in (self.named or ()):
                return candidate
            candidate, hyphen, _ = candidate.rpartition("-")
        return name

    def most_forks(self, max_worlds: int) -> int:
        """How many worlds an owner may have beside its own. The shares of all owners fit into *max_worlds*."""
        return MOST_FORKS if self.named is None else max_worlds // len(self.named) - 1

    def require_may_make(self, key_world: str, name: str) -> None:
        """Refuses a name for a new world that a key of *key_world* may not take. Raises WorldNotYours."""
        if not (self.are_open or self.of(name) == key_world):
            raise WorldNotYours(key_world)

    def admit(self, key_world: str, owner: str, *, is_open: bool) -> bool:
        """Whether a key of *key_world* may use a world that has this owner.

        *is_open* is whether the world was made while every key was let in: anybody can have prepared it.
        """
        return self.are_open or (owner == key_world and not is_open)

    def require_own(self, name: str, owner: str, *, is_open: bool) -> None:
        """Refuses the world of a key that others have made before the key named it. Raises WorldNotOwned."""
        if not self.admit(name, owner, is_open=is_open):
            raise WorldNotOwned(name)
