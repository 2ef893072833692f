"""How a client uses tee-time holds. Spec: Tee-time hold and booking hook."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.judgements.looks import looks_before
from conformance.grading.observations import Observation, decides, judged, right, wrong

_MOST_OPEN_HOLDS = 5
_MOST_RENEWALS = 3
# Less time than this, and nobody has read a price.
_TIME_TO_READ = timedelta(seconds=5)
_GONE = ("hold_expired", "hold_already_used", "hold_not_found")


def _hold_id(call: Call) -> str:
    return str(call.asked.get("holdId") or call.header("x-hold-id") or "")


def _holds(traffic: ClientTraffic) -> Mapping[str, Call]:
    """The accepted holds by their ids."""
    return {
        str(call.body["holdId"]): call
        for call in traffic.of("holdTeeTime")
        if call.is_accepted and isinstance(call.body, dict) and "holdId" in call.body
    }


def _completions(traffic: ClientTraffic) -> Iterator[tuple[Call, Call]]:
    """Each booking from a hold of this recording, with the hold."""
    holds = _holds(traffic)
    for call in traffic.of("createBooking"):
        hold = holds.get(_hold_id(call))
        if hold:
            yield call, hold


def _expires_at(hold: Call) -> datetime | None:
    text: Any = hold.body.get("holdExpiration")
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None


@decides("AHL-01")
def expired_holds_are_not_used(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client completes a hold before its holdExpiration."""
    for call, hold in _completions(traffic):
        expires_at = _expires_at(hold)
        if expires_at and expires_at.tzinfo:
            sentence = f"{call.where} uses hold {_hold_id(call)}, which expired at {expires_at}"
            yield judged(call.started_at < expires_at, sentence, hold, call)


