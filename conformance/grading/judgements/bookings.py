"""How a client books, changes and cancels, above all when an answer is lost. Spec: Bookings; States and transitions."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.judgements.conventions import page_of, total_pages
from conformance.grading.observations import Observation, decides, judged, right, wrong

MAY_CHANGE = frozenset({"players", "specialRequests", "agencyBookingReference"})
_CUTOFFS = frozenset({"modification_cutoff_passed", "cancellation_cutoff_passed"})
_CONFLICT = 409
CANCELLED = "cancelled"
_CARD_NUMBER = re.compile(r"(?<!\d)(?:\d[ -]?){13,19}(?!\d)")


def lost(traffic: ClientTraffic, *operations: str) -> Iterator[Call]:
    """The calls of these operations after which the client does not know what happened."""
    return (call for call in traffic.of(*operations) if call.outcome is CallOutcome.unknown)


def was_tried_before(traffic: ClientTraffic, call: Call) -> bool:
    """Whether *call* is a repetition itself: a client that repeats has to give up some day."""
    return any(before.question == call.question for before in traffic.before(call))


def _same_later(traffic: ClientTraffic, call: Call) -> Iterator[Call]:
    return (later for later in traffic.after(call) if later.question == call.question)


def _is_same_key(call: Call, later: Call) -> bool:
    return call.key is not None and call.key == later.key


def _reads_between(traffic: ClientTraffic, call: Call, later: Call) -> list[Call]:
    return [
        read
        for read in traffic.after(call)
        if read.operation == "listBookings" and read.is_accepted and later.is_after(read)
    ]


@decides("ABK-01")
def lost_bookings_are_not_repeated_blindly(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer, a client repeats with the same Idempotency-Key, or reads its bookings first."""
    for call in lost(traffic, "createBooking"):
        again = next(_same_later(traffic, call), None)
        if again is None or _is_same_key(call, again) or _reads_between(traffic, call, again):
            yield right(call)
        else:
            yield wrong(f"the answer to {call.where} was lost, and the client sent the booking again", call, again)


