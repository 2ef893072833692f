"""Who sent a request: a caller is whoever has one key. Callers have names, and no key is ever shown."""

from dataclasses import dataclass, field

from conformance.evidence.exchanges import by_name
from conformance.recordings.masking import SHOWN_API_KEY, SHOWN_SECOND_API_KEY, Masking
from conformance.target.connection import KeyHeader

Headers = tuple[tuple[str, str], ...]

NOBODY = "(no key)"


@dataclass
class Callers:
    """The callers so far. *declared* are the two keys of a target file, as far as they are known.

    The keys of a target file belong to unrelated agencies. Nothing says so of other keys: one agency may have several.
    """

    key_header: KeyHeader
    declared: tuple[str | None, str | None]
    masking: Masking = field(init=False)
    _names: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        shown = (SHOWN_API_KEY, SHOWN_SECOND_API_KEY)
        self._names = {key: name for key, name in zip(self.declared, shown, strict=True) if key}
        self.masking = Masking(self._names)

    def name_of(self, headers: Headers) -> str:
        """The name of the caller who sent *headers*, such as `$KEY_1`. From now on its key is masked."""
        key = self.key_in(headers)
        if not key:
            return NOBODY
        if key not in self._names:
            self._names[key] = f"$KEY_{len(self._names) + 1}"
            self.masking.learn(key, self._names[key])
        return self._names[key]

    def key_in(self, headers: Headers) -> str | None:
        """The key in *headers*, None when they have no such header."""
        key = by_name(headers).get(self.key_header.name.lower())
        scheme = self.key_header.scheme
        return key.removeprefix(f"{scheme} ") if key is not None and scheme else key

    def key_shown(self, headers: Headers) -> str | None:
        """The name of the caller, empty for an empty key and None without any key."""
        return self.name_of(headers) if self.key_in(headers) else self.key_in(headers)

    def are_strangers(self, caller: str, other: str) -> bool:
        """Whether the two callers are surely unrelated agencies, because a target file declares their keys."""
        return {caller, other} == {SHOWN_API_KEY, SHOWN_SECOND_API_KEY}
