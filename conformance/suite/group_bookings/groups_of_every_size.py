"""What is judged about groups of several sizes: every message names the group, or the request that asked for it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from conformance.asking.oracles import accepted, golden, part, refused, same
from conformance.discovery import CourseFinder, FreshDay, GroupDesk, MovableClock
from conformance.discovery.group_bookings import PlayerNames
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, Untested, expect, or_else, shown
from conformance.scope.run import Run
from conformance.suite.arranged.booked_groups import (
    BookedGroup,
    read_group,
    settle,
)
from conformance.suite.arranged.course_samples import course_of_few_players
from conformance.suite.arranged.pending import wished
from conformance.target.target import Target

_OFFLINE_AT, _TOO_FEW_PLAYERS = "10:23", 4
_PERHAPS_OPTIONAL = ("agencyBookingReference", "specialRequests")


def ask_for_two_groups_offline(
    desk: GroupDesk, courses: CourseFinder, run: Run, total_players: int
) -> Sequence[BookedGroup]:
    """Two groups on one day at the declared offline course. The second is asked for without the members that may be
    optional, and then, where it is refused, with them.

    Raises `Untested` where no course is declared, `Inconclusive` when a group is refused.
    """
    wish = wished(courses, run, _OFFLINE_AT)
    day = FreshDay(wish.course_id, wish.play_date, ())

    def ask(role: Role, without: Collection[str] = ()) -> BookedGroup:
        body = desk.body(day, total_players, preferredTime=wish.time)
        sent = {name: value for name, value in body.items() if name not in without}
        group = BookedGroup(day, sent, desk.post(sent, role=role))
        accepted(group.answer, "Booking a group at an offline course")
        return group

    first = ask(Role.golden)
    return [first, or_else(lambda: ask(Role.attempt, _PERHAPS_OPTIONAL), None) or ask(Role.golden)]


def ask_for_four_players(desk: GroupDesk, day: FreshDay, courses: CourseFinder, run: Run) -> Sequence[Answer]:
    """The answers to groups of four players: on *day*, and, where they are declared, at the course that takes fewer in
    a booking and at the offline course.
    """
    bodies = [desk.body(day, _TOO_FEW_PLAYERS)]
    if smaller := or_else(lambda: course_of_few_players(courses)[0], None):
        bodies.append(bodies[0] | {"courseId": smaller})
    if wish := or_else(lambda: wished(courses, run, _OFFLINE_AT), None):
        offline = FreshDay(wish.course_id, wish.play_date, ())
        bodies.append(desk.body(offline, _TOO_FEW_PLAYERS, preferredTime=wish.time))
    return [desk.post(body, role=Role.attempt) for body in bodies]


def read_all_accepted(desk: GroupDesk, groups: Iterable[BookedGroup]) -> None:
    """Reads every group that was accepted, whatever the answer is."""
    for group in groups:
        if group.answer.is_success:
            desk.read(group.id)


def require_accepted(groups: Iterable[BookedGroup]) -> None:
    """Raises `Violation` unless every group is accepted."""
    for group in groups:
        golden(group.answer)


def require_any_accepted(groups: Iterable[BookedGroup]) -> None:
    """Raises `Inconclusive` unless at least one of *groups*, which are larger, is accepted."""
    if not any(group.answer.is_success for group in groups):
        raise Inconclusive("Larger groups were refused as well, which GRP-16 judges.")


def require_status_code_202(groups: Iterable[BookedGroup]) -> None:
    """Raises `Violation` unless every group is accepted with status code 202."""
    for group in groups:
        answer = group.answer
        accepted(answer, "Booking a group")
        same(answer.status, 202, f"the status code of the answer to {answer.where}", answer)


def require_processing(groups: Iterable[BookedGroup]) -> None:
    """Raises `Violation` unless every new group has status processing."""
    for group in groups:
        accepted(group.answer, "Booking a group")
        what = f"the status of a new group booking of {group.sent.get('totalPlayers')}"
        same(part(group.answer, "data.status"), "processing", what, group.answer)


def require_what_was_asked_for(groups: Iterable[BookedGroup]) -> None:
    """Raises `Violation` unless every new group has the players, the course and the day of its request."""
    for group in groups:
        body = accepted(group.answer, "Booking a group")
        for member in ("totalPlayers", "courseId", "date"):
            value = part(body, f"data.{member}", judge=False)
            what = f"{member} of a new group booking of {group.sent.get('totalPlayers')}"
            same(value, group.sent[member], what, group.answer)


def require_read_as_asked_for(desk: GroupDesk, groups: Iterable[BookedGroup]) -> None:
    """Raises `Violation` when a read of a group shows other players, another course or another day than its request.

    No document says which of these a read shows.
    """
    for group in groups:
        answer = desk.read(group.id)
        group_read = part(answer.body, "data", judge=False) if answer.is_success else {}
        for member in ("totalPlayers", "courseId", "date"):
            value = group_read.get(member, group.sent[member]) if isinstance(group_read, dict) else group.sent[member]
            what = f"{member} in {answer.where}, a group of {group.sent.get('totalPlayers')},"
            same(value, group.sent[member], what, answer)


def require_readable(desk: GroupDesk, groups: Iterable[BookedGroup], target: Target) -> None:
    """Raises `Violation` unless every group can be read, as an object with a status that is text or absent."""
    for group in groups:
        answer = group.read_at_once or read_group(desk, group, target)
        golden(answer)
        group_read = part(answer, "data")
        is_object = isinstance(group_read, dict)
        expect(is_object, f"data of {answer.where} is an object", f"it is {shown(group_read)}", answer)
        status = group_read.get("status")
        is_text = status is None or isinstance(status, str)
        expect(is_text, f"data.status of {answer.where} is text", f"it is {shown(status)}", answer)


def require_read_under_its_id(desk: GroupDesk, groups: Iterable[BookedGroup], target: Target) -> None:
    """Raises `Violation` when reading a group shows another id."""
    for group in groups:
        answer = read_group(desk, group, target)
        group_read = part(accepted(answer, "Reading a group booking"), "data", judge=False)
        if isinstance(group_read, dict) and "id" in group_read:
            same(str(group_read["id"]), group.id, f"data.id of {answer.where}", answer)


def name_players_in_time(desk: GroupDesk, group: BookedGroup, clock: MovableClock, target: Target) -> Answer:
    """The answer to a player list for the group, sent again when the group is not processing any more.

    Raises `Untested` where the list is refused and the target file does not declare what it looks like.
    """
    answer = desk.name_players(group.id)
    if answer.is_success:
        return answer
    if not desk.player_list_is_declared:
        raise Untested(
            "No document shows the form of a player list: declare players under [groups] in the target file."
            f" {answer.where} answered {answer.status}: {answer.text[:120]}"
        )
    # It may take names only when it has found its tee times.
    answer.mark(Role.attempt)
    if settle(desk, group.id, clock, target) == "processing":
        raise Inconclusive("The player list was refused. The group was still processing at the end of the wait.")
    return desk.name_players(group.id)


def advise_named_again(again: Answer) -> None:
    """Raises `Advisory` when a second player list is refused: no document says whether a list is final."""
    if not again.is_success:
        again.mark(Role.attempt)
        raise Advisory(f"The player list cannot be sent a second time: {again.where} answered {again.status}.")


def require_every_name_kept(names: PlayerNames, answer: Answer, group_read: Answer) -> None:
    """Raises `Violation` when the group shows some of the *names* that *answer* is about, and not all of them.

    No document says that a group shows names, or what a list looks like. So a list that is refused proves nothing.
    """
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    accepted(group_read, "Reading a group booking")
    # It may show either kind of name alone.
    for of_one_kind in zip(*names, strict=True):
        players = Counter(of_one_kind)
        shown_for = Counter({name: min(players[name], group_read.text.count(name)) for name in players})
        kept, lost = sorted(shown_for.elements()), sorted((players - shown_for).elements())
        actual = f"{group_read.where} shows {', '.join(kept)}, and not {', '.join(lost)} for another player"
        expect(not (kept and lost), "a group that shows the names of its players shows all of them", actual, answer)


def read_unknown_groups(
    desk: GroupDesk, courses: CourseFinder, groups: Iterable[BookedGroup]
) -> list[tuple[Answer, Answer]]:
    """The answers to reading an unused id that looks like the id of each of *groups*, each with its control."""
    return [(desk.read(courses.unknown_id(group.id)), desk.read(group.id)) for group in groups]


def require_players_refused(attempt: Answer, name_known: Callable[[], Answer]) -> None:
    """Raises `Violation` when *attempt* named the players of an unknown group, and *name_known*, which names those of a
    known group, is accepted.

    A target that answers 202 may still refuse the list later. What a player list looks like is not shown.
    """
    attempt.mark(Role.attempt)
    if attempt.is_success and not attempt.is_for_later:
        refused(attempt, control=name_known())


def settled_status(
    desk: GroupDesk, attempt: Answer, twin: BookedGroup, clock: MovableClock, target: Target
) -> str | None:
    """The status of the group that *attempt* created, when it is processed. None when *attempt* was refused.

    Raises `Inconclusive` when it is still processing at the end of the wait.
    """
    if not attempt.is_success:
        return None
    status = settle(desk, BookedGroup(twin.day, {}, attempt).id, clock, target)
    if status in (None, "processing"):
        raise Inconclusive(
            f"The target accepted the group, and the status was still {status!r} at the end of the wait."
        )
    return status


def require_refused_or_not_confirmed(attempt: Answer, status: str | None, *, control: Answer) -> None:
    """Raises `Violation` when a group at an unknown course is accepted and then confirmed."""
    if not attempt.is_success:
        refused(attempt, control=control)
    actual = f"the status of the group in {attempt.where} is {shown(status)}"
    expect(status != "confirmed", "a group at an unknown course is not confirmed", actual, attempt)
