"""One answered exchange as the readings of the families see it. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.evidence.exchanges import CLEAN_UP, Exchange, Role
from conformance.evidence.json_values import json_of


@dataclass(frozen=True)
class Look:
    """An answered *exchange* of a documented operation."""

    exchange: Exchange
    met: Match
    sent: Mapping[str, Any]
    body: Any

    @property
    def operation(self) -> str:
        """The operation id."""
        return self.met.operation_id

    @cached_property
    def query(self) -> Mapping[str, str]:
        """The query parameters by name."""
        return dict(self.exchange.request.query)

    @property
    def is_success(self) -> bool:
        """Whether the answer is a success."""
        return self.exchange.response is not None and self.exchange.response.is_success

    @property
    def asker(self) -> str:
        """The label of the caller."""
        return self.exchange.agency

    @property
    def today(self) -> date:
        """The day on which the request was sent, in UTC."""
        return self.exchange.started_at.date()

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The object under data of a success, else the empty object."""
        return self._under_data if isinstance(self._under_data, dict) else {}

    @cached_property
    def items(self) -> list[Mapping[str, Any]]:
        """The objects in the list under data of a success."""
        found = self._under_data
        return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []

    @property
    def _under_data(self) -> Any:
        return self.body.get("data") if isinstance(self.body, dict) and self.is_success else None

    @property
    def named(self) -> str:
        """The id in the path, empty when the path has none."""
        return unquote(next(iter(self.met.parameters.values()), ""))


def looks_at(exchanges: Iterable[Exchange]) -> Iterator[Look]:
    """The answered exchanges of documented operations. Those of the clean-up ask nothing, so they do not count."""
    for exchange in exchanges:
        met = match(exchange.request.method, exchange.request.path)
        if met and exchange.response and exchange.role is not Role.lost and exchange.check != CLEAN_UP:
            sent = json_of(exchange.request.content)
            yield Look(exchange, met, sent if isinstance(sent, dict) else {}, json_of(exchange.response.content))


def day_in(value: object) -> date | None:
    """The day that *value* names, None when it names none."""
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None
