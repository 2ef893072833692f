"""Identifies the caller: `X-Api-Key` names a world and an agency. Spec: Authentication; assumption A-10."""

import hmac
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from mock_server.api.frame import ApiKeySecurityHandler
from mock_server.api.problems import Problem

CALLER = "teesheet_caller"
# Whether the operation of a request needs no key.
OPEN_TO_ALL = "teesheet_open_to_all"
_KEY = re.compile(r"sbx_([a-z0-9-]{1,32})_([a-z0-9-]{1,32})\Z", re.ASCII)
_PLACE = re.compile(r"([a-z0-9-]{1,32})/([a-z0-9-]{1,32})\Z", re.ASCII)
_SECRET = re.compile(r"[!-~]{16,256}\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Caller:
    """The agency of a key, and its world."""

    world: str
    agency: str


# Who calls an operation that needs no key, without a key.
_ANYBODY = Caller("demo", "alpha")


class KeysUnreadable(Exception):
    """A file of keys cannot be used. The message is one sentence that says why."""


class Keys:
    """The known keys. Without a file, every key `sbx_<world>_<agency>` is known and names its world and agency."""

    # The worlds that the keys of a file reach; None if every key is known.
    worlds: frozenset[str] | None = None
    hint = "Here every key of the form sbx_<world>_<agency> works, in lower case."

    def caller(self, headers: Iterable[tuple[bytes, bytes]]) -> Caller:
        """The caller whose key is in the headers.

        Raises Problem key_missing without the header, and key_unknown for an unknown key or for two keys.
        """
        sent = [value for name, value in headers if name == b"x-api-key"]
        if not sent:
            raise Problem("key_missing", f"Send your API key in the X-Api-Key header. {self.hint}")
        caller = self._find(sent[0]) if len(sent) == 1 else None
        if caller is None:
            raise Problem("key_unknown", f"No agency has this key. {self.hint}")
        return caller

    def _find(self, key: bytes) -> Caller | None:
        match = _KEY.match(key.decode("latin-1"))
        return None if match is None else Caller(match[1], match[2])


class KeptKeys(Keys):
    """The keys of a file, for a sandbox that several companies share. No other key is known."""

    hint = "Ask whoever runs this sandbox for a key."

    def __init__(self, callers: Mapping[str, Caller]) -> None:
        self.worlds = frozenset(caller.world for caller in callers.values())
        self._callers = [(sha256(key.encode()).digest(), caller) for key, caller in callers.items()]

    def _find(self, key: bytes) -> Caller | None:
        """Compares with every key, so that the time does not reveal how much of a key was right."""
        sent, found = sha256(key).digest(), None
        for known, caller in self._callers:
            if hmac.compare_digest(sent, known):
                found = caller
        return found


def read_keys(file: str, max_worlds: int) -> KeptKeys:
    """The keys of a TOML file: a table `keys` of lines `"the key" = "world/agency"`.

    Raises KeysUnreadable, also if they name more than *max_worlds* worlds.
    """
    try:
        table = tomllib.loads(Path(file).read_text("utf-8")).get("keys")
    except (OSError, ValueError) as error:
        raise KeysUnreadable(f"{file} cannot be read as a file of keys: {error}.") from None
    if not isinstance(table, dict) or not table:
        raise KeysUnreadable(
            f'{file} has no keys. Write [keys] and below it lines such as "a-long-secret" = "demo/alpha".'
        )
    callers = {key: _caller(file, key, place) for key, place in table.items()}
    named = len({caller.world for caller in callers.values()})
    if named > max_worlds:
        raise KeysUnreadable(f"{file} names {named} worlds, and --max-worlds lets this server keep {max_worlds}.")
    return KeptKeys(callers)


def _caller(file: str, key: str, place: Any) -> Caller:
    """The caller of a key. A message never contains the key itself."""
    match = _PLACE.match(place) if isinstance(place, str) else None
    if match is None:
        raise KeysUnreadable(
            f'{file} gives a key to {place!r}. Name a world and an agency in lower case: "demo/alpha".'
        )
    if not _SECRET.match(key):
        raise KeysUnreadable(f"The key of {place} in {file} needs 16 to 256 visible ASCII characters and no spaces.")
    return Caller(match[1], match[2])


def key_scheme(keys: Keys) -> type[ApiKeySecurityHandler]:
    """The API key part of Connexion. Connexion's own part reads signatures and the environment for every request."""

    class SandboxKey(ApiKeySecurityHandler):  # type: ignore[misc]  # Connexion carries no types.
        def get_fn(self, security_scheme: Any, required_scopes: Any) -> Any:  # noqa: ARG002 - Connexion's signature.
            """The function that verifies a request and leaves the caller in its scope."""

            async def verify(request: Any) -> dict[str, str]:
                headers = request.scope["headers"]
                keyless = request.scope[OPEN_TO_ALL] and not any(name == b"x-api-key" for name, _ in headers)
                request.scope[CALLER] = caller = _ANYBODY if keyless else keys.caller(headers)
                return {"sub": caller.agency}

            return verify

    return SandboxKey
