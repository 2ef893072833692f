"""A few objects of our own, made before anything is generated: without them nothing could be read, changed or ended."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.operations import OPERATIONS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Judgement
from conformance.generated.payloads import GROUP_SIZES, Ground

# Where deliveries end: on the machine that sends them, at a port where nothing listens.
NOWHERE = "https://127.0.0.1:9/teesheet-conformance"
# Whoever reads the mail of a generated lead player, it is nobody.
NOBODY = {"email": "conformance@example.com", "phone": "+34600000000"}

_BOOKINGS, _HOOKS, _WEBHOOKS = 4, 4, 2
_LEAD_PLAYER = {"firstName": "Teesheet", "lastName": "Conformance", **NOBODY}


def lay_in(agency: Agency, ground: Ground, hooks: Sequence[Any], marker: str, left_out: Collection[str]) -> None:
    """Make bookings, hooks (with the declared bodies *hooks*), a group and subscriptions, but nothing that is
    *left_out*. What is refused is missed later, and told there. All of it is given back at the end of the run.
    """
    paths = {operation.id: operation.path for operation in OPERATIONS}
    for operation, body in _bodies(ground, hooks, marker):
        if operation not in left_out:
            try:
                agency.post(paths[operation], body, role=Role.generated)
            except Judgement:
                return


def _bodies(ground: Ground, hooks: Sequence[Any], marker: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    course = {"courseId": ground.course_id, "leadPlayer": _LEAD_PLAYER}
    for number in range(_BOOKINGS):
        time = ground.times[number % len(ground.times)]
        place = {"date": ground.booking_days[-1], "teeTime": time, "players": 1}
        yield "createBooking", {**course, **place, "agencyBookingReference": f"{marker}-w{number}"}
    for body in hooks[:_HOOKS]:
        yield "createBookingHook", body
    size = {"totalPlayers": GROUP_SIZES[0], "preferredTime": ground.times[0], "date": ground.group_days[0]}
    yield "createGroupBooking", {**course, **size, "agencyBookingReference": f"{marker}-v"}
    for _ in range(_WEBHOOKS):
        yield "createWebhook", {"url": NOWHERE, "events": ["booking.confirmed"]}
