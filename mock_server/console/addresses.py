"""Addresses of pages. Links are relative: the console does not know under which prefix a proxy shows it."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from mock_server.api.problems import Problem

PREFIX = "/_sandbox/"

Handler = TypeVar("Handler")

# The pages in the menu, in its order.
MENU = (
    ("Home", ""),
    ("Journal", "journal"),
    ("Tee sheet", "sheet"),
    ("Bookings", "bookings"),
    ("Timeline", "timeline"),
    ("What if?", "what-if"),
    ("Webhooks", "webhooks"),
    ("Rules", "rules"),
    ("Choices", "choices"),
)
# The further pages that an entry of the menu leads to, by its address.
BELOW: Mapping[str, Sequence[str]] = {
    "bookings": ("tee-time-holds", "booking-hooks", "group-bookings"),
    "webhooks": ("deliveries", "inbox", "signatures", "gauntlet"),
}
_OF_AN_ADMINISTRATOR = ("worlds", "reports")
_FOLDERS = frozenset((*(address for _, address in MENU), *chain(*BELOW.values()), *_OF_AN_ADMINISTRATOR))


def is_page(folder: str) -> bool:
    """Whether the console has pages in this folder."""
    return folder in _FOLDERS


# A way back stays below the folder of the console: no scheme, no host, no way up.
_SAFE = re.compile(
    r"(?!.*(?:^|/)\.\.(?:/|$))[A-Za-z0-9_-][A-Za-z0-9_/.-]*(?:\?[A-Za-z0-9_=&%+.:~*-]*)?(?:#[\w-]+)?\Z", re.ASCII
)


def root_of(address: str) -> str:
    """How a page at *address* reaches the folder of the console."""
    return "../" * address.partition("?")[0].count("/") or "./"


def safe_return(address: str) -> str:
    """The same address if it is a page of the console, otherwise the first page."""
    without_mark = re.sub(r"([?&])said=[0-9a-f]*(&|$)", lambda match: match[1] if match[2] else "", address)
    return without_mark.rstrip("?&") if _SAFE.match(without_mark) else ""


def found(pages: Mapping[str, Handler], address: str) -> tuple[Handler, dict[str, str]]:
    """The handler of an address, and the variable parts of the address. Raises Problem not_found."""
    parts = address.split("/")
    for pattern, handler in pages.items():
        path = _matched(pattern.split("/"), parts)
        if path is not None:
            return handler, path
    raise Problem("not_found", f"The console has no page {address[:100]!r}. Choose a page in the menu.")


def _matched(wanted: list[str], parts: list[str]) -> dict[str, str] | None:
    if len(wanted) != len(parts):
        return None
    pairs = list(zip(wanted, parts, strict=True))
    if any(not name.startswith("{") and name != part for name, part in pairs):
        return None
    return {name[1:-1]: part for name, part in pairs if name.startswith("{")}
