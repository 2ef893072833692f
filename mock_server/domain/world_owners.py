"""Who owns a world, on a server that accepts only the keys of a file.

The specification has no worlds: they belong to the sandbox.

The file gives each key the name of a world. The name of any other world belongs to the longest of these names with
which it begins, up to a hyphen. So `acme-copy` belongs to `acme`, unless the file names `acme-copy` itself. The name
decides which key may create a world. The owner that a world got at its creation decides which key may use it.
"""

from dataclasses import dataclass

from mock_server.domain.refusals import WorldNotOwned, WorldNotYours

# How many worlds may be forked from one world on a server that accepts every key. Nobody owns a name there.
MOST_FORKS = 100


@dataclass(frozen=True, slots=True)
class WorldOwners:
    """Who owns which name. *named* holds the worlds that a file gives to keys; None: every key is accepted."""

    named: frozenset[str] | None = None

    @property
    def are_open(self) -> bool:
        """Whether the server accepts every key, so that every world is open to everybody."""
        return self.named is None

    def of(self, name: str) -> str:
        """The world whose keys own a name. A name that no key of the file owns is returned itself."""
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

        *is_open* says that the server accepted every key when the world was created: anybody may have prepared it.
        """
        return self.are_open or (owner == key_world and not is_open)

    def require_own(self, name: str, owner: str, *, is_open: bool) -> None:
        """Refuses the world of a key if others created it before the key got its name. Raises WorldNotOwned."""
        if not self.admit(name, owner, is_open=is_open):
            raise WorldNotOwned(name)
