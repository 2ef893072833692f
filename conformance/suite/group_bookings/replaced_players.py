"""Player lists that follow a longer list or refused lists: nothing remains of the first, and all before the second."""

from collections.abc import Iterator, Sequence
from typing import Any

from conformance.asking.oracles import accepted, golden, within_budget
from conformance.discovery import GroupDesk, MovableClock
from conformance.discovery.group_bookings import PlayerNames
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import expect
from conformance.suite.arranged.booked_groups import BookedGroup, settle
from conformance.target.target import Target


def require_no_older_list(
    desk: GroupDesk,
    group_id: str,
    earlier: frozenset[str],
    names: PlayerNames,
    named: Answer,
    group_read: Answer,
    target: Target,
) -> None:
    """Raises `Violation` when the group shows none of *names*, the list that *named* accepted, and shows one of the
    *earlier* last names, or another list where *named* shows *names*. No document says that a group shows names.
    """
    later = {last_name for _, last_name in names}
    where = {name for name, value in _lists_in(named) if any(last_name in str(value) for last_name in later)}

    def is_older(answer: Answer) -> bool:
        is_another = any(name in where for name, _ in _lists_in(answer))
        is_earlier = any(name in answer.text for name in earlier - later)
        return (is_another or is_earlier) and not any(name in answer.text for name in later)

    if named.is_success and not named.is_for_later and is_older(group_read):
        seconds = target.budgets.visibility_seconds
        last = within_budget(lambda: desk.read(group_id), lambda answer: not is_older(answer), seconds=seconds)
        actual = f"{last.where} shows none of these names where it shows a list"
        expect(
            not is_older(last), "a group shows names of the player list that it accepted last", actual, (named, last)
        )


def _lists_in(answer: Answer) -> Iterator[tuple[str, Sequence[Any]]]:
    """The members of a group that are lists, by their names."""
    group = answer.body.get("data") if isinstance(answer.body, dict) else None
    for name, value in group.items() if isinstance(group, dict) else ():
        if isinstance(value, list):
            yield name, value


def require_as_many_others_taken(desk: GroupDesk, group_id: str, before: PlayerNames, target: Target) -> PlayerNames:
    """Sends a list of as many others, and returns their names. Raises `Violation` when the group shows only names of
    the list *before*.
    """
    return _require_taken(desk, group_id, before, desk.name_as_many_players(group_id), target)


def require_taken_when_processed(
    desk: GroupDesk, group_id: str, before: PlayerNames, clock: MovableClock, target: Target
) -> None:
    """Sends a list when the group is processed, and then a shorter one. Raises `Violation` when the group shows only
    names of the list *before*, or a part of the first list behind the shorter one. Nothing is sent while the group is
    processing.
    """
    if settle(desk, group_id, clock, target) != "processing":
        sent = desk.name_more_players(group_id)
        names = _require_taken(desk, group_id, before, sent, target)
        require_nothing_behind_a_shorter_list(desk, group_id, names, sent[1])


def _require_taken(
    desk: GroupDesk, group_id: str, before: PlayerNames, sent: tuple[PlayerNames, Answer], target: Target
) -> PlayerNames:
    names, named = sent
    if not named.is_success:
        named.mark(Role.attempt)
    earlier = frozenset(last_name for _, last_name in before)
    require_no_older_list(desk, group_id, earlier, names, named, desk.read(group_id), target)
    return names


def require_nothing_behind_a_shorter_list(
    desk: GroupDesk, group_id: str, before: PlayerNames, longer: Answer
) -> PlayerNames:
    """Sends a shorter list, and returns its names. Raises `Violation` when the group shows them, and a part of the
    names *before* them.

    *longer* answered the list before. No document says whether a list replaces the players before or adds to them.
    Neither explains a part of them.
    """
    last, shorter = desk.name_fewer_players(group_id)
    group_read = desk.read(group_id)
    if not shorter.is_success:
        shorter.mark(Role.attempt)
    if not (longer.is_success and shorter.is_success):
        return last
    accepted(group_read, "Reading a group booking")
    # It may show either kind of name alone.
    for old, new in zip(zip(*before, strict=True), zip(*last, strict=True), strict=True):
        kept = [name for name in dict.fromkeys(old) if name in group_read.text]
        is_part = set(kept) not in (set(), set(old)) and all(name in group_read.text for name in new)
        actual = f"{group_read.where} shows {', '.join(kept)} of the list before, beside {', '.join(new)}"
        expected = "a group shows no part of the player list before the last one"
        expect(not is_part, expected, actual, (shorter, group_read))
    return last


def require_list_kept_after_refusals(
    desk: GroupDesk, group: BookedGroup, names: PlayerNames, group_read: Answer, target: Target
) -> None:
    """Raises `Violation` when a refused player list takes *names* from the group, which *group_read* shows, or when the
    last accepted list is refused after it. No document says which lists a target refuses.
    """
    attempts = desk.name_wrongly(group.id, int(group.sent["totalPlayers"]))
    for attempt in attempts:
        attempt.mark(Role.attempt)
    if any(attempt.is_success for attempt in attempts):
        return
    shown = {name for player in names for name in player if name in group_read.text}
    after = within_budget(
        lambda: desk.read(group.id),
        lambda answer: all(name in answer.text for name in shown),
        seconds=target.budgets.visibility_seconds,
    )
    accepted(after, "Reading a group booking")
    lost = sorted(name for name in shown if name not in after.text)
    actual = f"{after.where} does not show {', '.join(lost)} after a refused list"
    expect(not lost, "a refused player list leaves the players of a group as they were", actual, (*attempts, after))
    golden(desk.name_more_players(group.id)[1])
