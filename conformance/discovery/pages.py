"""Walks all pages of a list."""

from typing import Any

from conformance.client import Agency
from conformance.oracles import accepted
from conformance.verdicts import Inconclusive

_MOST_PAGES = 200


def walk(
    agency: Agency, path: str, *, page_size: int = 100, most_pages: int = _MOST_PAGES, **query: object
) -> list[Any]:
    """All items of the list at *path* with these filters, page after page, at most *most_pages*.

    Raises `Inconclusive` when a page is refused or is not a list with `meta.pagination`: ENV-08 and PAG-01
    judge that.
    """
    items: list[Any] = []
    for page in range(1, most_pages + 1):
        body = accepted(agency.get(path, page=page, pageSize=page_size, **query), f"Page {page} of {path}")
        found, total_pages = _page(body, path)
        items += found
        if not found or page >= total_pages:
            break
    return items


def _page(body: Any, path: str) -> tuple[list[Any], int]:
    try:
        items, total_pages = body["data"], body["meta"]["pagination"]["totalPages"]
    except (KeyError, TypeError):
        items, total_pages = None, None
    if not isinstance(items, list) or not isinstance(total_pages, int):
        raise Inconclusive(f"{path} did not answer with data and meta.pagination, so its pages cannot be walked.")
    return items, total_pages
