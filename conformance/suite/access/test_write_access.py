"""Checks that writing, and webhooks altogether, need the X-Api-Key header. What is refused must not have happened."""

from collections.abc import Iterable
from typing import Any

import pytest

from conformance.asking.client import ABSENT, Agency, segment
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import refused
from conformance.discovery import BookingDesk, BookingHookDesk, GroupDesk, TeeTimeFinder
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.courses import COURSES
from conformance.discovery.webhooks import WEBHOOKS, place_of, shows, subscription, unsubscribe
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, NotApplicable, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import (
    PARTY_SIZES,
    all_modifiable,
    bodies_of_every_size,
    book,
    change,
    if_possible,
    read,
)
from conformance.suite.arranged.booked_groups import ask_for_group
from conformance.suite.arranged.group_requests import group_question
from conformance.suite.arranged.hooked_tee_times import hooked
from conformance.suite.arranged.read_back import refused_and_unchanged, refused_without_trace, unchanged
from conformance.target.target import Target

_SOME_PLAYERS = 6


class _Keyless(Agency):
    """Sends what *agency* would send, without the header of the key."""

    def __init__(self, agency: Agency) -> None:
        self._agency = agency

    def send(self, method: str, path: str, **options: Any) -> Answer:
        """The answer to the request without the key, whatever it is."""
        return self._agency.send(method, path, **options | {"key": None, "role": Role.attempt})


@verifies("AUT-02")
def test_booking_needs_the_key(agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    bodies = bodies_of_every_size(bookings, tee_time)

    attempts = [agency.post(BOOKINGS, body, key=None, role=Role.attempt) for body in bodies]
    control = bookings.create(tee_time, 4)

    refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("AUT-02")
def test_holding_a_tee_time_needs_the_key(agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    attempts: list[Answer] = []
    places_lost: list[int] = []
    # On two tee times, because somebody else may book one of them meanwhile.
    for tee_time in (tee_times.fresh(), tee_times.fresh()):
        path = f"{COURSES}/{segment(tee_time.course_id)}/hold-tee-time"
        wanted = {"date": tee_time.play_date.isoformat(), "time": tee_time.time}
        attempts += [agency.post(path, {**wanted, "players": players}, key=None) for players in PARTY_SIZES]
        places_lost.append(tee_time.places - tee_times.places_free(tee_time))
    control = bookings.hold(tee_times.fresh(), 4)

    told = f"{min(places_lost)} places are gone after a hold without a key"
    expect(min(places_lost) <= 0, "holds without a key take no places", told)
    for attempt in attempts:
        refused(attempt, control=control)


@verifies("AUT-02")
@pytest.mark.parametrize("players", [1, 4])
def test_changing_or_cancelling_a_booking_needs_the_key(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, players: int
) -> None:
    tee_time = tee_times.fresh()
    booked = book(bookings, bookings.body(tee_time, players), tee_time)
    path, changes = f"{BOOKINGS}/{segment(booked.id)}", {"players": 5 - players}

    # The first one before anybody has read the booking.
    to_change = [agency.put(path, changes, key=None)]
    before = read(bookings, booked.id)
    to_change.append(agency.put(path, all_modifiable(before, changes), key=None))
    to_cancel = agency.delete(path, key=None)
    after = read(bookings, booked.id)
    changed, cancelled = change(bookings, booked.id, changes), bookings.cancel(booked.id)

    expect(
        before.get("players") != changes["players"],
        "what is refused without the key is not done",
        f"booking {booked.id} has players {before.get('players')} now",
        to_change,
    )
    unchanged(before, after, [*to_change, to_cancel], because="it carries no key")
    refused_and_unchanged(to_change, before, after, control=changed)
    refused_and_unchanged([to_cancel], before, after, control=cancelled)


@verifies("AUT-02")
@pytest.mark.parametrize("question", ["find-slots", "calculate-price"])
def test_asking_about_groups_needs_the_key(
    agency: Agency, tee_times: TeeTimeFinder, target: Target, question: str
) -> None:
    path, body = group_question(question, tee_times, target)

    refused(agency.post(path, body, key=None), control=agency.post(path, body))


@verifies("AUT-02")
def test_booking_hooks_need_the_key(
    agency: Agency, bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    if "hook" in target.absent or not hooks.is_declared:
        raise NoEvidence("What a hook takes is not shown, and this target declares none.")
    keyless = BookingHookDesk(_Keyless(agency), bookings, target.hooks)
    tried, twin = (if_possible(lambda: hooked(hooks, tee_times)) for _ in range(2))
    tried_id = if_possible(lambda: hooks.id_of(tried.answer))

    made = keyless.post(hooks.body(hooks.booking(twin.tee_time)))
    confirmed, released = keyless.confirm(tried_id, tried.sent), keyless.release(tried_id)
    own_confirmed = hooks.confirm(hooks.id_of(twin.answer), twin.sent)
    # A hook that was released without the key cannot show how a release with it is answered.
    own_released = hooks.release(hooks.id_of(hooked(hooks, tee_times).answer) if released.is_success else tried_id)

    _refused_where_the_twin_is_not(((made, twin.answer), (confirmed, own_confirmed), (released, own_released)))


@verifies("AUT-02")
def test_group_bookings_need_the_key(
    agency: Agency,
    groups: GroupDesk,
    tee_times: TeeTimeFinder,
    run: Run,
    target: Target,
    course_decisions: CourseDecisions,
) -> None:
    if "group" in target.absent or not course_decisions.can_cancel_groups:
        raise NoEvidence("No group is booked for another row's sake where nothing can take it back.")
    keyless = GroupDesk(_Keyless(agency), run, target.groups)
    own = if_possible(lambda: ask_for_group(groups, tee_times, _SOME_PLAYERS))
    body = groups.body(own.day, _SOME_PLAYERS)

    twins = [(keyless.post(body), own.answer), (keyless.validate(body), groups.validate(body))]
    if groups.player_list_is_declared:
        twins.append((keyless.name_players(own.id), groups.name_players(own.id)))

    _refused_where_the_twin_is_not(twins)


def _refused_where_the_twin_is_not(twins: Iterable[tuple[Answer, Answer]]) -> None:
    """Hold when every attempt is refused whose control is accepted: what hooks and groups take is mostly not shown."""
    for attempt, control in twins:
        attempt.mark(Role.attempt)
        if control.is_success:
            refused(attempt, control=control)


@verifies("AUT-03")
def test_subscribing_needs_the_key(agency: Agency, run: Run) -> None:
    keyless, keyed = subscription(run, "without-key"), subscription(run, "with-key")

    attempt = agency.post(WEBHOOKS, keyless, key=None)
    control = agency.post(WEBHOOKS, keyed)
    listed = agency.get(WEBHOOKS)
    for made in (attempt, control):
        unsubscribe(agency, made)

    refused(attempt, control=control)
    expect(
        not shows(listed, keyless["url"]),
        "a subscription without a key does not come about",
        f"the list shows {keyless['url']}",
        attempt,
    )


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
    made = agency.post(WEBHOOKS, body)
    path = place_of(agency, made, target.webhook_id)
    payload = body if method == "PUT" else ABSENT

    attempt = agency.send(method, path, json=payload, key=None, role=Role.attempt)
    control = agency.send(method, path, json=payload, role=Role.attempt)
    unsubscribe(agency, made)

    expect(
        not attempt.is_success,
        f"{attempt.where} without a key is refused",
        f"it answered {attempt.status}",
        (attempt, control),
    )
    if not control.is_success:
        raise NotApplicable(f"What {method} {path} expects is not shown, and this target expects something else.")
