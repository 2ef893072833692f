"""One answered exchange as the readings of the families see it. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
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
    for exchange in exchanges:
        met = match(exchange.request.method, exchange.request.path)
        if met and exchange.response and exchange.role is not Role.lost and exchange.check != CLEAN_UP:
            yield Look(exchange, met)


def day_in(value: object) -> date | None:
    """The day that *value* names, None when it names none."""
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None
