"""Groups of one agency, and another agency that tries to read them and to name their players."""

from collections.abc import Iterable, Iterator

from conformance.asking.client import Agency, segment
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import refused
from conformance.catalogue.paths import GROUP_BOOKINGS
from conformance.discovery import GroupDesk, MovableClock
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Untested
from conformance.suite.arranged.booked_groups import GROUP_SIZES, BookedGroup, settle
from conformance.target.target import Target


def read_as_both(stranger: Agency, owner: Agency, groups: Iterable[BookedGroup]) -> list[tuple[Answer, Answer]]:
    """The answers to reading each of *groups* as another agency, each with its control: the owner reads it too."""
    paths = [f"{GROUP_BOOKINGS}/{segment(group.id)}" for group in groups]
    return [(stranger.get(path), owner.get(path)) for path in paths]


def reach_later_states(
    desk: GroupDesk,
    stranger: GroupDesk,
    group: BookedGroup,
    clock: MovableClock,
    target: Target,
    decisions: CourseDecisions,
) -> Iterator[BookedGroup]:
    """Yields the group when it is processed, and again when its course has confirmed it, where a lever does that.
    Before, the *stranger* asks for a group on the same day. Whether the course takes it does not matter.
    """
    stranger.post(stranger.body(group.day, GROUP_SIZES[0]))
    settle(desk, group.id, clock, target)
    yield group
    try:
        decisions.confirm(group.id)
    except Untested:
        return
    yield group


def require_players_kept_from_another(stranger: GroupDesk, owner: GroupDesk, group: BookedGroup) -> None:
    """Raises `Violation` when another agency can name the players of the group, and its own agency can.

    A target that answers 202 may still refuse the list later. What a player list looks like is not shown.
    """
    attempt = stranger.name_players(group.id)
    attempt.mark(Role.attempt)
    if not attempt.is_for_later:
        refused(attempt, control=owner.name_players(group.id), because="the group belongs to another agency")
