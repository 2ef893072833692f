"""Checks the settings of the fixtures when pytest starts. It loads nothing of the sandbox."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime

import pytest

from mock_server.embedding.names import require_address

MOST_EXCHANGES = 1000  # As many as the journal gives at once.


def require_settings(config: pytest.Config) -> None:
    """Raises UsageError for a setting that no fixture can use. The sentence names the setting, and what to write."""
    for name, is_usable in _USABLE.items():
        value = str(config.getini(name))
        if not is_usable(value):
            raise pytest.UsageError(f"{name} = {value!r} cannot be used. {_WAYS_OUT[name]}")
    url = str(config.getoption("--teesheet-url"))
    if not _is_no_address_or_a_good_one(url):
        raise pytest.UsageError(f"--teesheet-url {url!r} cannot be used. {_WAYS_OUT['teesheet_url']}")


def _is_no_address_or_a_good_one(value: str) -> bool:
    try:
        return not value or bool(require_address(value))
    except ValueError:
        return False


def _is_moment(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_EXCHANGES


def _is_prefix(value: str) -> bool:
    # A name of a world has at most 32 characters, and nine of them tell the tests apart.
    return re.fullmatch(r"[a-z0-9-]{0,23}", value) is not None


_USABLE: Mapping[str, Callable[[str], bool]] = {
    "teesheet_url": _is_no_address_or_a_good_one,
    "teesheet_now": _is_moment,
    "teesheet_world_prefix": _is_prefix,
    "teesheet_exchanges": _is_count,
}
_WAYS_OUT: Mapping[str, str] = {
    "teesheet_url": "Write the address of a sandbox, for example http://127.0.0.1:8080.",
    "teesheet_now": "Write a moment with its time zone, for example 2040-05-07T08:00:00Z.",
    "teesheet_world_prefix": "Write at most 23 of the characters a-z, 0-9 and hyphen, for example team-a-.",
    "teesheet_exchanges": f"Write a whole number from 1 to {MOST_EXCHANGES}.",
}
