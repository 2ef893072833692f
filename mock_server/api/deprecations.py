"""The headers that announce the end of an operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). Assumption A-54.

A contract marks such an operation with `deprecated: true`, `x-deprecated-since` and `x-sunset`. Both dates are days in
UTC, and mean the first moment of the day.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from typing import Any

from mock_server.api.unservable import ContractUnservable

SINCE = "x-deprecated-since"
SUNSET = "x-sunset"


def deprecation_headers(operation: Mapping[str, Any], pointer: str) -> dict[str, str]:
    """The headers of every answer of an operation. Empty if the operation is not deprecated.

    Raises ContractUnservable for a mark without `deprecated: true`, a date that is none, and a sunset before the
    deprecation, which RFC 9745 forbids.
    """
    for mark in (SINCE, SUNSET):
        if mark in operation and operation.get("deprecated") is not True:
            raise ContractUnservable(f"{pointer}/{mark}", f"{mark} needs deprecated: true at the same operation.")
    since, sunset = _moment(operation, SINCE, pointer), _moment(operation, SUNSET, pointer)
    if since is not None and sunset is not None and sunset < since:
        raise ContractUnservable(f"{pointer}/{SUNSET}", f"{SUNSET} is before {SINCE}. Name a later day.")
    headers = {} if since is None else {"Deprecation": f"@{int(since.timestamp())}"}
    return headers if sunset is None else {**headers, "Sunset": format_datetime(sunset, usegmt=True)}


def lacks_a_date(operation: Mapping[str, Any]) -> bool:
    """Whether an operation is deprecated without a date, so that no header can announce its end."""
    return operation.get("deprecated") is True and SINCE not in operation


def _moment(operation: Mapping[str, Any], mark: str, pointer: str) -> datetime | None:
    if mark not in operation:
        return None
    try:
        return datetime.combine(date.fromisoformat(operation[mark]), time(), UTC)
    except (TypeError, ValueError):
        raise ContractUnservable(f"{pointer}/{mark}", f"{mark} is not a date. Write it as 2026-03-31.") from None
