"""What a check of an open point records, in words."""

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from conformance.contracts.deliveries import kinds_of_members
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Observed
from conformance.suite.open.seen import answer, has_json, status

_MOST_NAMED = 24
_LONGEST = 900
NOTHING_SEEN = "No answer or delivery of this run shows this."


def with_frequencies(values: Iterable[object]) -> str:
    """Values with how often they came, the most frequent first: `400 (12 times), 404 (once)`."""
    counts = Counter("missing or null" if value is None else str(value) for value in values)
    return listed(f"{value} ({times(count)})" for value, count in counts.most_common())


def times(count: int) -> str:
    """How often something came, in words: `once`, `12 times`."""
    return "once" if count == 1 else f"{count} times"


def listed(words: Iterable[str]) -> str:
    """Words as a list that a reader gets through; `nothing` when there are none."""
    found = list(dict.fromkeys(words))
    shown = ", ".join(found[:_MOST_NAMED])
    rest = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    return f"{shown}{rest}" or "nothing"


def if_any(found: object, sentence: str) -> str:
    """*sentence*, or an empty text when nothing was *found*."""
    return sentence if found else ""


def statuses_by_operation(exchanges: Iterable[Exchange]) -> dict[str, list[int]]:
    """The statuses of the answers by operation, or by path where the address is none of an operation."""
    statuses: dict[str, list[int]] = {}
    for exchange in exchanges:
        statuses.setdefault(exchange.operation_id or exchange.request.path, []).append(status(exchange))
    return statuses


def observed(*sentences: str) -> NoReturn:
    """Records what was seen, without the empty *sentences*. When all are empty, nothing in the run shows the point."""
    said = " ".join(filter(None, sentences)) or NOTHING_SEEN
    raise Observed(said if len(said) <= _LONGEST else f"{said[:_LONGEST]} ...")


def members(exchanges: Iterable[Exchange], *, without: Iterable[str] = ()) -> str:
    """Every member of these answers by its place, with the kinds of its values: `data.id (text)`."""
    answered = list(exchanges)
    found = kinds_of_members(*(answer(exchange) for exchange in answered if has_json(exchange)))
    known = set(without)
    bodies = ["a body that is empty or no JSON"] if not all(map(has_json, answered)) else []
    return listed([f"{place} ({' or '.join(kinds)})" for place, kinds in found.items() if place not in known] + bodies)
