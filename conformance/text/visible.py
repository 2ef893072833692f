"""Text that is safe to show to a person: a terminal, a page or an editor obeys no character of the text.

The number replaces every character that Python calls not printable, as in `\\x1b` or `\\u202e`: control characters,
characters that turn the reading direction or have no width, separators of lines, and halves of characters. Line feeds
and tabs stay.
"""

import re

_UNCHANGED = "\n\t"

# JSON escapes every character below a space, and has characters beyond ASCII only inside of a text.
_BEYOND_ASCII = re.compile("[\x7f-\U0010ffff]")
_BASIC_PLANE = 0x10000


def visible(text: str) -> str:
    """*text* with an escape for each character that does not print. A second call changes nothing."""
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def is_visible(text: str) -> bool:
    """Whether *text* can be shown as it is."""
    return visible(text) == text


def visible_json(document: bytes) -> bytes:
    """The JSON *document*, UTF-8, in a form that means the same and holds no character that does not print."""
    return _BEYOND_ASCII.sub(_escaped_in_json, document.decode("utf-8")).encode("utf-8")


def _shown(character: str) -> str:
    if character.isprintable() or character in _UNCHANGED:
        return character
    number = ord(character)
    if number < 0x100:
        return "\\r" if character == "\r" else f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < _BASIC_PLANE else f"\\U{number:08x}"


def _escaped_in_json(found: re.Match[str]) -> str:
    character = found[0]
    if character.isprintable():
        return character
    units = character.encode("utf-16-be").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
