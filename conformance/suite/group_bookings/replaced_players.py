"""A player list that follows a longer list: nothing may remain behind its end."""

from conformance.asking.oracles import accepted
from conformance.discovery.group_bookings import PlayerNames
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import expect


def require_nothing_behind_a_shorter_list(
    before: PlayerNames, longer: Answer, last: PlayerNames, shorter: Answer, group_read: Answer
) -> None:
    """Raises `Violation` when the group shows the names of the *last* list, and a part of the names *before* it.

    *longer* and *shorter* answered the two lists. No document says whether a list replaces the players before or adds
    to them. Neither explains a part of them.
    """
    if not shorter.is_success:
        shorter.mark(Role.attempt)
    if not (longer.is_success and shorter.is_success):
        return
    accepted(group_read, "Reading a group booking")
    # It may show either kind of name alone.
    for old, new in zip(zip(*before, strict=True), zip(*last, strict=True), strict=True):
        kept = [name for name in old if name in group_read.text]
        is_part = set(kept) not in (set(), set(old)) and all(name in group_read.text for name in new)
        actual = f"{group_read.where} shows {', '.join(kept)} of the list before, beside {', '.join(new)}"
        expected = "a group shows no part of the player list before the last one"
        expect(not is_part, expected, actual, (shorter, group_read))
