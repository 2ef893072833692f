"""When a client repeats a call: after Retry-After, after failures, and how often. RFC 9110, RFC 6585."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise

from conformance.grading.calls import TEE_TIME_WISHES, Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_TOO_MANY, _UNAVAILABLE = 429, 503
# Clocks and timers are not exact.
_TOLERANCE_SECONDS = 0.3
# Date has whole seconds, and some services write it once in a second.
_DATE_IS_EXACT_TO = timedelta(seconds=2)
_HAMMERING_SECONDS = 0.1
_FEW_REPEATS = 3
_FEW_SERIES = 3
_MOST_REPEATS = 10
_GROWTH = 1.3
_SAME_SHARE = 0.01


def _asks_for_patience(call: Call) -> bool:
    return call.status in (_TOO_MANY, _UNAVAILABLE)


def _is_failure(call: Call) -> bool:
    return call.outcome is CallOutcome.unknown or _asks_for_patience(call)


def _answer_header(call: Call, name: str) -> str | None:
    return call.exchange.response.header(name) if call.exchange.response else None


def retry_after_seconds(call: Call) -> float | None:
    """How long the answer asks its client to wait, in seconds; None when it does not say. RFC 9110, 10.2.3."""
    text = (_answer_header(call, "retry-after") or "").strip()
    if text.isdecimal():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    said_at = call.exchange.response.said_at() if call.exchange.response else None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    began = said_at + _DATE_IS_EXACT_TO if said_at else call.ended_at
    return max(0.0, (moment - began).total_seconds())


def _next_same(traffic: ClientTraffic, call: Call) -> Call | None:
    return next((later for later in traffic.after(call) if later.question == call.question), None)


def _seconds_between(earlier: datetime, later: datetime) -> float:
    return (later - earlier).total_seconds()


@decides("ACV-04")
def retry_after_is_honoured(traffic: ClientTraffic) -> Iterator[Observation]:
    """A call that was answered with Retry-After is not repeated earlier, neither for another tee time of the day."""
    for call in traffic.calls:
        wanted = retry_after_seconds(call) if _asks_for_patience(call) else None
        if wanted is None:
            continue
        again = _next_same(traffic, call) or _next_for_the_day(traffic, call)
        waited = _seconds_between(call.ended_at, again.started_at) if again else None
        if again is None or waited is None or waited >= wanted - _TOLERANCE_SECONDS:
            yield right(call)
        else:
            act = "repeated" if again.question == call.question else f"followed by {again.where}"
            sentence = f"{call.where} was {act} after {waited:.1f} s, and Retry-After says {wanted:.0f} s"
            yield wrong(sentence, call, again)


def _next_for_the_day(traffic: ClientTraffic, call: Call) -> Call | None:
    """The next call that asks for a tee time of the same course and day in place of *call*."""
    if call.operation not in TEE_TIME_WISHES:
        return None
    return next(
        (
            later
            for later in traffic.after(call)
            if later.operation in TEE_TIME_WISHES and later.tee_time[:2] == call.tee_time[:2]
        ),
        None,
    )


def _series(traffic: ClientTraffic) -> Iterator[list[Call]]:
    """Failed calls and their repetitions: each series begins with a failure and ends with the last repetition."""
    known: set[int] = set()
    for call in traffic.calls:
        if not _is_failure(call) or call.index in known:
            continue
        series = [call]
        while _is_failure(series[-1]) and (again := _next_same(traffic, series[-1])):
            series.append(again)
        known.update(other.index for other in series)
        if len(series) > 1:
            yield series


def _gaps(series: list[Call]) -> list[float]:
    return [_seconds_between(before.ended_at, after.started_at) for before, after in pairwise(series)]


@decides("ACV-05")
def failures_are_not_hammered(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client leaves time between two repetitions of a call that failed."""
    for series in _series(traffic):
        gaps = _gaps(series)
        is_hammering = len(gaps) >= _FEW_REPEATS and max(gaps) < _HAMMERING_SECONDS
        sentence = f"{series[0].where} was repeated {len(gaps)} times, {max(gaps):.2f} s apart at most"
        yield judged(not is_hammering, sentence, *series)


@decides("ACV-06")
def pauses_grow(traffic: ClientTraffic) -> Iterator[Observation]:
    """The pauses between repetitions grow while the failure lasts."""
    for series in _series(traffic):
        gaps = _gaps(series)
        if len(gaps) >= _FEW_REPEATS and not any(retry_after_seconds(call) for call in series):
            seconds = ", ".join(f"{gap:.1f}" for gap in gaps)
            yield judged(gaps[-1] > gaps[0] * _GROWTH, f"{series[0].where} was repeated after {seconds} s", *series)


@decides("ACV-07")
def pauses_are_not_equal(traffic: ClientTraffic) -> Iterator[Observation]:
    """Pauses contain chance, so that many clients do not come back at the same moment."""
    begun = [series for series in _series(traffic) if not any(retry_after_seconds(call) for call in series)]
    pauses = [_gaps(series)[0] for series in begun]
    if len(pauses) >= _FEW_SERIES and min(pauses) > 0:
        is_equal = (max(pauses) - min(pauses)) / min(pauses) < _SAME_SHARE
        sentence = f"{len(pauses)} failed calls were each repeated after {pauses[0]:.2f} s"
        yield judged(not is_equal, sentence, *(series[1] for series in begun))


@decides("ACV-08")
def a_client_gives_up(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client stops after some repetitions and reports the failure."""
    for series in _series(traffic):
        repeats = len(series) - 1
        yield judged(repeats <= _MOST_REPEATS, f"{series[0].where} was repeated {repeats} times", *series)
