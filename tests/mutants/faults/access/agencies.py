"""Faults that let an agency see or change the objects of another agency (AUT-09 to 14)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tests.mutants.parts.asking import is_large_group
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import page_number, with_items_of
from tests.mutants.parts.pretending import all_bookings, filters_of, paged
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Condition, Origin, mutant

_SEEN: defaultdict[str, WorldMemory] = defaultdict(WorldMemory)


def keys_seen(name: str, call: Call, answer: Answer) -> list[str]:
    """The keys of other agencies that mutant *name* saw accepted in this world. Notes that of *call* itself."""
    seen = _SEEN[name].of(call)
    if answer.ok:
        seen[call.api_key] = True
    return [key for key in seen if key != call.api_key]


def listed_globally(
    name: str, breaks: str, when: Condition, *, hidden: str | None = "another agency", origin: Origin = Origin.suite
) -> None:
    """Lists whose call meets *when* end with the bookings of every other agency seen in the world."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        others = keys_seen(name, call, answer)
        if not answer.ok or call.operation != "listBookings" or not when(call):
            return answer
        everything = [booking for key in (call.api_key, *others) for booking in await _bookings_of(call, key)]
        return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])

    mutant(name, breaks, EVERY_OPERATION, hidden=hidden, origin=origin)(handle)


async def _bookings_of(call: Call, key: str) -> list[dict[str, object]]:
    return await every_booking(call.with_header("x-api-key", key))


listed_globally("AUT-09", "The list shows the bookings of all agencies.", lambda _: True)
listed_globally(
    "AUT-09.cancelled",
    "The list under status=cancelled shows the bookings of all agencies.",
    lambda call: call.query.get("status") == "cancelled",
)
listed_globally(
    "AUT-09.plain",
    "The list without filters shows the bookings of all agencies.",
    lambda call: "status" not in call.query,
)

_CREATE = "createGroupBooking"
_READ = "getGroupBooking"

_GROUP_OWNERS = WorldMemory()


@mutant(
    "AUT-13", "Everybody who knows the id of a group can read the group.", f"{_CREATE} {_READ}", hidden="another agency"
)
async def _read_by_anybody(call: Call) -> Answer:
    answer, owners = await call.forward(), _GROUP_OWNERS.of(call)
    if call.operation == _CREATE:
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    return await call.with_header("x-api-key", owner).forward() if owner and not answer.ok else answer


@mutant(
    "AUT-13.large",
    "Everybody who knows the id of a large group can read the group.",
    f"{_CREATE} {_READ}",
    hidden="another agency",
)
async def _large_read_by_anybody(call: Call) -> Answer:
    return (
        await call.forward() if call.operation == _CREATE and not is_large_group(call) else await _read_by_anybody(call)
    )


def _of_everybody(name: str, breaks: str, operation: str, *, silently: bool = False) -> None:
    """*operation* reaches the subscriptions of every agency; *silently*, the service refuses it and does it."""
    owners: dict[str, str] = {}

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.operation == "createWebhook":
            if answer.ok:
                owners[answer.json()["data"]["id"]] = call.api_key
            return answer
        owner = owners.get(call.path_params["id"])
        if answer.ok or owner in (None, call.api_key):
            return answer
        done = await call.with_header("x-api-key", str(owner)).forward()
        return answer if silently else done

    mutant(name, breaks, f"createWebhook {operation}", hidden="another agency")(handle)


_of_everybody("AUT-14.change", "Everybody can change every subscription.", "updateWebhook")
_of_everybody("AUT-14.remove", "Everybody can remove every subscription.", "deleteWebhook")
_of_everybody(
    "AUT-14.unsaid",
    "Everybody can remove every subscription, although the answer is a refusal.",
    "deleteWebhook",
    silently=True,
)


@mutant("AUT-14", "The subscriptions of every agency are listed.", "listWebhooks", hidden="another agency")
async def _all_listed(call: Call) -> Answer:
    answer = await call.forward()
    world = call.api_key.rpartition("_")[0]
    found = [
        subscription
        for agency in ("alpha", "bravo")
        for subscription in await subscriptions_of(call.with_header("x-api-key", f"{world}_{agency}"))
    ]
    return answer.with_json(answer.json() | {"data": found}) if answer.ok else answer


listed_globally(
    "AUT-09.period",
    "The list by dates shows the bookings of all agencies.",
    lambda call: "startDate" in call.query,
    hidden="another agency",
    origin=Origin.hidden,
)
listed_globally(
    "AUT-09.second",
    "The second agency of a world sees the bookings of all agencies.",
    lambda call: call.api_key.endswith("_bravo"),
    hidden="another agency",
    origin=Origin.hidden,
)

_BOOKINGS = "listBookings"


@mutant(
    "AUT-09.page-2",
    "After its first page, the list shows bookings of other agencies.",
    EVERY_OPERATION,
    hidden="a later page",
    origin=Origin.hidden,
)
async def _bookings_of_others(call: Call) -> Answer:
    answer = await call.forward()
    others = keys_seen("AUT-09.page-2", call, answer)
    if call.operation != _BOOKINGS or not answer.ok or page_number(call) < 2 or not others:
        return answer
    return await with_items_of(answer, call.with_header("x-api-key", others[0]).asking(page=page_number(call) - 1))


_LISTERS = Crowd()


@mutant(
    "AUT-09.parallel",
    "Agencies that read their lists at the same moment get the list of one agency.",
    "listBookings",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _one_list_for_all(call: Call) -> Answer:
    place = world_of(call)
    keys = _KEYS.setdefault(place, set())
    keys.add(call.api_key)
    async with _LISTERS.at(place, call) as met:
        return await (call.with_header("x-api-key", min(keys)) if met["listBookings"] > 1 else call).forward()


_KEYS: dict[tuple[str, str], set[str]] = {}

# What another agency can do after a history.
_OWNERS = WorldMemory()


def _open_to_others(name: str, breaks: str, operation: str) -> None:
    """Another agency may do *operation* on a booking that was changed."""

    async def handle(call: Call) -> Answer:
        owners: dict[str, str] = _OWNERS.of(call)
        answer = await call.forward()
        booking = f"{name} {call.path_params['id']}"
        if call.operation == "updateBooking" and answer.ok:
            owners[booking] = call.api_key
        if call.operation == operation and answer.status == 404 and booking in owners:
            return await call.with_header("x-api-key", owners[booking]).forward()
        return answer

    mutant(name, breaks, f"updateBooking {operation}", hidden="after another operation", origin=Origin.hidden)(handle)


_open_to_others("AUT-10.after-change", "Another agency can read a booking that was changed.", "getBooking")
_open_to_others("AUT-11.after-change", "Another agency can change a booking that was changed.", "updateBooking")
_open_to_others("AUT-12.after-change", "Another agency can cancel a booking that was changed.", "cancelBooking")


@mutant(
    "AUT-09.blind-pending",
    "The list under status=pending shows the bookings of all agencies.",
    "listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_of_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "pending":
        return answer
    world = call.api_key.rpartition("_")[0]
    found: list[Any] = []
    for agency in ("alpha", "bravo"):
        found += await every_booking(call.with_header("x-api-key", f"{world}_{agency}"))
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "AUT-09.blind-date-range",
    "A list between two dates shows the bookings of all agencies of that time.",
    "listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _all_agencies(call: Call) -> Answer:
    answer = await call.forward()
    world, _, agency = call.api_key.rpartition("_")
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    other = f"{world}_{'bravo' if agency == 'alpha' else 'alpha'}"
    every = await all_bookings(call, **filters_of(call)) + await all_bookings(call, other, **filters_of(call))
    return paged(answer, every)
