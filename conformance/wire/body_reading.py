"""Reads the body of a response and decompresses it, up to a maximum size."""

import zlib
from collections.abc import Iterable, Sequence

MOST_BODY_BYTES = 8_000_000

# With this window, zlib accepts a gzip or a zlib header.
_GZIP_OR_ZLIB = 47
_CODINGS = frozenset({"gzip", "x-gzip", "deflate"})


class BodyTooLarge(Exception):
    """A body has more than `MOST_BODY_BYTES` bytes after decompression."""


class NotCompressed(Exception):
    """A body is not compressed as its header says, or its coding is unknown; the message is the coding."""


def read_body(pieces: Iterable[bytes], codings: Sequence[str]) -> bytes:
    """The decompressed content of *pieces*. *codings* are its content codings, in the order in which they were applied.

    Raises `BodyTooLarge`. Raises `NotCompressed` when a coding is unknown or the content does not have it.
    """
    content = _joined(pieces)
    for coding in reversed([coding for coding in codings if coding != "identity"]):
        if coding not in _CODINGS:
            raise NotCompressed(coding)
        try:
            content = _decompressed(content) if content else content
        except zlib.error as error:
            raise NotCompressed(coding) from error
    return content


def _joined(pieces: Iterable[bytes]) -> bytes:
    found = bytearray()
    for piece in pieces:
        found += piece
        if len(found) > MOST_BODY_BYTES:
            raise BodyTooLarge
    return bytes(found)


def _decompressed(content: bytes) -> bytes:
    """The decompressed content. Raises `zlib.error`, also for a stream that ends too early."""
    try:
        return _inflated(content, _GZIP_OR_ZLIB)
    except zlib.error:
        # Some servers send `deflate` without its zlib header.
        return _inflated(content, -zlib.MAX_WBITS)


def _inflated(content: bytes, window: int) -> bytes:
    stream = zlib.decompressobj(window)
    found = stream.decompress(content, MOST_BODY_BYTES + 1)
    if len(found) > MOST_BODY_BYTES:
        raise BodyTooLarge
    if content and not stream.eof:
        raise zlib.error("the stream ends too early")
    return found
