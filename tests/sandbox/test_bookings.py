"""A booking from its creation to its cancellation at an online course. The ledger is read after each step."""

from datetime import timedelta
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.test_journal import why
from tests.sandbox.trade import (
    LEAD,
    ORDINARY,
    SATURDAY,
    TODAY,
    TeeTime,
    booked,
    booking,
    bookings_total,
    by_trait,
    free_tee_times,
    places,
    read,
    written,
)

BOOKINGS = "/travel/bookings"


def test_a_booking_tells_what_was_booked(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time, agencyBookingReference="MGT-1", specialRequests="Two trolleys, please.")

    assert {name: value for name, value in created.items() if name not in ("id", "bookingReference")} == {
        "status": "confirmed",
        "agencyBookingReference": "MGT-1",
        "course": {"id": ORDINARY.id, "name": ORDINARY.name},
        "date": str(SATURDAY),
        "teeTime": tee_time.time,
        "players": 2,
        "leadPlayer": LEAD,
        "specialRequests": "Two trolleys, please.",
        "createdAt": "2040-05-07T08:00:00Z",
    }


@pytest.mark.parametrize(
    "name", ["agencyBookingReference", "specialRequests", "cancellationDate", "cancellationReason"]
)
def test_a_member_without_a_value_is_absent(alpha: Agency, tee_time: TeeTime, name: str) -> None:
    assert name not in booked(alpha, tee_time)


def test_an_empty_text_is_a_value(alpha: Agency, tee_time: TeeTime) -> None:
    assert booked(alpha, tee_time, specialRequests="")["specialRequests"] == ""


def test_a_phone_is_taken_and_not_echoed(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time, leadPlayer={**LEAD, "phone": "+46 8 123 456"})

    assert created["leadPlayer"] == LEAD


def test_a_booking_is_read_as_it_was_answered(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time, specialRequests="Zoë says: ⛳")

    assert read(alpha, created["id"]) == created


def test_location_is_the_address_of_the_booking(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post(BOOKINGS, booking(tee_time))

    at_location = alpha.http.get(alpha.address + answer.headers["location"], headers={"X-Api-Key": alpha.key})
    assert at_location.json() == answer.json()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_booking_takes_its_places(alpha: Agency, tee_time: TeeTime, players: int) -> None:
    booked(alpha, tee_time, players=players)

    assert places(alpha, tee_time) == 4 - players


def test_a_booking_leaves_other_tee_times_alone(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0], players=4)

    assert places(alpha, tee_times[1]) == 4


def test_several_days_see_a_booking_too(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0], players=1)

    day = alpha.get(f"/travel/courses/{ORDINARY.id}/availability", date=SATURDAY).json()["availabilityResults"][0]

    assert day["availableSlots"] == len(tee_times) - 1


def test_more_players_than_places_are_refused_and_nothing_is_written(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=3)
    before = written(alpha, tee_time)

    answer = alpha.post(BOOKINGS, booking(tee_time, players=2))

    assert (refusal(answer), written(alpha, tee_time)) == ((409, "tee_time_unavailable"), before)


REFUSED: dict[str, tuple[dict[str, Any], tuple[int, str]]] = {
    "unknown course": ({"courseId": "crs_00000000"}, (404, "course_not_found")),
    "booking code": ({"courseId": ORDINARY.booking_code}, (404, "course_not_found")),
    "yesterday": ({"date": str(TODAY - timedelta(days=1))}, (422, "date_in_past")),
    "this morning": ({"date": str(TODAY), "teeTime": "08:00"}, (422, "date_in_past")),
    "too far ahead": ({"date": str(TODAY + timedelta(days=401))}, (422, "date_too_far")),
    "the end of the calendar": ({"date": "2199-12-31"}, (422, "date_too_far")),
    "no such tee time": ({"teeTime": "03:33"}, (409, "tee_time_unavailable")),
    "sold out": ({"courseId": by_trait("sold-out").id}, (409, "tee_time_unavailable")),
    "four at a course for three": ({"courseId": by_trait("three-players").id, "players": 4}, (422, "too_many_players")),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_booking_that_cannot_be_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    changes, expected = REFUSED[case]
    before = written(alpha, tee_time)

    answer = alpha.post(BOOKINGS, booking(tee_time, **changes))

    assert (refusal(answer), written(alpha, tee_time)) == (expected, before)


@pytest.mark.parametrize("course", ["no-hooks", "three-players", "nine-holes", "override-terms"])
def test_a_course_with_ways_of_its_own_takes_bookings(alpha: Agency, course: str) -> None:
    tee_time = free_tee_times(alpha, by_trait(course).id)[0]

    assert booked(alpha, tee_time, players=3)["status"] == "confirmed"


@pytest.mark.parametrize(
    "change",
    [{"players": 3}, {"agencyBookingReference": "MGT-2"}, {"specialRequests": "A buggy."}],
    ids=lambda change: next(iter(change)),
)
def test_a_change_changes_what_is_sent_and_nothing_else(
    alpha: Agency, tee_time: TeeTime, change: dict[str, Any]
) -> None:
    before = booked(alpha, tee_time, agencyBookingReference="MGT-1", specialRequests="Two trolleys.")

    answer = alpha.put(f"{BOOKINGS}/{before['id']}", change)

    assert answer.json()["data"] == {**before, **change}


def test_a_change_is_kept(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 3, "specialRequests": "A buggy."})

    assert read(alpha, booking_id) == answer.json()["data"]


