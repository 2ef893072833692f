"""The verdicts of one area as a picture: one tile per requirement.

Tiles differ by letter and outline, not only by colour. This module holds places and words; the template draws
them as SVG.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.catalogue.requirements import AREAS
from conformance.evidence.verdicts import Verdict
from conformance.report.grouping import NOT_IN_PROFILE, NOT_SELECTED, in_area, word_of
from conformance.results.run_result import RowResult, RunResult

# A row that holds has no letter, so that the others stand out.
LETTERS = {
    "broken": "B",
    "fail": "F",
    "serious": "S",
    "untested": "U",
    "inconclusive": "?",
    "known": "K",
    "warn": "W",
    "info": "i",
    "pass": "",
    "skip": "-",
    NOT_IN_PROFILE: "",
    NOT_SELECTED: "",
}

_TILES_PER_LINE = 25
_STEP_PX = 14
TILE_PX = 12


@dataclass(frozen=True)
class Tile:
    """One requirement in the picture; *x* and *y* are px from its upper left corner."""

    row_id: str
    word: str
    letter: str
    title: str
    x: int
    y: int


@dataclass(frozen=True)
class AreaMap:
    """The picture of one area. *description* describes the tiles in words."""

    area: str
    name: str
    description: str
    tiles: tuple[Tile, ...]
    width: int
    height: int


def area_maps(result: RunResult) -> tuple[AreaMap, ...]:
    """One picture for each area that has a row, in the order of the catalogue."""
    areas = ((area, in_area(result.rows, area)) for area in AREAS)
    return tuple(_area_map(area, rows) for area, rows in areas if rows)


def _area_map(area: str, rows: Sequence[RowResult]) -> AreaMap:
    lines = (len(rows) + _TILES_PER_LINE - 1) // _TILES_PER_LINE
    return AreaMap(
        area=area,
        name=area.replace("_", " "),
        description=counted(rows),
        tiles=tuple(_tile(place, row) for place, row in enumerate(rows)),
        width=_TILES_PER_LINE * _STEP_PX,
        height=lines * _STEP_PX,
    )


def counted(rows: Sequence[RowResult]) -> str:
    """How many of *rows* have which verdict, the worst first: `1 fail, 39 pass`."""
    counts = Counter(word_of(row) for row in rows)
    words = (*(verdict.value for verdict in Verdict), NOT_IN_PROFILE, NOT_SELECTED)
    return ", ".join(f"{counts[word]} {word}" for word in words if counts[word])


def _tile(place: int, row: RowResult) -> Tile:
    word = word_of(row)
    line, column = divmod(place, _TILES_PER_LINE)
    title = f"{row.row.id} {word}: {row.row.sentence}"
    return Tile(row.row.id, word, LETTERS[word], title, column * _STEP_PX + 1, line * _STEP_PX + 1)
