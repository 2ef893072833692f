"""Checks of webhook subscriptions: made, listed, changed, removed, refused. Their answers are searched, not parsed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, refused, within_budget
from conformance.discovery import CourseFinder, without
from conformance.discovery.webhooks import (
    EVENT_KINDS,
    WEBHOOKS,
    listed_texts,
    place_of,
    record_of,
    subscription,
    texts_in,
    unsubscribe,
)
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, Untested, Violation, expect, shown, verifies
from conformance.footprint.subscriptions import stuck_subscriptions
from conformance.scope.run import Run
from conformance.session.session import CheckSession
from conformance.target.target import Target

_LONG_ENOUGH_TO_REDRAW = 8
_MANY_STUCK = 3
_KIND_AFTER = {"booking.cancelled": "booking.modified", "booking.modified": "booking.confirmed"}


@dataclass
class Subscriber:
    """Subscribes for the agency, and removes what one check made when that check ends."""

    agency: Agency
    run: Run
    target: Target
    exchanges: Sequence[Exchange]
    made: list[Answer] = field(default_factory=list)

    def post(self, body: Any) -> Answer:
        """POST *body* and return the answer, whatever it is."""
        self.made.append(self.agency.post(WEBHOOKS, body))
        return self.made[-1]

    def must_make(self, body: Any) -> None:
        """POST *body*, which is documented. Raises `Violation` when it is refused, and `Inconclusive` when there may be
        too many subscriptions already, because those of this run cannot be removed.
        """
        answer = self.post(body)
        stuck = 0 if answer.is_success else stuck_subscriptions(self.exchanges, self.target.webhook_id)
        if stuck >= _MANY_STUCK:
            raise Inconclusive(
                f"{answer.where} answered {answer.status} when {stuck} subscriptions of this run stood, whose ids"
                " nothing shows: there may be no room for more. Declare webhook_id under [declares] in the target file."
            )
        golden(answer)

    def makes(self, body: Any) -> Answer:
        """POST *body* for a check about what comes after. Raises `Inconclusive` when it is refused."""
        answer = self.post(body)
        accepted(answer, "Registering a subscription")
        return answer

    def path(self, made: Answer) -> str:
        """Path of the subscription. Raises `Untested` where its id is not shown."""
        return place_of(self.agency, made, self.target.webhook_id)

    def body(self, name: str, *events: str) -> dict[str, Any]:
        """A documented body that no other subscription shares."""
        return subscription(self.run, f"{name}-{len(self.made)}", events or EVENT_KINDS)

    def lists(self, wanted: set[str], unwanted: set[str] = frozenset()) -> tuple[Answer, list[Any]]:  # type: ignore[assignment]  # an empty set that nobody changes
        """GET /webhooks as soon as it shows all *wanted* texts and no *unwanted* one, or the budget has run out."""
        return within_budget(
            lambda: listed_texts(self.agency),
            lambda seen: wanted <= set(texts_in(seen[1])) and not unwanted & set(texts_in(seen[1])),
            seconds=self.target.budgets.visibility_seconds,
        )


@pytest.fixture
def subscriber(agency: Agency, run: Run, target: Target, check_session: CheckSession) -> Iterator[Subscriber]:
    """Subscribes, and cleans up after the check."""
    ready = Subscriber(agency, run, target, check_session.recording.exchanges)
    yield ready
    for made in ready.made:
        if made.is_success:
            unsubscribe(agency, made, target.webhook_id)


@verifies("WHK-01")
@pytest.mark.parametrize("events", [EVENT_KINDS, EVENT_KINDS[1:]], ids=["all", "two"])
def test_a_subscription_is_made_of_url_events_and_description(subscriber: Subscriber, events: tuple[str, ...]) -> None:
    subscriber.must_make(subscriber.body("made", *events))


@verifies("WHK-02")
def test_subscriptions_are_listed(subscriber: Subscriber) -> None:
    bodies = [subscriber.body("listed") for _ in range(2)]
    bodies[1]["url"] += "-second"
    for body in bodies:
        subscriber.makes(body)

    answer, seen = subscriber.lists({body["url"] for body in bodies})

    golden(answer)
    for body in bodies:
        expect(
            body["url"] in texts_in(seen), f"the list shows {body['url']}", f"{answer.where} does not show it", answer
        )


@verifies("WHK-03")
@pytest.mark.parametrize("member", ["url", "description", "events"])
def test_a_subscription_is_updated(subscriber: Subscriber, member: str) -> None:
    body = subscriber.body("update", "booking.cancelled")
    path = subscriber.path(subscriber.makes(body))
    changed = body | {member: _another(body, member)}
    again = body | {member: _another(changed, member)}
    _, before = subscriber.lists({body["url"]})
    # What a list does not show before the change tells nothing after it; the url is what WHK-02 asks for.
    tells = _texts_of(body, member) <= _texts_about(before, body["url"])

    for old, new in pairwise((body, changed, again)):
        golden(subscriber.agency.put(path, new))
        if tells:
            _is_listed_as_changed(subscriber, old, new, member)

    if member == "url" and not tells:
        raise Inconclusive("The list does not show the subscription, which WHK-02 judges.")


def _is_listed_as_changed(subscriber: Subscriber, old: dict[str, Any], new: dict[str, Any], member: str) -> None:
    """Hold when the list shows the *member* of *new* and not that of *old*, whose url may stand nowhere at all."""

    def texts() -> set[str]:
        _, bodies = listed_texts(subscriber.agency)
        return _texts_about(bodies, new["url"]) | (set(texts_in(bodies)) & {old["url"]} - {new["url"]})

    wanted, unwanted = _texts_of(new, member), _texts_of(old, member) - _texts_of(new, member)
    seen = within_budget(
        texts,
        lambda texts: wanted <= texts and not unwanted & texts,
        seconds=subscriber.target.budgets.visibility_seconds,
    )
    expect(
        wanted <= seen and not unwanted & seen,
        f"the list shows the new {member} {shown(new[member])} and no longer the old one",
        f"the list shows {shown(sorted(seen))}",
    )


@verifies("WHK-04")
def test_a_removed_subscription_is_gone(subscriber: Subscriber) -> None:
    removed, kept = subscriber.body("removed"), subscriber.body("kept")
    path = subscriber.path(subscriber.makes(removed))
    subscriber.makes(kept)
    _, before = subscriber.lists({removed["url"], kept["url"]})
    if removed["url"] not in texts_in(before):
        raise Inconclusive("The list does not show the subscription, which WHK-02 judges.")
    # What a change takes is not shown: one that is refused changes nothing.
    subscriber.agency.put(path, removed, role=Role.attempt)

    golden(subscriber.agency.delete(path))

    answer, seen = subscriber.lists({kept["url"]}, {removed["url"]})
    accepted(answer, "Listing subscriptions")
    expect(
        removed["url"] not in texts_in(seen),
        f"the list no longer shows {removed['url']}",
        f"{answer.where} shows it still",
        answer,
    )
    expect(kept["url"] in texts_in(seen), f"the list still shows {kept['url']}", f"{answer.where} does not", answer)


@verifies("WHK-05")
def test_a_url_that_is_not_https_is_refused(subscriber: Subscriber) -> None:
    body = subscriber.body("plain")
    plain = body | {"url": body["url"].replace("https://", "http://")}

    attempt = subscriber.post(plain)
    control = subscriber.post(body)

    _refused_without_trace(subscriber, attempt, control, {plain["url"]})
    _cannot_be_changed_to(subscriber, control, plain, body)


def _cannot_be_changed_to(subscriber: Subscriber, made: Answer, spoiled: Any, body: Any) -> None:
    """Hold when a change of the subscription that *made* answers to *spoiled* is refused, or its id is not shown."""
    try:
        path = subscriber.path(made)
    except Untested:
        return
    attempt = subscriber.agency.put(path, spoiled, role=Role.attempt)
    if attempt.is_success:
        refused(attempt, control=subscriber.agency.put(path, body))


@verifies("WHK-06")
@pytest.mark.parametrize("known", [(), ("booking.confirmed",)], ids=["alone", "beside a known one"])
def test_an_unknown_event_kind_is_refused(subscriber: Subscriber, known: tuple[str, ...]) -> None:
    body = subscriber.body("exploded", *known, "booking.exploded")
    twin = subscriber.body("not-exploded", "booking.confirmed")

    attempt = subscriber.post(body)
    control = subscriber.post(twin)

    _refused_without_trace(subscriber, attempt, control, {body["url"]})


@verifies("WHK-07")
@pytest.mark.parametrize("member", ["url", "events"])
def test_url_and_events_are_needed(subscriber: Subscriber, member: str) -> None:
    body = subscriber.body(f"no-{member}")

    attempt = subscriber.post(without(body, member))
    control = subscriber.post(body | {"description": "The valid twin of a conformance run."})

    _refused_without_trace(subscriber, attempt, control, {body["description"]})


@verifies("WHK-08")
@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_each_event_kind_can_be_subscribed(subscriber: Subscriber, kind: str) -> None:
    subscriber.must_make(subscriber.body("kind", kind))


@verifies("WHK-09")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_an_unknown_subscription_is_refused(subscriber: Subscriber, courses: CourseFinder, method: str) -> None:
    body = subscriber.body("known")
    path = subscriber.path(subscriber.makes(body))
    payload: dict[str, Any] = {"json": body} if method == "PUT" else {}
    unknown = _unknown(subscriber, courses, path)

    attempt = subscriber.agency.send(method, unknown, role=Role.attempt, **payload)
    control = subscriber.agency.send(method, path, role=Role.control, **payload)

    if not control.is_success:
        raise Inconclusive(f"{control.where} answered {control.status}, so a refusal of an unknown id proves nothing.")
    if method == "DELETE" and attempt.is_success:
        raise Advisory(f"{attempt.where} answered {attempt.status}: removing what is not there is taken as done.")
    if attempt.is_success:
        raise Violation(f"{attempt.where} is refused", f"it answered {attempt.status}", attempt.index)
    if method == "PUT":
        _cannot_be_changed_when_removed(subscriber, path, body, control)


def _cannot_be_changed_when_removed(subscriber: Subscriber, path: str, body: dict[str, Any], control: Answer) -> None:
    """Remove the subscription at *path*, and hold when the change that was its *control* before is refused now."""
    accepted(subscriber.agency.delete(path), "Removing a subscription")

    attempt = subscriber.agency.put(path, body, role=Role.attempt)

    if attempt.is_success and body["url"] in texts_in(listed_texts(subscriber.agency)[1]):
        raise Inconclusive("The subscription is listed after its removal and a change, which WHK-04 judges.")
    refused(attempt, control=control)


def _unknown(subscriber: Subscriber, courses: CourseFinder, path: str) -> str:
    """A path with an id that nobody has. A short or numeric id could be somebody's, so one of our own is removed."""
    known = path.rpartition("/")[2]
    if len(known) >= _LONG_ENOUGH_TO_REDRAW and not known.isdecimal():
        return f"{WEBHOOKS}/{courses.unknown_id(known)}"
    gone = subscriber.path(subscriber.makes(subscriber.body("gone")))
    accepted(subscriber.agency.delete(gone), "Removing a subscription")
    return gone


def _refused_without_trace(subscriber: Subscriber, attempt: Answer, control: Answer, traces: set[str]) -> None:
    refused(attempt, control=control)
    answer, seen = listed_texts(subscriber.agency)
    left = traces & set(texts_in(seen))
    if left:
        raise Violation("a refused subscription does not come about", f"the list shows {sorted(left)}", answer.index)


def _another(body: dict[str, Any], member: str) -> Any:
    return [_KIND_AFTER[body["events"][0]]] if member == "events" else f"{body[member]}-changed"


def _texts_of(body: dict[str, Any], member: str) -> set[str]:
    return set(texts_in(body[member]))


def _texts_about(bodies: list[Any], url: str) -> set[str]:
    """What the list shows about one subscription: the texts of its record."""
    return set(texts_in(record_of(bodies, url)))
