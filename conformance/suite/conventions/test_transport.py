"""Checks of what the operations have in common: they exist, they read JSON, and a refusal changes nothing."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, within_budget
from conformance.catalogue.paths import BOOKINGS, COURSES, WEBHOOKS
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.webhooks import subscription, unsubscribe
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import NoEvidence, NotApplicable, or_else, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, book_together, change, read, read_before
from conformance.suite.arranged.changes import with_other_texts
from conformance.suite.arranged.group_requests import group_question
from conformance.suite.arranged.many_answers import require_refusals, require_successes
from conformance.suite.arranged.read_back import require_refused_without_trace, require_unchanged
from conformance.suite.conventions.transport_oracles import (
    JSON_IN_UTF_8,
    attempt_malformed_bookings,
    change_by_malformed_json,
    failed_reads_of_courses,
    require_new_wishes_shown,
    require_no_second_failure,
    require_places_given,
    require_texts,
)
from conformance.target.target import Target

_GUESTS = {
    "firstName": "Zoë",
    "lastName": "Łąkowska-Ødegård Ñíguez",
    "email": "zoe@example.com",
    "phone": "+34600000000",
}
_WISHES = "Přátelé z Århusu: dva vozíky, prosím – „fore“! Ευχαριστώ, спасибо, ありがとう ⛳"
# A target may refuse characters of four bytes.
_WISHES_IN_FOUR_BYTES = f"{_WISHES} \U0001f3cc"


# The checks of ENV-01 send every operation except those of `NOT_ASKED_TO_SUCCEED`.
@verifies("ENV-01")
@pytest.mark.parametrize("path", ["", "/{id}", "/{id}/pricing", "/{id}/terms"])
def test_reading_courses_succeeds(agency: Agency, courses: CourseFinder, path: str) -> None:
    sample = (courses.online()[0], *courses.listed[:1])
    paths = [COURSES + path.replace("{id}", segment(course["id"])) for course in sample]

    require_successes(agency.get(course_path) for course_path in paths)


@verifies("ENV-01")
def test_asking_for_availability_succeeds(agency: Agency, tee_times: TeeTimeFinder) -> None:
    day = tee_times.fresh_day()
    path = f"{COURSES}/{segment(day.course_id)}"
    last = day.play_date + timedelta(days=2)

    golden(agency.get(f"{path}/tee-times", date=day.play_date))
    golden(agency.get(f"{path}/availability", startDate=day.play_date, endDate=last))


@verifies("ENV-01", closing=True)
def test_no_read_of_a_course_fails_twice(
    agency: Agency, exchanges: Sequence[Exchange], request: pytest.FixtureRequest
) -> None:
    # Many checks compare these tee sheets, and ignore the refused ones.
    or_else(lambda: request.getfixturevalue("sheets"), None)

    failed = failed_reads_of_courses(exchanges)

    require_no_second_failure(agency, failed)


@verifies("ENV-01")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_life_of_a_booking_succeeds(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    to_hold, to_book = tee_times.fresh(), tee_times.fresh()

    require_places_given(bookings.hold(to_hold, players), players, to_hold, tee_times, target)
    created = require_places_given(bookings.create(to_book, players), players, to_book, tee_times, target)
    booking_id = part(created, "data.id", judge=False)

    golden(_read_in_time(bookings, booking_id, target))
    changed = change(bookings, booking_id, {"players": 5 - players})
    require_places_given(changed, 5 - 2 * players, to_book, tee_times, target)
    golden(bookings.cancel(booking_id))


def _read_in_time(desk: BookingDesk, booking_id: str, target: Target) -> Answer:
    """The booking as soon as it can be read, or the last refusal when the budget has run out."""
    return within_budget(
        lambda: desk.read(booking_id),
        lambda answer: answer.is_success,
        seconds=target.budgets.visibility_seconds,
    )


@verifies("ENV-01")
def test_listing_bookings_succeeds(agency: Agency) -> None:
    golden(agency.get(BOOKINGS))


@verifies("ENV-01")
@pytest.mark.parametrize("question", ["find-slots", "calculate-price"])
def test_asking_about_groups_succeeds(agency: Agency, tee_times: TeeTimeFinder, target: Target, question: str) -> None:
    path, body = group_question(question, tee_times, target)

    golden(agency.post(path, body))


@verifies("ENV-01")
def test_subscribing_and_listing_subscriptions_succeed(agency: Agency, run: Run, target: Target) -> None:
    _require_webhooks(target)

    created = agency.post(WEBHOOKS, subscription(run, "life"))
    listed = agency.get(WEBHOOKS)
    unsubscribe(agency, created, target.webhook_id)

    golden(created)
    golden(listed)


def _require_webhooks(target: Target) -> None:
    if "wh" in target.absent:
        raise NotApplicable("The target declares that it has no webhooks.")


@verifies("ENV-13")
def test_webhooks_are_served_directly_under_the_base_address(agency: Agency, run: Run, target: Target) -> None:
    created = agency.post(WEBHOOKS, subscription(run, "place"))
    listed = agency.get(WEBHOOKS)
    unsubscribe(agency, created, target.webhook_id)

    golden(created)
    golden(listed)


@verifies("ENV-14")
@pytest.mark.parametrize("players", [1, 3])
def test_a_body_that_is_not_well_formed_json_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, agency: Agency, players: int
) -> None:
    tee_time = tee_times.fresh()
    body = bookings.body(tee_time, players)

    attempts = attempt_malformed_bookings(agency, bookings, body)
    control = bookings.create(tee_time, players)

    require_refused_without_trace(bookings, target, attempts, [body], control=control, tee_time=tee_time)
    booking_id = str(part(control.body, "data.id", judge=False))
    wishes = {"specialRequests": f"A table for {players}, please."}
    require_refusals(change_by_malformed_json(agency, bookings, booking_id, wishes))


@verifies("ENV-16")
@pytest.mark.parametrize(("parties", "wanted"), [((1,), 5), ((2, 2), 4)], ids=["too many", "no places"])
def test_a_refused_change_changes_nothing(
    bookings: BookingDesk, tee_times: TeeTimeFinder, parties: Sequence[int], wanted: int
) -> None:
    booked = book_together(bookings, tee_times.fresh(), parties)
    before = read_before(bookings, booked.id)

    attempt = bookings.update(booked.id, with_other_texts(before, {"players": wanted}))
    attempt.mark(Role.attempt)

    _require_a_refused_change(attempt)
    require_unchanged(before, read(bookings, booked.id))


def _require_a_refused_change(attempt: Answer) -> None:
    if attempt.is_success:
        raise NoEvidence("The change to too many players was not refused, which BKU-07 and BKU-08 judge.")


@verifies("ENV-17")
@pytest.mark.parametrize("players", [1, 3])
def test_utf_8_text_survives(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> None:
    tee_time = tee_times.fresh()

    def send(wishes: str, role: Role = Role.golden) -> Answer:
        body = bookings.body(tee_time, players, leadPlayer=_GUESTS, specialRequests=wishes)
        return bookings.post(body, headers=JSON_IN_UTF_8, role=role)

    answer, wishes = send(_WISHES_IN_FOUR_BYTES, Role.attempt), _WISHES_IN_FOUR_BYTES
    if not answer.is_success:
        answer, wishes = send(_WISHES), _WISHES
    created = require_places_given(answer, players, tee_time, tee_times, target)
    again = accepted(bookings.read_own(part(created, "data.id", judge=False)), "Reading a booking")

    require_texts(created, _GUESTS, wishes)
    require_texts(again, _GUESTS, wishes)
    require_new_wishes_shown(bookings, created["data"]["id"], _GUESTS, f"{wishes[-1]} {wishes}", target)
