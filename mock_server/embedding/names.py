"""Names of worlds and agencies, the keys that they spell, and addresses of sandboxes."""

import hashlib
import re
from urllib.parse import SplitResult, urlsplit

_NAME = re.compile(r"[a-z0-9-]{1,32}\Z")


class NoSuchKey(ValueError):
    """No key reaches a world with this name. The message says which names are possible."""


def require_address(url: str) -> SplitResult:
    """The parts of an address of a sandbox. Raises ValueError."""
    try:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and isinstance(parts.hostname, str) and parts.port != 0:
            return parts
    except (ValueError, AttributeError):  # A port that is not a port, or a value that is not a text.
        pass
    raise ValueError(f"{url!r} is not the address of a sandbox. Write for example http://127.0.0.1:8080.")


def key_of(world: str, agency: str) -> str:
    """The key of an agency in a world. Raises NoSuchKey for a name that is not possible."""
    for name in (world, agency):
        if not isinstance(name, str) or not _NAME.match(name):
            raise NoSuchKey(
                f"{name!r} is not a name for a world or an agency. A name is 1 to 32 of a-z, 0-9 and hyphen."
            )
    if world == "self":
        raise NoSuchKey("`self` means the world of a key. Give the world another name.")
    return f"sbx_{world}_{agency}"


def names_in(key: str) -> tuple[str, str]:
    """The world and the agency of a key. A key of a file does not say them: its world is `self`."""
    parts = key.split("_")
    return (parts[1], parts[2]) if parts[0] == "sbx" and len(parts) == 3 else ("self", "")


def world_name_of(test: str, prefix: str = "") -> str:
    """The name of the world of a test: the same test always has the same name, and two tests never share one.

    *test* is the id of a test in pytest. Ids, references and secrets follow from this name.
    """
    digest = hashlib.blake2b(test.encode(), digest_size=4).hexdigest()
    words = re.sub(r"[^a-z0-9]+", "-", test.rpartition("::")[2].lower()).strip("-")
    room = 31 - len(prefix) - len(digest)
    return f"{prefix}{words[:room].strip('-')}-{digest}"
