"""Blind faults of the change of bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, overlaid, overlays
from tests.mutants.parts.changes import has_modifiable
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "BKU-12.lot4-new-reference",
    "Each change gives the booking a new booking reference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _new_reference(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    base, _, revision = booking["bookingReference"].partition("/")
    disguise(call, booking["id"], put("bookingReference", f"{base}/{int(revision or 1) + 1}"))
    return in_disguise(call, answer)


# Faults under a condition.
async def _accepted(call: Call) -> Answer:
    """The answer to a refused change as if it had been made. The booking shows the change from now on."""
    overlays(call).setdefault(call.path_params["id"], {}).update(sent(call))
    return overlaid(call, await aside(call).upstream("GET", call.path))


def _forget_what_changed(call: Call, answer: Answer) -> None:
    """A change that the sandbox makes shows again: its members are no longer laid over."""
    if call.operation == "updateBooking" and answer.ok:
        kept = overlays(call).get(call.path_params["id"], {})
        for name in sent(call):
            kept.pop(name, None)


@mutant(
    "BKU-06.lot4-wishes-any-time",
    "Inside the modification cutoff, changes of texts are accepted: only changes of players check the cutoff.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _wishes_any_time(call: Call) -> Answer:
    answer = await call.forward()
    _forget_what_changed(call, answer)
    if code_of(answer) == "modification_cutoff_passed" and "players" not in sent(call):
        return await _accepted(call)
    return overlaid(call, answer)


@mutant(
    "BKU-08.lot4-former-size",
    "A booking that was made smaller can return to its former size although its places are taken.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _former_size(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    answer = await call.forward()
    _forget_what_changed(call, answer)
    if answer.ok and call.operation in ("createBooking", "updateBooking"):
        booking = answer.json()["data"]
        sizes[booking["id"]] = max(booking["players"], sizes.get(booking["id"], 0))
    if call.operation != "updateBooking" or code_of(answer) != FULL:
        return overlaid(call, answer)
    return await _accepted(call) if sent(call)["players"] <= sizes.get(call.path_params["id"], 0) else answer


@mutant(
    "ENV-16.lot4-half-a-change",
    "A change that is refused for its players stores the texts that were sent with them.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    _forget_what_changed(call, answer)
    if call.operation != "updateBooking" or code_of(answer) not in (FULL, "too_many_players"):
        return overlaid(call, answer)
    texts = {name: text for name, text in sent(call).items() if name != "players" and has_modifiable({name: text})}
    overlays(call).setdefault(call.path_params["id"], {}).update(texts)
    return answer
