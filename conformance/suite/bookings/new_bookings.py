"""What the answer to a new booking must show, judged for all bookings of a check: every message names the booking."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from conformance.asking.oracles import accepted, part, same
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, Violation, expect, shown
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, Reads, whole_tee_times
from conformance.suite.arranged.booking_values import known_moment, require_lead_player
from conformance.suite.arranged.from_holds import book_from_hold, book_from_larger_hold
from conformance.suite.arranged.trap_texts import book_with_trap_texts
from conformance.target.target import Target
from conformance.walks.values import lines, text_difference

# Fewer players than a hold has places.
_FEWER = 2
_ACCENTED_REQUESTS = (
    "Zwei Bälle für São João, s'il vous plaît: un chariot électrique,"
    " à côté du départ; señal ámbar & Gäste-WLAN, merci!"
)


def require_confirmed(created: Iterable[Booked]) -> None:
    """Raises `Violation` unless the answer to every create shows status confirmed."""
    for booking in created:
        what = f"the status of new booking {booking.where} for {booking.players}"
        same(booking.shown("status"), "confirmed", what, booking.answer)


def require_tee_time_and_players_as_sent(created: Iterable[Booked]) -> None:
    """Raises `Violation` unless every new booking is for the course, day, time and players of its request."""
    for booking in created:
        course_id = booking.shown("course.id")
        same(course_id, booking.sent["courseId"], f"course.id of new booking {booking.where}", booking.answer)
        for member in ("date", "teeTime", "players"):
            what = f"{member} of new booking {booking.id}"
            same(booking.shown(member), booking.sent[member], what, booking.answer)


def require_lead_player_as_sent(created: Iterable[Booked]) -> None:
    """Raises `Violation` unless the answer to every create shows the lead player of its request."""
    for booking in created:
        require_lead_player(booking.answer.body, booking.sent, f"the answer that created {booking.id}")


def require_kept_as_sent(reads: Reads, created: Iterable[Booked], member: str) -> None:
    """Raises `Violation` unless create and get show *member* of every booking that was sent with it."""
    for booking in created:
        if member in booking.sent:
            _require_kept(reads, booking, member)


def _require_kept(reads: Reads, booking: Booked, member: str) -> None:
    created, read_again = part(booking.answer, f"data.{member}"), part(reads.booking(booking), member)
    _same_lines(created, booking, member, f"in the answer that created {booking.id}")
    _same_lines(read_again, booking, member, f"of booking {booking.id} when it is read")


def _same_lines(found: Any, booking: Booked, member: str, where: str) -> None:
    seen, wanted = lines(found), lines(booking.sent[member])
    if seen != wanted and isinstance(seen, str):
        raise Violation(
            f"{member} {where} is as sent", f"{member} differs: {text_difference(seen, wanted)}", booking.answer
        )
    same(seen, wanted, f"{member} {where}", booking.answer)


def require_references_of_the_service(created: Iterable[Booked]) -> None:
    """Raises `Violation` unless every booking has a bookingReference, which is not the reference of the caller."""
    for booking in created:
        reference = booking.shown("bookingReference")
        is_text = isinstance(reference, str) and reference.strip() != ""
        is_new = reference != booking.sent.get("agencyBookingReference")
        actual = f"it is {shown(reference)}"
        expect(is_text, f"bookingReference of {booking.id} is a text", actual, booking.answer)
        expect(is_new, f"bookingReference of {booking.id} is not what the caller sent", actual, booking.answer)


def require_created_when_answered(created: Iterable[Booked]) -> None:
    """Raises `Violation` unless createdAt of every booking is the time at which create answered."""
    for booking in created:
        created_at, answered_at = known_moment(booking.shown("createdAt"), "createdAt"), booking.answer.answered_at
        expected = f"createdAt lies within 5 minutes of {answered_at.isoformat()}, when create answered"
        actual = f"createdAt of {booking.id} is {created_at.isoformat()}"
        expect(abs(created_at - answered_at) <= CLOCKS_AGREE_WITHIN, expected, actual, booking.answer)


def require_course_named_as_in_its_details(courses: CourseFinder, created: Iterable[Booked]) -> None:
    """Raises `Violation` unless every new booking shows its course under the name of the course details."""
    for booking in created:
        name = _name(courses, booking.tee_time.course_id)
        same(booking.shown("course.name"), name, f"course.name of new booking {booking.where}", booking.answer)


def _name(courses: CourseFinder, course_id: str) -> Any:
    """The name of the course. Raises `Inconclusive` when the details show another course, or differ from the list."""
    details = courses.details(course_id)
    name = part(details, "name", judge=False)
    listed = [course.get("name") for course in courses.listed if course.get("id") == course_id]
    if details.get("id") != course_id or any(listed_name != name for listed_name in listed):
        raise Inconclusive(
            f"The details of course {course_id} show the id {details.get('id')} and the name {name}."
            f" The list shows {listed}."
        )
    return name


def read_and_list(created: Sequence[Booked], reads: Reads, desk: BookingDesk) -> None:
    """Reads every booking, and lists the bookings of its day."""
    for booking in created:
        reads.of(booking)
    for play_date in sorted({booking.tee_time.play_date for booking in created}):
        desk.listed(play_date)


def book_with_punctuated_reference(desk: BookingDesk, tee_times: TeeTimeFinder, run: Run, target: Target) -> Booked:
    """A booking whose agencyBookingReference has the marks that agencies use, from a hold where that is possible."""
    punctuated = f"{run.marker}/Ab.7_Z-0001: Group-of.Smith_2027/x"[:40]
    tee_time = tee_times.fresh()
    body = desk.body(tee_time, 3, agencyBookingReference=punctuated)
    return book_from_hold(desk, body, tee_time, target)


def book_with_accented_requests(desk: BookingDesk, tee_times: TeeTimeFinder, run: Run) -> Booked:
    """A booking whose free texts hold everything that programs mangle or, where the target refuses that, whose
    specialRequests have accents and, where the target takes it, a line break.
    """
    tee_time = tee_times.fresh()
    body = desk.body(tee_time, 3, specialRequests=_ACCENTED_REQUESTS)
    milder = {"specialRequests": _ACCENTED_REQUESTS.replace("; ", ";\n")}
    return book_with_trap_texts(desk, body, tee_time, run.random("trap texts"), milder)


def book_fewer_than_held(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> list[Booked]:
    """A booking for fewer players than the hold that it completes, on a day on which clocks change if the target sells
    one. Empty where the target refuses it.
    """
    tee_time = tee_times.at_a_change_of_clocks() or tee_times.fresh()
    found = book_from_larger_hold(desk, desk.body(tee_time, _FEWER), tee_time, target)
    return [found] if found else []


def hold_id_for_two(desk: BookingDesk, tee_time: OfferedTeeTime) -> str:
    """The id of a hold for two players. Raises `Inconclusive` when the hold is refused, which HLD-05 judges."""
    held = accepted(desk.hold(tee_time, _FEWER), "Holding a tee time")
    return str(part(held, "holdId", judge=False))


def book_again(desk: BookingDesk, first: Booked, tee_time: OfferedTeeTime) -> list[Booked]:
    """Another booking with the reference of *first*. Empty where a target takes a reference only once: that is open."""
    body = desk.body(tee_time, 2, agencyBookingReference=first.sent["agencyBookingReference"])
    again = Booked(tee_time, body, desk.post(body))
    if again.answer.is_success and again.id != first.id:
        return [again]
    again.answer.mark(Role.attempt)
    return []


# Whether a day of play is of some kind.
Days = Callable[[date], bool]


@dataclass
class Acceptances:
    """Books what was not *accepted* before in this run."""

    desk: BookingDesk
    tee_times: TeeTimeFinder
    accepted: list[Booked] = field(default_factory=list)

    def recall_or_book(self, players: int, left_out: Sequence[str] = (), day: Days | None = None) -> Booked:
        """A booking for this number of *players* without the members *left_out*, on a *day* of some kind if possible:
        one that was accepted in this run, or a new one with its answer, whatever it is.
        """
        known = (booking for booking in self.accepted if _shows(booking.sent, players, left_out))
        fitting = (booking for booking in known if day is None or day(booking.tee_time.play_date))
        return next(fitting, None) or self._book(players, left_out, day)

    def _book(self, players: int, left_out: Sequence[str], day: Days | None) -> Booked:
        found = self.tee_times.day_with(day) if day else None
        tee_time = whole_tee_times([found])[0] if found else self.tee_times.fresh()
        body = self.desk.body(tee_time, players)
        for member in left_out:
            body = without(body, member)
        return Booked(tee_time, body, self.desk.post(body))


def _shows(body: Mapping[str, Any], players: int, left_out: Sequence[str]) -> bool:
    """Whether *body* is for this number of *players* and has none of the members *left_out*."""
    return body["players"] == players and not any(_has(body, member) for member in left_out)


def _has(body: Any, member: str) -> bool:
    for name in member.split("."):
        if name not in body:
            return False
        body = body[name]
    return True
