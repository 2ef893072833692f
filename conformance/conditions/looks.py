"""One answered exchange as the readings of the families see it. Pure."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.evidence.decoded import DecodedExchange
from conformance.evidence.exchanges import CLEAN_UP, Exchange, Role


@dataclass(frozen=True)
class Look(DecodedExchange):
    """An answered exchange of a documented operation."""

    met: Match

    @property
    def operation(self) -> str:
        """The operation id."""
        return self.met.operation_id

    @property
    def asker(self) -> str:
        """The label of the caller."""
        return self.exchange.agency

    @property
    def today(self) -> date:
        """The day on which the request was sent, in UTC."""
        return self.exchange.started_at.date()

    @property
    def named(self) -> str:
        """The id in the path, empty when the path has none."""
        return unquote(next(iter(self.met.parameters.values()), ""))


def looks_at(exchanges: Iterable[Exchange]) -> Iterator[Look]:
    """The answered exchanges of documented operations. Those of the clean-up ask nothing, so they do not count."""
    return answers_in(exchange for exchange in exchanges if exchange.check != CLEAN_UP)


def answers_in(exchanges: Iterable[Exchange]) -> Iterator[Look]:
    """The answered exchanges of documented operations."""
    for exchange in exchanges:
        met = match(exchange.request.method, exchange.request.path)
        if met and exchange.response and exchange.role is not Role.lost:
            yield Look(exchange, met)


def that_met_others(looks: Iterable[Look], what: Callable[[Look], Hashable]) -> set[int]:
    """The places in the recording of the writes that were under way together with another write to the same thing:
    *what* says to which.
    """
    writes = defaultdict[Hashable, list[Exchange]](list)
    for look in looks:
        if look.exchange.request.method != "GET":
            writes[what(look)].append(look.exchange)
    return {
        index
        for exchanges in writes.values()
        for first, second in combinations(exchanges, 2)
        if first.started_at < second.ended_at and second.started_at < first.ended_at
        for index in (first.index, second.index)
    }


def day_in(value: object) -> date | None:
    """The day that *value* names, None when it names none."""
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None
