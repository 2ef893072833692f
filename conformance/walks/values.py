"""How values are compared where the specification leaves their form open. Pure."""

import json
import unicodedata
from datetime import UTC, datetime
from typing import Any

# How much of two texts a message shows about the first place at which they differ.
_CHARACTERS_BEFORE, _CHARACTERS_AFTER = 8, 24


def plain(text: Any) -> Any:
    """*text* without outer blanks and with composed accents; another value stays as it is."""
    return unicodedata.normalize("NFC", text).strip() if isinstance(text, str) else text


def lines(text: Any) -> Any:
    """As `plain`, without blanks at the ends of lines: how lines are ended, the specification does not say."""
    return "\n".join(line.rstrip() for line in plain(text).splitlines()) if isinstance(text, str) else text


def text_difference(found: str, wanted: str) -> str:
    """Where the text *found* differs from the text *wanted* first, with what both have there."""
    place = next(
        (number for number, letters in enumerate(zip(found, wanted, strict=False)) if letters[0] != letters[1]),
        min(len(found), len(wanted)),
    )
    begin = max(0, place - _CHARACTERS_BEFORE)
    parts = (json.dumps(text[begin : place + _CHARACTERS_AFTER], ensure_ascii=False) for text in (found, wanted))
    return "at character {} it has {}, where {} was sent".format(place + 1, *parts)


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
