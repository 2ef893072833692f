"""Booking hooks that checks share. A check has no evidence when something goes wrong here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from conformance.asking.oracles import accepted, golden, part
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, or_else
from conformance.suite.arranged.beside import Take, place_taken
from conformance.suite.arranged.booked import PLACES, whole_tee_times
from conformance.suite.arranged.course_samples import course_of_few_players

# A course need not accept hooks, so several courses are asked.
_MOST_COURSES_ASKED = 4
_MOST_TEE_TIMES_DRAWN = 12


@dataclass(frozen=True)
class Hooked:
    """One hook: the tee time it keeps, the booking it was created from, and the answer."""

    tee_time: OfferedTeeTime
    sent: Mapping[str, Any]
    players: int
    answer: Answer


def ask_for_hook(
    desk: BookingHookDesk, tee_times: TeeTimeFinder, players: int, take_before: Take | None = None
) -> Hooked:
    """The first hook that one of a few courses takes, or the last refusal. Before a hook, *take_before* takes one place
    of its tee time.
    """
    asked: set[str] = set()
    for turn in range(_MOST_TEE_TIMES_DRAWN):
        # One tee sheet has tee times for many checks: only another day may be a day of another course.
        tee_time = whole_tee_times([tee_times.fresh_day()])[0] if turn else tee_times.fresh()
        if tee_time.course_id in asked:
            continue
        asked.add(tee_time.course_id)
        if take_before is not None:
            tee_time = _without(tee_time, place_taken(take_before, tee_time))
        sent = desk.booking(tee_time, players)
        last = Hooked(tee_time, sent, players, desk.post(desk.body(sent)))
        if last.answer.is_success or len(asked) == _MOST_COURSES_ASKED:
            break
    return last


def hook_tee_time(
    desk: BookingHookDesk, tee_times: TeeTimeFinder, players: int | None = None, take_before: Take | None = None
) -> Hooked:
    """As `ask_for_hook`, a hook that was accepted. Without *players*, each seed chooses how many.

    Raises `Untested` when it is refused: HOK-01 judges that where the target file declares what a hook takes.
    """
    last = ask_for_hook(desk, tee_times, players or desk.some_players, take_before)
    if not last.answer.is_success:
        refusal = f"POST /bookings/hooks answered {last.answer.status}: {last.answer.text[:160]}"
        if desk.is_declared:
            raise Inconclusive(f"The declared body of a hook was refused, which HOK-01 judges. {refusal}")
        raise Untested(
            "No document shows the body of a hook, and the target refused the body of a booking: declare body under"
            f" [hooks] in the target file. {refusal}"
        )
    return last


def hook_for_the_most(desk: BookingHookDesk, tee_times: TeeTimeFinder, courses: CourseFinder) -> Hooked:
    """A hook for as many players as a booking may have: at the declared course with a low maximum or, with every fourth
    seed and where that course takes no hook, for four elsewhere. Raises as `hook_tee_time` does.
    """
    if desk.some_players == PLACES:
        return hook_tee_time(desk, tee_times, PLACES)
    hook = or_else(lambda: _hook_at_the_low_maximum(desk, tee_times, courses), None)
    if hook is not None and hook.answer.is_success:
        return hook
    if hook is not None:
        hook.answer.mark(Role.attempt)
    return hook_tee_time(desk, tee_times, PLACES)


def _hook_at_the_low_maximum(desk: BookingHookDesk, tee_times: TeeTimeFinder, courses: CourseFinder) -> Hooked:
    course_id, most = course_of_few_players(courses)
    tee_time = whole_tee_times([tee_times.at(course_id)])[0]
    sent = desk.booking(tee_time, most)
    return Hooked(tee_time, sent, most, desk.post(desk.body(sent)))


def confirm_and_get_booking(desk: BookingHookDesk, hook: Hooked) -> Mapping[str, Any]:
    """Confirms the hook. Returns the booking that it became, with its id and its bookingReference.

    Raises `NoEvidence` where the answer does not show the booking, and `Inconclusive` where it is a refusal.
    """
    booking = accepted(desk.confirm(desk.id_of(hook.answer), hook.sent), "Confirming a hook")
    became = booking.get("data") if isinstance(booking, dict) else None
    if not isinstance(became, dict) or "bookingReference" not in became or "id" not in became:
        raise NoEvidence("The answer to the confirmation of a hook does not show its booking.")
    return became


def hook_within_four_weeks(desk: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> Hooked:
    """As `hook_tee_time`, less than 28 days before play where the target takes that: a hook may end before play."""
    tee_time = tee_times.within_four_weeks()
    if tee_time is not None:
        sent = desk.booking(tee_time, players)
        hook = Hooked(tee_time, sent, players, desk.post(desk.body(sent)))
        if hook.answer.is_success:
            return hook
        hook.answer.mark(Role.attempt)
    return hook_tee_time(desk, tee_times, players)


def with_one_more_beside(hook: Hooked, take: Take) -> Hooked:
    """*hook* after *take* has booked or held one place beside it, where the target takes that."""
    return replace(hook, tee_time=_without(hook.tee_time, place_taken(take, hook.tee_time)))


def with_a_cancellation_beside(hook: Hooked, desk: BookingDesk) -> Hooked:
    """*hook* after its agency has booked one place beside it, and cancelled that booking, where the target takes it."""
    booking = desk.create(hook.tee_time, 1)
    if not booking.is_success:
        booking.mark(Role.attempt)
        return hook
    cancellation = desk.cancel(str(part(booking.body, "data.id", judge=False)))
    if cancellation.is_success:
        return hook
    cancellation.mark(Role.attempt)
    return replace(hook, tee_time=_without(hook.tee_time, 1))


def _without(tee_time: OfferedTeeTime, places: int) -> OfferedTeeTime:
    return replace(tee_time, places=tee_time.places - places)


def require_granted(desk: BookingHookDesk, answer: Answer) -> Any:
    """The body of a hook request that must succeed.

    A refusal is a `Violation` where the target file declares the payloads, else it raises `Untested`: the specification
    does not show them.
    """
    if answer.is_success or desk.is_declared:
        return golden(answer)
    raise Untested(
        "No document shows the body of this request: declare the body under [hooks] in the target file."
        f" {answer.where} answered {answer.status}: {answer.text[:160]}"
    )
