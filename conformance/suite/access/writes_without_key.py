"""Writing requests without the key, beside the same with it, and what they must not have done."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import refused
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.discovery import BookingDesk, BookingHookDesk, GroupDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, NotApplicable, expect
from conformance.suite.arranged.booked import Booked, all_modifiable, read, read_before
from conformance.suite.arranged.booked_groups import BookedGroup
from conformance.suite.arranged.hooked_tee_times import hook_tee_time
from conformance.target.target import Target


def hold_without_key(
    agency: Agency, tee_times: TeeTimeFinder, tee_time: OfferedTeeTime, parties: Sequence[int]
) -> tuple[Sequence[Answer], int]:
    """The answers to holds for each of *parties* without the key, and how many places are gone after them."""
    path = f"{COURSES}/{segment(tee_time.course_id)}/hold-tee-time"
    wanted = {"date": tee_time.play_date.isoformat(), "time": tee_time.time}
    attempts = [agency.post(path, {**wanted, "players": players}, key=None) for players in parties]
    return attempts, tee_time.places - tee_times.places_free(tee_time)


@dataclass(frozen=True)
class Untouched:
    """The answers to changes and to a cancel without the key, and the booking as it is read *before* and *after*."""

    booking_id: str
    to_change: Sequence[Answer]
    to_cancel: Answer
    before: Mapping[str, Any]
    after: Mapping[str, Any]


def change_and_cancel_without_key(
    agency: Agency, desk: BookingDesk, booked: Booked, changes: Mapping[str, Any]
) -> Untouched:
    """Tries to change the booking and to cancel it. It tries the first change before anybody has read the booking."""
    path = f"{BOOKINGS}/{segment(booked.id)}"
    first = agency.put(path, dict(changes), key=None)
    before = read_before(desk, booked.id)
    second = agency.put(path, all_modifiable(before, changes), key=None)
    to_cancel = agency.delete(path, key=None)
    return Untouched(booked.id, [first, second], to_cancel, before, read(desk, booked.id))


def require_not_done(keyless: Untouched, changes: Mapping[str, Any]) -> None:
    """Raises `Violation` when the booking shows the players of the first change."""
    players = keyless.before.get("players")
    actual = f"booking {keyless.booking_id} has {players} players after the change"
    expect(
        players != changes["players"],
        "a change that is refused without the key does not change the booking",
        actual,
        keyless.to_change,
    )


def require_hooks_declared(hooks: BookingHookDesk, target: Target) -> None:
    """Raises `NoEvidence` where the target has no hooks, or does not declare what a hook takes."""
    if "hook" in target.absent or not hooks.is_declared:
        raise NoEvidence("No document shows the body of a hook, and the target file does not declare the body.")


def release_with_key(hooks: BookingHookDesk, tee_times: TeeTimeFinder, hook_id: str, attempt: Answer) -> Answer:
    """The answer to a release with the key: of the hook itself, or of another hook when *attempt* released it.

    A hook that was released without the key cannot show how a release with it is answered.
    """
    return hooks.release(hooks.id_of(hook_tee_time(hooks, tee_times).answer) if attempt.is_success else hook_id)


def require_removable_groups(target: Target, course_decisions: CourseDecisions) -> None:
    """Raises `NoEvidence` where the target has no groups, or nothing can take a group back."""
    if "group" in target.absent or not course_decisions.can_cancel_groups:
        raise NoEvidence("This check books no group, because the run has no way to cancel the group.")


def name_players_without_key_and_with_it(
    keyless: GroupDesk, groups: GroupDesk, group: BookedGroup
) -> list[tuple[Answer, Answer]]:
    """The answers to a player list without the key and with it. Empty where the target does not declare its form."""
    if not groups.player_list_is_declared:
        return []
    return [(keyless.name_players(group.id), groups.name_players(group.id))]


def require_refused_where_the_twin_is_accepted(twins: Iterable[tuple[Answer, Answer]]) -> None:
    """Raises `Violation` unless each attempt is refused whose control is accepted: what hooks and groups take is mostly
    not shown.
    """
    for attempt, control in twins:
        attempt.mark(Role.attempt)
        if control.is_success:
            refused(attempt, control=control)


def require_request_understood(control: Answer, method: str, path: str) -> None:
    """Raises `NotApplicable` when the same request with the key is refused."""
    if not control.is_success:
        raise NotApplicable(
            f"No document shows the body of {method} {path}, and the target refused the body that this check sent."
        )
