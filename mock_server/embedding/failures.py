"""What the sandbox knows about a test that failed: its last requests, and why each of them was refused."""

from collections.abc import Mapping
from typing import Any

import httpx

from mock_server.embedding.call import LeverRefused, NothingHappened, SandboxUnreachable
from mock_server.embedding.levers.journal import Exchange, explain_exchange
from mock_server.embedding.synchronous.worlds import World

LAST = 5
# The exceptions whose message says everything, and the modules between the line of a test and such an exception.
_SAID = (LeverRefused, NothingHappened, SandboxUnreachable)
_BELOW_A_TEST = (
    "mock_server.embedding.asynchronous.",
    "mock_server.embedding.synchronous.",
    "mock_server.embedding.receiver",
    "httpx.",
)


def last_exchanges(world: World, count: int = LAST) -> str:
    """The last *count* exchanges of a world, oldest first, each with the reason of its refusal.

    The text says why where the sandbox gives no answer: the report of a failed test must not fail.
    """
    try:
        exchanges = world.journal(last=count)
        return "\n".join(_lines(world, exchange) for exchange in exchanges) or "The world received no request."
    except (LeverRefused, httpx.HTTPError, RuntimeError) as error:
        return f"There is no list of requests: {error}"


def end_at_the_line_of_the_test(error: BaseException) -> None:
    """Ends the traceback of an exception of ours where the test calls a lever, since the message says the rest."""
    trace = error.__traceback__ if isinstance(error, _SAID) else None
    while trace is not None and trace.tb_next is not None:
        if str(trace.tb_next.tb_frame.f_globals.get("__name__", "")).startswith(_BELOW_A_TEST):
            trace.tb_next = None
        trace = trace.tb_next


def _lines(world: World, exchange: Exchange) -> str:
    query = f"?{exchange['query']}" if exchange["query"] else ""
    ended = (
        f"{exchange['status']} {exchange['code'] or ''}".strip()
        if exchange["status"]
        else "the sandbox cut the connection"
    )
    head = f"{exchange['agency']}: {exchange['method']} {exchange['path']}{query} -> {ended}"
    return "\n".join([head, *(f"    {line}" for line in _reasons(world, exchange))])


def _reasons(world: World, exchange: Exchange) -> list[str]:
    rules = [f"A rule of the test acted: {', '.join(exchange['rules'])}."] if exchange["rules"] else []
    if exchange["status"] < 400:
        return rules
    why = world.ask(explain_exchange(str(exchange["number"])))
    # A request that does not match the contract can have several mistakes, and each names its own way out.
    mistakes = [f"{wrong['pointer']}: {wrong['sentence']}" for wrong in why["facts"].get("wrong", [])]
    accepted = [] if mistakes else _accepted(why.get("accepted", {}))
    return [*(mistakes or [why["sentence"]]), *accepted, *rules]


def _accepted(members: Mapping[str, Any]) -> list[str]:
    """What the sandbox would have accepted, in words: one line for each member."""
    lines = [f"  {member}: {_bounds(value) if isinstance(value, dict) else value}" for member, value in members.items()]
    return ["The sandbox would have accepted:", *lines] if lines else []


def _bounds(bounds: Mapping[str, Any]) -> str:
    return " and ".join(_BOUNDS.get(name, f"{name} {{}}").format(_listed(bound)) for name, bound in bounds.items())


def _listed(bound: Any) -> str:
    return ", ".join(map(str, bound)) if isinstance(bound, list) else str(bound)


# The bounds that the explanation of a refusal has -> their words.
_BOUNDS: Mapping[str, str] = {
    "after": "later than {}",
    "atLeast": "at least {}",
    "atMost": "at most {}",
    "atMostItems": "at most {} entries",
    "nearest": "for example {}",
    "oneOf": "one of {}",
}
