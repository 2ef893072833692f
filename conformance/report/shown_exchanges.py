"""The exchanges that the page shows under each row, and their text.

The page contains each body only once, however many rows show it. Rows that did not hold show more exchanges and longer
bodies, because people read them. The archive beside the page has all exchanges and whole bodies.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Verdict
from conformance.report.curl import curl_line
from conformance.report.indentation import indented
from conformance.results.run_result import RowResult, RunResult

_DID_NOT_HOLD = frozenset(
    {Verdict.broken, Verdict.fail, Verdict.serious, Verdict.inconclusive, Verdict.known, Verdict.warn}
)

_PURPOSES = {
    Role.read: "read",
    Role.golden: "valid request",
    Role.control: "request that has to be accepted",
    Role.attempt: "request that has to be refused",
    Role.generated: "generated request",
    Role.lost: "answer lost on the way, no evidence",
}


@dataclass(frozen=True)
class _Room:
    exchanges: int
    characters: int


_WHERE_IT_HELD = _Room(exchanges=3, characters=1_200)
_WHERE_IT_DID_NOT = _Room(exchanges=10, characters=6_000)
_WHERE_MANY_DID_NOT = _Room(exchanges=3, characters=2_000)

# A reader of many rows looks for their common cause, not for details.
_MANY = 30


@dataclass(frozen=True)
class ShownExchange:
    """An exchange as a reader sees it; bodies are indented and cut."""

    number: int
    line: str
    status: str
    about: str
    request_body: str
    response_body: str
    curl: str


@dataclass(frozen=True)
class ShownRow:
    """A row and its exchanges. *numbers* are all exchanges that it shows, *here* are the exchanges whose text the
    page has at this row, and *more* says how many others the archive has.

    *steps* are the requests that lead to the finding, in order, if the run found such a program.
    """

    result: RowResult
    numbers: tuple[int, ...]
    here: tuple[ShownExchange, ...]
    more: int
    steps: tuple[ShownExchange, ...]

    @property
    def held(self) -> bool:
        """Whether the row can stay folded."""
        return not did_not_hold(self.result)


@dataclass(frozen=True)
class ShownRows:
    """All rows, and in *aside* the exchanges of rows that held. The page shows those only when a reader asks."""

    rows: tuple[ShownRow, ...]
    aside: tuple[ShownExchange, ...]


def did_not_hold(row: RowResult) -> bool:
    """Whether the row needs a reader: it was selected, its check ran, and the requirement did not hold."""
    return row.selected and row.verdict in _DID_NOT_HOLD


def shown_rows(result: RunResult) -> ShownRows:
    """The rows of *result* in the order of the catalogue."""
    recorded = {exchange.index: exchange for exchange in result.exchanges}
    written: set[int] = set()
    worse = sum(1 for row in result.rows if did_not_hold(row))
    room = _WHERE_IT_DID_NOT if worse <= _MANY else _WHERE_MANY_DID_NOT
    rows = [_shown_row(row, room if did_not_hold(row) else _WHERE_IT_HELD, recorded, written) for row in result.rows]
    asked = dict.fromkeys(number for row in rows for number in row.numbers if number not in written)
    return ShownRows(tuple(rows), tuple(_shown(recorded[number], _WHERE_IT_HELD) for number in asked))


def _shown_row(row: RowResult, room: _Room, recorded: Mapping[int, Exchange], written: set[int]) -> ShownRow:
    """The row. Its exchanges are added to *written*, so that no later row writes them again."""
    telling = row.proof or row.exchanges
    numbers = tuple(dict.fromkeys([*telling[: room.exchanges], *row.program]))
    here = [number for number in numbers if did_not_hold(row) and number not in written]
    written.update(here)
    return ShownRow(
        result=row,
        numbers=numbers,
        here=_all_shown(here, recorded, room),
        more=len(set(row.exchanges) - set(numbers)),
        steps=_all_shown(row.program, recorded, room),
    )


def _all_shown(numbers: Iterable[int], recorded: Mapping[int, Exchange], room: _Room) -> tuple[ShownExchange, ...]:
    return tuple(_shown(recorded[number], room) for number in numbers)


def _shown(exchange: Exchange, room: _Room) -> ShownExchange:
    response = exchange.response
    return ShownExchange(
        number=exchange.index,
        line=exchange.request.line,
        status=str(response.status) if response else f"no answer: {exchange.failure}",
        about=f"{_PURPOSES[exchange.role]}, {exchange.agency}, {exchange.elapsed_ms:.0f} ms",
        request_body=_body_text(exchange.request.content or b"", room.characters),
        response_body=_body_text(response.content if response else b"", room.characters),
        curl=curl_line(exchange),
    )


def _body_text(content: bytes, most_characters: int) -> str:
    """JSON indented, anything else as text; cut when it is long."""
    text = indented(content.decode("utf-8", errors="replace"))
    cut = len(text) - most_characters
    return text if cut <= 0 else f"{text[:most_characters]}\n... {cut} more characters, see exchanges.har"
