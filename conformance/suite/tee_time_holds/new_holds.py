"""What the answer to a hold must show, judged for all holds of a check, and the places that a hold takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, refused
from conformance.catalogue.figures import LONGEST_HOLD
from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, NoEvidence, Violation, or_else
from conformance.suite.arranged.booked import book, change, give_back, if_possible
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.arranged.tee_sheets import comes_to, is_amount
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, HoldDay, places_listed, until_at_most
from conformance.target.target import Target

_CLOCK_SKEW = timedelta(seconds=60)
_SECOND_HOLD = 2
_HELD_BESIDE = 1
_PRICING = ("currency", "greenFee", "totalAmount")


def second_hold_on(desk: BookingDesk, tee_time: OfferedTeeTime) -> Answer:
    """The answer to a hold on a tee time that is held already, whatever it is."""
    answer = desk.hold(tee_time, _SECOND_HOLD)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return answer


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


def require_refused_elsewhere(
    desk: BookingDesk, held: Iterable[HeldTeeTime], elsewhere: Callable[[OfferedTeeTime], OfferedTeeTime]
) -> None:
    """Raises `Violation` when a hold like one of those *held* is accepted *elsewhere* than at its tee time."""
    for hold in held:
        attempt = desk.hold(elsewhere(hold.tee_time), hold.players)
        refused(attempt, control=hold.answer)


def hold_ids(held: Iterable[HeldTeeTime]) -> list[Any]:
    """The ids of the holds."""
    return [_member(hold, "holdId") for hold in held]


def of_size(held: Iterable[HeldTeeTime], players: int) -> HeldTeeTime:
    """The hold for this number of *players*."""
    return next(hold for hold in held if hold.players == players)


def require_held_places_not_offered(
    first: HeldTeeTime, hold_again: Callable[[], HeldTeeTime], offered: Callable[[HeldTeeTime], int]
) -> None:
    """Raises `Violation` when places that a hold takes are *offered*, and the places of a second hold are offered too.

    Somebody may have given places back meanwhile, but not twice.
    """
    if offered(first) <= first.places_left:
        return
    again = hold_again()
    still_offered = offered(again)
    if still_offered <= again.places_left:
        raise Inconclusive(
            f"A hold at {first.tee_time.time} did not reduce the places, and a hold at {again.tee_time.time} did."
        )
    held = f"{first.players} of {again.before.available}"
    expected = f"at most {again.places_left} places are offered while {held} are held"
    raise Violation(expected, f"{still_offered} places are offered on {again.tee_time.where}")


def advise_not_bookable_with_its_id(other_desk: BookingDesk, held: HeldTeeTime) -> None:
    """Raises `Advisory` when another agency books what is held, with the id of the hold. No document says whether a
    hold belongs to the agency that asked for it, so this is not a violation.

    Nothing where enough places are free beside the hold, or where nobody declares the place of the id.
    """
    if held.places_left >= held.players:
        return
    hold_id = str(_member(held, "holdId"))
    attempt = or_else(lambda: other_desk.complete(hold_id, held.tee_time, held.players), None)
    if attempt is None:
        return
    attempt.mark(Role.attempt)
    if attempt.is_success:
        give_back(other_desk, attempt)
        raise Advisory(f"With the id of the hold, another agency booked the held places of {held.tee_time.where}.")


def require_second_hold_takes_places(
    agency: Agency, desk: BookingDesk, first: HeldTeeTime, second: Answer, another: OfferedTeeTime, target: Target
) -> None:
    """Raises `Violation` when the places of a *second* hold at the tee time of the *first* are offered, and those of a
    second hold at *another* tee time are offered too.

    A target may let the second hold of an agency take the place of its first. Somebody may have given places back
    meanwhile, but not twice. Raises `NoEvidence` when the target refuses a second hold, which it may.
    """
    if not second.is_success:
        raise NoEvidence("The target gave no second hold at the tee time of the first.")
    if _offered_beside(agency, first.tee_time, target) <= _most_beside(first.tee_time):
        return
    accepted(desk.hold(another, first.players), "Holding a tee time")
    again = second_hold_on(desk, another)
    if not again.is_success:
        raise Inconclusive(
            "The target offered too many places beside a second hold, and refused a second hold at another tee time."
        )
    places, most = _offered_beside(agency, another, target), _most_beside(another)
    if places > most:
        expected = f"at most {most} places are offered beside a second hold, for {_SECOND_HOLD}"
        raise Violation(expected, f"{places} places are offered on {another.where}", again)


def require_places_held_when_a_neighbour_goes(
    agency: Agency, desk: BookingDesk, tee_times: Sequence[OfferedTeeTime], target: Target
) -> None:
    """Raises `Violation` when held places are offered after a booking beside the hold was lowered and cancelled, at
    each of *tee_times*. Somebody may have given places back meanwhile, but not twice.
    """
    for tee_time in tee_times:
        held = _hold_beside_a_booking_that_goes(desk, tee_time)
        most = tee_time.places - _HELD_BESIDE
        places = until_at_most(most, partial(places_listed, agency, tee_time), target)
        if places <= most:
            return
    expected = f"at most {most} places are offered beside a hold of {_HELD_BESIDE}"
    actual = f"{places} places are offered on {tee_time.where} after the agency cancelled a booking beside the hold"
    raise Violation(expected, actual, held)


def _hold_beside_a_booking_that_goes(desk: BookingDesk, tee_time: OfferedTeeTime) -> Answer:
    """The answer to a hold beside a booking for two, which is lowered to one player, if possible, and then cancelled.

    Raises `NoEvidence` where the target refuses the hold or the cancellation: it may give a whole tee time to one.
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
    return held


def _most_beside(tee_time: OfferedTeeTime) -> int:
    return tee_time.places - _SECOND_HOLD


def _offered_beside(agency: Agency, tee_time: OfferedTeeTime, target: Target) -> int:
    """Places listed beside a second hold, within the budget for changes to show."""
    return until_at_most(_most_beside(tee_time), lambda: places_listed(agency, tee_time), target)


def twin_of(broken: OfferedTeeTime, days: Sequence[HoldDay]) -> OfferedTeeTime:
    """Another tee time with fewer than four free places, or the same where there is none.

    A hold of the first one that is accepted would take the places of its twin.
    """
    return next(filter(None, (day.broken_tee_time() for day in days)), broken)


def _member(hold: HeldTeeTime, name: str) -> Any:
    """A member of the hold; HLD-01 judges whether it is there."""
    return part(hold.answer.body, name, judge=False)
