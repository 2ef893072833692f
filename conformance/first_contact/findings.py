"""The findings of first contact: values for keys of the target file, and a comment for each key."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any


class ContactFindings:
    """The findings so far. A key has the name of its section in front: `declares.hold_id`."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._said: defaultdict[str, list[str]] = defaultdict(list)

    @property
    def values(self) -> Mapping[str, Any]:
        """The values that go into the file."""
        return self._values

    def learn(self, key: str, value: Any, how: str) -> None:
        """Sets *key*; *how* is the sentence that says why."""
        self._values[key] = value
        self._said[key].append(how)

    def take(self, key: str, value: Any, whence: str) -> None:
        """Sets *key* to a declared value. It replaces a guess, and the sentence that there is no value."""
        if not self.knows(key):
            self._said.pop(key, None)
        self.learn(key, value, whence)

    def say(self, key: str, sentence: str) -> None:
        """Puts *sentence* beside *key*, or at the head of the file where *key* is empty."""
        self._said[key].append(sentence)

    def knows(self, key: str) -> bool:
        """Whether *key* has a value."""
        return key in self._values

    def said(self, key: str) -> Sequence[str]:
        """The sentences beside *key*."""
        return self._said.get(key, ())
