"""Places the states of a transition table on a drawing, and lists what can happen to an object now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mock_server.api.problems import CODES, REFUSALS
from mock_server.domain import booking_hooks, bookings, group_bookings, tee_time_holds
from mock_server.domain.states import Refuse, Row

# Three columns fit into half a page, and two into the width of a telephone.
BOX_WIDTH, BOX_HEIGHT, ACROSS, DOWN, MARGIN = 98, 38, 142, 84, 14

# Tables by the folder of an object, and the states of a list under other names.
TABLES: dict[str, Sequence[Row[Any, Any, Any]]] = {
    "bookings": bookings.TRANSITIONS,
    "tee-time-holds": tee_time_holds.TRANSITIONS,
    "booking-hooks": booking_hooks.TRANSITIONS,
    "group-bookings": group_bookings.TRANSITIONS,
}
_NAMES = {"active": "held", "completed": "used"}


@dataclass(frozen=True, slots=True)
class Box:
    """A state on a drawing. *is_here* says whether the object is in it."""

    name: str
    x: int
    y: int
    is_here: bool
    width: int = BOX_WIDTH
    height: int = BOX_HEIGHT


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move between two states. *path* is in the words of SVG. *is_possible* says whether it begins at the object."""

    path: str
    title: str
    is_possible: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of a table, in pixels. *words* says the same to people who do not see it."""

    width: int
    height: int
    start: tuple[int, int]
    boxes: Sequence[Box]
    arrows: Sequence[Arrow]
    words: str


@dataclass(frozen=True, slots=True)
class Possibility:
    """Something that can happen to an object in its state, and what follows. *source* is where the rule comes from."""

    trigger: str
    condition: str
    outcome: str
    is_refused: bool
    event: str
    source: str


def drawing_of(folder: str, status: str) -> Drawing:
    """The states of a kind of object, with the present state of one object."""
    table, here = TABLES[folder], _NAMES.get(status, status)
    places = _places(table)
    boxes = [Box(name, x, y, name == here) for name, (x, y) in places.items()]
    start = (MARGIN, max(y for _, y in places.values()) // 2 + BOX_HEIGHT // 2)
    arrows = [_arrow(begin, end, title, places, start, here) for (begin, end), title in _moves(table).items()]
    return Drawing(
        width=max(x for x, _ in places.values()) + BOX_WIDTH + MARGIN // 2,
        height=max(y for _, y in places.values()) + BOX_HEIGHT + 12,
        start=start,
        boxes=boxes,
        arrows=sorted(arrows, key=lambda arrow: arrow.is_possible),
        words=f"States: {', '.join(places)}. The object is {here}.",
    )


def possibilities(folder: str, status: str) -> list[Possibility]:
    """Every row of the table for the state of an object, in its order."""
    here = _NAMES.get(status, status)
    rows = [row for row in TABLES[folder] if row.state == here]
    conditional = {str(row.trigger) for row in rows if row.condition is not None}
    return [_possibility(row, "otherwise" if str(row.trigger) in conditional else "always") for row in rows]


def _possibility(row: Row[Any, Any, Any], without_condition: str) -> Possibility:
    refused = isinstance(row.outcome, Refuse)
    code = REFUSALS[row.outcome.kind] if isinstance(row.outcome, Refuse) else ""
    outcome = f"{CODES[code][0]} {code}" if refused else str(row.outcome)
    condition = without_condition if row.condition is None else row.condition.words
    return Possibility(str(row.trigger), condition, outcome, refused, row.emits or "", row.source)


def _moves(table: Sequence[Row[Any, Any, Any]]) -> dict[tuple[str, str], str]:
    """The moves from state to state, each with everything that leads along it. The first state is empty."""
    moves: dict[tuple[str, str], list[str]] = {}
    for row in table:
        if not isinstance(row.outcome, Refuse) and row.state != row.outcome:
            moves.setdefault((str(row.state or ""), str(row.outcome)), []).append(str(row.trigger))
    return {move: ", or ".join(dict.fromkeys(triggers)) for move, triggers in moves.items()}


def _places(table: Sequence[Row[Any, Any, Any]]) -> dict[str, tuple[int, int]]:
    """Where the box of each state is: in the column of its distance from the beginning, one below the other."""
    columns: dict[str, int] = {"": 0}
    for _ in table:
        for begin, end in _moves(table):
            if begin in columns:
                columns.setdefault(end, columns[begin] + 1)
    places: dict[str, tuple[int, int]] = {}
    for name, column in columns.items():
        if name:
            above = sum(columns[other] == column for other in places)
            places[name] = (MARGIN + 38 + (column - 1) * ACROSS, 8 + above * DOWN)
    return places


def _arrow(
    begin: str, end: str, title: str, places: dict[str, tuple[int, int]], start: tuple[int, int], here: str
) -> Arrow:
    x2, y2 = places[end]
    middle = BOX_HEIGHT // 2
    if not begin:
        path = f"M{start[0] + 8} {start[1]} L{x2 - 4} {y2 + middle}"
    elif places[begin][0] == x2:
        path = _up_or_down(places[begin], (x2, y2))
    else:
        x1, y1 = places[begin]
        path = f"M{x1 + BOX_WIDTH} {y1 + middle} L{x2 - 4} {y2 + middle}"
    return Arrow(path, f"{begin or 'beginning'} to {end}: {title}", bool(begin) and begin == here)


def _up_or_down(begin: tuple[int, int], end: tuple[int, int]) -> str:
    """A line inside a column. Lines down and lines up are beside each other."""
    (x1, y1), (_, y2) = begin, end
    down = y2 > y1
    x = x1 + BOX_WIDTH // 2 + (-14 if down else 14)
    return f"M{x} {y1 + BOX_HEIGHT if down else y1} L{x} {y2 - 4 if down else y2 + BOX_HEIGHT + 4}"
