"""How a client subscribes and takes deliveries. Spec: Webhooks, Events; Standard Webhooks."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from conformance.grading.calls import Call, CallOutcome, ClientTraffic, DeliveryAttempt
from conformance.grading.observations import Observation, decides, judged, right, wrong

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_LONGEST_ANSWER_MILLISECONDS = 15_000
_LONG_MILLISECONDS = 1_000
_FORGED = frozenset({"wrong_secret", "bad_signature", "tampered_body", "unsigned", "hex_signature"})
_OUT_OF_TIME = frozenset({"stale_timestamp", "future_timestamp"})


@decides("AWH-01")
def subscriptions_use_https(traffic: ClientTraffic) -> Iterator[Observation]:
    """A subscription has an HTTPS address. On loopback, HTTP is enough."""
    for call in traffic.of("createWebhook", "updateWebhook"):
        url = call.asked.get("url")
        if isinstance(url, str):
            parts = urlsplit(url)
            is_safe = parts.scheme == "https" or parts.hostname in _LOOPBACK
            yield judged(is_safe, f"{call.where} subscribes with {parts.scheme}://{parts.hostname}", call)


@decides("AWH-02")
def subscriptions_do_not_pile_up(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client has one subscription for an address and its events, or it gets every event twice."""
    alive: defaultdict[object, list[Call]] = defaultdict(list)
    for call in traffic.calls:
        if call.operation == "createWebhook" and call.is_accepted:
            same = alive[call.exchange.agency, call.asked.get("url"), _events(call)]
            same.append(call)
            yield judged(len(same) == 1, f"{call.where} subscribes {call.asked.get('url')} again", *same)
        elif call.operation == "deleteWebhook" and call.is_accepted:
            for calls in alive.values():
                calls[:] = [subscribed for subscribed in calls if subscribed.data.get("id") != call.object_id]


def _events(call: Call) -> tuple[str, ...]:
    events = call.asked.get("events")
    return tuple(sorted(map(str, events))) if isinstance(events, list) else ()


@decides("AWH-03")
def a_lost_subscription_is_looked_for(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a subscription, a client lists its subscriptions, or repeats with the same key."""
    for call in traffic.of("createWebhook"):
        if call.outcome is CallOutcome.unknown:
            again = next((later for later in traffic.after(call) if later.question == call.question), None)
            listed = any(
                later.operation == "listWebhooks" and (again is None or again.is_after(later))
                for later in traffic.after(call)
            )
            if again is None or listed or (call.key is not None and call.key == again.key):
                yield right(call)
            else:
                yield wrong(f"the answer to {call.where} was lost, and the client subscribed again", call, again)


def _of(traffic: ClientTraffic, is_meant: Callable[[DeliveryAttempt], bool]) -> Iterator[DeliveryAttempt]:
    return (attempt for attempt in traffic.attempts or () if is_meant(attempt))


def _answered(attempt: DeliveryAttempt) -> str:
    return f"answered {attempt.status}" if attempt.status else "gave no answer"


def _taken(traffic: ClientTraffic, is_meant: Callable[[DeliveryAttempt], bool], words: str) -> Iterator[Observation]:
    for attempt in _of(traffic, lambda attempt: is_meant(attempt) and attempt.status is not None):
        sentence = f"the client {_answered(attempt)} to {words} ({attempt.kind}, {attempt.delivery})"
        yield judged(attempt.is_taken, sentence)


def _refused(traffic: ClientTraffic, variants: frozenset[str], words: str) -> Iterator[Observation]:
    for attempt in _of(traffic, lambda attempt: attempt.variant in variants and attempt.status is not None):
        sentence = f"the client {_answered(attempt)} to {words} ({attempt.variant}, {attempt.delivery})"
        yield judged(not attempt.is_taken, sentence)


@decides("AWH-04")
def deliveries_are_taken(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client answers a genuine delivery with 2xx, at the latest when the service repeats it.

    An attempt without an answer says nothing: the client may be about to start, or may have ended.
    """
    answers: defaultdict[str, list[DeliveryAttempt]] = defaultdict(list)
    for attempt in _of(traffic, lambda attempt: attempt.variant is None and attempt.status is not None):
        answers[attempt.delivery].append(attempt)
    for delivery, attempts in answers.items():
        last = attempts[-1]
        sentence = f"the client {_answered(last)} to a genuine delivery ({last.kind}, {delivery})"
        yield judged(any(attempt.is_taken for attempt in attempts), sentence)


@decides("AWH-05")
def forged_deliveries_are_refused(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client verifies the signature, and refuses a delivery that the service did not sign."""
    return _refused(traffic, _FORGED, "a forged delivery")


@decides("AWH-06")
def old_deliveries_are_refused(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client checks the age of a delivery, so that nobody can replay it."""
    return _refused(traffic, _OUT_OF_TIME, "a delivery with a timestamp far from now")


@decides("AWH-07")
def repeated_deliveries_are_taken(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client answers a repeated delivery with 2xx, and does its work once."""
    return _taken(traffic, lambda attempt: attempt.variant == "duplicate", "a repeated delivery")


@decides("AWH-08")
def unknown_events_are_taken(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client answers an event of an unknown kind with 2xx, and ignores the event."""
    return _taken(traffic, lambda attempt: attempt.variant == "unknown_event", "an event of an unknown kind")


@decides("AWH-09")
def unknown_members_are_taken(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client answers an event with unknown members with 2xx, and ignores those members."""
    return _taken(traffic, lambda attempt: attempt.variant == "unknown_member", "an event with unknown members")


@decides("AWH-10")
def two_secrets_are_understood(traffic: ClientTraffic) -> Iterator[Observation]:
    """While a secret is replaced, a delivery has several signatures. One valid signature is enough."""
    return _taken(traffic, lambda attempt: attempt.variant == "rotated_secrets", "a delivery with two signatures")


@decides("AWH-11")
def deliveries_are_answered_soon(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client answers within 15 seconds, and does its work afterwards."""
    for attempt in traffic.attempts or ():
        is_soon = attempt.milliseconds <= _LONGEST_ANSWER_MILLISECONDS
        sentence = f"the client {_answered(attempt)} after {attempt.milliseconds / 1000:.1f} s ({attempt.delivery})"
        yield judged(is_soon, sentence)


@decides("AWH-13")
def deliveries_get_an_answer(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that accepts the connection of a delivery answers.

    When a client ends, connections break that it has just accepted. Only those count that waited for long.
    """
    last = max((call.ended_at for call in traffic.calls), default=None)
    for attempt in traffic.attempts or ():
        ended = attempt.ended_before
        goes_on = last is not None and ended is not None and ended < last
        if attempt.status is not None:
            yield judged(True, "")
        elif attempt.is_broken and (goes_on or attempt.milliseconds >= _LONG_MILLISECONDS):
            yield wrong(
                f"the client accepted a connection and gave no answer in {attempt.milliseconds / 1000:.1f} s "
                f"({attempt.kind}, {attempt.delivery})"
            )
