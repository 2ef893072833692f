"""Checks of what a new booking shows. Refused ones stand in test_booking_refusals."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest

from conformance.asking.oracles import accepted, golden, part, same
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Inconclusive, exercises, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, Booked, Reads, book, book_from_hold, book_unusually, stock
from conformance.suite.arranged.booking_values import moment, plain, same_lead_player
from conformance.suite.arranged.pending import asked_for_if_possible
from conformance.suite.arranged.races import booking, race
from conformance.suite.bookings.recorded_bookings import every_booking_has_its_own
from conformance.target.target import Target

_CLOCK_TOLERANCE = timedelta(minutes=5)
_PENDING_AT = "16:30"
_OPTIONAL = ("agencyBookingReference", "specialRequests")


@pytest.fixture(scope="session")
def accepted_bodies() -> list[Mapping[str, Any]]:
    """Bodies that were accepted in this run: what they show need not be tried again."""
    return []


@pytest.fixture(scope="session")
def booked(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, accepted_bodies: list[Mapping[str, Any]]
) -> tuple[Booked, ...]:
    """Seven accepted bookings that the checks of this file only look at."""
    made = stock(bookings, tee_times, target)
    accepted_bodies += [one.sent for one in made]
    return made


@pytest.fixture(scope="session")
def every_booked(
    bookings: BookingDesk, courses: CourseFinder, run: Run, booked: tuple[Booked, ...]
) -> tuple[Booked, ...]:
    """These seven and, where the target file names a course that has to confirm, one that is pending."""
    return booked + asked_for_if_possible(bookings, courses, run, _PENDING_AT)


@pytest.fixture(scope="session")
def reads(bookings: BookingDesk) -> Reads:
    """What reading these bookings shows, read once for all checks here."""
    return Reads(bookings)


@pytest.fixture(scope="session")
def made_together(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Two bookings at different tee times, asked for at the same moment: ids may be drawn from a clock."""
    race([booking(bookings, tee_times.fresh(), 2) for _ in range(2)])


