"""What is judged about lives of places: after each step of a life, its tee time has the right places free."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.evidence.verdicts import NoEvidence, Violation
from conformance.suite.invariants.life_plans import BOOKED, COMPLETED, CONFIRMED, GROWN, HELD, RELEASED, SHRUNK
from conformance.suite.invariants.lives_of_places import (
    GIVEN_BACK,
    MOVED,
    TAKEN,
    LifeOfPlaces,
    LivesOfDay,
    PlacesSeen,
)

# The row that speaks of the places after a step of a life. Where more than one does, the first names too many places.
_ROWS: Mapping[tuple[str, str], tuple[str, str]] = {
    **{(way, TAKEN): ("HLD-05", "") for way in (HELD, COMPLETED)},
    **{(way, TAKEN): ("HOK-05", "") for way in (RELEASED, CONFIRMED)},
    **{(way, TAKEN): ("INV-05", "") for way in (BOOKED, GROWN, SHRUNK)},
    (COMPLETED, MOVED): ("INV-05", "HLD-16"),
    (CONFIRMED, MOVED): ("INV-05", "HOK-05"),
    **{(way, MOVED): ("BKU-10", "BKU-10") for way in (GROWN, SHRUNK)},
    (RELEASED, GIVEN_BACK): ("HOK-05", "HOK-05"),
    **{(way, GIVEN_BACK): ("BKX-07", "BKX-07") for way in (COMPLETED, CONFIRMED, BOOKED, GROWN, SHRUNK)},
}
ROWS_OF_PLACES = sorted({row for rows in _ROWS.values() for row in rows if row})


@dataclass(frozen=True)
class LivesOfRow:
    """The lives of several *days*, as far as they speak about the row."""

    days: Sequence[LivesOfDay]
    row: str

    def wrong(self) -> Iterator[tuple[LivesOfDay, LifeOfPlaces, str]]:
        """Lives that show a violation of the row, each with its day and the step after which it shows."""
        for lives in self.days:
            for life in lives.lives:
                for step, seen in life.seen.items():
                    if self.row in _violated(life, step, seen):
                        yield lives, life, step


def _violated(life: LifeOfPlaces, step: str, seen: PlacesSeen) -> Iterator[str]:
    """The rows that the places free after *step* violate. A place that is taken too much may be somebody else's."""
    too_many, too_few = _ROWS[life.plan.way, step]
    if seen.too_many:
        yield too_many
    if seen.too_few:
        yield too_few


def require_places_in_step(lives: LivesOfRow) -> None:
    """Raises `Violation` for the first life that shows other places than its own are taken. Raises `NoEvidence` when
    no life speaks about the row.
    """
    told = [life for day in lives.days for life in day.lives if _speaks(life, lives.row)]
    if not told:
        raise NoEvidence("The target has no day, or takes no request, for these lives of places.")
    for _, life, step in lives.wrong():
        seen = life.seen[step]
        neighbours = f" and {seen.of_neighbours} places of a neighbour" if seen.of_neighbours else ""
        expected = f"the number of free places beside {life.in_words(step)}{neighbours} is {seen.wanted}"
        raise Violation(expected, f"the tee sheets show {', '.join(map(str, seen.free))}")


def _speaks(life: LifeOfPlaces, row: str) -> bool:
    return any(row in _ROWS[life.plan.way, step] for step in life.seen)


def wrong_again(
    lives: LivesOfRow, play_again: Callable[[LivesOfDay, Sequence[LifeOfPlaces]], LivesOfDay]
) -> LivesOfRow:
    """The lives that show a violation of the row, each once more on the same day."""
    by_day = {id(day): (day, [life for found, life, _ in lives.wrong() if found is day]) for day in lives.days}
    played = [
        play_again(day, list({id(life): life for life in wrong}.values())) for day, wrong in by_day.values() if wrong
    ]
    return LivesOfRow(played, lives.row)
