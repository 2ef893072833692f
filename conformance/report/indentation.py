"""Indents JSON for reading and keeps every number as it was sent: 85.00 stays 85.00."""

import json

# A character of the private use area. It surrounds numbers while they pass through the encoder as text.
_MARK = "\ue000"


def indented(text: str) -> str:
    """*text* indented when it is JSON, else *text* itself."""
    try:
        value = json.loads(text, parse_float=_marked, parse_int=_marked)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, indent=2, ensure_ascii=False).replace(f'"{_MARK}', "").replace(f'{_MARK}"', "")


def _marked(token: str) -> str:
    return f"{_MARK}{token}{_MARK}"
