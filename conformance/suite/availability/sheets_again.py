"""What a course lists when a check repeats the request for a sampled tee sheet, unchanged or changed."""

from collections.abc import Callable, Sequence
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, recent
from conformance.evidence.exchanges import Answer, Role
from conformance.suite.arranged.tee_sheets import Amount, ListedTeeTime, TeeSheet, ask, listed_tee_times, recalled


def offered(agency: Agency, sheet: TeeSheet, players: object) -> Sequence[ListedTeeTime]:
    """The tee times that the course and day of *sheet* list now for this number of *players*."""
    return listed_tee_times(accepted(ask(agency, sheet.course_id, sheet.play_date, players), "Reading a tee sheet"))


def try_sheet(agency: Agency, sheet: TeeSheet, players: object) -> Sequence[ListedTeeTime]:
    """As `offered`, for players that no document allows."""
    answer = ask(agency, sheet.course_id, sheet.play_date, players)
    answer.mark(Role.attempt)
    return listed_tee_times(accepted(answer, "Reading a tee sheet"))


def as_listed(agency: Agency, sheet: TeeSheet) -> Callable[[], Sequence[ListedTeeTime]]:
    """Reads what the course and day of *sheet* list: first *sheet* itself while it is recent, then new answers."""
    at_hand = [sheet.answer]

    def read() -> Sequence[ListedTeeTime]:
        if not at_hand:
            return offered(agency, sheet, sheet.players)
        answer = recent(at_hand.pop(), partial(recalled, agency, sheet.course_id, sheet.play_date, sheet.players))
        return listed_tee_times(accepted(answer, "Reading a tee sheet"))

    return read


def sheet_twin(agency: Agency, sheet: TeeSheet) -> Answer:
    """The valid request for *sheet*, as a control."""
    return recent(sheet.answer, partial(recalled, agency, sheet.course_id, sheet.play_date, sheet.players))


def offered_within(
    agency: Agency, sheet: TeeSheet, bounds: dict[str, str], **players: object
) -> Sequence[ListedTeeTime]:
    """As `offered` for the *players* of the sheet or for others, inside bounds of time.

    The bounds are documented, so a refusal violates the row.
    """
    options = {"players": sheet.players, **players, **bounds}
    return listed_tee_times(golden(ask(agency, sheet.course_id, sheet.play_date, **options)))


def green_fees(agency: Agency, sheet: TeeSheet, numbers: Sequence[int]) -> list[dict[str, Amount]]:
    """Green fees by time for each number of players."""
    return [{tee_time.time: tee_time.green_fee for tee_time in offered(agency, sheet, players)} for players in numbers]


def has_smaller_gaps(agency: Agency, sheet: TeeSheet) -> bool:
    """Whether the day of *sheet* has a tee time with too few places for its players."""
    return any(tee_time.available < (sheet.players or 4) for tee_time in offered(agency, sheet, 1))