@decides("AHL-02")
def a_hold_that_is_gone_is_given_up(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a refusal because of its hold, a client does not send the same hold again."""
    for call in traffic.of("createBooking"):
        if call.code in _GONE:
            again = next((later for later in traffic.after(call) if _hold_id(later) == _hold_id(call)), None)
            if again is None:
                yield right(call)
            else:
                yield wrong(f"hold {_hold_id(call)} was refused with {call.code}, and was sent again", call, again)


@decides("AHL-03")
def a_booking_is_for_what_was_held(traffic: ClientTraffic) -> Iterator[Observation]:
    """A booking from a hold has the course, date and time of the hold, and at most its players."""
    for call, hold in _completions(traffic):
        held, wanted = hold.asked.get("players"), call.asked.get("players")
        is_same = hold.tee_time == call.tee_time
        has_room = not isinstance(held, int) or not isinstance(wanted, int) or wanted <= held
        sentence = f"{call.where} asks for {' '.join(call.tee_time)} with a hold of {' '.join(hold.tee_time)}"
        yield judged(is_same and has_room, sentence, hold, call)


@decides("AHL-04")
def a_hold_is_used_once(traffic: ClientTraffic) -> Iterator[Observation]:
    """A hold becomes one booking."""
    used: dict[str, Call] = {}
    for call, _ in _completions(traffic):
        before = used.get(_hold_id(call))
        if before and before.question != call.question:
            yield wrong(f"hold {_hold_id(call)} was used for two bookings", before, call)
        elif call.is_accepted:
            used.setdefault(_hold_id(call), call)
            yield right(call)


@decides("AHL-05")
def tee_times_are_not_hoarded(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client holds what its customers look at, not what it might sell some day."""
    completed = {_hold_id(call): call for call in traffic.of("createBooking") if call.is_accepted}
    holds = list(_holds(traffic).items())
    for _, hold in holds:
        open_then = [
            other
            for other_id, other in holds
            if other.exchange.agency == hold.exchange.agency and _is_open(other, completed.get(other_id), hold)
        ]
        sentence = f"{len(open_then)} holds of the client were open at the same time"
        yield judged(len(open_then) <= _MOST_OPEN_HOLDS, sentence, *open_then)


def _is_open(hold: Call, completion: Call | None, at: Call) -> bool:
    expires_at = _expires_at(hold)
    is_over = expires_at is not None and expires_at.tzinfo is not None and expires_at <= at.started_at
    return hold.started_at <= at.started_at and not is_over and not (completion and at.is_after(completion))


@decides("AHL-06")
def a_lost_hold_is_not_taken_twice(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a hold, a client repeats it with the same Idempotency-Key, or looks at the day, before it
    holds or books the same tee time.
    """
    for call in traffic.of("holdTeeTime"):
        if call.outcome is not CallOutcome.unknown:
            continue
        again = next((later for later in traffic.after(call) if _takes_again(later, call)), None)
        has_key = again is not None and again.key is not None and again.key == call.key
        looked = again is not None and any(look.is_after(call) for look in looks_before(traffic, again))
        if again is None or has_key or looked:
            yield right(call)
        else:
            act = "booked beside it" if again.operation == "createBooking" else "held again"
            yield wrong(f"the answer to {call.where} was lost, and the client {act} without a look", call, again)


def _takes_again(later: Call, lost: Call) -> bool:
    is_beside = later.operation == "createBooking" and later.tee_time == lost.tee_time and not _hold_id(later)
    return later.question == lost.question or is_beside


@decides("AHL-07")
def a_held_tee_time_is_booked_with_its_hold(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that holds a tee time books it with the hold, not beside it."""
    for call in traffic.of("createBooking"):
        held = [
            hold
            for hold in _holds(traffic).values()
            if hold.tee_time == call.tee_time and call.is_after(hold) and hold.exchange.agency == call.exchange.agency
        ]
        alive = [hold for hold in held if _is_open(hold, None, call) and not _was_refused(traffic, hold, call)]
        if alive:
            sentence = f"{call.where} does not name the hold that the client has for {' '.join(call.tee_time)}"
            yield judged(bool(_hold_id(call)), sentence, alive[-1], call)


def _was_refused(traffic: ClientTraffic, hold: Call, call: Call) -> bool:
    """Whether the service had said before *call* that the hold is gone."""
    return any(
        its is hold and earlier.code in _GONE and call.is_after(earlier) for earlier, its in _completions(traffic)
    )


@decides("AHL-08")
def a_hold_is_not_renewed_for_ever(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client does not hold one tee time again and again without booking it."""
    holds: dict[object, list[Call]] = {}
    for hold in _holds(traffic).values():
        holds.setdefault((hold.exchange.agency, hold.tee_time), []).append(hold)
    booked = {(call.exchange.agency, call.tee_time) for call in traffic.of("createBooking") if call.is_accepted}
    for wanted, calls in holds.items():
        sentence = f"the client held the same tee time {len(calls)} times and never booked it"
        yield judged(len(calls) <= _MOST_RENEWALS or wanted in booked, sentence, *calls)


@decides("AHL-09")
def a_dearer_hold_is_not_booked_unseen(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client does not book a hold that is dearer than it was shown, unless somebody can have seen the new price."""
    for hold_id, hold in _holds(traffic).items():
        held, shown = _green_fee(hold.body), _shown_green_fee(traffic, hold)
        if held is None or shown is None or held <= shown:
            continue
        booking = next((call for call, its in _completions(traffic) if its is hold and call.is_after(hold)), None)
        if booking is None or _can_have_been_seen(traffic, hold, booking):
            yield right(hold)
        else:
            sentence = f"the tee sheet said {shown}, hold {hold_id} costs {held}, and the client booked it at once"
            yield wrong(sentence, hold, booking)


def _can_have_been_seen(traffic: ClientTraffic, hold: Call, booking: Call) -> bool:
    has_time = booking.started_at - hold.ended_at >= _TIME_TO_READ
    return has_time or any(look.is_after(hold) for look in looks_before(traffic, booking))


def _shown_green_fee(traffic: ClientTraffic, hold: Call) -> Any:
    """The green fee of the tee time in the newest tee sheet before the hold, None when no sheet says it."""
    _, _, time = hold.tee_time
    for look in looks_before(traffic, hold, "listTeeTimes"):
        times = look.body.get("availableTimes") if isinstance(look.body, dict) else None
        for item in times if isinstance(times, list) else []:
            if isinstance(item, dict) and item.get("time") == time:
                return _green_fee(item)
    return None


def _green_fee(shown: Any) -> Any:
    pricing = shown.get("pricing") if isinstance(shown, dict) else None
    fee = pricing.get("greenFee") if isinstance(pricing, dict) else None
    return fee if isinstance(fee, int | float | Decimal) else None
