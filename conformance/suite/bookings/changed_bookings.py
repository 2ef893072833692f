"""How bookings are created for a change, changed and read back, and what a change must leave alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, CourseFinder, FreshDay, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Untested, expect
from conformance.suite.arranged.booked import (
    Booked,
    all_modifiable,
    book,
    book_from_hold,
    book_own_tee_time,
    change,
    lead_player,
    read,
    read_before,
)
from conformance.suite.arranged.booking_values import comparable
from conformance.suite.arranged.changes import other_size
from conformance.suite.arranged.read_back import changes_in_words, moved_members
from conformance.suite.bookings.refused_bookings import whole_tee_time
from conformance.target.target import Target
from conformance.walks.values import words

NEW_REQUESTS = "Two electric trolleys, please. Changed by a conformance run."
NEW_VALUES: Mapping[str, Any] = {
    "players": 3,
    "specialRequests": NEW_REQUESTS,
    "agencyBookingReference": "changed-by-a-conformance-run",
}

_PLAYERS_FROM_A_HOLD = 4


def book_directly_or_from_a_hold(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> Booked:
    """A booking at a tee time of its own: one party size comes from a hold, the others are booked directly."""
    if players != _PLAYERS_FROM_A_HOLD:
        return book_own_tee_time(desk, tee_times, players)
    tee_time = tee_times.fresh()
    return book_from_hold(desk, desk.body(tee_time, players), tee_time, target)


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
        if alone.is_success and words(seen := _read_until(desk, target, booked, member, value)) == words(value):
            return alone, seen
        alone.mark(Role.attempt)
    answer = desk.update(booked.id, all_modifiable(read(desk, booked.id), {member: value}))
    return answer, _read_until(desk, target, booked, member, value)


def change_requests_until_seen(
    desk: BookingDesk, target: Target, booked: Booked, texts: Sequence[str], *, whole: bool
) -> tuple[Answer, Any, str]:
    """As `change_until_seen`, for special requests, and the text: the first of *texts* that is taken, or the last.

    No document says which texts a target may not take.
    """
    for wanted in texts:
        answer, seen = change_until_seen(desk, target, booked, "specialRequests", wanted, whole=whole)
        if answer.is_success:
            break
        if wanted != texts[-1]:
            answer.mark(Role.attempt)
    return answer, seen, wanted


def change_alone(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> Answer:
    """The answer to a PUT of one member alone, when the booking shows it. Raises `Untested` when it is refused."""
    answer = desk.update(booked.id, {member: value})
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise Untested(f"The target refuses a change of {member} alone ({answer.status}), so no member is left out.")
    _read_until(desk, target, booked, member, value)
    return answer


def _read_until(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> Any:
    return within_budget(
        lambda: read(desk, booked.id).get(member),
        lambda seen: words(seen) == words(value),
        seconds=target.budgets.visibility_seconds,
    )


def listed_reference(desk: BookingDesk, target: Target, booked: Booked, wanted: str) -> Any:
    """The reference that the list shows for the booking. Raises `Inconclusive` when it is not listed."""

    def listed() -> list[Any]:
        items = desk.listed(booked.tee_time.play_date)
        return [item.get("agencyBookingReference") for item in items if item.get("id") == booked.id]

    seen = within_budget(listed, lambda seen: seen == [wanted], seconds=target.budgets.visibility_seconds)
    if not seen:
        raise Inconclusive(f"The list of {booked.tee_time.play_date} does not show the booking (BKL-03).")
    return seen[0]


def require_room_to_grow(answer: Answer, tee_times: TeeTimeFinder, booked: Booked, more: int) -> None:
    """Raises `Inconclusive` when a change to *more* players was refused and the tee time has no places for them."""
    if not answer.is_success and tee_times.places_free(booked.tee_time) < more:
        raise Inconclusive("Somebody else took the places that this change needs.")


def require_identity_kept(desk: BookingDesk, booked: Booked, changes: Mapping[str, Any]) -> None:
    """Raises `Violation` when a change of one member after the other moves what identifies the booking."""
    before = read_before(desk, booked.id)
    answers = []
    for member, value in (*changes.items(), ("players", other_size(before))):
        answers.append(change(desk, booked.id, {member: value}))
        accepted(answers[-1], "Changing a booking")
    # No change gives back what another change moved, so one look after all changes is enough.
    moved = moved_members(before, read(desk, booked.id))
    members = ", ".join((*changes, "players"))
    actual = f"after changes of {members}, one after the other, the booking has {changes_in_words(moved)}"
    expect(not moved, "a change keeps id, reference, createdAt, course, date and time", actual, answers)


def require_nothing_moves(
    desk: BookingDesk, booked: Booked, forbidden: Callable[[], Mapping[str, Any]], beside: Mapping[str, Any]
) -> None:
    """Raises `Violation` when a change of a *forbidden* member, with those *beside* it, moves or cancels the booking.

    It asks for the forbidden changes when it has read the booking.
    """
    before = read_before(desk, booked.id)
    attempted: list[str] = []
    for member, value in forbidden().items():
        answer = desk.update(booked.id, {member: value, **beside})
        answer.mark(Role.attempt)
        attempted.append(member)
        # A status comes last: what it cancels cannot be changed any more.
        if member == "status" or (answer.is_success and not beside):
            _require_as_before(before, read(desk, booked.id), " or ".join(attempted), answer)
            attempted.clear()


def _require_as_before(before: Mapping[str, Any], after: Mapping[str, Any], named: str, answer: Answer) -> None:
    moved, status = _moved(before, after), after.get("status")
    after_it = f"after {answer.where} (answered {answer.status})"
    actual = f"{after_it} the booking has {changes_in_words(moved)}"
    expect(not moved, f"{named} in a change moves nothing", actual, answer)
    expect(status != "cancelled", f"{named} in a change does not cancel", f"{after_it} the status is {status}", answer)


def forbidden_changes(booked: Booked, day: FreshDay, tee_times: TeeTimeFinder, courses: CourseFinder) -> dict[str, Any]:
    """Every documented member that may not be modified, with another value that would be possible."""
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
