"""Pages of a list that carry the items of another request, under the numbers of the page that was asked for.

A fault of this kind shows in the items alone: ``meta.pagination`` and the links stay as they should be.
Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Condition, Origin, mutant


def page_number(call: Call) -> int:
    """The page a call asks for: 1 when it names none, 0 when it names no number."""
    given = call.query.get("page", "1")
    return int(given) if given.isdecimal() else 0


def from_page(number: int) -> Condition:
    """Calls for this page or a later one."""
    return lambda call: page_number(call) >= number


async def with_items_of(answer: Answer, other: Call) -> Answer:
    """*answer*, a page of a list, with the items of *other* in place of its own."""
    swapped = await other.forward()
    return answer.with_json(answer.json() | {"data": swapped.json()["data"]}) if swapped.ok else answer


def other_items(
    name: str,
    breaks: str,
    operation: str,
    other: Callable[[Call], Call],
    *,
    when: Condition,
    hidden: str,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant that fills the pages of calls that meet *when* with the items of the call *other* makes."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        return await with_items_of(answer, other(call)) if answer.ok and when(call) else answer

    mutant(name, breaks, operation, hidden=hidden, origin=origin)(handle)


def after_the_first_page(call: Call) -> bool:
    """Whether the call asks for a later page than the first."""
    return bool(call.query.get("page", "1") != "1")


async def whole_list(call: Call) -> Answer:
    """The first page of a hundred of the list that *call* asks for, with the items of all pages in it."""
    answer = await call.asking(pageSize=100, page=1).forward()
    body = answer.json()
    for page in range(2, body["meta"]["pagination"]["totalPages"] + 1):
        body["data"] += (await call.asking(pageSize=100, page=page).forward()).json()["data"]
    return answer.with_json(body)
