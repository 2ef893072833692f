"""An argument of another type than the lever takes is refused in a sentence, by us or by the sandbox."""

import inspect
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any

import httpx
import pytest

import teesheet.levers
from mock_server.embedding.synchronous.connections import Connection
from teesheet.testing import (
    AsyncSandbox,
    Clock,
    Deliveries,
    Desk,
    InProcessSandbox,
    Interference,
    Inventory,
    LeverRefused,
    Receiver,
    Rival,
    Rules,
    Sandbox,
    Snapshot,
    World,
)
from tests.embedding.conftest import DAY, NOW, TIME

# What a test writes -> what the sentence must advise.
MISTAKES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a number for a duration": (
        lambda world: world.clock.advance(15),
        r"15 is not a timedelta\. .*minutes=15",
    ),
    "a text for a duration": (lambda world: world.clock.advance("PT15M"), r"advance\(minutes=15\)"),
    "a text for minutes": (lambda world: world.clock.advance(minutes="15"), "minutes='15' is not a number"),
    "no duration": (lambda world: world.clock.advance(), "needs to know how far"),
    "a duration beyond every calendar": (lambda world: world.clock.advance(days=10**12), "No clock moves so far"),
    "a number for a moment": (lambda world: world.clock.freeze(3), "3 is not a moment. Pass a datetime"),
    "a day for a moment": (lambda world: world.clock.advance_to(date(2040, 5, 8)), "is not a moment"),
    "a time for a day": (lambda world: world.ledger("daylight-saving", time(9, 30)), "is not a day. Pass a date"),
    "a moment for a tee time": (
        lambda world: world.rival.takes("daylight-saving", DAY, datetime(2040, 5, 12, tzinfo=UTC)),
        "is not a tee time. Pass a time",
    ),
    "a number for a course": (lambda world: world.desk.answers(3, "confirm"), r"3 is not a course.*world\.course"),
    "a number for an answer": (lambda world: world.why(3), "3 is not an answer. Pass the response"),
    "an object for an id": (lambda world: world.desk.confirm({"id": "bkg_1"}), r"Pass an id.*booking\['id'\]"),
    "a number for a call": (lambda world: world.ask(3), r"3 is not a call.*levers\.clock"),
    "a function for a call": (lambda world: world.ask(teesheet.levers.clock.get_clock), "is not a call"),
    "a number for a name of a world": (lambda _world: Sandbox.at("http://127.0.0.1:9").world(3), "3 is not a name"),  # type: ignore[arg-type]  # The mistake.
    "no alternative": (lambda world: world.choose(), r"choose\(pageSize="),
    "a date in a body": (lambda world: world.choose(pageSize=date(2040, 5, 8)), "/body/alternatives/pageSize is"),
    "a number without an end": (lambda world: world.inventory.price("daylight-saving", DAY, TIME, float("inf")), "inf"),
    "a world of coroutines for a subscription": (
        lambda world: Receiver(AsyncSandbox.at(world.url).world()).start().subscribe([]),  # type: ignore[arg-type]  # The mistake.
        r"receiver\.trust",
    ),
    "a text for a seed": (lambda _world: InProcessSandbox(seed="7"), "seed='7' is not a number"),  # type: ignore[arg-type]  # The mistake.
    "a text for kinds": (
        lambda world: Receiver(world).start().subscribe("booking.confirmed"),
        "is not a list",
    ),
    "a secret that is none": (lambda world: Receiver(world).trust("x"), "'x' is not a secret"),
    "a text for options": (lambda _world: Sandbox(options="--seed 7"), r"list of words, such as \['--seed', '7'\]"),
    "a port that is none": (lambda _world: Sandbox.at("http://127.0.0.1:x"), "Write for example http://127"),
    "a number for an address": (lambda _world: Sandbox.at(3), "3 is not the address"),  # type: ignore[arg-type]  # The mistake.
    "a number for a key": (lambda _world: Sandbox.at("http://127.0.0.1:9", key=3), "3 is not a key"),  # type: ignore[arg-type]  # The mistake.
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_wrong_argument_is_refused_with_what_to_pass(world: World, case: str) -> None:
    mistake, advice = MISTAKES[case]

    with pytest.raises((TypeError, ValueError), match=advice):
        mistake(world)


# The levers of each class, by what gives the object that has them.
LEVERS: dict[type, Callable[[World], Any]] = {
    World: lambda world: world,
    Clock: lambda world: world.clock,
    Desk: lambda world: world.desk,
    Rival: lambda world: world.rival,
    Rules: lambda world: world.rules,
    Interference: lambda world: world.rules.next("createBooking"),
    Inventory: lambda world: world.inventory,
    Deliveries: lambda world: world.deliveries,
    Snapshot: lambda world: Snapshot(world, "test"),
    Receiver: lambda world: Receiver(world).start(),
    Sandbox: lambda world: Sandbox.at(world.url),
    Connection: lambda world: world.connection,
}
# A value that each argument accepts, for the arguments that are not the wrong one.
GOOD: dict[str, Any] = {
    "answer": "confirm",
    "body": b"",
    "call": teesheet.levers.clock.get_clock(),
    "code": "unavailable",
    "count": 0,
    "course": "daylight-saving",
    "day": DAY,
    "events": ["booking.confirmed"],
    "green_fee": 50.0,
    "headers": {},
    "kind": "booking.confirmed",
    "milliseconds": 1,
    "moment": NOW,
    "object_id": "bkg_1",
    "operation": "createBooking",
    "places": 1,
    "response": "req_1",
    "tee_time": TIME,
    "wanted": {"event": {"kind": "booking.confirmed"}},
    "within_seconds": 0,
}
# The server itself calls these, or they are no levers: the sentence is that of the HTTP client.
ELSEWHERE = {"take", "new_client", "send", "at"}
ARGUMENTS = [
    pytest.param(kind, method, argument, id=f"{kind.__name__}.{method}({argument})")
    for kind in LEVERS
    for method, function in inspect.getmembers(kind, inspect.isfunction)
    if not method.startswith("_") and method not in ELSEWHERE
    for argument in inspect.signature(function).parameters
    if argument != "self"
]


@pytest.mark.parametrize(("kind", "method", "argument"), ARGUMENTS)
def test_no_argument_ends_in_an_error_of_python(world: World, kind: type, method: str, argument: str) -> None:
    lever = getattr(LEVERS[kind](world), method)
    needed = {
        name: GOOD[name]
        for name, parameter in inspect.signature(lever).parameters.items()
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD and name in GOOD
    }

    with pytest.raises((TypeError, ValueError, LookupError, LeverRefused)) as raised:
        _continued(lever(**{**needed, argument: object()}))

    assert "mock_server/embedding/" in str(raised.traceback[-1].path)
    assert not isinstance(raised.value, UnicodeError | httpx.InvalidURL)


def _continued(result: Any) -> None:
    """Rules check nothing before they say what happens."""
    if isinstance(result, Interference):
        result.loses_the_request()
