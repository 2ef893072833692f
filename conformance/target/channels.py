"""Declarations of an operator about deliveries and tokens: where this run receives, and the token requests.

They are parsed strictly. This module knows no HTTP and no check.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.target.declarations import TargetError, section_of, text_of
from conformance.target.levers import PLACEHOLDER

CHANNEL_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "receiver": ("listen", "public_url"),
    "tokens": ("request", "access_token", "refresh_token", "refresh_request", "logout_request", "presented", "absent"),
}

_MAY_BE_ABSENT = ("refresh", "logout")
_LAST_PORT = 65535


@dataclass(frozen=True)
class ReceiverFacts:
    """Where this run receives deliveries.

    The run listens on *host* and *port*; port 0 means any free port. *public_url* is the address at which the target
    reaches the run, None when the target reaches *host* itself.
    """

    host: str = "127.0.0.1"
    port: int = 0
    public_url: str | None = None


@dataclass(frozen=True)
class TokenFacts:
    """The token requests and the places of tokens.

    A request that is None has no body. In texts, `{access_token}` and `{refresh_token}` become the tokens of the
    session. *access_token* and *refresh_token* are dotted places in the answers; with None, the suite searches the
    answers. *presented* is the Authorization header of a logout and a refresh. *absent* names requests that the target
    does not have: refresh, logout.
    """

    request: Mapping[str, Any] | None = None
    access_token: str | None = None
    refresh_token: str | None = None
    refresh_request: Mapping[str, Any] | None = None
    logout_request: Mapping[str, Any] | None = None
    presented: str | None = "Bearer {access_token}"
    absent: tuple[str, ...] = ()


def read_receiver(section: Mapping[str, Any], options: Mapping[str, str | None]) -> ReceiverFacts:
    """The facts under [receiver]. A value in *options*, under the same key, wins. Raises `TargetError`."""
    usual = ReceiverFacts()
    listen = options.get("listen") or text_of(section, "listen") or f"{usual.host}:{usual.port}"
    public_url = options.get("public_url") or text_of(section, "public_url")
    if public_url is not None and not public_url.startswith(("http://", "https://")):
        raise TargetError(
            f"public_url of [receiver], or --receiver-url, must be an http or https address, not {public_url!r}."
        )
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > _LAST_PORT:
        raise TargetError(f"listen of [receiver], or --receiver-listen, must look like 0.0.0.0:9000, not {listen!r}.")
    return ReceiverFacts(host, int(port), public_url.rstrip("/") if public_url else None)


def read_tokens(section: Mapping[str, Any]) -> TokenFacts:
    """The facts under [tokens]. Raises `TargetError`."""
    requests = ("request", "refresh_request", "logout_request")
    texts = ("access_token", "refresh_token", "presented")
    given: dict[str, Any] = {name: section_of(section, name) for name in requests if name in section}
    given |= {name: text_of(section, name) for name in texts if name in section}
    given |= {"absent": _absent(section)} if "absent" in section else {}
    unknown = set(PLACEHOLDER.findall(json.dumps(given))) - {"access_token", "refresh_token"}
    if unknown:
        raise TargetError(
            f"In the target file, tokens has {{{min(unknown)}}}, which has no value."
            " Use {access_token} and {refresh_token}."
        )
    return TokenFacts(**given)


def _absent(section: Mapping[str, Any]) -> tuple[str, ...]:
    names = section["absent"]
    if not isinstance(names, list) or not set(names) <= set(_MAY_BE_ABSENT):
        raise TargetError(
            f"In the target file, absent of [tokens] must be a list of {' and '.join(_MAY_BE_ABSENT)}, not {names!r}."
        )
    return tuple(names)
