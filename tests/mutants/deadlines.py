"""Mutants of what time alone changes: holds that end (HLD), and cutoffs that pass (BKU-06, BKX-06)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, book_in_disguise, disguise, in_disguise, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.forgotten_places import line_of, sheet_with_at_most
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, as_asked, code_of, elsewhere, sent

_HOLD = "holdTeeTime"
_PLATFORM_HOURS = 24


# Holds that never end.
def _never_lapsing(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """Tee sheets go on showing what a hold left of a tee time, for holds of *chosen* players."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        left: dict[Any, int] = memory.of(call)
        if call.operation == _HOLD:
            return await _held(call, left, chosen)
        return await sheet_with_at_most(call, left)

    mutant(name, breaks, f"{_HOLD} listTeeTimes")(handle)


async def _held(call: Call, left: dict[Any, int], chosen: Callable[[int], bool]) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer, players = await call.forward(), sent(call)["players"]
    if answer.ok and line is not None and chosen(players):
        left[course_id, sent(call)["date"], line["time"]] = line["available"] - players
    return answer


_never_lapsing("HLD-06", "Holds never end.", lambda _: True)
_never_lapsing("HLD-06.four", "Holds of four never end.", lambda players: players == 4)
_never_lapsing("HLD-06.single", "Holds of one never end.", lambda players: players == 1)


def _honoured(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """A hold that has ended is completed, whoever has the places now."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        body = sent(call)
        if call.operation != "createBooking" or answer.ok or "holdId" not in body or not chosen(body["players"]):
            return answer
        without_hold = {name: value for name, value in body.items() if name != "holdId"}
        return await book_in_disguise(call, await elsewhere(call, without_hold), await as_asked(call, without_hold))

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_honoured("HLD-08", "A hold that has ended is honoured.", lambda _: True)
_honoured("HLD-08.single", "A hold of one that has ended is honoured.", lambda players: players == 1)


# Cutoffs that nobody enforces.
async def _own_hours(call: Call, booking: dict[str, Any], term: str) -> int:
    terms = await call.upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    return int(terms.json()["data"]["bookingTerms"][term])


def _unenforced(
    name: str,
    breaks: str,
    operation: str,
    *,
    only_own_terms: bool = False,
    when: Callable[[Call, dict[str, Any]], bool] = lambda *_: True,
) -> None:
    """*operation* does inside the cutoff what it does outside, at every course or where the platform's hours do not
    apply, and for calls about bookings that meet *when*.
    """
    code, term = _CUTOFFS[operation]

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != operation or code_of(answer) != code:
            return answer
        now = await call.upstream("GET", call.path)
        booking = now.json()["data"]
        if not when(call, booking):
            return answer
        if only_own_terms and await _own_hours(call, booking, term) == _PLATFORM_HOURS:
            return answer
        members = {"status": "cancelled"} if operation == "cancelBooking" else sent(call)
        for member, value in members.items():
            disguise(call, booking["id"], put(member, value))
        done = in_disguise(call, now)
        extra = {"cancellationDate": booking["createdAt"]} if operation == "cancelBooking" else {}
        return done.with_json({"data": done.json()["data"] | extra})

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_CUTOFFS = {
    "updateBooking": ("modification_cutoff_passed", "modificationCutoffHours"),
    "cancelBooking": ("cancellation_cutoff_passed", "selfServiceCancellationCutoffHours"),
}
_unenforced("BKU-06", "Changes are allowed until the tee time.", "updateBooking")
_unenforced("BKU-06.terms", "Only the platform's cutoff for changes counts.", "updateBooking", only_own_terms=True)
_unenforced(
    "BKU-06.requests",
    "Special requests can be changed until the tee time.",
    "updateBooking",
    when=lambda call, _: set(sent(call)) == {"specialRequests"},
)
_unenforced("BKX-06", "Cancellation is allowed until the tee time.", "cancelBooking")
_unenforced("BKX-06.terms", "Only the platform's cutoff for cancels counts.", "cancelBooking", only_own_terms=True)
_unenforced(
    "BKX-06.four",
    "A booking of four can be cancelled until the tee time.",
    "cancelBooking",
    when=lambda _, booking: booking["players"] == 4,
)
