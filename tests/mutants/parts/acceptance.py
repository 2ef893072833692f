"""Bookings that a faulty service accepts although the sandbox refuses them.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.parts.substitutes import as_asked, code_of, elsewhere, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import mutant

Body = dict[str, Any]
# What the sandbox books in place of the body it refuses, and how that booking is shown; None leaves the refusal.
Mended = tuple[Body, Edit] | None


def accepted(
    name: str,
    breaks: str,
    code: str,
    mend: Callable[[Call, Body], Awaitable[Mended]],
    *,
    silently: bool = False,
    hidden: str | None = None,
) -> None:
    """A mutant that books what the sandbox refuses with *code*; *silently* answers the refusal all the same."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or code_of(answer) != code:
            return answer
        mended = await mend(call, sent(call))
        if mended is None:
            return answer
        booked = await book_in_disguise(call, *mended)
        return booked if booked.ok and not silently else answer

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=hidden)(handle)


def as_it_is(booking: Any) -> Any:
    """The edit that changes nothing."""
    return booking


async def on_some_course(call: Call, body: Body) -> Mended:
    """The booking at a free tee time of some course, shown as it was asked for."""
    return await elsewhere(call, body), await as_asked(call, body)


async def booking_terms(call: Call, body: Body) -> dict[str, Any]:
    """The booking terms of the course that *body* names."""
    terms = await call.upstream("GET", f"/travel/courses/{body['courseId']}/terms")
    found: dict[str, Any] = terms.json()["data"]["bookingTerms"]
    return found
