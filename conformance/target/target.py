"""The target: its address, its keys, and its operator's declarations of facts that no document shows.

They come from the command line and, if given, from a TOML file or an address that serves such a file. Unknown keys are
refused, because with a typo a row would stay untested without a warning.
"""

import os
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from conformance.target.addresses import without_user
from conformance.target.channels import (
    CHANNEL_SECTIONS,
    ReceiverFacts,
    TokenFacts,
    read_receiver,
    read_tokens,
)
from conformance.target.connection import (
    API_KEY_HEADER,
    WIRE_SECTIONS,
    KeyHeader,
    WireSettings,
    is_header_name,
    is_sendable,
    read_wire_settings,
)
from conformance.target.key_files import read_key_file
from conformance.target.levers import (
    LEVER_SECTIONS,
    GroupPayloads,
    HookPayloads,
    Levers,
    read_group_payloads,
    read_hook_payloads,
    read_levers,
)
from conformance.target.levers import TargetError as TargetError  # noqa: PLC0414 - callers find it beside describe_target
from conformance.text.spelling import did_you_mean

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "": (
        "base_url",
        "keys",
        "declares",
        "courses",
        "budgets",
        "levers",
        "hooks",
        "groups",
        "receiver",
        "tokens",
        *WIRE_SECTIONS,
    ),
    "keys": (
        "api_key",
        "second_api_key",
        "api_key_env",
        "second_api_key_env",
        "api_key_file",
        "second_api_key_file",
        "header",
        "scheme",
    ),
    "declares": ("hold_id", "webhook_id", "may_send_bad_keys", "single_date", "absent"),
    "courses": (
        "booking_code",
        "region_id",
        "geo_area",
        "default_terms",
        "override_terms",
        "low_maximum",
        "no_modification",
        "offline",
    ),
    "courses.booking_code": ("code", "id"),
    "budgets": ("visibility_seconds", "timeout_seconds", "delivery_seconds", "quiet_seconds"),
    **LEVER_SECTIONS,
    **CHANNEL_SECTIONS,
    **WIRE_SECTIONS,
}

CAPABILITIES: Mapping[str, str] = {
    "offline": "courses without online booking",
    "wh": "webhooks",
    "group": "group bookings",
    "hook": "booking hooks",
    "jwt": "tokens",
}

_HOLD_ID_PLACES = ("body", "header", "query")


@dataclass(frozen=True)
class Placement:
    """Where a value goes in a request: *place* is body, header or query, *name* the member or header."""

    place: str
    name: str


@dataclass(frozen=True)
class BookingCode:
    """A booking code and the document id of the course it stands for."""

    code: str
    id: str


@dataclass(frozen=True)
class CourseFacts:
    """Courses and names that only the operator knows; None when not declared."""

    booking_code: BookingCode | None = None
    region_id: str | None = None
    geo_area: str | None = None
    default_terms: str | None = None
    override_terms: str | None = None
    low_maximum: str | None = None
    no_modification: str | None = None
    offline: str | None = None


@dataclass(frozen=True)
class Budgets:
    """How long a change may take to become visible, an answer to come and a delivery to arrive, in seconds.

    *quiet_seconds* is how long a check waits for deliveries that must not arrive, after a delivery that did arrive.
    """

    visibility_seconds: float = 5.0
    timeout_seconds: float = 10.0
    delivery_seconds: float = 60.0
    quiet_seconds: float = 2.0


@dataclass(frozen=True)
class Target:
    """The target of a run.

    *hold_id* is None when nobody declared its place. *webhook_id* is a dotted place in the answer to POST /webhooks.
    When *webhook_id* or *tokens* is None, the suite searches the usual places. *single_date* is False when availability
    takes only periods. *absent* names capabilities.
    """

    base_url: str
    api_key: str
    second_api_key: str | None = None
    hold_id: Placement | None = None
    may_send_bad_keys: bool = True
    single_date: bool = True
    absent: frozenset[str] = frozenset()
    courses: CourseFacts = field(default_factory=CourseFacts)
    budgets: Budgets = field(default_factory=Budgets)
    webhook_id: str | None = None
    receiver: ReceiverFacts = field(default_factory=ReceiverFacts)
    tokens: TokenFacts | None = None
    levers: Levers = field(default_factory=Levers)
    hooks: HookPayloads = field(default_factory=HookPayloads)
    groups: GroupPayloads = field(default_factory=GroupPayloads)
    wire: WireSettings = field(default_factory=WireSettings)

    @property
    def reaches_the_receiver(self) -> bool:
        """Whether deliveries can come: at a public address, or because the target itself is on loopback."""
        host = urlsplit(self.base_url).hostname or ""
        return self.receiver.public_url is not None or host in ("localhost", "::1") or host.startswith("127.")


