"""How a client uses tee sheets: it books what it was shown, and looks again when it lost. Spec: Availability."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

from conformance.grading.calls import Call, ClientTraffic
from conformance.grading.judgements.looks import is_offline, looks_before, shows
from conformance.grading.observations import Observation, decides, judged, right, wrong

_WANTS_A_TEE_TIME = ("createBooking", "holdTeeTime")
_FRESH = timedelta(minutes=10)
_MANY_DAYS, _CALM = 7, timedelta(seconds=1)
_LOST = "tee_time_unavailable"


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
    for call in traffic.of(*_WANTS_A_TEE_TIME):
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
    """After tee_time_unavailable, a client looks at the day again before it asks for a tee time of it."""
    for call in traffic.of(*_WANTS_A_TEE_TIME):
        if call.code != _LOST:
            continue
        again = next((later for later in traffic.after(call) if _wants_same_day(later, call)), None)
        looked = again and any(look.is_after(call) for look in looks_before(traffic, again))
        if again is None or looked:
            yield right(call)
        else:
            yield wrong(
                f"{call.where} lost {' '.join(call.tee_time)}, and the client asked without a look", call, again
            )


def _wants_same_day(later: Call, call: Call) -> bool:
    return later.operation in _WANTS_A_TEE_TIME and later.tee_time[:2] == call.tee_time[:2]


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
