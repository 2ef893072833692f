"""Two agencies of one world compete for the same places; two worlds do not see each other."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import document, refusal
from tests.sandbox.trade import TeeTime, booked, booking, bookings_total, held, places, read

BOOKINGS = "/travel/bookings"


def test_agencies_of_a_world_see_each_others_places_go(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=3)

    assert places(bravo, tee_time) == 1


def test_the_slower_agency_is_answered_with_the_free_places(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=3)

    answer = bravo.post(BOOKINGS, booking(tee_time, players=2))

    assert "has 1 place left, not 2" in document(answer)["detail"]


def test_an_agency_lists_its_own_bookings_only(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)

    assert (bookings_total(alpha), bookings_total(bravo)) == (1, 0)


@pytest.mark.parametrize(("method", "body"), [("GET", None), ("PUT", {"players": 1}), ("DELETE", None)])
def test_the_booking_of_another_agency_is_unknown(
    alpha: Agency, bravo: Agency, tee_time: TeeTime, method: str, body: object
) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    assert refusal(bravo.send(method, f"{BOOKINGS}/{booking_id}", json=body)) == (404, "booking_not_found")


def test_another_agency_leaves_a_booking_as_it_is(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    created = booked(alpha, tee_time)

    bravo.delete(f"{BOOKINGS}/{created['id']}")

    assert read(alpha, created["id"]) == created


def test_agencies_of_a_world_have_one_clock(alpha: Agency, bravo: Agency) -> None:
    alpha.advance(by="P1D")

    assert bravo.control("GET", "/clock").json()["data"]["now"] == "2040-05-08T08:00:00Z"


def test_references_of_a_world_differ_across_agencies(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    first, second = booked(alpha, tee_time, players=1), booked(bravo, tee_time, players=1)

    assert first["bookingReference"] != second["bookingReference"]


def test_worlds_do_not_share_places(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=4)

    assert places(stranger, tee_time) == 4


def test_worlds_do_not_share_holds(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time)["holdId"]

    answer = stranger.post(BOOKINGS, booking(tee_time, holdId=hold_id))

    assert refusal(answer) == (404, "hold_not_found")


def test_worlds_do_not_share_bookings_though_their_ids_are_the_same(
    alpha: Agency, stranger: Agency, tee_time: TeeTime
) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    assert refusal(stranger.get(f"{BOOKINGS}/{booking_id}")) == (404, "booking_not_found")


def test_a_cancellation_in_one_world_leaves_the_twin_in_another(
    alpha: Agency, stranger: Agency, tee_time: TeeTime
) -> None:
    booking_id, twin = booked(alpha, tee_time)["id"], booked(stranger, tee_time)

    alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert read(stranger, twin["id"]) == twin


def test_worlds_do_not_share_a_clock(alpha: Agency, stranger: Agency) -> None:
    alpha.advance(by="P1D")

    assert stranger.control("GET", "/clock").json()["data"]["now"] == "2040-05-07T08:00:00Z"