def describe_target(
    base_url: str | None,
    api_key: str | None,
    second_api_key: str | None,
    declared: Mapping[str, Any],
    wire_options: Mapping[str, Any] | None = None,
    receiver_options: Mapping[str, str | None] | None = None,
) -> Target:
    """The target from the command line and the parsed file *declared*; the command line wins. *wire_options* has
    members of `WireSettings` by name, *receiver_options* has the keys of [receiver]. None means not given.

    Raises `TargetError` when the address or the key is missing, or when a declared value is of the wrong kind.
    """
    _refuse_unknown(declared)
    keys, declares = _section(declared, "keys"), _section(declared, "declares")
    address, authorization = _address(base_url, _text(declared, "base_url"))
    return Target(
        base_url=address,
        api_key=_first_key(api_key or _key(keys, "api_key")),
        second_api_key=_second_key(second_api_key or _key(keys, "second_api_key")),
        hold_id=_placement(_text(declares, "hold_id")),
        may_send_bad_keys=_flag(declares, "may_send_bad_keys", default=True),
        single_date=_flag(declares, "single_date", default=True),
        absent=_absent(declares.get("absent", [])),
        courses=_course_facts(_section(declared, "courses")),
        budgets=_budgets(_section(declared, "budgets")),
        webhook_id=_text(declares, "webhook_id"),
        receiver=read_receiver(_section(declared, "receiver"), receiver_options or {}),
        tokens=read_tokens(_section(declared, "tokens")) if "tokens" in declared else None,
        levers=read_levers(_section(declared, "levers")),
        hooks=read_hook_payloads(_section(declared, "hooks")),
        groups=read_group_payloads(_section(declared, "groups")),
        wire=_wire(declared, keys, wire_options or {}, authorization),
    )


def _wire(
    declared: Mapping[str, Any], keys: Mapping[str, Any], options: Mapping[str, Any], authorization: str | None
) -> WireSettings:
    """Limits, connection, and the header that carries the keys. *authorization* replaces the user in the address.

    Raises `TargetError`.
    """
    settings = read_wire_settings(_section(declared, "limits"), _section(declared, "connection"), options)
    if authorization is not None:
        settings = replace(settings, headers=(*settings.headers, ("Authorization", authorization)))
    if [header.lower() for header, _ in settings.headers].count("authorization") > 1:
        raise TargetError("The address names a user, and so does the header Authorization. Give one of them.")
    name, scheme = _text(keys, "header") or API_KEY_HEADER, _text(keys, "scheme")
    if not is_header_name(name):
        raise TargetError(f"In the target file, keys.header must be the name of a header, not {name!r}.")
    if scheme is not None and not is_header_name(scheme):
        raise TargetError(f"In the target file, keys.scheme must be one word like Bearer, not {scheme!r}.")
    if any(header.lower() == name.lower() for header, _ in settings.headers):
        raise TargetError(
            f"The header {name} carries the key, so it can be no header of the connection, and the address no user."
        )
    return replace(settings, key_header=KeyHeader(name, scheme))


def read_target_file(place: str) -> Mapping[str, Any]:
    """The parsed TOML at *place*, a path or an http(s) address. Raises `TargetError`."""
    is_address = place.startswith(("http://", "https://"))
    shown, authorization = _parted("The address of the target file", place) if is_address else (place, None)
    try:
        return tomllib.loads(_fetch(shown, authorization) if is_address else _read(place))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TargetError(f"The target file {shown} is not TOML: {error}.") from error


def _read(place: str) -> str:
    try:
        return Path(place).read_text(encoding="utf-8")
    except OSError as error:
        raise TargetError(f"The target file {place} cannot be read: {error.strerror}.") from error


def _fetch(place: str, authorization: str | None) -> str:
    try:
        asked = urllib.request.Request(place)  # noqa: S310 - only http and https come here
        if authorization:
            # A redirect may lead to another host, which must not get this header.
            asked.add_unredirected_header("Authorization", authorization)
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310
            content: bytes = answer.read()
            return content.decode("utf-8")
    except (urllib.error.URLError, HTTPException, OSError, ValueError) as error:
        raise TargetError(f"The target file {place} cannot be fetched: {getattr(error, 'reason', error)}.") from error


