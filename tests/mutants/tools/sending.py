"""Sends deliveries on to their subscribers, for relays in front of a sandbox."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import httpx

_PATIENCE_SECONDS = 10.0
# On a busy machine a connection may break. A delivery that is lost then would look like a fault of the target.
_ATTEMPTS = 3


def send_delivery(method: str, url: str, headers: tuple[tuple[str, str], ...], content: bytes) -> None:
    """Sends one delivery, and sends it again while its connection breaks. A subscriber that is not there any more is no
    fault.
    """
    for _ in range(_ATTEMPTS):
        with suppress(httpx.TransportError):
            _client().request(method, url, headers=list(headers), content=content)
            return


@cache
def _client() -> httpx.Client:
    """One client for all deliveries of this process: making one costs more than a hundred deliveries."""
    return httpx.Client(verify=False, trust_env=False, timeout=_PATIENCE_SECONDS)  # noqa: S501 - loopback only
