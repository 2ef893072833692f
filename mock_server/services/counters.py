"""The rules of counters: each next object gets a number and an id that no object has, and stored totals are right.

A world that breaks one of these rules answers its next request of a kind with a fault of the database.
The specification has no such check: it belongs to the control plane.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mock_server.domain.bookings import Status
from mock_server.domain.ids import PREFIXES, Numbered, object_id
from mock_server.services.whole_worlds import Violation, WholeWorld, is_block
from mock_server.storage.booking_counts import BLOCK

# The highest number that a counter may have. A counter far below the limit of its column never reaches that limit.
MAX_COUNTED = 2**53
# How many of the next ids are compared with the ids of the world. The rows of some kinds keep no number.
IDS_AHEAD = 1000


@dataclass(frozen=True, slots=True)
class Objects:
    """The objects of one kind in a world. *highest* is the largest number that a row keeps, 0 where none is kept."""

    count: int
    highest: int
    ids: frozenset[str]


def _with_numbers(rows: Sequence[Any]) -> Objects:
    return Objects(len(rows), max((row.number for row in rows), default=0), frozenset(row.id for row in rows))


def _with_ids(ids: Sequence[str]) -> Objects:
    return Objects(len(set(ids)), 0, frozenset(ids))


def _timers(world: WholeWorld) -> Objects:
    return Objects(len(world.timers), max((timer.number for timer in world.timers), default=0), frozenset())


def _arrivals(world: WholeWorld) -> Objects:
    count = sum(arrivals for _, arrivals, _ in world.inboxes)
    return Objects(count, max((newest for _, _, newest in world.inboxes), default=0), frozenset())


# Where the objects of each kind that has a counter are.
OBJECTS: Mapping[Numbered, Callable[[WholeWorld], Objects]] = {
    Numbered.BOOKING: lambda world: _with_numbers(world.bookings),
    Numbered.HOLD: lambda world: _with_ids([hold.id for hold in world.holds]),
    Numbered.HOOK: lambda world: _with_numbers(world.hooks),
    Numbered.GROUP: lambda world: _with_numbers(world.groups),
    Numbered.BLOCK: lambda world: _with_ids([row.owner for row in world.takings if is_block(row.owner)]),
    Numbered.WEBHOOK: lambda world: _with_numbers(world.webhooks),
    Numbered.EVENT: lambda world: _with_numbers(world.events),
    Numbered.DELIVERY: lambda world: _with_numbers(world.deliveries),
    Numbered.TIMER: _timers,
    Numbered.TOKEN: lambda world: _with_ids([token.id for token in world.tokens]),
    Numbered.RULE: lambda world: _with_numbers(world.rules),
    Numbered.ARRIVAL: _arrivals,
}


def numbers_are_counted(world: WholeWorld) -> Iterator[Violation]:
    """The next object gets a number that no object has yet, and an id that no object has yet."""
    for kind, objects_of in OBJECTS.items():
        objects, counted = objects_of(world), world.counters.get(kind.value, 0)
        if not 0 <= counted <= MAX_COUNTED:
            detail = f"The counter has {counted}, but a counter is between 0 and {MAX_COUNTED}."
            yield Violation("number_is_counted", kind, detail)
        elif objects.highest > counted:
            detail = f"The highest number is {objects.highest}, but {counted} were given."
            yield Violation("number_is_counted", kind, detail)
        elif objects.count > counted:
            yield Violation("number_is_counted", kind, f"There are {objects.count}, but {counted} numbers were given.")
        elif taken := _taken_ahead(kind, world.origin, counted, objects.ids):
            detail = f"{counted} numbers were given, and one of the next numbers gives the id {taken} again."
            yield Violation("number_is_counted", kind, detail)


def _taken_ahead(kind: Numbered, origin: str, counted: int, ids: frozenset[str]) -> str | None:
    """The first of the next ids that an object has already."""
    if kind not in PREFIXES or not ids:
        return None
    ahead = (object_id(kind, origin, number) for number in range(counted + 1, counted + 1 + IDS_AHEAD))
    return next((upcoming for upcoming in ahead if upcoming in ids), None)


def bookings_are_counted(world: WholeWorld) -> Iterator[Violation]:
    """The stored totals of lists agree with the bookings."""
    days = Counter((row.agency, row.play_date, row.status) for row in world.bookings)
    blocks = Counter((row.agency, row.number // BLOCK, row.status) for row in world.bookings)
    kept_days = {(row.agency, row.play_date, status): getattr(row, status) for row in world.counts for status in Status}
    kept_blocks = {(row.agency, row.block, status): getattr(row, status) for row in world.blocks for status in Status}
    for stored, actual in ((kept_days, days), (kept_blocks, blocks)):
        for agency, key, status in sorted(actual.keys() | stored.keys(), key=str):
            counted, bookings = stored.get((agency, key, status), 0), actual[agency, key, status]
            if counted != bookings:
                detail = f"{agency} has {bookings} {status} in {key}, but {counted} are counted."
                yield Violation("booking_is_counted", agency, detail)
