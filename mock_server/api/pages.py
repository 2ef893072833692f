"""Lists: the `data` array with `meta.pagination`, and the Link header beside it. Spec: Conventions; assumption A-12."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from mock_server.api.calls import Answer, Call


def listing(call: Call, items: Sequence[Any], page: int, page_size: int, total: int) -> Answer:
    """One page of a list. *items* are the JSON values of this page, *total* counts the items of all pages."""
    pages = -(-total // page_size)
    body = {
        "data": items,
        "meta": {"pagination": {"page": page, "pageSize": page_size, "totalItems": total, "totalPages": pages}},
    }
    return Answer(200, body, {"Link": _links(call, page, pages)})


def _links(call: Call, page: int, pages: int) -> str:
    last = max(pages, 1)
    targets: Mapping[str, int | None] = {
        "first": 1,
        "prev": min(page - 1, last) if page > 1 else None,
        "next": page + 1 if page < last else None,
        "last": last,
    }
    spelling = call.spelling
    sent = {spelling.get(name, name): call.query[name] for name in call.query if name in call.sent and name != "page"}
    others = f"{urlencode(sent)}&" if sent else ""
    address = f"{call.address}?{others}{spelling.get('page', 'page')}="
    return ", ".join(
        f'<{address}{number}>; rel="{relation}"' for relation, number in targets.items() if number is not None
    )
