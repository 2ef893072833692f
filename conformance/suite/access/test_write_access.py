"""Checks that writing, and webhooks altogether, need the X-Api-Key header, and that what is refused does not happen."""

from typing import Any

import pytest

from conformance.asking.client import ABSENT, Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import refused
from conformance.catalogue.paths import BOOKINGS, WEBHOOKS
from conformance.discovery import BookingDesk, BookingHookDesk, GroupDesk, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk
from conformance.discovery.webhooks import list_subscriptions, place_of, subscription, unsubscribe
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.access.keys import Keyless, present_new_token
from conformance.suite.access.writes_without_key import (
    change_and_cancel_without_key,
    hold_without_key,
    name_players_without_key_and_with_it,
    release_with_key,
    require_hooks_declared,
    require_not_done,
    require_refused_where_the_twin_is_accepted,
    require_removable_groups,
    require_request_understood,
)
from conformance.suite.arranged.booked import bodies_of_every_size, change, if_possible
from conformance.suite.arranged.booked_groups import ask_for_group
from conformance.suite.arranged.group_requests import group_question
from conformance.suite.arranged.hooked_tee_times import hook_tee_time
from conformance.suite.arranged.many_answers import require_all_refused
from conformance.suite.arranged.read_back import (
    require_refused_and_unchanged,
    require_refused_without_trace,
    require_unchanged,
)
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.target.target import Target

_SOME_PLAYERS = 6


