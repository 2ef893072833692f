"""Turns a module with coroutines into the same module with plain functions. The other direction does not exist."""

import re

_WORDS = (
    (r"await asyncio\.to_thread\(([\w.]+)\)", r"\1()"),
    (r"id\(asyncio\.get_running_loop\(\)\)", "0"),
    (r"^import asyncio\n", ""),
    (r"\bhandle_async_request\b", "handle_request"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"__a(enter|exit|iter)__", r"__\1__"),
    (r"\baclose\b", "close"),
    (r"\basynchronous\b", "synchronous"),
)


def twin(text: str) -> str:
    """The synchronous form of an asynchronous module."""
    for pattern, replacement in _WORDS:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    first, _, rest = text.partition("\n")
    note = "# Written by `python -m tests.levers` from the module of the same name in `asynchronous`."
    return f"{first}\n\n{note}\n{rest}" if first.count('"""') == 2 else f"{note}\n\n{text}"
