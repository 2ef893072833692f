"""Reads the body of a response and undoes its compression, never keeping more than it is told to."""

import zlib
from collections.abc import Iterable, Sequence

MOST_BODY_BYTES = 8_000_000

# zlib looks for itself whether a gzip or a zlib header begins the stream.
_GZIP_OR_ZLIB = 47
_CODINGS = frozenset({"gzip", "x-gzip", "deflate"})


class BodyTooLarge(Exception):
    """More bytes than `MOST_BODY_BYTES`, after decompression."""


class NotCompressed(Exception):
    """A body is not compressed as its header says, or in a way that we do not read; the message is that way."""


def read_body(pieces: Iterable[bytes], codings: Sequence[str]) -> bytes:
    """The content behind *pieces* that went through these content *codings*, in the order they were applied.

    Raises `BodyTooLarge`, and `NotCompressed` for what is compressed otherwise, or in a way that nobody asked for.
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
    """Raises `zlib.error`, also for a stream that ends too early."""
    try:
        return _inflated(content, _GZIP_OR_ZLIB)
    except zlib.error:
        # What HTTP calls deflate is sent by some without its zlib header.
        return _inflated(content, -zlib.MAX_WBITS)


def _inflated(content: bytes, window: int) -> bytes:
    stream = zlib.decompressobj(window)
    found = stream.decompress(content, MOST_BODY_BYTES + 1)
    if len(found) > MOST_BODY_BYTES:
        raise BodyTooLarge
    if content and not stream.eof:
        raise zlib.error("the stream ends too early")
    return found
