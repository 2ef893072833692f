"""Reads the members of a target file one by one, and refuses a value of the wrong kind with a sentence."""

from collections.abc import Mapping
from typing import Any

from conformance.target.addresses import without_user


class TargetError(Exception):
    """The description of the target is wrong; the message says what the user can do."""


def section_of(declared: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The table *name*; empty when it is not declared. Raises `TargetError`."""
    section = declared.get(name, {})
    if not isinstance(section, Mapping):
        raise TargetError(f"In the target file, {name} must be a table, not {section!r}.")
    return section


def text_of(section: Mapping[str, Any], key: str, where: str = "") -> str | None:
    """The text under *key*; None when it is not declared. *where* begins the name in the message.

    Raises `TargetError`.
    """
    value = section.get(key)
    if value is not None and (not isinstance(value, str) or not value):
        raise TargetError(f"In the target file, {where}{key} must be a text that is not empty, not {value!r}.")
    return value


def flag_of(section: Mapping[str, Any], key: str, *, default: bool) -> bool:
    """Whether *key* is true; *default* when it is not declared. Raises `TargetError`."""
    value = section.get(key, default)
    if not isinstance(value, bool):
        raise TargetError(f"In the target file, {key} must be true or false, not {value!r}.")
    return value


def seconds_of(section: Mapping[str, Any], key: str, default: float) -> float:
    """The seconds under *key*, above 0; *default* when they are not declared. Raises `TargetError`."""
    value = section.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise TargetError(f"In the target file, {key} must be a number of seconds above 0, not {value!r}.")
    return float(value)


def address_without_user(name: str, address: str) -> tuple[str, str | None]:
    """The address without user and password, and the header that replaces them. *name* begins the refusal.

    Raises `TargetError`.
    """
    try:
        return without_user(address)
    except ValueError as error:
        raise TargetError(f"{name} is not an http or https address: {error}.") from error