@pytest.mark.parametrize(("players", "free"), [(1, 3), (2, 2), (4, 0)])
def test_a_change_of_players_moves_the_ledger(alpha: Agency, tee_time: TeeTime, players: int, free: int) -> None:
    booking_id = booked(alpha, tee_time, players=2)["id"]

    alpha.put(f"{BOOKINGS}/{booking_id}", {"players": players})

    assert places(alpha, tee_time) == free


def test_more_players_need_free_places(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time, players=2)["id"]
    booked(alpha, tee_time, players=1)

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 4})

    assert refusal(answer) == (409, "tee_time_unavailable")


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        (1, "The booking has 2 players and 1 place is free beside it. Send at most 3 players."),
        (2, "The booking has 2 players and 0 places are free beside it. Send at most 2 players."),
    ],
)
def test_a_refusal_of_more_players_says_how_many_have_room(
    alpha: Agency, tee_time: TeeTime, others: int, sentence: str
) -> None:
    booking_id = booked(alpha, tee_time, players=2)["id"]
    booked(alpha, tee_time, players=others)

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 4})

    assert answer.json()["detail"] == sentence
    assert why(alpha, status=409)["accepted"] == {"players": {"atMost": 4 - others}}


def test_a_refused_change_changes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    before = booked(alpha, tee_time, players=2)
    booked(alpha, tee_time, players=1)

    alpha.put(f"{BOOKINGS}/{before['id']}", {"players": 4, "specialRequests": "All of us."})

    assert (read(alpha, before["id"]), places(alpha, tee_time)) == (before, 1)


def test_a_booking_at_a_full_tee_time_can_still_change_its_texts(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time, players=4)["id"]

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 4, "specialRequests": "A buggy."})

    assert answer.status_code == 200


def test_a_course_without_changes_refuses_them(alpha: Agency) -> None:
    booking_id = booked(alpha, free_tee_times(alpha, by_trait("no-changes").id)[0])["id"]

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 1})

    assert refusal(answer) == (409, "modification_not_allowed")


def test_a_change_beyond_the_terms_is_refused(alpha: Agency) -> None:
    booking_id = booked(alpha, free_tee_times(alpha, by_trait("three-players").id)[0])["id"]

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 4})

    assert refusal(answer) == (422, "too_many_players")


def test_a_cancellation_answers_four_members(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time)
    alpha.advance(by="PT90S")

    answer = alpha.delete(f"{BOOKINGS}/{created['id']}")

    assert answer.json()["data"] == {
        "id": created["id"],
        "status": "cancelled",
        "bookingReference": created["bookingReference"],
        "cancellationDate": "2040-05-07T08:01:30Z",
    }


def test_a_cancellation_gives_the_places_back(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time, players=4)["id"]

    alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert places(alpha, tee_time) == 4


def test_a_cancelled_booking_can_be_read(alpha: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time)

    alpha.delete(f"{BOOKINGS}/{created['id']}")

    assert read(alpha, created["id"]) == {**created, "status": "cancelled", "cancellationDate": "2040-05-07T08:00:00Z"}


def test_a_second_cancellation_answers_the_same(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    first = alpha.delete(f"{BOOKINGS}/{booking_id}")
    alpha.advance(by="P10D")

    assert alpha.delete(f"{BOOKINGS}/{booking_id}").content == first.content


def test_a_second_cancellation_gives_no_places_back(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time, players=4)["id"]
    alpha.delete(f"{BOOKINGS}/{booking_id}")
    booked(bravo, tee_time, players=4)

    alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert places(alpha, tee_time) == 0


def test_a_cancelled_booking_cannot_be_changed(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert refusal(alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 1})) == (409, "booking_cancelled")


def test_a_cancellation_keeps_the_booking_in_the_list(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.delete(f"{BOOKINGS}/{booked(alpha, tee_time)['id']}")

    assert bookings_total(alpha) == 1


@pytest.mark.parametrize(("method", "body"), [("GET", None), ("PUT", {"players": 1}), ("DELETE", None)])
def test_an_unknown_booking_is_not_found(alpha: Agency, method: str, body: object) -> None:
    answer = alpha.send(method, f"{BOOKINGS}/bkg_000000000000", json=body)

    assert refusal(answer) == (404, "booking_not_found")
