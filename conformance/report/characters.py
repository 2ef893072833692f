"""Makes text safe for every file. A message can contain half a character (a lone surrogate), but UTF-8 cannot."""

from typing import Any


def whole_characters(text: str) -> str:
    """*text* with `?` in the place of each half of a character."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


def with_whole_characters(value: Any) -> Any:
    """The JSON value *value* with only whole characters in all its texts."""
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, list):
        return [with_whole_characters(item) for item in value]
    if isinstance(value, dict):
        return {whole_characters(name): with_whole_characters(item) for name, item in value.items()}
    return value
