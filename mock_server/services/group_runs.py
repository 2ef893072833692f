"""Where a group fits on the sheet of a day, from the ledger. Takes nothing."""

from collections.abc import Sequence
from dataclasses import replace

from fixtures.courses import Course
from mock_server.domain.group_bookings import GroupBooking, GroupRequest
from mock_server.domain.group_runs import Run, find_runs
from mock_server.domain.ledger import Offer
from mock_server.domain.magic import MagicEffect, magic_of
from mock_server.services.availability import offers_of_day
from mock_server.storage.sessions import Session

_FINDS_NOTHING = (MagicEffect.PLACES_TAKEN, MagicEffect.GROUP_FAILS)


def nearest_run(session: Session, course: Course, wish: GroupRequest | GroupBooking) -> Run:
    """The run that the group gets now. It is empty if no run fits, or if the lead player's name asks for that.

    An offline course has no sheet, so it has no run. Assumption A-42.
    """
    magic = magic_of(wish.lead_player.last_name)
    if not course.is_online or (magic is not None and magic.effect in _FINDS_NOTHING):
        return ()
    return _first(find_runs(offers_of_day(session, course, wish.play_date), wish.total_players, wish.preferred_time))


def run_on_an_empty_sheet(session: Session, course: Course, wish: GroupRequest | GroupBooking) -> Run:
    """The run that an offline course gives a group, from its opening hours; empty on a closed day. Assumption A-42."""
    sheet = session.courses.sheet(course.id, wish.play_date)
    empty: Sequence[Offer] = [replace(offer, free=course.plan.places) for offer in sheet]
    return _first(find_runs(empty, wish.total_players, wish.preferred_time))


def _first(runs: Sequence[Run]) -> Run:
    return runs[0] if runs else ()
