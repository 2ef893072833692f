"""Creates a few objects before any request is generated. Generated requests can then read, change and end them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.operations import OPERATIONS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Judgement
from conformance.generated.payloads import GROUP_SIZES, Ground
from conformance.scope.lanes import side_by_side

# The address for deliveries: a port of the sending machine at which nothing listens.
NOWHERE = "https://127.0.0.1:9/teesheet-conformance"
# The contact of a generated lead player. Nobody reads mail at this address.
NOBODY = {"email": "conformance@example.com", "phone": "+34600000000"}

_BOOKINGS, _HOOKS, _WEBHOOKS = 4, 4, 2
_LEAD_PLAYER = {"firstName": "Teesheet", "lastName": "Conformance", **NOBODY}


def lay_in(
    agency: Agency, ground: Ground, hooks: Sequence[Any], marker: str, left_out: Collection[str], at_once: int
) -> None:
    """Creates bookings, hooks (with the declared bodies *hooks*), a group and subscriptions, except for operations in
    *left_out*. At most *at_once* requests are under way together. A refusal is ignored here: the reach of generated
    traffic shows it. The end of the run removes all objects.
    """
    paths = {operation.id: operation.path for operation in OPERATIONS}

    def create(operation: str, body: Any) -> None:
        with suppress(Judgement):
            agency.post(paths[operation], body, role=Role.generated)

    wanted = [(operation, body) for operation, body in _bodies(ground, hooks, marker) if operation not in left_out]
    side_by_side([partial(create, operation, body) for operation, body in wanted], at_once=at_once)


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
