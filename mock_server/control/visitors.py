"""Decides which requests may reach the control plane: requests of programs, and of pages of this server.

A page of another origin can make a browser send requests to a server on the same machine. With DNS rebinding, its host
name leads to this server, and the page can also read the answers. But its browser then sends that name as Host. Keys
and tokens are checked elsewhere. The interface does not need this check.
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from mock_server.api.problems import Problem

_HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9._-]{1,253}))(?::[0-9]{1,5})?\Z", re.ASCII)
# Methods that only read. Other methods need a JSON content type, for which a browser first asks the server.
_READING = ("GET", "HEAD", "OPTIONS")
# The values for a request of this server's own page, or for an address that somebody typed.
_OWN_SITES = ("same-origin", "none")
_MOST_SHOWN = 100


def host_name(authority: str) -> str | None:
    """The host of `name`, `name:8080`, `127.0.0.1:8080` or `[::1]:8080`, in lower case; None for anything else."""
    found = _HOST.match(authority.lower())
    return None if found is None else (found["address"] or found["name"].removesuffix("."))


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The host names under which this server may be called.

    *names* are in lower case, without ports. *any_address* says whether every numeric address is accepted: a server
    that other machines can reach does not know all its addresses, and DNS rebinding needs a name, not an address.
    *public_origin* is the scheme, host and port that others see.
    """

    names: frozenset[str]
    any_address: bool
    public_origin: str

    @classmethod
    def of(cls, public_url: str, names: Iterable[str], *, any_address: bool) -> "OwnNames":
        """The names of a server with a public URL and further *names*."""
        public = urlsplit(public_url)
        known = {"localhost", (public.hostname or "localhost").lower(), *(name.lower() for name in names)}
        return cls(frozenset(known), any_address, f"{public.scheme}://{public.netloc}".lower())

    def include(self, host: str) -> bool:
        """Whether a host, in the form that `host_name` returns, is this server."""
        if host in self.names:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return self.any_address or address.is_loopback

    def require_visitor(self, scope: Any) -> None:
        """Refuses a request of a page of another origin. Raises Problem forbidden or unsupported_media_type."""
        host = self._require_host(_sent(scope, b"host"))
        self._require_origin(_sent(scope, b"origin"), host)
        self._require_own_site(scope)
        if scope["method"] not in _READING:
            _require_json(_sent(scope, b"content-type"))

    def require_own_host(self, scope: Any) -> str | None:
        """Refuses a request under a name that is not this server's. Returns the sent Host. Raises Problem forbidden."""
        return self._require_host(_sent(scope, b"host"))

    def require_own_page(self, scope: Any) -> None:
        """Refuses a form unless a page of this server sent it, and says so. Raises Problem forbidden.

        Every browser names the origin of a form.
        """
        host, origins = self.require_own_host(scope), _sent(scope, b"origin")
        if not origins:
            raise Problem("forbidden", "A form says in Origin which page sent it. In a program, use /_sandbox/v1.")
        self._require_origin(origins, host)
        self._require_own_site(scope)

    def _require_own_site(self, scope: Any) -> None:
        for site in _sent(scope, b"sec-fetch-site"):
            if site not in _OWN_SITES:
                raise Problem(
                    "forbidden",
                    f"A page of another origin sent this: Sec-Fetch-Site is {_shown(site)}. Use a page of this server.",
                )

    def _require_host(self, sent: list[str]) -> str | None:
        """The sent Host header; None for a program that sends none, as HTTP/1.0 allows."""
        for authority in sent:
            host = host_name(authority)
            if host is None or not self.include(host) or len(sent) > 1:
                raise Problem(
                    "forbidden",
                    f"This server is not known as {_shown(authority)}. "
                    f"Call it {', '.join(sorted(self.names))}, or start it with --allowed-host.",
                )
        return sent[0].lower() if sent else None

    def _require_origin(self, sent: list[str], host: str | None) -> None:
        for origin in sent:
            scheme, _, authority = origin.lower().partition("://")
            # TLS can end in front of the server, so the server does not know the scheme of its pages.
            is_own = scheme in ("http", "https") and authority == host
            if not is_own and origin.lower() != self.public_origin:
                raise Problem(
                    "forbidden",
                    f"A page of {_shown(origin)} sent this. The control plane answers programs and the pages of this "
                    "server. Behind a proxy, start the server with --public-url.",
                )


def _require_json(sent: list[str]) -> None:
    for content_type in sent:
        if content_type.partition(";")[0].strip().lower() != "application/json":
            raise Problem(
                "unsupported_media_type",
                "Send the body as application/json in UTF-8, and say so in Content-Type. "
                "A call without a body needs no Content-Type.",
            )


def _sent(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for key, value in scope["headers"] if key == name]


def _shown(text: str) -> str:
    return repr(text[:_MOST_SHOWN])
