"""Holds that are completed long after they were given: shortly before their end, or after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.asking.oracles import accepted, part, within_budget
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect
from conformance.suite.arranged.booked import PLACES, give_back, if_possible
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.arranged.races import empty_tee_time
from conformance.suite.tee_time_holds.ending_holds import complete
from conformance.suite.tee_time_holds.expired_holds import Lapsed
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime
from conformance.target.target import Target


def complete_after_its_end(
    desk: BookingDesk,
    second_desk: BookingDesk,
    tee_times: TeeTimeFinder,
    lapsed: Lapsed,
    places_held: int,
    hold_id: str,
) -> list[Answer]:
    """Lets another agency book the places of the hold *hold_id*, which has ended. Then completes the hold. Returns
    the answers to the completion.

    A hold of all places is completed twice: when no place is free, and when two of four places are free. Raises
    `Violation` when the other agency does not get the places.
    """
    held = lapsed.with_places_held(places_held)
    _book_all_places(second_desk, tee_times, held)
    attempts = [desk.complete(hold_id, held.tee_time, places_held)]
    if places_held == PLACES:
        attempts += _complete_where_two_are_free(desk, second_desk, lapsed.of_every_size[-1])
    return attempts


def _book_all_places(desk: BookingDesk, tee_times: TeeTimeFinder, held: HeldTeeTime) -> None:
    """Books all places of a hold that has ended.

    Raises `Violation` when that is refused twice while all places are offered, and accepted elsewhere. Raises
    `Inconclusive` when others may have taken places.
    """
    for _ in range(2):
        answer = desk.create(held.tee_time, PLACES)
        if answer.is_success:
            return
        answer.mark(Role.attempt)
        if tee_times.places_free(held.tee_time) < PLACES:
            raise Inconclusive(f"Somebody else may have booked {held.tee_time.where} when its hold had ended.")
    control = _book_elsewhere(desk, tee_times)
    expected = (
        f"another agency can book all places of {held.tee_time.where}, which are offered after the hold has ended"
    )
    raise Violation(expected, f"that was refused twice with {answer.status}", (answer, control))


def _book_elsewhere(desk: BookingDesk, tee_times: TeeTimeFinder) -> Answer:
    """The answer to a booking of all places of a tee time that nobody held. Raises `Inconclusive` when it is
    refused.
    """
    answer = desk.create(empty_tee_time(tee_times), PLACES)
    accepted(answer, "Booking all places of another tee time with the second key")
    return answer


def _complete_where_two_are_free(desk: BookingDesk, second_desk: BookingDesk, held: HeldTeeTime) -> Iterator[Answer]:
    """The answer to completing the hold of four, which is over, when another agency has two of four places."""
    if held.before.available == PLACES and second_desk.create(held.tee_time, 2).is_success:
        yield complete(desk, held)


@dataclass(frozen=True)
class LateCompletion:
    """A refused completion of a hold that had ended, and the places free at its tee time before and after it."""

    held: HeldTeeTime
    attempt: Answer
    before: int
    after: int


def complete_beside_free_places(
    desk: BookingDesk, tee_times: TeeTimeFinder, held: HeldTeeTime, target: Target
) -> LateCompletion:
    """Completes a hold that has ended and whose places are free. Raises `NoEvidence` where the target accepts it."""
    before = tee_times.places_known(held.tee_time)
    attempt = if_possible(lambda: complete(desk, held))
    attempt.mark(Role.attempt)
    if attempt.is_success:
        give_back(desk, attempt)
        raise NoEvidence("The target completes a hold that has ended where its places are free.")
    after = within_budget(
        lambda: tee_times.places_free(held.tee_time),
        lambda free: free >= before,
        seconds=target.budgets.visibility_seconds,
    )
    return LateCompletion(held, attempt, before, after)


def require_no_places_taken(late: LateCompletion) -> None:
    """Raises `Violation` when places are gone after the refused completion of a hold that had ended."""
    expected = (
        f"the {late.before} places free at the tee time of an expired hold stay free when its completion is refused"
    )
    expect(late.after >= late.before, expected, f"{late.after} are free on {late.held.tee_time.where}", late.attempt)


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
