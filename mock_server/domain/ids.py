"""Names that repeat: every id and reference follows from a seed, a kind and a counter.

The same calls on a fresh world give the same ids, on any machine and whatever runs beside them.
"""

from hashlib import blake2b

_LOWER = "0123456789abcdefghjkmnpqrstvwxyz"
_UPPER = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def _spell(number: int, alphabet: str, length: int) -> str:
    return "".join(alphabet[(number >> 5 * place) & 31] for place in range(length))


def _draw(seed: int, kind: str, counter: int) -> int:
    return int.from_bytes(blake2b(f"{seed}|{kind}|{counter}".encode(), digest_size=8).digest(), "big")


def object_id(prefix: str, seed: int, counter: int) -> str:
    """An id such as `bkg_4t7w2m9k1x5c`, for the *counter*-th object of its kind in a world."""
    return f"{prefix}_{_spell(_draw(seed, prefix, counter), _LOWER, 12)}"


def booking_reference(seed: int, counter: int) -> str:
    """A reference that survives a telephone line, such as `TS-4K7QW2`.

    The counter passes through a Feistel network of 30 bits: the first 2**30 references of a world all differ.
    """
    left, right = (counter >> 15) & 0x7FFF, counter & 0x7FFF
    for turn in range(4):
        left, right = right, left ^ (_draw(seed, f"reference{turn}", right) & 0x7FFF)
    return f"TS-{_spell(left << 15 | right, _UPPER, 6)}"


def share(seed: int, name: str, counter: int) -> float:
    """A number from 0 to below 1, evenly spread, that follows from its arguments."""
    return _draw(seed, name, counter) / 2**64


def secret_bytes(seed: int, kind: str, counter: int) -> bytes:
    """A key of 32 bytes that follows from its arguments, as everything in a world does."""
    return blake2b(f"{seed}|{kind}|{counter}".encode(), digest_size=32, person=b"teesheet secret").digest()
