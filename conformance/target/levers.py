"""Declarations of an operator beyond addresses and keys: levers outside the interface, and payloads that no document
shows. They are parsed strictly. This module knows no HTTP and no check.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.target.addresses import user_of, without_user
from conformance.target.declarations import TargetError, text_of

LEVER_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "levers": ("clock_read", "clock_advance", "course_confirm", "course_decline", "group_cancel"),
    "levers.clock_read": ("url", "method", "headers", "json", "moment"),
    "levers.clock_advance": ("url", "method", "headers", "json"),
    "levers.course_confirm": ("url", "method", "headers", "json"),
    "levers.course_decline": ("url", "method", "headers", "json"),
    "levers.group_cancel": ("url", "method", "headers", "json"),
    "hooks": ("body", "confirm_body", "id", "expires_at"),
    "groups": ("players", "validate"),
}

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_WHERE_TO = frozenset({"seconds", "minutes", "moment"})
_OF_A_BOOKING = frozenset({"course_id", "date", "time", "players", "reference"})
_OF_A_GROUP = frozenset({"course_id", "date", "time", "total_players", "reference"})


@dataclass(frozen=True)
class Lever:
    """A request outside the interface. In url, header values and *json*, the run replaces `{name}` by a value.

    *moment* is the dotted place of the time in the answer, for a lever that reads a clock.
    """

    name: str
    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    json: Any = None
    moment: str | None = None


@dataclass(frozen=True)
class Levers:
    """The levers of an operator: for the target's clock and for the answers of golf courses. None: not declared."""

    clock_read: Lever | None = None
    clock_advance: Lever | None = None
    course_confirm: Lever | None = None
    course_decline: Lever | None = None
    group_cancel: Lever | None = None


@dataclass(frozen=True)
class HookPayloads:
    """Bodies and places of booking hooks, which the specification does not show. None: not declared."""

    body: Mapping[str, Any] | None = None
    confirm_body: Mapping[str, Any] | None = None
    id: str | None = None
    expires_at: str | None = None


@dataclass(frozen=True)
class GroupPayloads:
    """The body of a player list (a table or an array) and of a dry run, which no document shows. None: not declared."""

    players: Any = None
    validate: Mapping[str, Any] | None = None


def filled(template: Any, values: Mapping[str, Any]) -> Any:
    """*template* with every `{name}` replaced by its value. A text that is only `{name}` becomes the value itself."""
    if isinstance(template, Mapping):
        return {name: filled(value, values) for name, value in template.items()}
    if isinstance(template, list):
        return [filled(value, values) for value in template]
    if not isinstance(template, str):
        return template
    whole = PLACEHOLDER.fullmatch(template)
    if whole:
        return values[whole[1]]
    return PLACEHOLDER.sub(lambda found: str(values[found[1]]), template)


def read_levers(section: Mapping[str, Any]) -> Levers:
    """The levers of [levers]. Raises `TargetError`. The caller has already refused unknown keys."""
    return Levers(
        clock_read=_lever(section, "clock_read", "GET", frozenset()),
        clock_advance=_lever(section, "clock_advance", "POST", _WHERE_TO, needs_one=True),
        course_confirm=_lever(section, "course_confirm", "POST", frozenset({"id"}), needs_one=True),
        course_decline=_lever(section, "course_decline", "POST", frozenset({"id"}), needs_one=True),
        group_cancel=_lever(section, "group_cancel", "POST", frozenset({"id"}), needs_one=True),
    )


def read_hook_payloads(section: Mapping[str, Any]) -> HookPayloads:
    """The payloads under [hooks]. Raises `TargetError`."""
    return HookPayloads(
        body=_body(section, "hooks", "body", _OF_A_BOOKING),
        confirm_body=_body(section, "hooks", "confirm_body", _OF_A_BOOKING),
        id=text_of(section, "id", "hooks."),
        expires_at=text_of(section, "expires_at", "hooks."),
    )


def read_group_payloads(section: Mapping[str, Any]) -> GroupPayloads:
    """The payloads under [groups]. Raises `TargetError`."""
    return GroupPayloads(
        players=_player_list(section),
        validate=_body(section, "groups", "validate", _OF_A_GROUP),
    )


def _player_list(section: Mapping[str, Any]) -> Any:
    players = section.get("players")
    if isinstance(players, list):
        _refuse_unknown_values(_placeholders(players), frozenset(), "groups.players")
        return players
    return _body(section, "groups", "players", frozenset())


def _lever(
    section: Mapping[str, Any], name: str, usual_method: str, values: frozenset[str], *, needs_one: bool = False
) -> Lever | None:
    if name not in section:
        return None
    declared, where = section[name], f"levers.{name}"
    method = text_of(declared, "method", f"{where}.") or usual_method
    if method not in _METHODS:
        raise TargetError(f"In the target file, {where}.method must be one of {', '.join(_METHODS)}, not {method!r}.")
    url = text_of(declared, "url", f"{where}.") or ""
    if not url.startswith(("http://", "https://")):
        raise TargetError(f"In the target file, {where}.url must be an http or https address, not {url!r}.")
    address, authorization = _parted(url, where)
    headers = (*_headers(declared, where), *([("Authorization", authorization)] if authorization else []))
    lever = Lever(name, method, address, headers, declared.get("json"), text_of(declared, "moment", f"{where}."))
    used = _placeholders([lever.url, dict(lever.headers), lever.json])
    _refuse_unknown_values(used, values | {"api_key"}, where)
    if needs_one and not used & values:
        wanted = " or ".join(f"{{{value}}}" for value in sorted(values))
        raise TargetError(f"In the target file, {where} must contain {wanted}, or every pull would do the same.")
    return lever


def _parted(url: str, where: str) -> tuple[str, str | None]:
    """The address of a lever without user and password, and the header that replaces them."""
    try:
        address, authorization = without_user(url)
        user = user_of(url)
    except ValueError as error:
        raise TargetError(f"In the target file, {where}.url is not an http or https address: {error}.") from error
    if user and "{" in user:
        raise TargetError(f"In the target file, {where}.url has a place in its user. Use {where}.headers instead.")
    return address, authorization


def _headers(declared: Mapping[str, Any], where: str) -> tuple[tuple[str, str], ...]:
    headers = declared.get("headers", {})
    if not isinstance(headers, Mapping) or not all(isinstance(value, str) for value in headers.values()):
        raise TargetError(f"In the target file, {where}.headers must be a table of texts, not {headers!r}.")
    return tuple(headers.items())


def _body(section: Mapping[str, Any], where: str, name: str, values: frozenset[str]) -> Mapping[str, Any] | None:
    body = section.get(name)
    if body is None:
        return None
    if not isinstance(body, Mapping):
        raise TargetError(f"In the target file, {where}.{name} must be a table, not {body!r}.")
    _refuse_unknown_values(_placeholders(body), values, f"{where}.{name}")
    return body


def _placeholders(template: Any) -> frozenset[str]:
    if isinstance(template, Mapping):
        return _placeholders(list(template.values()))
    if isinstance(template, list):
        return frozenset().union(*(_placeholders(item) for item in template))
    return frozenset(PLACEHOLDER.findall(template)) if isinstance(template, str) else frozenset()


def _refuse_unknown_values(used: frozenset[str], known: frozenset[str], where: str) -> None:
    for name in sorted(used - known):
        shown = ", ".join(f"{{{value}}}" for value in sorted(known)) or "none"
        raise TargetError(f"In the target file, {where} uses {{{name}}}, which has no value there. Known: {shown}.")