@pytest.fixture(scope="session")
def made_after_a_cancellation(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Another booking where one was cancelled: its record may be taken for the new one."""
    tee_time = tee_times.fresh()
    first = book(bookings, bookings.body(tee_time, 1), tee_time)
    if bookings.cancel(first.id).is_success:
        again = bookings.create(tee_time, 2)
        if not again.is_success:
            again.mark(Role.attempt)


@exercises("createBooking", "getBooking", "listBookings", writes=True)
def test_bookings_of_every_size_are_made_read_and_listed(
    bookings: BookingDesk, reads: Reads, every_booked: Sequence[Booked]
) -> None:
    for one in every_booked:
        reads.of(one)
    for play_date in sorted({one.tee_time.play_date for one in every_booked}):
        bookings.listed(play_date)


@verifies("BKC-01")
def test_a_booking_on_an_online_course_is_confirmed_at_once(booked: Sequence[Booked]) -> None:
    for one in booked:
        same(one.shown("status"), "confirmed", f"the status of new booking {one.where} for {one.players}", one.answer)


@verifies("BKC-05")
def test_a_booking_is_for_the_course_day_time_and_players_sent(every_booked: Sequence[Booked]) -> None:
    for one in every_booked:
        same(one.shown("course.id"), one.sent["courseId"], f"course.id of new booking {one.where}", one.answer)
        for member in ("date", "teeTime", "players"):
            same(one.shown(member), one.sent[member], f"{member} of new booking {one.id}", one.answer)


@verifies("BKC-06")
def test_create_returns_the_lead_player(every_booked: Sequence[Booked]) -> None:
    for one in every_booked:
        same_lead_player(one.answer.body, one.sent, "the answer to create")


@verifies("BKC-07")
def test_the_agency_booking_reference_is_kept_as_sent(
    bookings: BookingDesk,
    reads: Reads,
    tee_times: TeeTimeFinder,
    every_booked: Sequence[Booked],
    run: Run,
    target: Target,
) -> None:
    punctuated = f"{run.marker}/Ab.7_Z-0001: Group-of.Smith_2027/x"[:40]
    tee_time = tee_times.fresh()
    body = bookings.body(tee_time, 3, agencyBookingReference=punctuated)
    special = book_from_hold(bookings, body, tee_time, target)

    repeated = _booked_again(bookings, special, tee_times.fresh())

    for one in (special, *repeated, *every_booked):
        _kept_as_sent(reads, one, "agencyBookingReference")


@verifies("BKC-08")
def test_special_requests_are_kept_as_sent(
    bookings: BookingDesk, reads: Reads, tee_times: TeeTimeFinder, every_booked: Sequence[Booked]
) -> None:
    accented = (
        "Zwei Bälle für São João, s'il vous plaît: un chariot électrique,"
        " à côté du départ; señal ámbar & Gäste-WLAN, merci!"
    )
    tee_time = tee_times.fresh()
    body = bookings.body(tee_time, 3, specialRequests=accented)
    special = book_unusually(bookings, body, tee_time, specialRequests=accented.replace("; ", ";\n"))

    for one in (special, *every_booked):
        _kept_as_sent(reads, one, "specialRequests")


@verifies("BKC-17")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_phone_of_the_lead_player_is_optional(
    bookings: BookingDesk, tee_times: TeeTimeFinder, accepted_bodies: Sequence[Mapping[str, Any]], players: int
) -> None:
    if _was_accepted(accepted_bodies, players, ("leadPlayer.phone",)):
        return
    tee_time = tee_times.fresh()
    phoneless = without(bookings.body(tee_time, players), "leadPlayer.phone")

    _accepted_like_its_twin(bookings, phoneless, tee_time, twin_players=players)


@verifies("BKC-18")
@pytest.mark.parametrize(
    ("players", "left_out"),
    [
        (1, _OPTIONAL),
        (2, _OPTIONAL),
        (3, _OPTIONAL),
        (4, _OPTIONAL),
        (2, _OPTIONAL[:1]),
        (3, _OPTIONAL[1:]),
    ],
)
def test_reference_and_requests_are_optional(
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    accepted_bodies: Sequence[Mapping[str, Any]],
    players: int,
    left_out: Sequence[str],
) -> None:
    if _was_accepted(accepted_bodies, players, left_out):
        return
    tee_time = tee_times.fresh()
    body = bookings.body(tee_time, players)
    for member in left_out:
        body = without(body, member)

    _accepted_like_its_twin(bookings, body, tee_time, twin_players=players)


@verifies("BKC-19")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_one_to_four_players_are_accepted(
    bookings: BookingDesk, tee_times: TeeTimeFinder, accepted_bodies: Sequence[Mapping[str, Any]], players: int
) -> None:
    if _was_accepted(accepted_bodies, players, ()):
        return
    tee_time = tee_times.fresh()

    _accepted_like_its_twin(bookings, bookings.body(tee_time, players), tee_time, twin_players=5 - players)


@verifies("BKC-30")
def test_the_booking_reference_is_issued_by_the_service(every_booked: Sequence[Booked]) -> None:
    for one in every_booked:
        reference = one.shown("bookingReference")
        expect(
            isinstance(reference, str) and reference.strip() != "",
            f"bookingReference of {one.id} is a text",
            f"it is {shown(reference)}",
            one.answer,
        )
        own = one.sent.get("agencyBookingReference")
        expect(
            reference != own,
            f"bookingReference of {one.id} is not what the caller sent",
            f"it is {shown(reference)}",
            one.answer,
        )


@verifies("BKC-31", closing=True)
def test_booking_ids_are_unique(
    booked: Sequence[Booked],
    made_together: None,
    made_after_a_cancellation: None,
    exchanges: Sequence[Exchange],
    target: Target,
) -> None:
    every_booking_has_its_own("id", exchanges, target)


@verifies("BKC-32", closing=True)
def test_booking_references_are_unique(booked: Sequence[Booked], exchanges: Sequence[Exchange], target: Target) -> None:
    every_booking_has_its_own("bookingReference", exchanges, target)


@verifies("BKC-33")
def test_created_at_is_the_time_of_creation(every_booked: Sequence[Booked]) -> None:
    for one in every_booked:
        created_at = moment(one.shown("createdAt"), "createdAt")
        apart = abs(created_at - one.answer.answered_at)
        expected = f"createdAt lies within 5 minutes of {one.answer.answered_at.isoformat()}, when create answered"
        expect(apart <= _CLOCK_TOLERANCE, expected, f"createdAt of {one.id} is {created_at.isoformat()}", one.answer)


@verifies("BKC-35")
def test_the_course_is_named_as_in_its_details(courses: CourseFinder, every_booked: Sequence[Booked]) -> None:
    for one in every_booked:
        same(
            one.shown("course.name"),
            _name(courses, one.tee_time.course_id),
            f"course.name of new booking {one.where}",
            one.answer,
        )


def _booked_again(desk: BookingDesk, one: Booked, tee_time: OfferedTeeTime) -> list[Booked]:
    """Another booking with the reference of *one*. None where a target takes a reference only once: that is open."""
    body = desk.body(tee_time, 2, agencyBookingReference=one.sent["agencyBookingReference"])
    again = Booked(tee_time, body, desk.post(body))
    if again.answer.is_success and again.id != one.id:
        return [again]
    again.answer.mark(Role.attempt)
    return []


def _name(courses: CourseFinder, course_id: str) -> Any:
    """The name of the course. Raises `Inconclusive` unless its details are its own, and say what the list says."""
    details = courses.details(course_id)
    name = part(details, "name", judge=False)
    listed = [one.get("name") for one in courses.listed if one.get("id") == course_id]
    if details.get("id") != course_id or any(one != name for one in listed):
        raise Inconclusive(
            f"The details of course {course_id} show {details.get('id')} named {name}, the list {listed}."
        )
    return name


def _kept_as_sent(reads: Reads, one: Booked, member: str) -> None:
    """Judges create and read, where the booking was made with this member."""
    if member in one.sent:
        created, read_again = part(one.answer, f"data.{member}"), part(reads.booking(one), member)
        same(_words(created), _words(one.sent[member]), f"{member} in the answer that created {one.id}", one.answer)
        same(_words(read_again), _words(one.sent[member]), f"{member} of booking {one.id} when it is read")


def _words(text: Any) -> Any:
    """*text* with every gap as one blank: how lines are ended, the specification does not say."""
    return " ".join(plain(text).split()) if isinstance(text, str) else text


def _was_accepted(bodies: Sequence[Mapping[str, Any]], players: int, left_out: Sequence[str]) -> bool:
    """Whether one of *bodies* was for so many players and had none of the members *left_out*."""
    return any(body["players"] == players and not any(_has(body, one) for one in left_out) for body in bodies)


def _has(body: Any, member: str) -> bool:
    for name in member.split("."):
        if name not in body:
            return False
        body = body[name]
    return True


def _accepted_like_its_twin(
    desk: BookingDesk, body: dict[str, Any], tee_time: OfferedTeeTime, *, twin_players: int
) -> None:
    """Judges that *body* is accepted. A refusal counts only when a valid twin is accepted right after it."""
    answer: Answer = desk.post(body)
    if not answer.is_success:
        twin = desk.post(desk.body(tee_time, twin_players), role=Role.control)
        accepted(twin, "The valid twin, sent after it,")
    golden(answer)
