"""Faults of access that show in one state of a booking, a group or a hook (AUT-11, 12, 13, 15, 16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import mutant

_OWNERS = WorldMemory()
_BOOKINGS, _GROUPS = "/travel/bookings", "/travel/group-bookings"
_CREATES = {_BOOKINGS: "createBooking", _GROUPS: "createGroupBooking"}


def _own(name: str, call: Call, answer: Answer) -> Answer:
    """*answer* to a create request. Its agency is remembered as the owner."""
    if answer.ok:
        _OWNERS.of(call)[f"{name} {answer.json()['data']['id']}"] = call.api_key
    return answer


def _owner(name: str, call: Call, answer: Answer) -> str | None:
    """The key of the owner where *answer* says to another agency that nothing is there."""
    owner: str | None = _OWNERS.of(call).get(f"{name} {call.path_params['id']}")
    return owner if answer.status == 404 and owner != call.api_key else None


def _open_in(name: str, breaks: str, where: str, operation: str, is_open: Callable[[dict[str, Any]], bool]) -> None:
    """Another agency may do *operation* with a booking or a group whose state *is_open* for it."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.operation == _CREATES[where]:
            return _own(name, call, answer)
        owner = _owner(name, call, answer)
        if owner is None:
            return answer
        found = await call.upstream("GET", f"{where}/{call.path_params['id']}", headers={"x-api-key": owner})
        if not found.ok or not is_open(found.json()["data"]):
            return answer
        done = await call.with_header("x-api-key", owner).forward()
        # The sandbox refuses a change of a cancelled booking to its own agency too.
        return done if done.ok else found

    mutant(name, breaks, f"{_CREATES[where]} {operation}", hidden="another agency")(handle)


_open_in(
    "AUT-11.cancelled",
    "A change shows a cancelled booking to every agency.",
    _BOOKINGS,
    "updateBooking",
    lambda booking: booking["status"] == "cancelled",
)
_open_in(
    "AUT-12.declined",
    "A cancellation of a declined booking is accepted from every agency.",
    _BOOKINGS,
    "cancelBooking",
    lambda booking: "cancellationReason" in booking,
)
_open_in(
    "AUT-13.confirmed",
    "Every agency can read a confirmed group.",
    _GROUPS,
    "getGroupBooking",
    lambda group: group["status"] == "confirmed",
)
_open_in(
    "AUT-16",
    "Every agency can name the players of a group.",
    _GROUPS,
    "updateGroupBookingPlayers",
    lambda _: True,
)
_open_in(
    "AUT-16.confirmed",
    "Every agency can name the players of a confirmed group.",
    _GROUPS,
    "updateGroupBookingPlayers",
    lambda group: group["status"] == "confirmed",
)


def _open_hooks(name: str, breaks: str, operation: str, *, silently: bool = False) -> None:
    """Another agency may do *operation* with a hook; *silently*, the service refuses it and does it."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.operation == "createBookingHook":
            return _own(name, call, answer)
        owner = _owner(name, call, answer)
        if owner is None:
            return answer
        done = await call.with_header("x-api-key", owner).forward()
        return answer if silently else done

    mutant(name, breaks, f"createBookingHook {operation}", hidden="another agency")(handle)


_open_hooks("AUT-15", "Every agency can confirm a hook.", "confirmBookingHook")
_open_hooks("AUT-15.release", "Every agency can release a hook.", "releaseBookingHook")
_open_hooks(
    "AUT-15.unsaid",
    "The service refuses and does what another agency asks of a hook.",
    "releaseBookingHook",
    silently=True,
)
