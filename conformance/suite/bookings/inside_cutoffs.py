"""Bookings whose cutoffs have passed, because the clock of the target moved on, and what their course must refuse.

The zone of a tee time is not stated, so its moment is guessed from the longitude of the course, with hours to spare.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from conformance.asking.oracles import part, within_budget
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, Judgement, NoEvidence, Untested
from conformance.suite.arranged.booked import PLACES, Booked, book, read
from conformance.target.target import Target

# Zones follow the sun less closely than their name says: summer time, and borders of states.
SPARE = timedelta(hours=3)
_A_DAY = timedelta(days=1)
_AFTERNOON = timedelta(hours=15)
_SHORTEST_CUTOFF = timedelta(hours=8)
_LONGEST_CUTOFF = timedelta(days=10)
_MOST_COURSES_READ, _MOST_COURSES_ASKED = 30, 12
_DEGREES_PER_HOUR = 15

# The numbers of players that are booked inside the cutoffs, and outside.
PARTIES = (2, PLACES)
# Two more than are booked, in case somebody else is faster.
_MOST_NEAR_TEE_TIMES = 4


@dataclass(frozen=True)
class Cutoffs:
    """The two cutoffs of one course, and how far its clocks are ahead of UTC, roughly."""

    course_id: str
    to_change: timedelta
    to_cancel: timedelta
    ahead_of_utc: timedelta

    @property
    def shorter(self) -> timedelta:
        """From here on neither a change nor a cancellation is allowed."""
        return min(self.to_change, self.to_cancel)

    @property
    def longer(self) -> timedelta:
        """Until here both are allowed."""
        return max(self.to_change, self.to_cancel)

    def tees_off_at(self, tee_time: OfferedTeeTime) -> datetime:
        """The moment of a tee time, aware UTC, give or take `SPARE`."""
        local = datetime.combine(tee_time.play_date, time.fromisoformat(tee_time.time), tzinfo=UTC)
        return local - self.ahead_of_utc


@dataclass(frozen=True)
class Overtaken:
    """Bookings of one course by their number of players: *inside* its cutoffs now, and *outside* them, for control."""

    cutoffs: Cutoffs
    inside: Mapping[int, Booked]
    outside: Mapping[int, Booked]


def book_and_overtake(
    bookings: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> tuple[Overtaken, ...]:
    """Books at up to two courses, and moves the clock past the cutoffs of some of these bookings. The courses are the
    ordinary one and the one with terms of its own where they are declared.

    Raises `Untested` when no course has cutoffs long enough to be met in an unknown zone, or none has tee times then.
    """
    found = _courses_with_cutoffs(courses)
    now = clock.now()
    least = max(cutoffs.longer - cutoffs.shorter / 2 for cutoffs in found) + 2 * SPARE
    move = until_afternoon(now + found[0].ahead_of_utc + least) + least
    overtaken = [course for cutoffs in found if (course := _book_near_and_far(bookings, tee_times, cutoffs, now, move))]
    for course in overtaken:
        _change(bookings, course.inside[PLACES], target)
    if not overtaken:
        raise Untested("No course offers a tee time that the clock can bring inside its cutoffs.")
    clock.advance(move)
    return tuple(overtaken)


def near_and_far(overtaken: Sequence[Overtaken], turn: int, players: int) -> tuple[Booked, Booked]:
    """The bookings for this number of *players* inside and outside the cutoffs of one course.

    Raises `NoEvidence` where only one course has cutoffs that the clock can bring near.
    """
    if turn >= len(overtaken):
        raise NoEvidence("No second course has a tee time that the clock can bring inside other cutoffs.")
    return overtaken[turn].inside[players], overtaken[turn].outside[players]


def book_at_short_notice(desk: BookingDesk, overtaken: Sequence[Overtaken], *, from_hold: bool) -> Booked:
    """A booking for two beside a booking inside its cutoffs, less than a day before the tee time: *from_hold* if the
    target takes a hold there. It stays on the target.

    Raises `NoEvidence` where no tee time is so near, or the target refuses the booking: a course may want more notice.
    """
    near = [course.inside[2] for course in overtaken if course.cutoffs.shorter <= _A_DAY]
    if not near:
        raise NoEvidence("No booking inside its cutoffs is less than a day before its tee time.")
    tee_time = near[0].tee_time
    body = desk.body(tee_time, 2)
    held = desk.hold(tee_time) if from_hold else None
    if held is not None and held.is_success:
        answer = desk.complete_with(str(part(held.body, "holdId", judge=False)), body)
    else:
        answer = desk.post(body)
    for refusal in filter(None, (held, answer)):
        if not refusal.is_success:
            refusal.mark(Role.attempt)
    if not answer.is_success:
        raise NoEvidence("The target takes no booking so near to the tee time.")
    return Booked(tee_time, body, answer)


def cancel_too_late(desk: BookingDesk, near: Booked) -> None:
    """Cancels a booking inside its cutoff. Raises `NoEvidence` when that is not refused."""
    attempt = desk.cancel(near.id)
    attempt.mark(Role.attempt)
    if attempt.is_success:
        raise NoEvidence("The cancel inside the cutoff was not refused, which BKX-06 judges.")


def _book_near_and_far(
    bookings: BookingDesk, tee_times: TeeTimeFinder, cutoffs: Cutoffs, now: datetime, move: timedelta
) -> Overtaken | None:
    """Two bookings that are outside both cutoffs *now* and inside both after *move*, and two far from both."""
    near = _near_tee_times(tee_times, cutoffs, now, move)
    offered = tee_times.at(cutoffs.course_id, tee_times=2).tee_times
    far = [tee_time for tee_time in offered if tee_time.places >= PLACES]
    if len(near) < len(PARTIES):
        return None
    return Overtaken(
        cutoffs,
        _book_for_each_party(bookings, near),
        _book_for_each_party(bookings, far),
    )


def _book_for_each_party(desk: BookingDesk, tee_times: Sequence[OfferedTeeTime]) -> dict[int, Booked]:
    """Bookings at the first of *tee_times* that take them. Somebody else may be faster at one, and a check that moves
    the clock by days does not run again. Raises `Inconclusive` when too many are refused.
    """
    left = list(tee_times)
    booked: dict[int, Booked] = {}
    for players in PARTIES[: len(left)]:
        while players not in booked:
            tee_time = left.pop(0)
            try:
                booked[players] = book(desk, desk.body(tee_time, players), tee_time)
            except Inconclusive:
                if not left:
                    raise
    return booked


def _change(bookings: BookingDesk, booked: Booked, target: Target) -> None:
    """Gives the booking another reference, where that is accepted: it is inside its cutoffs later all the same."""
    reference = f"{booked.sent['agencyBookingReference']}-B"
    answer = bookings.update(booked.id, {"agencyBookingReference": reference})
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    # What shows late would look like a change inside the cutoffs.
    within_budget(
        lambda: read(bookings, booked.id).get("agencyBookingReference"),
        lambda shown: shown == reference,
        seconds=target.budgets.visibility_seconds,
    )


def _near_tee_times(
    tee_times: TeeTimeFinder, cutoffs: Cutoffs, now: datetime, move: timedelta
) -> Sequence[OfferedTeeTime]:
    """Free tee times that fit: one in the middle of the cutoff, then the one `barely_inside`, then the others."""
    middle = now + move + cutoffs.shorter / 2
    days = {(middle + cutoffs.ahead_of_utc + timedelta(days=off)).date() for off in (-1, 0, 1)}
    offered = [tee_time for day in sorted(days) for tee_time in tee_times.on(cutoffs.course_id, day).tee_times]

    def fits(tee_time: OfferedTeeTime) -> bool:
        remaining = cutoffs.tees_off_at(tee_time) - now - move
        in_time = cutoffs.tees_off_at(tee_time) - now > cutoffs.longer + SPARE
        return tee_time.places >= PLACES and in_time and SPARE < remaining < cutoffs.shorter - SPARE

    nearest = sorted(filter(fits, offered), key=lambda tee_time: abs(cutoffs.tees_off_at(tee_time) - middle))
    # The target may count in UTC or as the course.
    surely = now + move + cutoffs.shorter - SPARE - abs(cutoffs.ahead_of_utc)
    barely = barely_inside([tee_time for tee_time in nearest[1:] if cutoffs.tees_off_at(tee_time) < surely])
    return list(dict.fromkeys([*nearest[:1], *barely, *nearest]))[:_MOST_NEAR_TEE_TIMES]


def until_afternoon(local: datetime) -> timedelta:
    """How long after *local* the next afternoon begins at a course whose clocks show that. From then on, the first tee
    times of a day are inside a cutoff that is as many days long as a calendar counts until then.
    """
    return (_AFTERNOON - (local - datetime.combine(local, time(), local.tzinfo))) % _A_DAY


def barely_inside(tee_times: Sequence[OfferedTeeTime]) -> Sequence[OfferedTeeTime]:
    """Of *tee_times* inside a cutoff, the first one of the last day, if any. Its day ends outside the cutoff, and a
    target may count to the end of the day.
    """
    last_day = max((tee_time.play_date for tee_time in tee_times), default=None)
    of_the_day = [tee_time for tee_time in tee_times if tee_time.play_date == last_day]
    return sorted(of_the_day, key=lambda tee_time: tee_time.time)[:1]


def _courses_with_cutoffs(courses: CourseFinder) -> Sequence[Cutoffs]:
    """Up to two courses, of different cutoffs where there are such."""
    found: dict[tuple[timedelta, timedelta], Cutoffs] = {}
    for course_id in candidates(courses):
        cutoffs = cutoffs_of(courses, course_id)
        if cutoffs:
            found.setdefault((cutoffs.to_change, cutoffs.to_cancel), cutoffs)
        if len(found) == 2:
            break
    if not found:
        raise Untested("No course was found whose cutoffs are between 8 hours and 10 days and which allows changes.")
    return list(found.values())


def cutoffs_where(fits: Callable[[Cutoffs], bool], courses: CourseFinder) -> Cutoffs | None:
    """The cutoffs of the first of a few courses that *fits*, None without such a course."""
    known = (cutoffs_of(courses, course_id) for course_id in candidates(courses)[:_MOST_COURSES_ASKED])
    return next((cutoffs for cutoffs in known if cutoffs and fits(cutoffs)), None)


def candidates(courses: CourseFinder) -> Sequence[str]:
    """Declared courses first, then some online ones."""
    declared = []
    for fact in ("default_terms", "override_terms"):
        try:
            declared.append(courses.declared(fact))
        except Untested:
            continue
    count = sum(1 for course in courses.listed if course.get("isOnline") is True)
    return [*declared, *(course["id"] for course in courses.online(max(count, 1))[:_MOST_COURSES_READ])]


def cutoffs_of(courses: CourseFinder, course_id: str) -> Cutoffs | None:
    """The cutoffs of an online course that takes ordinary bookings, or None when they cannot be used."""
    try:
        terms, details = courses.terms(course_id)["bookingTerms"], courses.details(course_id)
        hours = [terms[name] for name in ("modificationCutoffHours", "selfServiceCancellationCutoffHours")]
        usable = terms["modificationAllowed"] is True and terms["maxPlayersPerBooking"] >= PLACES
    except (Judgement, KeyError, TypeError):
        return None
    if not usable or details.get("isOnline") is not True or not all(isinstance(number, int) for number in hours):
        return None
    cutoffs = Cutoffs(course_id, timedelta(hours=hours[0]), timedelta(hours=hours[1]), _ahead_of_utc(details))
    return cutoffs if cutoffs.shorter >= _SHORTEST_CUTOFF and cutoffs.longer <= _LONGEST_CUTOFF else None


def _ahead_of_utc(details: Mapping[str, Any]) -> timedelta:
    longitude = details.get("longitude")
    return timedelta(hours=float(longitude) / _DEGREES_PER_HOUR) if longitude is not None else timedelta()
