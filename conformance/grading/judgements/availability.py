"""How a client uses tee sheets: it books what it was shown, and looks again when it lost. Spec: Availability."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

from conformance.grading.calls import TEE_TIME_WISHES, Call, ClientTraffic
from conformance.grading.judgements.looks import is_offline, is_online, looks_before, shows
from conformance.grading.observations import Observation, decides, judged, right, wrong

_FRESH = timedelta(minutes=10)
_MANY_DAYS, _CALM = 7, timedelta(seconds=1)
# Refusals because the places are gone, or no longer kept for this client.
_LOST = frozenset({"tee_time_unavailable", "hold_expired", "hold_not_found", "booking_hook_expired"})


@decides("AAV-01")
def bounds_are_in_order(traffic: ClientTraffic) -> Iterator[Observation]:
    """earliestTime is before latestTime."""
    for call in traffic.of("listTeeTimes"):
        first, last = call.query.get("earliestTime"), call.query.get("latestTime")
        if first and last:
            yield judged(first < last, f"{call.where} has its bounds in the wrong order", call)


@decides("AAV-02")
def availability_is_fresh(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client refreshes the availability before it books or holds a tee time of an online course."""
    for call in _wanted(traffic):
        look = next(looks_before(traffic, call), None)
        is_fresh = look is not None and call.started_at - look.ended_at <= _FRESH
        sentence = f"{call.where} asks for {' '.join(call.tee_time)} without a look in the ten minutes before"
        yield judged(is_fresh, sentence, call)


def _wanted(traffic: ClientTraffic) -> Iterator[Call]:
    """The first call for each tee time of an online course that is not completed from a hold."""
    known: set[object] = set()
    for call in traffic.of(*TEE_TIME_WISHES):
        place = (call.exchange.agency, call.tee_time)
        is_first = place not in known and not is_from_a_hold(call)
        known.add(place)
        if is_first and not is_offline(traffic, call.course_id):
            yield call


def is_from_a_hold(call: Call) -> bool:
    """Whether the booking completes a hold."""
    return bool(call.asked.get("holdId") or call.header("x-hold-id"))


@decides("AAV-03")
def only_shown_tee_times_are_asked_for(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client asks only for tee times that a tee sheet showed with room for its players."""
    for call in _wanted(traffic):
        sheets = list(looks_before(traffic, call, "listTeeTimes"))
        players = call.asked.get("players")
        if sheets and isinstance(players, int):
            _, day, time = call.tee_time
            is_shown = any(shows(sheet, time, players) for sheet in sheets)
            sentence = f"no tee sheet of {day} showed {time} with room for {players}, and the client asked for it"
            yield judged(is_shown, sentence, sheets[0], call)


@decides("AAV-04")
def a_lost_tee_time_is_looked_up_again(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a refusal because the places are gone or no longer kept, a client looks at the day again, or holds, before
    it books a tee time of it. A hold is itself a question for the place and its price.
    """
    for call in traffic.calls:
        if call.code not in _LOST:
            continue
        place = _place_of(traffic, call)
        again = next((later for later in traffic.after(call) if _books_without_a_hold(later, place)), None)
        asked = again and any(question.is_after(call) for question in _questions_before(traffic, again))
        if again is None or asked:
            yield right(call)
        else:
            yield wrong(f"{call.where} lost {' '.join(place)}, and the client booked without a look", call, again)


def _place_of(traffic: ClientTraffic, call: Call) -> tuple[str, str, str]:
    """The tee time that the call asks for. A call about a booking hook asks for the tee time of the hook."""
    asked = next((hook for hook in traffic.of("createBookingHook") if hook.data.get("id") == call.object_id), call)
    return asked.tee_time


def _books_without_a_hold(later: Call, place: tuple[str, str, str]) -> bool:
    return later.operation == "createBooking" and later.tee_time[:2] == place[:2] and not is_from_a_hold(later)


def _questions_before(traffic: ClientTraffic, booking: Call) -> Iterator[Call]:
    """The looks at the day of the booking, and the holds of its tee time."""
    yield from looks_before(traffic, booking)
    for call in traffic.before(booking):
        if call.operation == "holdTeeTime" and call.is_accepted and call.tee_time == booking.tee_time:
            yield call


@decides("AAV-06")
def the_exact_price_is_known(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client reads the tee sheet of the day, or holds the tee time, before it books on an online course."""
    for call in traffic.of("createBooking"):
        if not is_from_a_hold(call) and is_online(traffic, call.course_id):
            sheets = looks_before(traffic, call, "listTeeTimes")
            holds = (hold for hold in traffic.before(call) if hold.operation == "holdTeeTime")
            was_asked = any(sheets) or any(hold.is_accepted and hold.tee_time == call.tee_time for hold in holds)
            sentence = f"no tee sheet and no hold had shown the price of {' '.join(call.tee_time)} before {call.where}"
            yield judged(was_asked, sentence, call)


@decides("AAV-05")
def periods_are_asked_at_once(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client asks for the availability of a period once, and not for the tee sheet of each of its days."""
    days: defaultdict[tuple[str, str], dict[date, Call]] = defaultdict(dict)
    for call in traffic.of("listTeeTimes"):
        day = _day(call.query.get("date", ""))
        if day:
            days[call.exchange.agency, call.course_id].setdefault(day, call)
    for sheets in days.values():
        run = _longest_run(sorted(sheets))
        calls = [sheets[day] for day in run]
        moments = [call.started_at for call in calls]
        is_calm = bool(calls) and max(moments) - min(moments) > _CALM * len(calls)
        yield judged(
            len(run) < _MANY_DAYS or is_calm,
            f"the client read the tee sheets of {len(run)} days in a row",
            *calls,
        )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _longest_run(days: list[date]) -> list[date]:
    runs: list[list[date]] = []
    for day in days:
        if runs and day - runs[-1][-1] == timedelta(days=1):
            runs[-1].append(day)
        else:
            runs.append([day])
    return max(runs, key=len, default=[])
