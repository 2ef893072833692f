"""How much a client may send and how long it may take: the limits, and the answers beyond them.

This module uses no clock and no socket. The table in docs/sandbox.md shows the same numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_HEAD_BYTES = 64 * 1024
MAX_HEADERS = 100
MAX_TARGET_BYTES = 8 * 1024
# How many requests a client may send ahead on one connection, before it has the answer to the first.
MAX_AHEAD = 100
# Seconds from the first byte of a head, or from the start of the connection, to the end of the head.
HEAD_SECONDS = 10.0
# Seconds from the end of the head to the end of the body.
BODY_SECONDS = 60.0
# Seconds in which a client reads nothing of an answer.
ANSWER_SECONDS = 60.0
# Seconds. This is longer than HTTP clients keep an idle connection: if both ends close it at the same moment, a request
# that is just being sent is lost.
KEEP_ALIVE = 30
# For how long, and how many bytes, the server reads and drops after a refusal. A connection that is closed with unread
# bytes is reset, and its client never sees the refusal.
LINGER_SECONDS = 2.0
LINGER_BYTES = 1024 * 1024
# How many bytes chunk sizes, their extensions and trailers may take beside the body.
FRAMING_PER_BODY_BYTE = 8


@dataclass(frozen=True, slots=True)
class HttpRefusal:
    """An answer to data that is not a valid request. *detail* is one sentence."""

    status: int
    detail: str


NO_HTTP = HttpRefusal(400, "This is no HTTP request. Send a request of HTTP/1.1 or HTTP/1.0.")
NO_HOST = HttpRefusal(400, "A request of HTTP/1.1 has exactly one Host header.")
OLD_CHUNKS = HttpRefusal(400, "A request of HTTP/1.0 has no Transfer-Encoding.")
TUNNEL = HttpRefusal(400, "This server opens no tunnels. Send the request itself, without CONNECT.")
HEAD_TOO_SLOW = HttpRefusal(408, f"The head of a request arrives within {HEAD_SECONDS:g} seconds.")
BODY_TOO_SLOW = HttpRefusal(408, f"The body of a request arrives within {BODY_SECONDS:g} seconds.")
TARGET_TOO_LONG = HttpRefusal(414, f"The target of a request has at most {MAX_TARGET_BYTES} bytes.")
HEAD_TOO_LARGE = HttpRefusal(
    431, f"The head of a request has at most {MAX_HEAD_BYTES} bytes and {MAX_HEADERS} headers."
)
TRAILERS_TOO_LARGE = HttpRefusal(
    431, f"The chunks of a body take too many bytes, or it has over {MAX_HEADERS} trailers."
)
TOO_FAR_AHEAD = HttpRefusal(429, f"At most {MAX_AHEAD} requests are sent ahead. Wait for their answers.")
OTHER_CODING = HttpRefusal(501, "The only Transfer-Encoding that this server reads is chunked.")
OTHER_VERSION = HttpRefusal(505, "This server speaks HTTP/1.1 and HTTP/1.0.")
NO_ROOM = HttpRefusal(503, "Every connection of this server is in use. Try again.")


def refusal_of_head(version: str, target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> HttpRefusal | None:
    """Why the server refuses a head, or None. The names of *headers* are in lower case."""
    names = [name for name, _value in headers]
    if b"transfer-encoding" in names:
        # A proxy in front may have read the length of this body in another way.
        if version == "1.0":
            return OLD_CHUNKS
        if any(name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in headers):
            return OTHER_CODING
    if len(target) > MAX_TARGET_BYTES:
        return TARGET_TOO_LONG
    if len(names) > MAX_HEADERS or _size(target, headers) > MAX_HEAD_BYTES:
        return HEAD_TOO_LARGE
    if version not in ("1.1", "1.0"):
        return OTHER_VERSION
    hosts = names.count(b"host")
    return NO_HOST if hosts != 1 and (hosts or version == "1.1") else None


def _size(target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> int:
    return len(target) + sum(len(name) + len(value) + 4 for name, value in headers)


def refusal_of_framing(received: int, body: int) -> HttpRefusal | None:
    """The refusal if *received* bytes are too many for *body* bytes of a body, or None."""
    return TRAILERS_TOO_LARGE if received - body > 4 * MAX_HEAD_BYTES + FRAMING_PER_BODY_BYTE * body else None
