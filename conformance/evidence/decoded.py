"""One exchange with the JSON values of its request and its answer, for readers that come after the run. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of


@dataclass(frozen=True)
class DecodedExchange:
    """An *exchange* whose JSON values are read when somebody first asks for them."""

    exchange: Exchange

    @cached_property
    def query(self) -> Mapping[str, str]:
        """The query parameters by name; of a repeated parameter, the last value."""
        return dict(self.exchange.request.query)

    @cached_property
    def sent(self) -> Any:
        """The JSON value of the request body, None when there is none."""
        return json_of(self.exchange.request.content)

    @property
    def asked(self) -> Mapping[str, Any]:
        """The members of the request body; empty unless it is an object."""
        return self.sent if isinstance(self.sent, dict) else {}

    @cached_property
    def body(self) -> Any:
        """The JSON value of the answer, None when there is none."""
        return self.exchange.response.value if self.exchange.response else None

    @property
    def is_success(self) -> bool:
        """Whether the answer is a success."""
        return self.exchange.response is not None and self.exchange.response.is_success

    @property
    def data(self) -> Mapping[str, Any]:
        """The object under `data` of a success, else the empty object."""
        return self._under_data if isinstance(self._under_data, dict) else {}

    @cached_property
    def items(self) -> list[Mapping[str, Any]]:
        """The objects in the list under `data` of a success."""
        found = self._under_data
        return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []

    @cached_property
    def _under_data(self) -> Any:
        return self.body.get("data") if isinstance(self.body, dict) and self.is_success else None
