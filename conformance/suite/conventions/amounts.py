"""Amounts of money in answers whose members are not shown."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Violation

# So an amount is what has such a name beside a currency.
_NAME_OF_AN_AMOUNT = re.compile("(total|amount|price|fee|discount)$", re.IGNORECASE)
_CENT = Decimal("0.01")
_LARGEST_SHARE = 1


def require_whole_cents(body: Any, answer: Answer) -> None:
    """Raises `Violation` for an amount with more than two decimals in *body*, the body of *answer*."""
    for name, amount in _amounts_in(body):
        if amount % _CENT:
            raise Violation("money has no more than two decimals", f"{answer.where} shows {name} {amount}", answer)


def _amounts_in(value: Any) -> Iterator[tuple[str, Decimal]]:
    """Name and value of each amount. A number of at most 1 may be a share and no amount."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if isinstance(inner, Decimal) and abs(inner) > _LARGEST_SHARE and isinstance(value.get("currency"), str):
                yield from [(name, inner)] if _NAME_OF_AN_AMOUNT.search(name) else ()
            yield from _amounts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _amounts_in(inner)
