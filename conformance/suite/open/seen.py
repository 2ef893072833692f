"""What a run has seen, asked for by operation: for checks of open points, which record and never judge."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from conformance.contracts.deliveries import outline
from conformance.evidence.exchanges import Exchange, NotJson, parse_json
from conformance.evidence.verdicts import Observed

_MOST_NAMED = 24
_LONGEST = 900


class Seen:
    """The exchanges of a run that have an answer."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._answered = [one for one in exchanges if one.response is not None]

    def all(self, *operations: str) -> Sequence[Exchange]:
        """The answered exchanges of these operations, or of all."""
        return [one for one in self._answered if not operations or one.operation_id in operations]

    def accepted(self, *operations: str) -> Sequence[Exchange]:
        """Those that were answered with 2xx."""
        return [one for one in self.all(*operations) if one.response and one.response.is_success]

    def refused(self, *operations: str) -> Sequence[Exchange]:
        """Those that were answered with 4xx."""
        return [one for one in self.all(*operations) if 400 <= status(one) < 500]


def status(exchange: Exchange) -> int:
    """The status of the answer."""
    assert exchange.response is not None
    return exchange.response.status


def answer(exchange: Exchange) -> Any:
    """The JSON of the answer, None when it is none."""
    return _json(exchange.response.content) if exchange.response else None


def sent(exchange: Exchange) -> Any:
    """The JSON of the request, None when it has none."""
    return _json(exchange.request.content or b"")


def query(exchange: Exchange) -> Mapping[str, str]:
    """The query parameters; of a repeated one, the last."""
    return dict(exchange.request.query)


def payload(exchange: Exchange) -> Any:
    """What stands under data in the answer, or the answer itself where there is no envelope."""
    body = answer(exchange)
    return body.get("data", body) if isinstance(body, dict) else body


def member(value: Any, path: str) -> Any:
    """The member at a dotted path, None when there is none."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def members(exchanges: Iterable[Exchange], *, without: Iterable[str] = ()) -> str:
    """Every member of these answers by its place, with the kind of its value: `data.id (text)`."""
    found: dict[str, str] = {}
    for exchange in exchanges:
        found = dict(outline(answer(exchange))) | found
    known = set(without)
    return listed(f"{place} ({kind})" for place, kind in found.items() if place not in known)


def values_of(bodies: Iterable[Any], name: str) -> Iterator[Any]:
    """Every value of a member of this name, at any depth."""
    for body in bodies:
        if isinstance(body, dict):
            if name in body:
                yield body[name]
            yield from values_of(body.values(), name)
        elif isinstance(body, list):
            yield from values_of(body, name)


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


def observed(*sentences: str) -> NoReturn:
    """Record what was seen. Empty sentences are left out; without any, the run did not look."""
    said = " ".join(filter(None, sentences))
    raise Observed(said[:_LONGEST] or "This run sent nothing that shows it.")


@lru_cache(maxsize=8192)
def _json(content: bytes) -> Any:
    try:
        return parse_json(content)
    except NotJson:
        return None
