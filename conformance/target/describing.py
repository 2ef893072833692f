"""Describes a target from the command line and, if given, from the parsed target file.

Unknown keys are refused, because with a typo a row would stay untested without a warning.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from conformance.target.channels import CHANNEL_SECTIONS, read_receiver, read_tokens
from conformance.target.connection import (
    API_KEY_HEADER,
    WIRE_SECTIONS,
    KeyHeader,
    WireSettings,
    is_header_name,
    is_sendable,
    read_wire_settings,
)
from conformance.target.declarations import (
    TargetError,
    address_without_user,
    flag_of,
    seconds_of,
    section_of,
    text_of,
)
from conformance.target.key_files import read_key_file
from conformance.target.levers import LEVER_SECTIONS, read_group_payloads, read_hook_payloads, read_levers
from conformance.target.target import CAPABILITIES, About, BookingCode, Budgets, CourseFacts, Placement, Target
from conformance.text.spelling import did_you_mean

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "": (
        "base_url",
        "about",
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
    "about": ("name", "version"),
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
        "other_booking_code",
        "further_booking_codes",
        "region_id",
        "geo_area",
        "default_terms",
        "override_terms",
        "low_maximum",
        "no_modification",
        "short_horizon",
        "offline",
    ),
    "courses.booking_code": ("code", "id"),
    "courses.other_booking_code": ("code", "id"),
    "budgets": ("visibility_seconds", "timeout_seconds", "delivery_seconds", "quiet_seconds"),
    **LEVER_SECTIONS,
    **CHANNEL_SECTIONS,
    **WIRE_SECTIONS,
}

_HOLD_ID_PLACES = ("body", "header", "query")


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
    keys, declares = section_of(declared, "keys"), section_of(declared, "declares")
    address, authorization = _address(base_url, text_of(declared, "base_url"))
    return Target(
        base_url=address,
        api_key=_first_key(api_key or _key(keys, "api_key")),
        second_api_key=_second_key(second_api_key or _key(keys, "second_api_key")),
        hold_id=_placement(text_of(declares, "hold_id")),
        may_send_bad_keys=flag_of(declares, "may_send_bad_keys", default=True),
        single_date=flag_of(declares, "single_date", default=True),
        absent=_absent(declares.get("absent", [])),
        courses=_course_facts(section_of(declared, "courses")),
        budgets=_budgets(section_of(declared, "budgets")),
        webhook_id=text_of(declares, "webhook_id"),
        receiver=read_receiver(section_of(declared, "receiver"), receiver_options or {}),
        tokens=read_tokens(section_of(declared, "tokens")) if "tokens" in declared else None,
        levers=read_levers(section_of(declared, "levers")),
        hooks=read_hook_payloads(section_of(declared, "hooks")),
        groups=read_group_payloads(section_of(declared, "groups")),
        wire=_wire(declared, keys, wire_options or {}, authorization),
        about=_about(section_of(declared, "about")),
    )


def _about(section: Mapping[str, Any]) -> About | None:
    name, version = text_of(section, "name"), text_of(section, "version")
    if version is not None and name is None:
        raise TargetError("In the target file, [about] has a version and no name. Name the implementation.")
    return None if name is None else About(name, version)


def _wire(
    declared: Mapping[str, Any], keys: Mapping[str, Any], options: Mapping[str, Any], authorization: str | None
) -> WireSettings:
    """Limits, connection, and the header that carries the keys. *authorization* replaces the user in the address.

    Raises `TargetError`.
    """
    settings = read_wire_settings(section_of(declared, "limits"), section_of(declared, "connection"), options)
    if authorization is not None:
        settings = replace(settings, headers=(*settings.headers, ("Authorization", authorization)))
    if [header.lower() for header, _ in settings.headers].count("authorization") > 1:
        raise TargetError("The address names a user, and so does the header Authorization. Give one of them.")
    name, scheme = text_of(keys, "header") or API_KEY_HEADER, text_of(keys, "scheme")
    if not is_header_name(name):
        raise TargetError(f"In the target file, keys.header must be the name of a header, not {name!r}.")
    if scheme is not None and not is_header_name(scheme):
        raise TargetError(f"In the target file, keys.scheme must be one word like Bearer, not {scheme!r}.")
    if any(header.lower() == name.lower() for header, _ in settings.headers):
        raise TargetError(
            f"The header {name} carries the key, so it can be no header of the connection, and the address no user."
        )
    return replace(settings, key_header=KeyHeader(name, scheme))


def _refuse_unknown(declared: Mapping[str, Any]) -> None:
    for section, known in SECTIONS.items():
        for key in _dotted(declared, section):
            if key not in known:
                shown = f"[{section}] " if section else ""
                raise TargetError(f"The target file has an unknown key: {shown}{key}.{did_you_mean(key, known)}")


def _dotted(declared: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    node: Any = declared
    for part in filter(None, section.split(".")):
        node = section_of(node, part)
    return node if isinstance(node, Mapping) else {}


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
    return address_without_user("The address", given.rstrip("/"))


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
    variable = text_of(keys, f"{name}_env")
    if variable and variable not in os.environ:
        raise TargetError(f"The target file takes {name} from the environment variable {variable}, which is not set.")
    if variable:
        return os.environ[variable]
    file = text_of(keys, f"{name}_file")
    return read_key_file(file) if file else text_of(keys, name)


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
            words = ", ".join(f"{word} ({what})" for word, what in CAPABILITIES.items())
            raise TargetError(f"In the target file, absent names an unknown capability {name!r}. It may name: {words}.")
    return frozenset(names)


def _course_facts(section: Mapping[str, Any]) -> CourseFacts:
    codes, further = ("booking_code", "other_booking_code"), "further_booking_codes"
    texts = {name: text_of(section, name) for name in SECTIONS["courses"] if name not in (*codes, further)}
    alike = filter(None, (_booking_code(section, name) for name in codes))
    by_code = section_of(section, further)
    ids = {code: text_of(by_code, code, f"{further}.") for code in by_code}
    return CourseFacts((*alike, *(BookingCode(code, id_) for code, id_ in ids.items() if id_)), **texts)


def _booking_code(courses: Mapping[str, Any], name: str) -> BookingCode | None:
    section = section_of(courses, name)
    code, course_id = text_of(section, "code"), text_of(section, "id")
    if bool(code) != bool(course_id):
        raise TargetError(f"In the target file, {name} needs both code and id.")
    return BookingCode(code, course_id) if code and course_id else None


def _budgets(section: Mapping[str, Any]) -> Budgets:
    return Budgets(**{name: seconds_of(section, name, usual) for name, usual in asdict(Budgets()).items()})
