"""Reads of a layer: what a variation asks the target below, beside the request of the caller.

Knows no single variation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlsplit

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, body_of, has_json, with_json

Item = dict[str, Any]
_VERSION = "/api/v1"
_OF_A_WRITE = ("content-type", "idempotency-key", "if-match")
_MOST_ITEMS = 100


def read(ask: Ask, forward: Forward, path: str, **query: object) -> Response:
    """The answer to GET *path* (below the base, encoded) with the key of *ask*."""
    request = replace(ask.request, method="GET", path=path, query=(), url=base_of(ask) + path, content=None)
    reading = Ask(request)
    for name in _OF_A_WRITE:
        reading = reading.without_header(name)
    return forward(reading.asking(**query))


def base_of(ask: Ask) -> str:
    """The base address of the target, from a request to the interface."""
    url = ask.request.url.partition("?")[0]
    return url[: url.index(_VERSION) + len(_VERSION)] if _VERSION in url else url.removesuffix(ask.request.path)


def control_of(ask: Ask) -> str:
    """The address of the control plane of the sandbox."""
    address = urlsplit(ask.request.url)
    return f"{address.scheme}://{address.netloc}/_sandbox/v1"


def course_of(ask: Ask, forward: Forward, course_id: str) -> Item | None:
    """The details of a course, None for an unknown course."""
    answer = read(ask, forward, f"/travel/courses/{quote(course_id, safe='')}")
    return dict(body_of(answer)["data"]) if has_json(answer) else None


def tee_times_of(ask: Ask, forward: Forward, course_id: str, date: str, players: object) -> list[Item]:
    """The listed tee times of a day, empty when the target lists none."""
    path = f"/travel/courses/{quote(course_id, safe='')}/tee-times"
    answer = read(ask, forward, path, date=date, players=players)
    return list(body_of(answer).get("availableTimes", [])) if has_json(answer) else []


def every_item(ask: Ask, forward: Forward) -> list[Item]:
    """All items of the list that *ask* reads, with its filters, in the order of the target."""
    first = _page(ask, forward, 1)
    pages = int(first["meta"]["pagination"]["totalPages"])
    rest = [_page(ask, forward, number)["data"] for number in range(2, pages + 1)]
    return [*first["data"], *(item for page in rest for item in page)]


def with_items(answer: Response, items: Sequence[Item]) -> Response:
    """The same page of a list whose items, in all pages together, are *items*."""
    body = body_of(answer)
    pagination = body["meta"]["pagination"]
    size = int(pagination["pageSize"])
    begin = (int(pagination["page"]) - 1) * size
    counts = {"totalItems": len(items), "totalPages": -(-len(items) // size)}
    body["data"] = list(items[begin : begin + size])
    body["meta"] = body["meta"] | {"pagination": pagination | counts}
    return without_headers(with_json(answer, body), "link")


def without_headers(answer: Response, *names: str) -> Response:
    """The same answer without the headers *names* (lower case)."""
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() not in names))


def with_headers(answer: Response, *headers: tuple[str, str]) -> Response:
    """The same answer with *headers*, which replace headers of the same name."""
    names = [name.lower() for name, _ in headers]
    return replace(answer, headers=(*without_headers(answer, *names).headers, *headers))


def best_of(days: Sequence[Item]) -> Item | None:
    """The cheapest day, None when no day has a tee time."""
    open_days = [day for day in days if day["hasAvailability"]]
    return best_day(open_days, lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]))


def best_day(days: Sequence[Item], order: Callable[[Item], Any]) -> Item | None:
    """The four members of the first of *days* in *order*, None without a day."""
    members = ("date", "dayOfWeek", "availableSlots", "lowestPrice")
    return {name: min(days, key=order)[name] for name in members} if days else None


def money(value: object) -> Decimal:
    """*value* with two decimals."""
    return Decimal(str(value)).quantize(Decimal("0.01"))


def _page(ask: Ask, forward: Forward, number: int) -> Any:
    answer = forward(ask.asking(page=number, pageSize=_MOST_ITEMS, maxResults=None))
    return body_of(answer) if has_json(answer) else {"data": [], "meta": {"pagination": {"totalPages": 0}}}
