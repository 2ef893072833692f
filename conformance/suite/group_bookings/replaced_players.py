"""A player list that follows a longer list: nothing may remain behind its end."""

from conformance.asking.oracles import accepted
from conformance.discovery import GroupDesk
from conformance.discovery.group_bookings import PlayerNames
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect
from conformance.suite.arranged.booked_groups import BookedGroup


def require_nothing_behind_a_shorter_list(desk: GroupDesk, group: BookedGroup, before: PlayerNames) -> None:
    """Sends a shorter list of players after a list with the names *before*. Raises `Violation` when the group shows the
    shorter list, and some of the players before, but not all of them.

    No document says whether a list replaces the players before or adds to them. Neither explains a part of them.
    """
    after, answer = desk.name_fewer_players(group.id)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    group_read = desk.read(group.id)
    accepted(group_read, "Reading a group booking")
    # It may show either kind of name alone.
    for old, new in zip(zip(*before, strict=True), zip(*after, strict=True), strict=True):
        kept = [name for name in old if name in group_read.text]
        is_part = set(kept) not in (set(), set(old)) and all(name in group_read.text for name in new)
        actual = f"the group shows {', '.join(kept)} of the list before, beside {', '.join(new)}"
        expected = "a group shows no part of the player list before the last one"
        expect(not is_part, expected, actual, (answer, group_read))
