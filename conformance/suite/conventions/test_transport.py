"""Checks of what the operations have in common: they are there, they read JSON, and a refusal leaves nothing behind."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, refused, same, within_budget
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder, changed, without
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.courses import COURSES
from conformance.discovery.webhooks import WEBHOOKS, subscription, unsubscribe
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Inconclusive, NotApplicable, expect, or_else, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, bodies_of_every_size, book, change, give_back, read
from conformance.suite.arranged.booking_values import plain
from conformance.suite.arranged.group_requests import group_question
from conformance.suite.arranged.read_back import refused_without_trace, unchanged
from conformance.target.target import Target

_GUESTS = {
    "firstName": "Zoë",
    "lastName": "Łąkowska-Ødegård Ñíguez",
    "email": "zoe@example.com",
    "phone": "+34600000000",
}
_READS_OF_COURSES = frozenset(
    {"searchCourses", "getCourse", "getCoursePricing", "getCourseTerms", "listTeeTimes", "checkAvailability"}
)
_SERVER_ERROR = 500
_MOST_READ_AGAIN = 3
_WISHES = "Přátelé z Århusu: dva vozíky, prosím – „fore“! Ευχαριστώ, спасибо, ありがとう ⛳"


# Not asked here are the twelve operations whose request the specification does not show in full, or that leave
# something behind that nobody can remove: createBookingHook confirmBookingHook releaseBookingHook createGroupBooking
# getGroupBooking updateGroupBookingPlayers validateGroupBooking updateWebhook deleteWebhook createToken refreshToken
# revokeToken.
@verifies("ENV-01")
@pytest.mark.parametrize("path", ["", "/{id}", "/{id}/pricing", "/{id}/terms"])
def test_reading_courses_succeeds(agency: Agency, courses: CourseFinder, path: str) -> None:
    for course in (courses.online()[0], *courses.listed[:1]):
        golden(agency.get(COURSES + path.replace("{id}", segment(course["id"]))))


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
    # Many checks look at these, and leave out what is refused.
    or_else(lambda: request.getfixturevalue("sheets"), None)
    failed = {one.request.url: one.request for one in exchanges if _is_a_failed_read(one)}
    for one in list(failed.values())[-_MOST_READ_AGAIN:]:
        answer = agency.get(one.path, **dict(one.query))
        expect(
            answer.status < _SERVER_ERROR,
            f"{answer.where} is answered, now or before",
            f"it answered {answer.status} twice",
            answer,
        )


def _is_a_failed_read(exchange: Exchange) -> bool:
    is_read = exchange.operation_id in _READS_OF_COURSES and exchange.role in (Role.golden, Role.read)
    return is_read and exchange.response is not None and exchange.response.status >= _SERVER_ERROR


@verifies("ENV-01")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_life_of_a_booking_succeeds(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    def taken(answer: Answer, tee_time: OfferedTeeTime, places: int) -> Any:
        """The body of an answer that takes so many places more, unless somebody else took them."""
        if not answer.is_success and _places_left_after_all(tee_times, tee_time, places, target) < places:
            raise Inconclusive(f"Somebody else took the places at {tee_time.time} on {tee_time.play_date}.")
        return golden(answer)

    to_hold, to_book = tee_times.fresh(), tee_times.fresh()
    taken(bookings.hold(to_hold, players), to_hold, players)
    booking_id = part(taken(bookings.create(to_book, players), to_book, players), "data.id", judge=False)

    golden(
        within_budget(
            lambda: bookings.read(booking_id),
            lambda answer: answer.is_success,
            seconds=target.budgets.visibility_seconds,
        )
    )
    taken(change(bookings, booking_id, {"players": 5 - players}), to_book, 5 - 2 * players)
    golden(bookings.cancel(booking_id))


def _places_left_after_all(tee_times: TeeTimeFinder, tee_time: OfferedTeeTime, places: int, target: Target) -> int:
    """The places listed, as soon as they are fewer than *places* or the budget for changes to show has run out."""
    return within_budget(
        lambda: tee_times.places_free(tee_time),
        lambda free: free < places,
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
    if "wh" in target.absent:
        raise NotApplicable("The target declares that it has no webhooks.")
    made = agency.post(WEBHOOKS, subscription(run, "life"))
    listed = agency.get(WEBHOOKS)
    unsubscribe(agency, made)

    golden(made)
    golden(listed)


@verifies("ENV-13")
def test_webhooks_are_served_directly_under_the_base_address(agency: Agency, run: Run) -> None:
    made = agency.post(WEBHOOKS, subscription(run, "place"))
    listed = agency.get(WEBHOOKS)
    unsubscribe(agency, made)

    golden(made)
    golden(listed)


@verifies("ENV-14")
@pytest.mark.parametrize("players", [1, 3])
def test_a_body_that_is_not_well_formed_json_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, agency: Agency, players: int
) -> None:
    tee_time = tee_times.fresh()
    body = bookings.body(tee_time, players)
    whole = json.dumps(body).encode()

    cut = (whole[:-1], whole[: len(whole) // 2], whole + b"}")
    attempts = [_sent(agency, content, role=Role.attempt) for content in cut]
    for attempt in attempts:
        give_back(bookings, attempt)
    control = bookings.create(tee_time, players)

    refused_without_trace(bookings, target, attempts, [body], control=control, tee_time=tee_time)
    booking_id = str(part(control.body, "data.id", judge=False))
    wishes = {"specialRequests": f"A table for {players}, please."}
    attempt = _sent(agency, json.dumps(wishes).encode()[:-1], role=Role.attempt, change_of=booking_id)
    if attempt.is_success:
        refused(attempt, control=change(bookings, booking_id, wishes))


@verifies("ENV-16")
def test_a_refused_create_leaves_nothing_behind(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run
) -> None:
    tee_time = tee_times.fresh()
    spoiled = _spoiled_bodies(bookings, tee_time, courses.unknown_id(tee_time.course_id), run)

    refusals: list[tuple[Answer, dict[str, Any]]] = []
    for body in spoiled:
        attempt = bookings.post(body, role=Role.attempt)
        give_back(bookings, attempt)
        refusals += [] if attempt.is_success else [(attempt, body)]
    control = bookings.create(tee_time, 4)

    if not refusals:
        raise Inconclusive("Nothing was refused, so there is nothing to look for (BKC-09 and the rows after it judge).")
    attempts, bodies = zip(*refusals, strict=True)
    refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("ENV-16")
@pytest.mark.parametrize("players", [1, 3])
def test_a_refused_change_leaves_nothing_behind(bookings: BookingDesk, tee_times: TeeTimeFinder, players: int) -> None:
    tee_time = tee_times.fresh()
    booked = book(bookings, bookings.body(tee_time, players), tee_time)
    spoiled = {"players": 5, "specialRequests": "Half a change.", "agencyBookingReference": f"{booked.id}-half"}
    before = read(bookings, booked.id)

    attempt = bookings.update(booked.id, spoiled)
    attempt.mark(Role.attempt)

    if attempt.is_success:
        raise Inconclusive("The change to five players was not refused, which BKU-07 judges.")
    unchanged(before, read(bookings, booked.id))


@verifies("ENV-17")
@pytest.mark.parametrize("players", [1, 3])
def test_utf_8_text_survives(agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, players: int) -> None:
    body = bookings.body(tee_times.fresh(), players, leadPlayer=_GUESTS, specialRequests=_WISHES)
    content = json.dumps(body, ensure_ascii=False).encode()

    created = golden(_sent(agency, content, "application/json; charset=utf-8"))
    again = accepted(bookings.read_own(part(created, "data.id", judge=False)), "Reading a booking")

    for answer in (created, again):
        for member in ("firstName", "lastName"):
            same(
                plain(part(answer, f"data.leadPlayer.{member}")),
                plain(_GUESTS[member]),
                f"leadPlayer.{member} in the answer that created the booking",
            )
        same(
            plain(part(answer, "data.specialRequests")),
            plain(_WISHES),
            "specialRequests in the answer that created the booking",
        )


def _sent(
    agency: Agency,
    content: bytes,
    content_type: str = "application/json",
    role: Role = Role.golden,
    change_of: str | None = None,
) -> Answer:
    """The answer to *content* as a new booking, or as the change of one."""
    method, path = ("POST", BOOKINGS) if change_of is None else ("PUT", f"{BOOKINGS}/{segment(change_of)}")
    return agency.send(method, path, content=content, headers={"Content-Type": content_type}, role=role)


def _spoiled_bodies(
    desk: BookingDesk, tee_time: OfferedTeeTime, unknown_course_id: str, run: Run
) -> list[dict[str, Any]]:
    """Bodies of every party size, each wrong in one point."""
    last_week = (run.today - timedelta(days=7)).isoformat()
    one, two, three, four = bodies_of_every_size(desk, tee_time)
    more = bodies_of_every_size(desk, tee_time)
    return [
        without(one, "leadPlayer"),
        without(two, "leadPlayer.email"),
        without(three, "teeTime"),
        changed(four, "players", 5),
        changed(more[0], "players", 0),
        changed(more[1], "courseId", unknown_course_id),
        changed(more[2], "date", last_week),
        changed(more[3], "teeTime", "03:17"),
    ]