def _refuse_unknown(declared: Mapping[str, Any]) -> None:
    for section, known in _SECTIONS.items():
        for key in _dotted(declared, section):
            if key not in known:
                shown = f"[{section}] " if section else ""
                raise TargetError(f"The target file has an unknown key: {shown}{key}.{did_you_mean(key, known)}")


def _dotted(declared: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    node: Any = declared
    for part in filter(None, section.split(".")):
        node = _section(node, part)
    return node if isinstance(node, Mapping) else {}


def _section(declared: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = declared.get(name, {})
    if not isinstance(section, Mapping):
        raise TargetError(f"In the target file, {name} must be a table, not {section!r}.")
    return section


def _text(section: Mapping[str, Any], key: str) -> str | None:
    value = section.get(key)
    if value is not None and (not isinstance(value, str) or not value):
        raise TargetError(f"In the target file, {key} must be a text that is not empty, not {value!r}.")
    return value


def _flag(section: Mapping[str, Any], key: str, *, default: bool) -> bool:
    value = section.get(key, default)
    if not isinstance(value, bool):
        raise TargetError(f"In the target file, {key} must be true or false, not {value!r}.")
    return value


def _seconds(section: Mapping[str, Any], key: str, default: float) -> float:
    value = section.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise TargetError(f"In the target file, {key} must be a number of seconds above 0, not {value!r}.")
    return float(value)


def _address(given: str | None, declared: str | None) -> tuple[str, str | None]:
    """The address that was *given*, or else the address of the target file. The user in the target file also counts for
    an equal address without a user.
    """
    address, authorization = _base_url(given or declared)
    if authorization is None and declared:
        same, declared_authorization = _base_url(declared)
        authorization = declared_authorization if same == address else None
    return address, authorization


def _base_url(given: str | None) -> tuple[str, str | None]:
    """The address without user and password, and the header that replaces them."""
    if not given:
        raise TargetError("No address was given. Name it on the command line or as base_url in the target file.")
    return _parted("The address", given.rstrip("/"))


def _parted(name: str, address: str) -> tuple[str, str | None]:
    try:
        return without_user(address)
    except ValueError as error:
        raise TargetError(f"{name} is no http or https address: {error}.") from error


def _first_key(given: str | None) -> str:
    if not given:
        raise TargetError(
            "No API key was given. Use --api-key, --api-key-file, the environment variable TEESHEET_API_KEY, or [keys]"
            " in the target file."
        )
    return _sendable("The API key", given)


def _second_key(given: str | None) -> str | None:
    return _sendable("The second API key", given) if given else None


def _sendable(name: str, key: str) -> str:
    if not is_sendable(key):
        raise TargetError(f"{name} holds a character that no header can carry. Keys are printable ASCII.")
    return key


def _key(keys: Mapping[str, Any], name: str) -> str | None:
    variable = _text(keys, f"{name}_env")
    if variable and variable not in os.environ:
        raise TargetError(f"The target file takes {name} from the environment variable {variable}, which is not set.")
    if variable:
        return os.environ[variable]
    file = _text(keys, f"{name}_file")
    return read_key_file(file) if file else _text(keys, name)


def _placement(text: str | None) -> Placement | None:
    if text is None:
        return None
    place, _, name = text.partition(":")
    if place not in _HOLD_ID_PLACES or not name:
        raise TargetError(
            f"In the target file, hold_id must look like body:holdId, header:X-Hold or query:hold, not {text!r}."
        )
    return Placement(place, name)


def _absent(names: Any) -> frozenset[str]:
    if not isinstance(names, list):
        raise TargetError(f"In the target file, absent must be a list, not {names!r}.")
    for name in names:
        if name not in CAPABILITIES:
            raise TargetError(
                f"In the target file, absent names an unknown capability {name!r}."
                f"{did_you_mean(str(name), CAPABILITIES)}"
            )
    return frozenset(names)


def _course_facts(section: Mapping[str, Any]) -> CourseFacts:
    names = [name for name in _SECTIONS["courses"] if name != "booking_code"]
    return CourseFacts(
        _booking_code(_section(section, "booking_code")), **{name: _text(section, name) for name in names}
    )


def _booking_code(section: Mapping[str, Any]) -> BookingCode | None:
    code, course_id = _text(section, "code"), _text(section, "id")
    if bool(code) != bool(course_id):
        raise TargetError("In the target file, booking_code needs both code and id.")
    return BookingCode(code, course_id) if code and course_id else None


def _budgets(section: Mapping[str, Any]) -> Budgets:
    return Budgets(**{name: _seconds(section, name, usual) for name, usual in asdict(Budgets()).items()})
