"""What the answer to a hold must show, judged for all holds of a check, and the places that a hold takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part
from conformance.catalogue.figures import LONGEST_HOLD
from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, NoEvidence, Violation, expect, or_else
from conformance.suite.arranged.booked import book, change, give_back, if_possible
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.arranged.tee_sheets import comes_to, is_amount, until_at_most
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, HoldDay, hold_apart, places_listed
from conformance.target.target import Target

_CLOCK_SKEW = timedelta(seconds=60)
_SECOND_HOLD = 2
_HELD_BESIDE = 1
_PRICING = ("currency", "greenFee", "totalAmount")


@dataclass(frozen=True)
class HoldBeside:
    """The *answer* to a hold, which may be a refusal, at a *tee_time* where another hold or a booking has places."""

    tee_time: OfferedTeeTime
    answer: Answer


def hold_again(desk: BookingDesk, tee_time: OfferedTeeTime) -> HoldBeside:
    """Holds a tee time that is held already."""
    answer = desk.hold(tee_time, _SECOND_HOLD)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return HoldBeside(tee_time, answer)


def hold_beside_another_agency(desk: BookingDesk, other_desk: BookingDesk, tee_time: OfferedTeeTime) -> HoldBeside:
    """A hold of another agency for two beside a hold for one.

    Raises `NoEvidence` where the run has no other agency, or the target refuses a hold: it may sell a tee time only
    whole.
    """
    if other_desk is desk:
        raise NoEvidence("The run has the key of one agency only.")
    for at, players in ((desk, _HELD_BESIDE), (other_desk, _SECOND_HOLD)):
        answer = at.hold(tee_time, players)
        if_possible(partial(accepted, answer, "Holding a tee time"))
    return HoldBeside(tee_time, answer)


def hold_twice(desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> HoldBeside:
    """Holds a tee time for this number of *players*, and then again. Raises `Inconclusive` when a hold is refused."""
    accepted(desk.hold(tee_time, players), "Holding a tee time")
    second = hold_again(desk, tee_time)
    accepted(second.answer, "Holding another tee time a second time")
    return second


def require_equal_holds_apart(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime) -> None:
    """Raises `Violation` when two equal holds of *tee_time* keep places each, under one id.

    A target may refuse the second, or answer with the first: then it raises `NoEvidence`.
    """
    holds = hold_apart(agency, desk, tee_time, _SECOND_HOLD)
    ids = [part(answer.body, "holdId", judge=False) for answer in holds]
    expect(ids[0] != ids[1], "each of two equal holds has an id of its own", f"both have the id {ids[0]}", holds[1])


def require_all_accepted(held: Iterable[HeldTeeTime]) -> None:
    """Raises `Inconclusive` unless every hold is accepted."""
    for hold in held:
        accepted(hold.answer, "Holding a tee time")


def require_what_was_asked(held: Iterable[HeldTeeTime]) -> None:
    """Raises `Violation` unless every hold is for the course, day, time and players of its request."""
    for hold in held:
        wanted = {
            "courseId": hold.tee_time.course_id,
            "date": hold.tee_time.play_date.isoformat(),
            "time": hold.tee_time.time,
            "players": hold.players,
        }
        wrong = {name: _member(hold, name) for name in wanted if _member(hold, name) != wanted[name]}
        if wrong:
            expected = f"the hold has {_in_words({name: wanted[name] for name in wrong})}, as its request"
            raise Violation(expected, f"the hold has {_in_words(wrong)}", hold.answer)


def _in_words(members: Mapping[str, object]) -> str:
    """Members with their values: `players 4 and time 08:10`."""
    return " and ".join(f"{name} {value}" for name, value in members.items())


def require_at_most_fifteen_minutes(answers: Iterable[Answer]) -> None:
    """Raises `Violation` when an accepted hold lasts longer than 15 minutes."""
    for answer in answers:
        if answer.is_success:
            _require_at_most_fifteen_minutes(answer)


def _require_at_most_fifteen_minutes(answer: Answer) -> None:
    ends_at = known_moment(part(answer.body, "holdExpiration", judge=False), "holdExpiration")
    lasts = ends_at - answer.answered_at
    if lasts > LONGEST_HOLD + _CLOCK_SKEW:
        actual = f"it lasts {lasts}, from {answer.answered_at:%H:%M:%S} to {ends_at:%H:%M:%S} UTC"
        raise Violation("a hold lasts at most 15 minutes", actual, answer)


def require_not_expired(held: Iterable[HeldTeeTime]) -> None:
    """Raises `Violation` when a hold had expired before its answer came."""
    for hold in held:
        expires_at = known_moment(_member(hold, "holdExpiration"), "holdExpiration")
        # Without a Date header the answer is timed by our own clock, which may be ahead.
        slack = timedelta() if "date" in hold.answer.headers else _CLOCK_SKEW
        if expires_at <= hold.answer.answered_at - slack:
            expected = f"holdExpiration is after the answer of {hold.answer.answered_at}"
            raise Violation(expected, f"holdExpiration is {expires_at}", hold.answer)


def require_price_of_the_tee_sheet(held: Iterable[HeldTeeTime]) -> None:
    """Raises `Violation` unless every hold costs what the tee sheet showed before, for all of its players."""
    for hold in held:
        currency, green_fee, total = (_member(hold, f"pricing.{name}") for name in _PRICING)
        if [currency, green_fee] != [hold.before.currency, hold.before.green_fee]:
            price = f"{hold.before.green_fee} {hold.before.currency}"
            expected = f"the hold of {hold.tee_time.where} costs {price} per player, as on the tee sheet"
            raise Violation(expected, f"greenFee of the hold is {green_fee} {currency}", hold.answer)
        if not is_amount(total) or not comes_to(total, green_fee, hold.players):
            party = f"{hold.players} on {hold.tee_time.where}"
            expected = f"totalAmount of a hold for {party} is {hold.players} × {green_fee}"
            raise Violation(expected, f"totalAmount of the hold is {total}", hold.answer)


def hold_elsewhere(
    desk: BookingDesk, held: Iterable[HeldTeeTime], elsewhere: Callable[[OfferedTeeTime], OfferedTeeTime]
) -> list[tuple[Answer, Answer]]:
    """The answers to holds like those *held*, but *elsewhere* than at their tee times, each with its control."""
    return [(desk.hold(elsewhere(hold.tee_time), hold.players), hold.answer) for hold in held]


def hold_ids(held: Iterable[HeldTeeTime]) -> list[Any]:
    """The ids of the holds."""
    return [_member(hold, "holdId") for hold in held]


def of_size(held: Iterable[HeldTeeTime], players: int) -> HeldTeeTime:
    """The hold for this number of *players*."""
    return next(hold for hold in held if hold.players == players)


def require_held_places_not_offered(held: HeldTeeTime, offered: int) -> None:
    """Raises `Violation` when so many places are *offered* beside the hold that held places are among them."""
    expected = f"at most {held.places_left} places are offered while {held.players} of {held.before.available} are held"
    expect(offered <= held.places_left, expected, f"{offered} places are offered on {held.tee_time.where}")


def try_to_book_with_its_id(other_desk: BookingDesk, held: HeldTeeTime) -> Answer | None:
    """The answer to a booking of another agency with the id of the hold.

    None where enough places are free beside the hold, or where nobody declares the place of the id.
    """
    if held.places_left >= held.players:
        return None
    hold_id = str(_member(held, "holdId"))
    attempt = or_else(lambda: other_desk.complete(hold_id, held.tee_time, held.players), None)
    if attempt is not None:
        attempt.mark(Role.attempt)
        give_back(other_desk, attempt)
    return attempt


def advise_not_bookable_with_its_id(attempt: Answer | None, held: HeldTeeTime) -> None:
    """Raises `Advisory` when another agency booked what is held, with the id of the hold. No document says whether a
    hold belongs to the agency that asked for it, so this is not a violation.
    """
    if attempt is not None and attempt.is_success:
        raise Advisory(f"With the id of the hold, another agency booked the held places of {held.tee_time.where}.")


def require_second_hold_takes_places(askers: Sequence[Agency], second: HoldBeside, target: Target) -> None:
    """Raises `Violation` when places of a *second* hold at a tee time are offered.

    A target may let the second hold of an agency take the place of its first. Raises `NoEvidence` when the target
    refuses a second hold, which it may.
    """
    if not second.answer.is_success:
        raise NoEvidence("The target gave no second hold at the tee time of the first.")
    most, places = _most_and_offered(askers, second, _SECOND_HOLD, target)
    expected = f"at most {most} places are offered beside a second hold, for {_SECOND_HOLD}"
    expect(places <= most, expected, f"{places} places are offered on {second.tee_time.where}", second.answer)


def require_holds_take_places_together(askers: Sequence[Agency], second: HoldBeside, target: Target) -> None:
    """Raises `Violation` when places are offered that two agencies hold together."""
    most, places = _most_and_offered(askers, second, _HELD_BESIDE + _SECOND_HOLD, target)
    expected = (
        f"at most {most} places are offered beside the holds of two agencies, for {_HELD_BESIDE} and {_SECOND_HOLD}"
    )
    expect(places <= most, expected, f"{places} places are offered on {second.tee_time.where}", second.answer)


def require_places_still_held(askers: Sequence[Agency], held: HoldBeside, target: Target) -> None:
    """Raises `Violation` when held places are offered after the booking beside the hold was lowered and cancelled."""
    most, places = _most_and_offered(askers, held, _HELD_BESIDE, target)
    where = held.tee_time.where
    actual = f"{places} places are offered on {where} after the agency cancelled a booking beside the hold"
    expect(places <= most, f"at most {most} places are offered beside a hold of {_HELD_BESIDE}", actual, held.answer)


def _most_and_offered(askers: Sequence[Agency], held: HoldBeside, players: int, target: Target) -> tuple[int, int]:
    """The most places that may be offered beside a hold for *players*, and the places that any of the *askers* sees,
    within the budget for changes to show.
    """
    most = held.tee_time.places - players
    return most, until_at_most(most, lambda: max(places_listed(asker, held.tee_time) for asker in askers), target)


def hold_beside_a_booking_that_goes(desk: BookingDesk, tee_time: OfferedTeeTime) -> HoldBeside:
    """A hold beside a booking for two, which is lowered to one player, if possible, and then cancelled.

    Raises `NoEvidence` where the target refuses the hold or the cancellation: it may sell a tee time only whole.
    """
    booked = if_possible(lambda: book(desk, desk.body(tee_time, 2), tee_time))
    held = desk.hold(tee_time, _HELD_BESIDE)
    if not held.is_success:
        held.mark(Role.attempt)
        raise NoEvidence("The target refused every hold beside a booking.")
    lowered = if_possible(lambda: change(desk, booked.id, {"players": 1}))
    if not lowered.is_success:
        lowered.mark(Role.attempt)
    if_possible(lambda: accepted(desk.cancel(booked.id), "Cancelling a booking"))
    return HoldBeside(tee_time, held)


def twin_of(broken: OfferedTeeTime, days: Sequence[HoldDay]) -> OfferedTeeTime:
    """Another tee time with fewer than four free places, or the same where there is none.

    A hold of the first one that is accepted would take the places of its twin.
    """
    return next(filter(None, (day.broken_tee_time() for day in days)), broken)


def _member(hold: HeldTeeTime, name: str) -> Any:
    """A member of the hold; HLD-01 judges whether it is there."""
    return part(hold.answer.body, name, judge=False)
