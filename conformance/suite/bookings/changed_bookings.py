"""How bookings are created for a change, changed and read back, and what a change must leave alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, CourseFinder, FreshDay, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, NoEvidence, Untested, expect
from conformance.suite.arranged.booked import (
    PLACES,
    UNUSUAL_TEXTS,
    Booked,
    all_modifiable,
    book,
    book_own_tee_time,
    change,
    lead_player,
    read,
    read_before,
)
from conformance.suite.arranged.booking_values import comparable
from conformance.suite.arranged.from_holds import book_from_hold, book_own_from_larger_hold
from conformance.suite.arranged.read_back import changes_in_words, moved_members
from conformance.suite.arranged.tee_sheets import until_at_most
from conformance.suite.bookings.refused_bookings import whole_tee_time
from conformance.target.target import Target
from conformance.walks.values import lines

NEW_REQUESTS = "Two electric trolleys, please. Changed by a conformance run."
# Longer than the columns of 255 characters that many databases have, with characters that programs escape.
_LONG_REQUESTS = (
    f"{UNUSUAL_TEXTS[1]} "
    "We travel with two wheelchairs and would like a buggy that is allowed on all fairways, a table for four after the "
    "round, and a locker for the bags overnight. One guest does not eat nuts, and one does not drink milk. If the "
    "course is wet, please ring the tour operator before ten o'clock, and not the guests: they are on the road from "
    "early morning on. Booked by a conformance run."
)
NEW_VALUES: Mapping[str, Any] = {
    "players": 3,
    "specialRequests": NEW_REQUESTS,
    "agencyBookingReference": "changed-by-a-conformance-run",
}

_PLAYERS_FROM_A_HOLD, _PLAYERS_FROM_A_LARGER_HOLD = 4, 3


def book_for_a_change(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> Booked:
    """A booking at a tee time of its own: one party size comes from a hold, one from a larger hold where it can."""
    part = desk.in_turn(players)
    if part == _PLAYERS_FROM_A_LARGER_HOLD and players < PLACES:
        return book_own_from_larger_hold(desk, tee_times, players, target)
    if part not in (_PLAYERS_FROM_A_HOLD, _PLAYERS_FROM_A_LARGER_HOLD):
        return book_own_tee_time(desk, tee_times, players)
    tee_time = tee_times.fresh()
    return book_from_hold(desk, desk.body(tee_time, players), tee_time, target)


def book_with_long_requests(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Booked:
    """A booking for two, from a hold where that is possible, with long special requests where the target takes them."""
    tee_time = tee_times.fresh()
    return book_from_hold(desk, desk.body(tee_time, 2), tee_time, target, specialRequests=_LONG_REQUESTS)


def book_where_changes_are_forbidden(desk: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder) -> Booked:
    """A booking for two on the declared course whose terms forbid changes. Raises `Untested` when they do not."""
    course_id = courses.declared("no_modification")
    if part(courses.terms(course_id), "bookingTerms.modificationAllowed", judge=False) is not False:
        raise Untested(f"The terms of course {course_id} do not say modificationAllowed = false.")
    tee_time = whole_tee_time(tee_times.at(course_id))
    return book(desk, desk.body(tee_time, 2), tee_time)


def change_until_seen(
    desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any, *, whole: bool
) -> tuple[Answer, Any]:
    """The answer to a PUT of all members that may be modified, and what the booking then shows.

    Unless it is to be *whole*, a PUT of the member alone comes first, and is enough where it is taken and kept.
    """
    if not whole:
        alone = desk.update(booked.id, {member: value})
        if alone.is_success and lines(seen := _shown_at_last(desk, target, booked, member, value)) == lines(value):
            return alone, seen
        alone.mark(Role.attempt)
    answer = desk.update(booked.id, all_modifiable(read(desk, booked.id), {member: value}))
    return answer, _shown_at_last(desk, target, booked, member, value)


def change_text_until_seen(
    desk: BookingDesk, target: Target, booked: Booked, member: str, texts: Sequence[str], *, whole: bool
) -> tuple[Answer, Any, str]:
    """As `change_until_seen`, for a text, and the text: the first of *texts* that is taken, or the last.

    No document says which texts a target may not take.
    """
    for wanted in texts:
        answer, seen = change_until_seen(desk, target, booked, member, wanted, whole=whole)
        if answer.is_success:
            break
        if wanted != texts[-1]:
            answer.mark(Role.attempt)
    return answer, seen, wanted


def advise_emptied(desk: BookingDesk, target: Target, booked: Booked) -> None:
    """Raises `Advisory` when a booking keeps its special requests after an accepted change to an empty text.

    No document says whether a text may be empty. Raises `NoEvidence` where the target refuses it.
    """
    answer = desk.update(booked.id, {"specialRequests": ""})
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence("The target refuses to empty the special requests, and no document says that it must not.")
    kept = within_budget(
        lambda: read(desk, booked.id).get("specialRequests"),
        lambda seen: not seen,
        seconds=target.budgets.visibility_seconds,
    )
    if kept:
        raise Advisory(f"The special requests of booking {booked.id} stay after a change to an empty text.")


@dataclass(frozen=True)
class ChangedAlone:
    """A change of one *member* alone: the booking *before* and *after* it, and the answer."""

    member: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    answer: Answer

    def require_others_kept(self) -> None:
        """Raises `Violation` when another member that may be modified has moved."""
        others = [name for name in NEW_VALUES if name != self.member]
        moved = moved_members(self.before, self.after, others)
        actual = f"after {self.answer.where} with {self.member} alone the booking has {changes_in_words(moved)}"
        expect(not moved, f"a change of {self.member} alone leaves the other members as they were", actual, self.answer)


def change_alone(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> ChangedAlone:
    """A PUT of one member alone, and the booking as soon as it shows that.

    Raises `Inconclusive` when a PUT of all members is refused too: somebody else may have taken the places. Raises
    `Untested` when only the PUT of one member is refused.
    """
    before = read_before(desk, booked.id)
    answer = desk.update(booked.id, {member: value})
    if not answer.is_success:
        answer.mark(Role.attempt)
        accepted(desk.update(booked.id, all_modifiable(read(desk, booked.id), {member: value})), "Changing a booking")
        answer = desk.update(booked.id, {member: value})
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise Untested(f"The target refuses a change of {member} alone ({answer.status}), so no member is left out.")
    return ChangedAlone(member, before, _read_until(desk, target, booked, member, value), answer)


def _shown_at_last(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> Any:
    return _read_until(desk, target, booked, member, value).get(member)


def _read_until(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> Mapping[str, Any]:
    """The booking as soon as it shows the *value*, or the budget has run out."""
    seen: Mapping[str, Any] = within_budget(
        lambda: read(desk, booked.id),
        lambda booking: lines(booking.get(member)) == lines(value),
        seconds=target.budgets.visibility_seconds,
    )
    return seen


def listed_reference(desk: BookingDesk, target: Target, booked: Booked, wanted: str) -> Any:
    """The reference that the list shows for the booking. Raises `Inconclusive` when it is not listed."""

    def listed() -> list[Any]:
        items = desk.listed(booked.tee_time.play_date)
        return [item.get("agencyBookingReference") for item in items if item.get("id") == booked.id]

    seen = within_budget(listed, lambda seen: seen == [wanted], seconds=target.budgets.visibility_seconds)
    if not seen:
        raise Inconclusive(f"The list of {booked.tee_time.play_date} does not show the booking (BKL-03).")
    return seen[0]


def require_room_to_grow(
    answer: Answer, desk: BookingDesk, tee_times: TeeTimeFinder, booked: Booked, players: int, target: Target
) -> None:
    """Raises `Inconclusive` when a change to more *players* was refused for want of places: the tee time has none for
    them, which may show late, or the same change is accepted now, because somebody else gave places back meanwhile.
    """
    more = players - booked.sent["players"]
    if more < 1 or answer.is_success:
        return
    if until_at_most(more - 1, lambda: tee_times.places_free(booked.tee_time), target) < more:
        raise Inconclusive("Somebody else took the places that this change needs.")
    if change(desk, booked.id, {"players": players}).is_success:
        raise Inconclusive("A change to more players was refused, and accepted when it was sent again.")


def change_one_after_the_other(desk: BookingDesk, booking_id: str, changes: Mapping[str, Any]) -> list[Answer]:
    """The answers to a change of each member alone. Raises `Inconclusive` when one is refused."""
    answers = []
    for member, value in changes.items():
        answers.append(change(desk, booking_id, {member: value}))
        accepted(answers[-1], "Changing a booking")
    return answers


def require_identity_kept(
    before: Mapping[str, Any], after: Mapping[str, Any], changes: Iterable[str], answers: Sequence[Answer]
) -> None:
    """Raises `Violation` when *changes* of these members moved what identifies the booking."""
    # No change gives back what another change moved, so one look after all changes is enough.
    moved = moved_members(before, after)
    members = ", ".join(changes)
    actual = f"after changes of {members}, one after the other, booking {after.get('id')} has {changes_in_words(moved)}"
    expect(not moved, "a change keeps id, reference, createdAt, course, date and time", actual, answers)


@dataclass(frozen=True)
class Attempted:
    """Changes of *members* that may not be modified: the *answer* to the last change, and the booking *after* it."""

    members: Sequence[str]
    answer: Answer
    after: Mapping[str, Any]


def attempt_changes(
    desk: BookingDesk, booking_id: str, forbidden: Mapping[str, Any], beside: Mapping[str, Any]
) -> list[Attempted]:
    """Sends a change of each *forbidden* member, with those *beside* it. Reads the booking after an accepted change
    of the member alone, and after the change of the status.
    """
    attempted: list[Attempted] = []
    members: list[str] = []
    for member, value in forbidden.items():
        answer = desk.update(booking_id, {member: value, **beside})
        answer.mark(Role.attempt)
        members.append(member)
        if member == "status" or (answer.is_success and not beside):
            attempted.append(Attempted(tuple(members), answer, read(desk, booking_id)))
            members.clear()
    return attempted


def require_nothing_moved(before: Mapping[str, Any], attempted: Iterable[Attempted]) -> None:
    """Raises `Violation` when a change of members that may not be modified moves or cancels the booking."""
    for attempt in attempted:
        answer, named = attempt.answer, " or ".join(attempt.members)
        moved, status = _moved(before, attempt.after), attempt.after.get("status")
        after_it = f"after {answer.where} (answered {answer.status})"
        actual = f"{after_it} the booking has {changes_in_words(moved)}"
        expect(not moved, f"{named} in a change moves nothing", actual, answer)
        is_kept = status != "cancelled"
        expect(is_kept, f"{named} in a change does not cancel", f"{after_it} the status is {status}", answer)


def forbidden_changes(booked: Booked, day: FreshDay, tee_times: TeeTimeFinder, courses: CourseFinder) -> dict[str, Any]:
    """Every documented member that may not be modified, with another value that would be possible. The status comes
    last: what it cancels cannot be changed any more.
    """
    other_day = tee_times.at(day.course_id)
    other_course = next(course["id"] for course in courses.online(2) if course["id"] != day.course_id)
    other_time = next(tee_time.time for tee_time in day.tee_times if tee_time.time != booked.tee_time.time)
    return {
        "date": other_day.play_date.isoformat(),
        "teeTime": other_time,
        "courseId": other_course,
        "course": {"id": other_course},
        "leadPlayer": lead_player(1),
        "bookingReference": "TSC-000000",
        "createdAt": "2020-02-02T02:02:02Z",
        "status": "cancelled",
    }


def _moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    people = [comparable("leadPlayer", booking.get("leadPlayer")) for booking in (before, after)]
    return moved_members(before, after) | ({} if people[0] == people[1] else {"leadPlayer": people})