@verifies("AUT-02")
def test_booking_needs_the_key(agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    bodies = bodies_of_every_size(bookings, tee_time)

    attempts = [agency.post(BOOKINGS, body, key=None, role=Role.attempt) for body in bodies]
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("AUT-02")
def test_holding_a_tee_time_needs_the_key(agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    # On two tee times, because somebody else may book one of them meanwhile.
    sampled = [hold_without_key(agency, tee_times, tee_times.fresh(), parties) for parties in ((1, 4), (2, 3))]
    control = bookings.hold(tee_times.fresh(), 4)

    fewest_lost = min(places_lost for _, places_lost in sampled)
    expect(
        fewest_lost <= 0,
        "holds without a key take no places",
        f"{fewest_lost} places are missing after a hold without a key",
    )
    require_all_refused([attempt for attempts, _ in sampled for attempt in attempts], control=control)


@verifies("AUT-02")
def test_a_token_does_not_replace_the_key(
    bookings: BookingDesk, tee_times: TeeTimeFinder, tokens: TokenDesk, target: Target, run: Run
) -> None:
    headers, tee_time = present_new_token(tokens, target, run), tee_times.fresh()

    attempt = bookings.post(bookings.body(tee_time), key=None, headers=headers, role=Role.attempt)

    refused(attempt, control=bookings.create(tee_time), because="it carries a token and no key")


@verifies("AUT-02")
@pytest.mark.parametrize("players", [1, 4])
def test_changing_or_cancelling_a_booking_needs_the_key(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    booked = book_in_some_way(bookings, tee_times.fresh(), target, players)
    changes = {"players": 5 - players}

    keyless = change_and_cancel_without_key(agency, bookings, booked, changes)
    changed, cancelled = change(bookings, booked.id, changes), bookings.cancel(booked.id)

    require_not_done(keyless, changes)
    attempts = [*keyless.to_change, keyless.to_cancel]
    require_unchanged(keyless.before, keyless.after, attempts, because="the request carries no key")
    require_refused_and_unchanged(keyless.to_change, keyless.before, keyless.after, control=changed)
    require_refused_and_unchanged([keyless.to_cancel], keyless.before, keyless.after, control=cancelled)


@verifies("AUT-02")
@pytest.mark.parametrize("question", ["find-slots", "calculate-price"])
def test_asking_about_groups_needs_the_key(
    agency: Agency, tee_times: TeeTimeFinder, target: Target, question: str
) -> None:
    path, body = group_question(question, tee_times, target)

    refused(agency.post(path, body, key=None), control=agency.post(path, body))


@pytest.fixture
def keyless_hooks(agency: Agency, bookings: BookingDesk, hooks: BookingHookDesk, target: Target) -> BookingHookDesk:
    """Asks for hooks without the key. Raises `NoEvidence` where nobody declares what a hook takes."""
    require_hooks_declared(hooks, target)
    return BookingHookDesk(Keyless(agency), bookings, target.hooks)


@verifies("AUT-02")
def test_booking_hooks_need_the_key(
    hooks: BookingHookDesk, keyless_hooks: BookingHookDesk, tee_times: TeeTimeFinder
) -> None:
    tried, twin = (if_possible(lambda: hook_tee_time(hooks, tee_times, 2)) for _ in range(2))
    tried_id = if_possible(lambda: hooks.id_of(tried.answer))

    created = keyless_hooks.post(hooks.body(hooks.booking(twin.tee_time)))
    confirmed, released = keyless_hooks.confirm(tried_id, tried.sent), keyless_hooks.release(tried_id)
    own_confirmed = hooks.confirm(hooks.id_of(twin.answer), twin.sent)
    own_released = release_with_key(hooks, tee_times, tried_id, released)

    require_refused_where_the_twin_is_accepted(
        [(created, twin.answer), (confirmed, own_confirmed), (released, own_released)]
    )


@pytest.fixture
def keyless_groups(agency: Agency, run: Run, target: Target, course_decisions: CourseDecisions) -> GroupDesk:
    """Asks for groups without the key. Raises `NoEvidence` where nothing can take a group back."""
    require_removable_groups(target, course_decisions)
    return GroupDesk(Keyless(agency), run, target.groups)


@verifies("AUT-02")
def test_group_bookings_need_the_key(groups: GroupDesk, keyless_groups: GroupDesk, tee_times: TeeTimeFinder) -> None:
    own = if_possible(lambda: ask_for_group(groups, tee_times, _SOME_PLAYERS))
    body = groups.body(own.day, _SOME_PLAYERS)

    created, validated = keyless_groups.post(body), (keyless_groups.validate(body), groups.validate(body))
    named = name_players_without_key_and_with_it(keyless_groups, groups, own)

    require_refused_where_the_twin_is_accepted([(created, own.answer), validated, *named])


@verifies("AUT-03")
def test_subscribing_needs_the_key(agency: Agency, run: Run, target: Target) -> None:
    keyless, keyed = subscription(run, "without-key"), subscription(run, "with-key")

    attempt = agency.post(WEBHOOKS, keyless, key=None)
    control = agency.post(WEBHOOKS, keyed)
    listed = list_subscriptions(agency)
    unsubscribe(agency, attempt, target.webhook_id)
    unsubscribe(agency, control, target.webhook_id)

    refused(attempt, control=control)
    expected = "a request without a key creates no subscription"
    expect(not listed.shows(keyless["url"]), expected, f"the list shows {keyless['url']}", attempt)


@verifies("AUT-03")
def test_listing_subscriptions_needs_the_key(agency: Agency) -> None:
    attempt = agency.send("GET", WEBHOOKS, key=None)
    control = agency.get(WEBHOOKS)

    refused(attempt, control=control)


@verifies("AUT-03")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_changing_and_deleting_a_subscription_need_the_key(
    agency: Agency, run: Run, target: Target, method: str
) -> None:
    body = subscription(run, f"to-{method.lower()}")
    subscribed = agency.post(WEBHOOKS, body)
    path = place_of(agency, subscribed, target.webhook_id)
    payload: Any = {"PUT": body, "DELETE": ABSENT}[method]

    attempt = agency.send(method, path, json=payload, key=None, role=Role.attempt)
    control = agency.send(method, path, json=payload, role=Role.attempt)
    unsubscribe(agency, subscribed, target.webhook_id)

    expected = f"{attempt.where} without a key is refused"
    expect(not attempt.is_success, expected, f"it answered {attempt.status}", (attempt, control))
    require_request_understood(control, method, path)
