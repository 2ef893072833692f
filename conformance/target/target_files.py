"""Fetches and parses a target file, from a path or an address."""

import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any

from conformance.target.declarations import TargetError, address_without_user


def read_target_file(place: str) -> Mapping[str, Any]:
    """The parsed TOML at *place*, a path or an http(s) address. Raises `TargetError`."""
    is_address = place.startswith(("http://", "https://"))
    shown, authorization = (
        address_without_user("The address of the target file", place) if is_address else (place, None)
    )
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
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 - only http and https come here
            content: bytes = answer.read()
            return content.decode("utf-8")
    except (urllib.error.URLError, HTTPException, OSError, ValueError) as error:
        raise TargetError(f"The target file {place} cannot be fetched: {getattr(error, 'reason', error)}.") from error
