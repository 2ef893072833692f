"""Checks of webhook subscriptions: created, listed, changed, removed, refused. They search answers for texts."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden
from conformance.discovery import CourseFinder, without
from conformance.discovery.webhooks import EVENT_KINDS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.session.session import CheckSession
from conformance.suite.arranged.double_clicks import send_twice_at_once
from conformance.suite.arranged.many_answers import require_refusals
from conformance.suite.webhooks.siblings import change_and_remove, create_sibling, require_left_alone
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.suite.webhooks.subscriptions import (
    change_after_a_removal,
    change_in_vain,
    change_to,
    free_an_id,
    listed_member,
    require_all_listed,
    require_all_on_pages,
    require_description_listed,
    require_kinds_listed,
    require_listed_before,
    require_listed_no_more,
    require_pairs_changed,
    require_refused_and_unlisted,
    require_still_listed,
    require_unknown_refused,
    with_another,
)
from conformance.target.target import Target


@pytest.fixture
def subscriber(agency: Agency, run: Run, target: Target, check_session: CheckSession) -> Iterator[Subscriber]:
    """Subscribes, and removes the subscriptions after the check."""
    yield from _subscribing(agency, run, target, check_session)


@pytest.fixture
def other_subscriber(
    askers: Sequence[Agency], run: Run, target: Target, check_session: CheckSession
) -> Iterator[Subscriber]:
    """As *subscriber*, for the second agency if the run has its key."""
    yield from _subscribing(askers[-1], run, target, check_session)


def _subscribing(agency: Agency, run: Run, target: Target, check_session: CheckSession) -> Iterator[Subscriber]:
    ready = Subscriber(agency, run, target, check_session.recording.exchanges)
    yield ready
    ready.remove_all()


@verifies("WHK-01")
@pytest.mark.parametrize("events", [EVENT_KINDS, EVENT_KINDS[::2]], ids=["all", "two"])
def test_a_subscription_accepts_url_events_and_description(subscriber: Subscriber, events: tuple[str, ...]) -> None:
    subscriber.must_create(subscriber.body("made", *events))


# Subscriptions of other checks would move from page to page.
@verifies("WHK-02")
@pytest.mark.needs_quiet
def test_subscriptions_are_listed(subscriber: Subscriber) -> None:
    plain, other = subscriber.two_bodies("listed")
    subscriber.create(plain)
    bodies = (plain, subscriber.create_described(other))

    answer, seen = subscriber.wait_until_listed({body["url"] for body in bodies})

    golden(answer)
    require_all_listed(answer, seen, bodies)
    require_kinds_listed(subscriber, seen, bodies)
    require_description_listed(subscriber, seen, bodies[-1])
    require_all_on_pages(subscriber, seen)


@verifies("WHK-02")
@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_a_subscription_to_one_kind_is_listed(subscriber: Subscriber, kind: str) -> None:
    body = subscriber.body("single", kind)
    subscriber.create(body)

    answer, seen = subscriber.wait_until_listed({body["url"]})

    golden(answer)
    require_all_listed(answer, seen, [body])
    require_kinds_listed(subscriber, seen, [body])


@verifies("WHK-03")
@pytest.mark.parametrize("member", ["url", "description", "events"])
def test_a_subscription_is_updated(subscriber: Subscriber, member: str) -> None:
    body = subscriber.body("update", "booking.cancelled", "booking.confirmed")
    path = subscriber.path(subscriber.create(body))
    changed = with_another(body, member)
    again = with_another(changed, member)
    listed = listed_member(subscriber, body, member)

    golden(subscriber.agency.put(path, changed))
    listed.require_changed(body, changed)
    if change_in_vain(subscriber, path, changed, member):
        listed.require_changed(body, changed)

    golden(send_twice_at_once(lambda: subscriber.agency.put(path, again)))
    listed.require_changed(changed, again)
    listed.require_shown()


@verifies("WHK-03")
def test_two_members_of_a_subscription_are_updated(other_subscriber: Subscriber) -> None:
    body = other_subscriber.body("pairs", "booking.confirmed", "booking.cancelled")

    require_pairs_changed(other_subscriber, other_subscriber.path(other_subscriber.create(body)), body)


@verifies("WHK-04")
def test_a_removed_subscription_is_gone(subscriber: Subscriber) -> None:
    removed, kept = subscriber.body("removed"), subscriber.body("kept")
    path = subscriber.path(subscriber.create(removed))
    sibling = create_sibling(subscriber, subscriber.create(kept), kept)
    require_listed_before(subscriber, removed, kept)
    # What a change takes is not shown: one that is refused changes nothing.
    subscriber.agency.put(path, removed, role=Role.attempt)

    golden(send_twice_at_once(lambda: subscriber.agency.delete(path)))

    answer, seen = subscriber.wait_until_listed({kept["url"]}, {removed["url"]})
    accepted(answer, "Listing subscriptions")
    require_listed_no_more(answer, seen, removed)
    require_still_listed(answer, seen, kept)
    if sibling and sibling.are_both_in(seen):
        require_left_alone(sibling, seen, *change_and_remove(subscriber, sibling))


@verifies("WHK-05")
def test_a_url_that_is_not_https_is_refused(subscriber: Subscriber) -> None:
    body = subscriber.body("plain")
    plain = body | {"url": body["url"].replace("https://", "http://")}

    attempt = subscriber.post(plain)
    control = subscriber.post(body)

    require_refused_and_unlisted(subscriber, attempt, control, {plain["url"]})
    require_refusals(change_to(subscriber, control, plain, body))


@verifies("WHK-06")
@pytest.mark.parametrize("known", [(), ("booking.confirmed",)], ids=["alone", "beside a known one"])
def test_an_unknown_event_kind_is_refused(subscriber: Subscriber, known: tuple[str, ...]) -> None:
    body = subscriber.body("exploded", *known, "booking.exploded")
    twin = subscriber.body("not-exploded", "booking.confirmed")

    attempt = subscriber.post(body)
    control = subscriber.post(twin)

    require_refused_and_unlisted(subscriber, attempt, control, {body["url"]})
    require_refusals(change_to(subscriber, control, twin | {"events": body["events"]}, twin))


@verifies("WHK-07")
@pytest.mark.parametrize("member", ["url", "events"])
def test_url_and_events_are_needed(subscriber: Subscriber, member: str) -> None:
    body = subscriber.body(f"no-{member}")

    attempt = subscriber.post(without(body, member))
    control = subscriber.post(body | {"description": "The valid twin of a conformance run."})

    require_refused_and_unlisted(subscriber, attempt, control, {body["description"]})


@verifies("WHK-08")
@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_each_event_kind_can_be_subscribed(other_subscriber: Subscriber, kind: str) -> None:
    other_subscriber.must_create(other_subscriber.body("kind", kind))


@verifies("WHK-09")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_an_unknown_subscription_is_refused(subscriber: Subscriber, courses: CourseFinder, method: str) -> None:
    body = subscriber.body("known")
    path = subscriber.path(subscriber.create(body))
    payload: dict[str, Any] = {"PUT": {"json": body}, "DELETE": {}}[method]
    unknown = free_an_id(subscriber, courses, path)

    attempt = subscriber.agency.send(method, unknown, role=Role.attempt, **payload)
    control = subscriber.agency.send(method, path, role=Role.control, **payload)

    require_unknown_refused(attempt, control)
    require_refusals(change_after_a_removal(subscriber, path, body, control))
