"""Mutants of bookings that a golf course has to confirm (BKC-02, BST-01)."""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.tools.edits import Edit, put, where
from tests.mutants.tools.registry import mutant


def _disguised_when_pending(name: str, breaks: str, edit: Edit, chosen: Callable[[Booking], bool]) -> None:
    """Shows bookings that were made as pending, and that *chosen* likes, as *edit* makes them."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok:
            return answer
        booking = answer.json()["data"]
        if booking["status"] != "pending" or not chosen(booking):
            return answer
        disguise(call, booking["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


def _shows(status: str, instead_of: str) -> Edit:
    return where(lambda booking: booking["status"] == instead_of, put("status", status))


_AT_ONCE, _NEVER = _shows("confirmed", "pending"), _shows("pending", "confirmed")

_disguised_when_pending("BKC-02", "A booking on an offline course is confirmed.", _AT_ONCE, lambda _: True)
_disguised_when_pending(
    "BKC-02.single",
    "A booking of one on an offline course is confirmed.",
    _AT_ONCE,
    lambda booking: booking["players"] == 1,
)
_disguised_when_pending("BST-01", "A booking stays pending, whatever its course says.", _NEVER, lambda _: True)
_disguised_when_pending(
    "BST-01.four",
    "A booking of four stays pending, whatever its course says.",
    _NEVER,
    lambda booking: booking["players"] == 4,
)
