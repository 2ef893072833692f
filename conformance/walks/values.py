"""How values are compared where the specification leaves their form open. Pure."""

import unicodedata
from datetime import UTC, datetime
from typing import Any


def plain(text: Any) -> Any:
    """*text* without outer blanks and with composed accents; another value stays as it is."""
    return unicodedata.normalize("NFC", text).strip() if isinstance(text, str) else text


def moment(text: Any) -> datetime | None:
    """The timestamp *text*, aware; None when it is none."""
    try:
        read = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def comparable_moment(text: Any) -> Any:
    """A timestamp to the second, in UTC; another text stays as it is."""
    read = moment(text)
    return read.astimezone(UTC).replace(microsecond=0).isoformat() if read else text
