"""What happened in a world, one line for each thing, in the order in which it happened."""

import json
from collections.abc import Iterable, Iterator, Mapping

from mock_server.embedding.asynchronous.worlds import AsyncWorld
from mock_server.embedding.levers import clock, deliveries, events, journal, levers

# Each list of the control plane is asked for this many entries at most.
MOST, MOST_LEVERS = 500, 200

# When: by the clock of the world, then by the clock of the machine. What: the lines.
Entry = tuple[str, str, list[str]]


async def happened_in(world: AsyncWorld, last: int) -> list[str]:
    """The *last* lines, oldest first: requests, levers, events and deliveries, with the time of the world."""
    newest = int((await world.state())["made"]["events"])
    happened = await world.ask(events.list_events(after=max(0, newest - MOST), limit=MOST))
    sent = await world.ask(deliveries.list_deliveries(limit=MOST))
    caused = {event["id"]: _event(event, sent) for event in happened}
    entries = [
        *_requests(await world.ask(journal.list_exchanges(limit=MOST)), caused),
        *_levers(await world.ask(levers.list_levers(limit=MOST_LEVERS))),
    ]
    # What no request caused, time caused.
    entries += [(event["at"], "~", caused[event["id"]]) for event in happened if event["id"] in caused]
    lines = [f"{at} {line}" for at, _, words in sorted(entries, key=lambda entry: entry[:2]) for line in words]
    return lines[-last:]


def upcoming_in(coming: Iterable[clock.Happening]) -> list[str]:
    """What happens by itself, in lines of the same form."""
    return [f"{happening['at']} {happening['kind']} of {happening['id']}" for happening in coming]


def _requests(exchanges: list[journal.Exchange], caused: dict[str, list[str]]) -> Iterator[Entry]:
    """Each request with the events that it caused, which leave *caused*."""
    at = ""
    for exchange in exchanges:
        # A request that reads no state has no time of the world.
        at = exchange["worldTime"] or at or exchange["sentAt"]
        query = f"?{exchange['query']}" if exchange["query"] else ""
        ended = f"{exchange['status']} {exchange['code'] or ''}".strip() if exchange["status"] else "answer lost"
        words = f"request {exchange['number']} of {exchange['agency']}: {exchange['method']} {exchange['path']}{query}"
        below = [line for name in exchange["events"] for line in caused.pop(name, [])]
        yield at, exchange["sentAt"], [f"{words} -> {ended}", *below]


def _levers(moved: list[levers.Lever]) -> Iterator[Entry]:
    for lever in moved:
        body = "" if lever["body"] is None else f" {json.dumps(lever['body'])}"
        yield lever["until"], lever["sentAt"], [f"lever {lever['operation']}{body}"]


def _event(event: Mapping[str, object], sent: Iterable[deliveries.Delivery]) -> list[str]:
    """An event, with a line for each of its deliveries."""
    return [
        f"event {event['kind']} of {event['objectId']}",
        *(
            f"delivery {delivery['id']} to {delivery['url']}: {delivery['state']} after {delivery['attempts']} attempts"
            for delivery in sent
            if delivery["eventId"] == event["id"]
        ),
    ]
