"""What happened in a world, one line for each thing, in the order in which it happened."""

from collections.abc import Iterable, Iterator

from mock_server.console.happenings import TimelineEntry, merged
from mock_server.embedding.asynchronous.worlds import AsyncWorld
from mock_server.embedding.levers import clock, deliveries, events, journal, levers

# Each list of the control plane is asked for this many entries at most.
MOST, MOST_LEVERS = 500, 200


async def happened_in(world: AsyncWorld, last: int) -> list[str]:
    """The *last* lines, oldest first: requests, levers, events and deliveries, with the time of the world. What a
    request or a lever caused follows its line.
    """
    newest = int((await world.state())["made"]["events"])
    requests = await world.ask(journal.list_exchanges(limit=MOST))
    moved = await world.ask(levers.list_levers(limit=MOST_LEVERS))
    happened = await world.ask(events.list_events(after=max(0, newest - MOST), limit=MOST))
    sent = await world.ask(deliveries.list_deliveries(limit=MOST))
    newest_first = merged(requests, moved, happened, sent, holds=(), unread="")
    lines = [text for happening in reversed(newest_first) for text in _lines_of(happening, happening.at)]
    return lines[-last:]


def deadlines_in(coming: Iterable[clock.Happening]) -> list[str]:
    """Deadlines, in lines of the same form."""
    return [f"{happening['at']} {happening['kind']} of {happening['id']}" for happening in coming]


def _lines_of(happening: TimelineEntry, at: str) -> Iterator[str]:
    """The line of *happening*, and the lines of what it caused. All have its moment."""
    number = f" {happening.page.removeprefix('journal/')}" if happening.kind == "request" else ""
    agency = f" of {happening.agency}" if happening.agency else ""
    answer = f" -> {happening.status or 'answer lost'}" if happening.kind == "request" else ""
    yield f"{at} {happening.kind}{number}{agency}: {happening.words}{answer}"
    for caused in happening.causes:
        yield from _lines_of(caused, caused.at or at)
