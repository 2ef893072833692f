"""What firstAvailable and lastAvailable describe between bounds: the listed tee times or the whole day. No document
says which, but a target has one answer.
"""

from collections.abc import Sequence
from enum import StrEnum

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, part
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import expect, or_else
from conformance.scope.run import Run
from conformance.suite.arranged.tee_sheets import TeeSheet, ask, listed_times
from conformance.suite.availability.sampled_sheets import bounds_inside

_MEMBERS = ("firstAvailable", "lastAvailable")


class Described(StrEnum):
    """What both members describe; *neither* where somebody else has booked the first or the last tee time meanwhile."""

    listed = "the listed tee times"
    whole_day = "the whole day"
    neither = "neither"


def described_between_bounds(agency: Agency, run: Run, sheet: TeeSheet) -> Sequence[tuple[Answer, Described]]:
    """What they describe with one bound, with the other, and with both."""
    low, high = bounds_inside(sheet, run)
    asked = ({"earliestTime": low}, {"latestTime": high}, {"earliestTime": low, "latestTime": high})
    answers = [ask(agency, sheet.course_id, sheet.play_date, sheet.players, **bounds) for bounds in asked]
    return [(answer, _described(answer, sheet)) for answer in answers]


def require_one_description(described: Sequence[tuple[Answer, Described]]) -> None:
    """Raises `Violation` when they describe the listed tee times in one answer, and the whole day in another."""
    told = {what: answer for answer, what in described if what is not Described.neither}
    actual = " and ".join(f"{what} in {answer.where}" for what, answer in told.items())
    expected = f"{' and '.join(_MEMBERS)} describe the same, whatever the bounds are"
    expect(len(told) <= 1, expected, f"they describe {actual}", list(told.values()))


def _described(answer: Answer, sheet: TeeSheet) -> Described:
    times = listed_times(golden(answer))
    shown = _frame(answer)
    if times and shown == [times[0], times[-1]]:
        return Described.listed
    return Described.whole_day if shown == _frame(sheet.answer) else Described.neither


def _frame(answer: Answer) -> list[object]:
    return [or_else(lambda: part(answer.body, f"timeSlots.{name}", judge=False), None) for name in _MEMBERS]  # noqa: B023 - called at once
