"""What a check of an open point records, in words."""

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from conformance.contracts.deliveries import outline
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Observed
from conformance.suite.open.seen import answer, status

_MOST_NAMED = 24
_LONGEST = 900


def counted(values: Iterable[object]) -> str:
    """Values with how often they came, the most frequent first: `400 (12 times), 404 (once)`."""
    counts = Counter(str(value) for value in values)
    return listed(f"{value} ({'once' if count == 1 else f'{count} times'})" for value, count in counts.most_common())


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
    """Records what was seen, without the empty *sentences*. When all are empty, the run sent nothing that shows it."""
    said = " ".join(filter(None, sentences))
    raise Observed(said[:_LONGEST] or "This run sent no request that shows this.")


def members(exchanges: Iterable[Exchange], *, without: Iterable[str] = ()) -> str:
    """Every member of these answers by its place, with the kind of its value: `data.id (text)`."""
    found: dict[str, str] = {}
    for exchange in exchanges:
        found = dict(outline(answer(exchange))) | found
    known = set(without)
    return listed(f"{place} ({kind})" for place, kind in found.items() if place not in known)
