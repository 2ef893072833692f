"""What a run has seen, asked for by operation: for checks of open points, which record and never judge."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of


class AnsweredExchanges:
    """The exchanges of a run that have an answer."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._answered = [exchange for exchange in exchanges if exchange.response is not None]

    def all(self, *operations: str) -> Sequence[Exchange]:
        """The answered exchanges of these operations, or of all."""
        return [exchange for exchange in self._answered if not operations or exchange.operation_id in operations]

    def accepted(self, *operations: str) -> Sequence[Exchange]:
        """The exchanges of these operations, or of all, that were answered with 2xx."""
        return [exchange for exchange in self.all(*operations) if is_accepted(exchange)]

    def refused(self, *operations: str) -> Sequence[Exchange]:
        """The exchanges of these operations, or of all, that were answered with 4xx."""
        return [exchange for exchange in self.all(*operations) if 400 <= status(exchange) < 500]


def is_accepted(exchange: Exchange) -> bool:
    """Whether the answer is 2xx and reports no failure."""
    return exchange.response is not None and exchange.response.is_success


def status(exchange: Exchange) -> int:
    """The status of the answer."""
    assert exchange.response is not None
    return exchange.response.status


def answer(exchange: Exchange) -> Any:
    """The JSON of the answer, None when the body is not JSON."""
    return exchange.response.value if exchange.response else None


def has_json(exchange: Exchange) -> bool:
    """Whether the body of the answer is JSON. An empty body is not."""
    response = exchange.response
    return response is not None and bool(response.content) and not response.fault_of_json


def sent(exchange: Exchange) -> Any:
    """The JSON of the request, None when it has none."""
    return json_of(exchange.request.content)


def query(exchange: Exchange) -> Mapping[str, str]:
    """The query parameters; of a repeated parameter, the last value."""
    return dict(exchange.request.query)


def payload(exchange: Exchange) -> Any:
    """The member data of the answer, or the answer itself where there is no envelope."""
    body = answer(exchange)
    return body.get("data", body) if isinstance(body, dict) else body


def values_by_name(bodies: Iterable[Any], names: Collection[str]) -> Mapping[str, list[Any]]:
    """Every value of the members of each of these *names*, at any depth, in no order. One look at all *bodies*."""
    found: dict[str, list[Any]] = {name: [] for name in names}
    left = list(bodies)
    while left:
        item = left.pop()
        if isinstance(item, dict):
            for name in found.keys() & item:
                found[name].append(item[name])
            left += item.values()
        elif isinstance(item, list):
            left += item
    return found


def values_of(bodies: Iterable[Any], name: str) -> list[Any]:
    """Every value of the members of this name, at any depth, in no order."""
    return values_by_name(bodies, [name])[name]
