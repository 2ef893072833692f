"""Suspicions about changes and lead players: several bookings without an exception, and never more than a suspicion."""

import pytest

from tests.conformance.proxy.watched import LEAD, Traffic, booking


def _change(traffic: Traffic, number: int, *, shown: int) -> Traffic:
    """A booking for two is changed to three players, and read with as many as *shown*."""
    booking_id = f"bkg_{number}"
    address = f"/travel/bookings/{booking_id}"
    traffic.books(booking_id)
    traffic.passes(f"GET {address}", 200, {"data": booking(booking_id)})
    traffic.passes(f"PUT {address}", 200, {"data": booking(booking_id, players=3)}, sent={"players": 3})
    return traffic.passes(f"GET {address}", 200, {"data": booking(booking_id, players=shown)})


def test_changes_that_never_show_are_suspected() -> None:
    traffic = Traffic()
    for number in (1, 2, 3):
        _change(traffic, number, shown=2)

    assert traffic.found() == {"BKU-01": "suspected"}


@pytest.mark.parametrize("shown", [(2, 2), (2, 2, 3, 2, 2), (2, 2, 4)])
def test_changes_that_another_channel_may_have_undone_raise_no_suspicion(shown: tuple[int, ...]) -> None:
    traffic = Traffic()
    for number, players in enumerate(shown):
        _change(traffic, number, shown=players)

    assert traffic.found() == {}


def test_a_change_that_a_second_change_follows_tells_nothing() -> None:
    traffic = Traffic()
    for number in (1, 2, 3):
        address = f"/travel/bookings/bkg_{number}"
        traffic.books(f"bkg_{number}")
        traffic.passes(f"GET {address}", 200, {"data": booking(f"bkg_{number}")})
        traffic.passes(f"PUT {address}", 200, {"data": booking(f"bkg_{number}")}, sent={"players": 3})
        traffic.passes(f"PUT {address}", 400, {"title": "No"}, sent={"players": 4})
        traffic.passes(f"GET {address}", 200, {"data": booking(f"bkg_{number}")})

    assert "BKU-01" not in traffic.found()


def test_changes_of_bookings_that_wait_for_their_course_tell_nothing() -> None:
    traffic = Traffic()
    for number in (1, 2, 3):
        address = f"/travel/bookings/bkg_{number}"
        pending = {"data": booking(f"bkg_{number}", status="pending")}
        traffic.books(f"bkg_{number}", status="pending")
        traffic.passes(f"GET {address}", 200, pending)
        traffic.passes(f"PUT {address}", 200, pending, sent={"players": 3})
        traffic.passes(f"GET {address}", 200, pending)

    assert "BKU-01" not in traffic.found()


def _read_with(traffic: Traffic, number: int, **lead: str) -> Traffic:
    booking_id = f"bkg_{number}"
    shown = {"data": booking(booking_id, leadPlayer=LEAD | lead)}
    return traffic.books(booking_id).passes(f"GET /travel/bookings/{booking_id}", 200, shown)


def test_lead_players_that_are_always_others_are_suspected() -> None:
    traffic = Traffic()
    for number in (1, 2, 3):
        _read_with(traffic, number, firstName="A.")

    assert traffic.found() == {"BKG-02": "suspected"}


def test_a_lead_player_that_somebody_corrects_raises_no_suspicion() -> None:
    traffic = Traffic()
    for number, name in enumerate(["Ida", "Ida", "Ada", "Ida", "Ida"]):
        _read_with(traffic, number, firstName=name)

    assert traffic.found() == {}


def test_an_address_in_capitals_is_the_same_address() -> None:
    traffic = Traffic()
    for number in (1, 2, 3):
        _read_with(traffic, number, email=LEAD["email"].upper())

    assert traffic.found() == {}
