"""The limits and the connection settings of a run, from the target file and from options, which win. Knows no HTTP."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from conformance.target.declarations import TargetError

USER_AGENT = "teesheet-check"
API_KEY_HEADER = "X-Api-Key"

WIRE_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "limits": ("requests", "rate", "concurrency", "tours", "time_budget_seconds"),
    "connection": ("user_agent", "proxy", "ca_file", "client_cert", "client_key", "insecure", "headers"),
}

_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")

# Races send this many requests at the same moment, however many checks run side by side.
_REQUESTS_OF_A_RACE = 12
_MOST_LANES = 16
# By the seconds that an answer takes, the most seconds first. An answer from the same machine or network takes a few
# milliseconds, so few lanes keep such a target busy. A far target gets hardly more lanes than a race sends requests at
# the same moment: many more would be a load that no race shows it to bear.
LANES_BY_ROUND_TRIP = ((0.075, 14), (0.025, 8), (0.0, 4))

# With fewer requests, a run ends before its preflight, and no request remains for the clean-up.
_FEWEST_REQUESTS = 10
_PLANNED_REQUESTS, _MOST_REQUESTS = 3000, 4000


@dataclass(frozen=True)
class KeyHeader:
    """The header that carries a key: its *name*, and the *scheme* before the key, as in `Authorization: Bearer ...`."""

    name: str = API_KEY_HEADER
    scheme: str | None = None

    def value(self, key: str) -> str:
        """The value of the header for *key*."""
        return f"{self.scheme} {key}".strip() if self.scheme else key


@dataclass(frozen=True)
class WireSettings:
    """Limits and connection of one run. *requests* is its limit; with None, a run plans fewer requests than its limit.
    *rate* is in requests per second; None means as fast as the target answers. *concurrency* is the number of checks at
    once; with None, the distance of the target decides. *tours* is how many requests tours plan, so that pairs of
    conditions are met. The number sent may differ.

    Every request to the interface has the *headers*. Their values are secrets. *key_header* carries the keys.

    *proxy* may contain a password and must not be shown. Without *proxy*, the proxies of the environment are used.
    """

    requests: int | None = None
    rate: float | None = None
    concurrency: int | None = None
    tours: int = 0
    time_budget_seconds: float | None = None
    user_agent: str = USER_AGENT
    proxy: str | None = None
    ca_file: str | None = None
    client_cert: str | None = None
    client_key: str | None = None
    insecure: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    key_header: KeyHeader = KeyHeader()

    @property
    def most_requests(self) -> int:
        """The limit of the run."""
        return self.requests or _MOST_REQUESTS

    @property
    def planned_requests(self) -> int:
        """How many requests a run plans. The others up to the limit are for targets that show changes late or lose
        answers.
        """
        return self.requests or _PLANNED_REQUESTS

    @property
    def plans_as_usual(self) -> bool:
        """Whether a run plans no fewer requests than usual."""
        return self.planned_requests >= _PLANNED_REQUESTS

    @property
    def requests_at_once(self) -> int:
        """The largest number of requests that are under way at the same time. A race needs twelve."""
        return max(self.concurrency or 0, _REQUESTS_OF_A_RACE)

    def lanes(self, round_trip_seconds: float) -> int:
        """How many checks run side by side on a target at this distance."""
        if self.concurrency is not None:
            return min(self.concurrency, _MOST_LANES)
        return next(lanes for least, lanes in LANES_BY_ROUND_TRIP if round_trip_seconds >= least)


@dataclass(frozen=True)
class _Rule:
    """The rule for a value, in words and as a test. A refusal does not repeat a *secret* value."""

    option: str
    wanted: str
    fits: Callable[[Any], bool]
    secret: bool = False


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value) and value > 0


def _is_count(fewest: int) -> Callable[[Any], bool]:
    return lambda value: not isinstance(value, bool) and isinstance(value, int) and value >= fewest


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def is_sendable(value: Any) -> bool:
    """Whether *value* is a text that a header can carry: printable ASCII that is not blank."""
    return isinstance(value, str) and value.isascii() and value.isprintable() and value.strip() != ""


def is_header_name(value: Any) -> bool:
    """Whether *value* is the name of a header as HTTP has it."""
    return isinstance(value, str) and _HEADER_NAME.fullmatch(value) is not None


def _are_headers(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        is_header_name(name) and is_sendable(text) for name, text in value.items()
    )


def is_proxy(value: Any) -> bool:
    """Whether *value* is the address of a proxy that the transport can use."""
    try:
        parts = urlsplit(value)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except (ValueError, AttributeError, TypeError):
        return False


_RULES: Mapping[str, _Rule] = {
    "requests": _Rule("--requests", f"a whole number of at least {_FEWEST_REQUESTS}", _is_count(_FEWEST_REQUESTS)),
    "rate": _Rule("--rate", "a number of requests per second above 0", _is_number),
    "concurrency": _Rule("--concurrency", "a whole number above 0", _is_count(1)),
    "tours": _Rule("--tours", "a whole number", _is_count(0)),
    "time_budget_seconds": _Rule("--time-budget", "a number of seconds above 0", _is_number),
    "user_agent": _Rule("--user-agent", "a text of printable ASCII characters", is_sendable),
    "proxy": _Rule("--proxy", "an http or https address like http://proxy.example:3128", is_proxy, secret=True),
    "ca_file": _Rule("--ca-file", "the path of a PEM file", _is_path),
    "client_cert": _Rule("--client-cert", "the path of a PEM file", _is_path),
    "client_key": _Rule("--client-key", "the path of a PEM file", _is_path),
    "insecure": _Rule("--insecure", "true or false", lambda value: isinstance(value, bool)),
    "headers": _Rule("--header", "a table of header names and texts of printable ASCII", _are_headers, secret=True),
}


def read_wire_settings(
    limits: Mapping[str, Any], connection: Mapping[str, Any], options: Mapping[str, Any]
) -> WireSettings:
    """The settings from the sections [limits] and [connection] and from *options* with the same names. Options win; an
    option that is None was not given.

    Raises `TargetError` for a value of the wrong kind, and for a client key without its certificate.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for section, values in (("limits", limits), ("connection", connection)):
        for name, value in values.items():
            _refuse_unfit(f"In the target file, {section}.{name}", _RULES[name], value)
    for name, value in given.items():
        _refuse_unfit(_RULES[name].option, _RULES[name], value)
    headers = dict(connection.get("headers", {})) | dict(given.get("headers", {}))
    settings = WireSettings(**{**limits, **connection, **given, "headers": tuple(headers.items())})
    if settings.client_key and not settings.client_cert:
        raise TargetError("A client key needs its certificate: give --client-cert as well.")
    return settings


def _refuse_unfit(name: str, rule: _Rule, value: Any) -> None:
    if not rule.fits(value):
        shown = "" if rule.secret else f", not {value!r}"
        raise TargetError(f"{name} must be {rule.wanted}{shown}.")
