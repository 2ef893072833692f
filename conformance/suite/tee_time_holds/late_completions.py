"""Holds that are completed long after they were given: shortly before their end, or after it."""

from collections.abc import Iterator

from conformance.asking.oracles import accepted, part
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.discovery import BookingDesk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.tee_time_holds.ending_holds import complete
from conformance.suite.tee_time_holds.expired_holds import Lapsed
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime


def complete_after_its_end(
    desk: BookingDesk, second_desk: BookingDesk, lapsed: Lapsed, places_held: int, hold_id: str
) -> list[Answer]:
    """Lets another agency book the places of the hold *hold_id*, which has ended. Then completes the hold. Returns
    the answers to the completion.

    A hold of all places is completed twice: when no place is free, and when two of four places are free.
    """
    held = lapsed.with_places_held(places_held)
    accepted(second_desk.create(held.tee_time, 4), "Booking all places of an expired hold with the second key")
    attempts = [desk.complete(hold_id, held.tee_time, places_held)]
    if places_held == PLACES:
        attempts += _complete_where_two_are_free(desk, second_desk, lapsed.of_every_size[-1])
    return attempts


def _complete_where_two_are_free(desk: BookingDesk, second_desk: BookingDesk, held: HeldTeeTime) -> Iterator[Answer]:
    """The answer to completing the hold of four, which is over, when another agency has two of four places."""
    if held.before.available == PLACES and second_desk.create(held.tee_time, 2).is_success:
        yield complete(desk, held)


def require_created_later_than_its_hold(held: HeldTeeTime, completion: Answer) -> None:
    """Raises `Violation` when createdAt of a booking is about the moment of its hold, although minutes passed between.

    Raises `NoEvidence` where too few minutes passed to tell: two clocks of a service may differ.
    """
    if completion.answered_at - held.answer.answered_at < 2 * CLOCKS_AGREE_WITHIN:
        raise NoEvidence("Too little time passed between the hold and its booking.")
    created_at = known_moment(part(completion.body, "data.createdAt", judge=False), "createdAt")
    expect(
        completion.answered_at - created_at <= CLOCKS_AGREE_WITHIN,
        f"createdAt lies within 5 minutes of {completion.answered_at.isoformat()}, when create answered",
        f"createdAt is {created_at.isoformat()}, and the hold was created at {held.answer.answered_at.isoformat()}",
        (completion, held.answer),
    )