@decides("ABK-02")
def a_lost_booking_is_searched_on_every_page(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that looks for a lost booking reads far enough: the days of the booking, or all pages."""
    for call in lost(traffic, "createBooking"):
        again = next((later for later in _same_later(traffic, call) if not _is_same_key(call, later)), None)
        reads = _reads_between(traffic, call, again) if again else []
        if again and reads:
            sentence = f"{reads[-1].where} shows one page of several, and the client sent the booking again"
            yield judged(any(_is_far_enough(read, reads, call) for read in reads), sentence, call, *reads, again)


def _is_far_enough(read: Call, reads: list[Call], lost: Call) -> bool:
    day = str(lost.asked.get("date", ""))
    is_about_the_day = read.query.get("startDate", "") <= day <= read.query.get("endDate", "9999") and (
        {"startDate", "endDate"} <= read.query.keys()
    )
    pages = {page_of(other) for other in reads if other.operation == "listBookings"}
    return is_about_the_day or pages >= set(range(1, (total_pages(read) or 1) + 1))


@decides("ABK-03")
def nothing_is_booked_twice(traffic: ClientTraffic) -> Iterator[Observation]:
    """A lost answer never leads to two bookings."""
    for call in lost(traffic, "createBooking"):
        created = [later for later in _same_later(traffic, call) if later.is_accepted and "id" in later.data]
        ids = {str(later.data["id"]) for later in created}
        # The service knows about the booking whose answer was lost.
        alive = ids if traffic.stored is None else ids | _stored_like(traffic, call)
        sentence = f"the answer to {call.where} was lost, and the agency has {len(alive)} bookings now"
        yield judged(len(alive) <= 1, sentence, call, *created)


def _stored_like(traffic: ClientTraffic, call: Call) -> set[str]:
    """Bookings that the service has, and that are equal to the booking that *call* asks for."""
    return {
        booking.id
        for booking in traffic.stored or ()
        if booking.status != CANCELLED
        and booking.is_asked_for_by(call)
        and booking.players == call.asked.get("players")
    }


@decides("ABK-04")
def the_fate_of_a_lost_booking_is_found_out(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client finds out whether a booking with a lost answer exists."""
    for call in lost(traffic, "createBooking"):
        # Without the answer, the client has no id to read the booking by.
        asked = was_tried_before(traffic, call) or any(
            later.operation == "listBookings" or later.question == call.question for later in traffic.after(call)
        )
        yield judged(asked, f"the answer to {call.where} was lost, and the client never asked again", call)


@decides("ABK-05")
def a_refusal_is_not_repeated(traffic: ClientTraffic) -> Iterator[Observation]:
    """A write that was refused because of the present state is not sent again before the client has read that state."""
    for call in traffic.calls:
        if call.status != _CONFLICT or not call.is_write:
            continue
        following = next(traffic.after(call), None)
        is_repeated = following is not None and following.question == call.question
        sentence = f"{call.where} was refused with {call.code or 409}, and was sent again at once"
        yield judged(not is_repeated, sentence, call, *([following] if following else []))


@decides("ABK-06")
def a_pending_booking_is_followed(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client waits for the answer to a pending booking: it reads the booking again, or takes the delivery."""
    for call in traffic.of("createBooking"):
        if call.is_accepted and call.data.get("status") == "pending":
            shown = any(_shows(later, str(call.data.get("id"))) for later in traffic.after(call))
            is_delivered = traffic.has_taken("booking.")
            sentence = f"{call.where} answered pending, and the client never read the booking again"
            yield judged(shown or is_delivered, sentence, call)


def _shows(call: Call, booking_id: str) -> bool:
    return call.is_accepted and any(shown.get("id") == booking_id for shown in (call.data, *call.items))


@decides("ABK-07")
def only_three_members_are_changed(traffic: ClientTraffic) -> Iterator[Observation]:
    """A change has only players, specialRequests and agencyBookingReference."""
    for call in traffic.of("updateBooking"):
        others = sorted(call.asked.keys() - MAY_CHANGE)
        yield judged(not others, f"{call.where} changes {', '.join(others)}", call)


@decides("ABK-08")
def terms_are_read_before_a_cancellation(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client reads the terms of the course before it cancels, because a cancellation may cost money."""
    courses = _courses_of_bookings(traffic)
    for call in traffic.of("cancelBooking"):
        course_id = courses.get(call.object_id)
        if course_id:
            read = any(
                before.operation == "getCourseTerms"
                and before.is_accepted
                and course_id in (before.object_id, before.data.get("courseId"))
                for before in traffic.before(call)
            )
            yield judged(read, f"{call.where} was sent without a look at the terms of {course_id}", call)


def _courses_of_bookings(traffic: ClientTraffic) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for call in traffic.of("createBooking", "listBookings", "getBooking"):
        for shown in (call.data, *call.items):
            course: Any = shown.get("course")
            if isinstance(course, dict) and "id" in shown:
                found[str(shown["id"])] = str(course.get("id"))
    return found


@decides("ABK-09")
def a_cutoff_ends_the_attempts(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a refusal because of a cutoff, a client does not ask again: time only goes on."""
    for call in traffic.of("updateBooking", "cancelBooking"):
        if call.code in _CUTOFFS:
            again = next((later for later in traffic.after(call) if _is_same_wish(later, call)), None)
            if again is None:
                yield right(call)
            else:
                yield wrong(f"{call.where} was refused with {call.code}, and was sent again", call, again)


def _is_same_wish(later: Call, call: Call) -> bool:
    return (later.operation, later.object_id) == (call.operation, call.object_id)


@decides("ABK-10")
def cutoffs_are_known_before_they_are_met(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client has read the terms of a course before it meets a cutoff."""
    for call in traffic.of("updateBooking", "cancelBooking"):
        if call.code in _CUTOFFS:
            knew = any(before.operation == "getCourseTerms" and before.is_accepted for before in traffic.before(call))
            yield judged(knew, f"{call.where} was refused with {call.code}, and no terms had been read", call)


@decides("ABK-11")
def a_cancelled_booking_is_left_alone(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that knows of a cancellation neither changes nor cancels the booking again.

    It may repeat its own cancellation: DELETE is idempotent.
    """
    known: dict[str, Call] = {}
    for call in traffic.calls:
        before = known.get(call.object_id) if call.operation in ("updateBooking", "cancelBooking") else None
        if before and call.is_after(before) and call.question != before.question:
            yield wrong(f"{call.where} was sent for a booking that the client knew as cancelled", before, call)
        for shown in (call.data, *call.items) if call.is_accepted else ():
            if shown.get("status") == CANCELLED and "id" in shown and "groupBooking" not in call.operation:
                known.setdefault(str(shown["id"]), call)
                yield right(call)


@decides("ABK-14")
def references_are_unique(traffic: ClientTraffic) -> Iterator[Observation]:
    """An agencyBookingReference belongs to one booking, so that the agency finds each of its bookings."""
    created: defaultdict[tuple[str, str], list[Call]] = defaultdict(list)
    for call in traffic.of("createBooking"):
        reference = call.asked.get("agencyBookingReference")
        if call.is_accepted and isinstance(reference, str) and reference:
            created[call.exchange.agency, reference].append(call)
    for (_, reference), calls in created.items():
        ids = {call.data.get("id") for call in calls}
        yield judged(len(ids) == 1, f"{len(ids)} bookings have the reference {reference}", *calls)


@decides("ABK-17")
def no_card_number_is_sent(traffic: ClientTraffic) -> Iterator[Observation]:
    """No text of a booking contains the number of a payment card."""
    for call in traffic.of("createBooking", "updateBooking", "createBookingHook", "createGroupBooking"):
        texts = [str(call.asked.get(name, "")) for name in ("specialRequests", "agencyBookingReference")]
        is_clean = not any(_is_card_number(found[0]) for text in texts for found in _CARD_NUMBER.finditer(text))
        yield judged(is_clean, f"a text of {call.where} contains the number of a payment card", call)


def _is_card_number(text: str) -> bool:
    """Whether the digits of *text* have the check digit of a payment card."""
    digits = [int(character) for character in reversed(text) if character.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) if place % 2 else digit for place, digit in enumerate(digits)]
    return sum(doubled) % 10 == 0


@decides("ABK-18")
def bookings_are_addressed_by_their_id(traffic: ClientTraffic) -> Iterator[Observation]:
    """The address of a booking has its id, not its reference."""
    references = {
        str(shown["bookingReference"])
        for call in traffic.of("createBooking", "listBookings", "getBooking")
        for shown in (call.data, *call.items)
        if shown.get("bookingReference") and shown["bookingReference"] != shown.get("id")
    }
    for call in traffic.of("getBooking", "updateBooking", "cancelBooking"):
        yield judged(call.object_id not in references, f"{call.where} has the reference of a booking", call)
