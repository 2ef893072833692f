"""What the sandbox knows about a test that failed: its last requests, and why each of them was refused."""

import httpx

from mock_server.embedding.call import LeverRefused
from mock_server.embedding.levers.journal import Exchange, explain_exchange
from mock_server.embedding.synchronous.worlds import World

LAST = 5


def last_exchanges(world: World, count: int = LAST) -> str:
    """The last *count* exchanges of a world, oldest first, each with the reason of its refusal.

    The text says so where the sandbox cannot be asked: the report of a failed test must not fail.
    """
    try:
        exchanges = world.journal(last=count)
        return "\n".join(_lines(world, exchange) for exchange in exchanges) or "The world received no request."
    except (LeverRefused, httpx.HTTPError, RuntimeError) as error:
        return f"The sandbox did not say: {error}"


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
    accepted = [f"The sandbox accepts {why['accepted']}."] if "accepted" in why else []
    return [why["sentence"], *accepted, *rules]
