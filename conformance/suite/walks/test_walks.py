"""Checks by walks: random histories of bookings, holds, hooks and groups that no check of one operation thinks of.

All rows judge the same walks. A walk that could not be played says nothing, because every row here has other checks.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import cast

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, BookingHookDesk, GroupDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import HeldAtLast, Inconclusive, NoEvidence, Violation, verifies
from conformance.recordings.plain import from_plain, plain
from conformance.scope.lanes import current_lane
from conformance.session.session import CheckSession
from conformance.suite.walks.walks import (
    PlayingHere,
    budget_for,
    needs_met,
    play_in_lanes,
    programs_for,
    themes_for,
)
from conformance.walks.arena import Parties
from conformance.walks.commands import Program
from conformance.walks.experience import Experience, experience_of
from conformance.walks.rows import EVERY_ROW
from conformance.walks.walking import Found, Walks, judged, walk

# Holds lapse in about one program of each run.
_AN_HOUR_IN_MINUTES = 60


@pytest.fixture(scope="session")
def parties(
    request: pytest.FixtureRequest,
    agency: Agency,
    bookings: BookingDesk,
    hooks: BookingHookDesk,
    groups: GroupDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    check_session: CheckSession,
) -> Parties:
    """Who acts in the walks: the second agency too where the run has its key."""
    both = check_session.target.second_api_key is not None
    rival = cast(Agency, request.getfixturevalue("second_agency")) if both else None
    rival_desk = cast(BookingDesk, request.getfixturevalue("second_bookings")) if both else None
    return Parties(agency, bookings, hooks, groups, tee_times, clock, rival, rival_desk)


@pytest.fixture(scope="session")
def walks(check_session: CheckSession, parties: Parties) -> Walks:
    """The walks of this run, played once for all rows.

    A read-only run plays none. Neither does a run in which each row that walks could decide is violated already.
    """
    target, run = check_session.target, check_session.run
    rows = check_session.selection.decided
    if run.read_only or check_session.carry_over("no walk is needed", lambda: _are_violated(rows, check_session)):
        return Walks({}, 0)
    themes = themes_for(rows, target, can_cancel_groups=check_session.decisions.can_cancel_groups)
    seen = check_session.carry_over(
        "seen before walks", lambda: plain(experience_of(check_session.recording.exchanges))
    )
    experienced = replace(parties, seen=from_plain(Experience, seen))
    playing = PlayingHere(experienced, check_session.recording, target.budgets.visibility_seconds)
    # Another version may draw other programs. A replay needs the programs of its recording.
    drawn = check_session.carry_over("walks", lambda: plain(list(programs_for(themes, needs_met(target), run))))
    left = check_session.carry_over("requests for walks", lambda: check_session.pace.requests_left)
    programs, budget = from_plain(tuple[Program, ...], drawn or []), budget_for(themes, left or 0)
    lanes = current_lane().of_parts
    if not lanes or not programs:
        return walk(programs, playing, rows, budget)
    return judged(play_in_lanes(programs, playing, lanes, check_session.clock, budget), playing, rows, budget)


def _are_violated(rows: Collection[str], session: CheckSession) -> bool:
    """Whether those of *rows* that walks can decide are all violated already: a walk could only find more of it."""
    return all(session.is_violated(row) for row in EVERY_ROW if row in rows)


@pytest.mark.divides_itself
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=verifies(row, moves_clock_minutes=_AN_HOUR_IN_MINUTES)) for row in EVERY_ROW],
)
def test_no_walk_deviates(walks: Walks, row: str) -> None:
    _require_played(walks)
    deviation = walks.found.get(row)

    _require_confirmed(deviation)
    _require_none(deviation)


def _require_played(walks: Walks) -> None:
    """Raises `NoEvidence` when this run played no walk."""
    if not walks.played:
        raise NoEvidence("This run played no walk.")


def _require_confirmed(found: Found | None) -> None:
    """Raises `HeldAtLast` when no repetition shows again what a walk showed, and `Inconclusive` when too few do."""
    if found is None or found.is_confirmed:
        return
    shown = f"Expected: {found.expected}. Actual: {found.story}."
    if not found.seen:
        raise HeldAtLast(f"Held in {found.repeated} repetitions of a walk that once showed something else. {shown}")
    raise Inconclusive(
        f"A walk showed this, and {found.seen} of {found.repeated} repetitions showed it again."
        f" Somebody else may have interfered. {shown}"
    )


def _require_none(deviation: Found | None) -> None:
    """Raises `Violation` for a *deviation*, with the walk that led to it."""
    if deviation is not None:
        raise Violation(deviation.expected, deviation.story, deviation.exchanges[-1], program=deviation.exchanges)
