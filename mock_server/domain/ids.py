"""Repeatable names: every id and reference follows from the origin of its world, a kind and a counter.

The same calls on a fresh world give the same ids, on any machine and whatever else runs there. Two worlds with
different names give different ids, so that one database of a client can hold objects of both worlds.
The specification shows no form of ids: assumption A-61.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Two letters for each number of ten bits, the lower five bits first. Pairs halve the time that an id takes.
_UPPER = tuple(first + second for second in _LETTERS for first in _LETTERS)
_LOWER = tuple(pair.lower() for pair in _UPPER)
_REFERENCE = re.compile(f"TS-[{_LETTERS}]{{6}}")


class Numbered(StrEnum):
    """Every kind of object that a world numbers. A counter of its own counts each kind from 1."""

    BOOKING = "booking"
    HOLD = "hold"
    HOOK = "hook"
    GROUP = "group"
    BLOCK = "block"
    WEBHOOK = "webhook"
    EVENT = "event"
    DELIVERY = "delivery"
    TIMER = "timer"
    TOKEN = "token"  # noqa: S105 - the name of a counter.
    RULE = "rule"
    ARRIVAL = "arrival"


# How the ids of a kind begin. A timer and an arrival have a number and no id.
PREFIXES: Mapping[Numbered, str] = {
    Numbered.BOOKING: "bkg",
    Numbered.HOLD: "hld",
    Numbered.HOOK: "hok",
    Numbered.GROUP: "grp",
    Numbered.BLOCK: "blk",
    Numbered.WEBHOOK: "whk",
    Numbered.EVENT: "evt",
    Numbered.DELIVERY: "msg",
    Numbered.TOKEN: "ses",
    Numbered.RULE: "rul",
}


def origin_of(seed: int, world: str) -> str:
    """The text from which the ids of a world follow: its seed and its name."""
    return f"{seed}|{world}"


def spell(number: int, pairs: Sequence[str] = _LOWER, length: int = 12) -> str:
    """The lowest bits of *number*, five to a letter, without letters that look like digits. *length* is even."""
    return "".join([pairs[number >> shift & 1023] for shift in range(0, 5 * length, 10)])


def _draw(origin: str, kind: str, counter: int) -> int:
    return int.from_bytes(blake2b(f"{origin}|{kind}|{counter}".encode(), digest_size=8).digest(), "big")


def object_id(kind: Numbered, origin: str, counter: int) -> str:
    """An id such as `bkg_4t7w2m9k1x5c`, for the *counter*-th object of its kind in a world."""
    prefix = PREFIXES[kind]
    return f"{prefix}_{spell(_draw(origin, prefix, counter))}"


def booking_reference(origin: str, counter: int) -> str:
    """A reference that is easy to read out on the telephone, such as `TS-4K7QW2`.

    The counter passes through a Feistel network of 30 bits: the first 2**30 references of an origin all differ.
    """
    left, right = (counter >> 15) & 0x7FFF, counter & 0x7FFF
    for turn in range(4):
        left, right = right, left ^ (_draw(origin, f"reference{turn}", right) & 0x7FFF)
    return f"TS-{spell(left << 15 | right, _UPPER, 6)}"


def is_booking_reference(text: str) -> bool:
    """Whether a text has the form of a booking's reference, in upper or lower case."""
    return _REFERENCE.fullmatch(text.upper()) is not None


def share(seed: int, name: str, counter: int) -> float:
    """A number from 0 to below 1, evenly distributed. The same arguments give the same number."""
    return _draw(str(seed), name, counter) / 2**64


def secret_bytes(origin: str, kind: str, counter: int, server_secret: bytes) -> bytes:
    """A key of 32 bytes that follows from its arguments.

    *server_secret* is empty on a server without a secret: then everybody who knows the other arguments knows the key.
    """
    text = f"{origin}|{kind}|{counter}".encode()
    return blake2b(text, digest_size=32, key=server_secret, person=b"teesheet secret").digest()
