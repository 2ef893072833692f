"""A booking that a run made shows what the run wrote."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import LEAD, WISH, booking, page
from tests.conformance.watching.recorded_runs import Recorded


def test_a_story_without_a_contradiction_is_no_sight() -> None:
    run = Recorded().books().reads().updates(players=3).reads(players=3)

    assert run.sends("GET /travel/bookings", 200, page(booking(players=3))).found() == []


def test_a_list_that_shows_other_players_is_found() -> None:
    assert Recorded().books().sends("GET /travel/bookings", 200, page(booking(players=3))).found() == ["BKL-12"]


def test_a_read_that_shows_another_value_is_found() -> None:
    assert Recorded().books().reads(players=3).found() == ["BKG-01"]


def test_a_read_that_shows_another_lead_player_is_found() -> None:
    assert Recorded().books().reads(leadPlayer=LEAD | {"lastName": "Lovelace"}).found() == ["BKG-02"]


def test_a_member_that_an_update_did_not_send_and_that_changes_is_found() -> None:
    assert Recorded().books().updates(specialRequests="Buggy").reads(players=3).found() == ["BKU-09"]


def test_an_update_that_was_refused_and_shows_is_found() -> None:
    assert Recorded().books().updates(409, players=3).reads(players=3).found() == ["ENV-16"]


@pytest.mark.parametrize("status", [202, 408, 499, 500])
def test_after_an_update_with_an_unknown_end_nothing_is_expected(status: int) -> None:
    assert Recorded().books().updates(status, players=3).reads(players=3).reads(players=2).found() == []


def test_a_read_soon_after_a_write_may_show_the_old_value() -> None:
    run = Recorded().books().updates(players=3)
    run.clock -= 9

    assert run.reads(players=2).reads(players=3).found() == []


@pytest.mark.parametrize("shown", [2, 3])
def test_a_read_during_a_write_that_ends_later_may_show_either_value(shown: int) -> None:
    run = Recorded().books().reads().reads(players=shown).updates_meanwhile(players=3)

    assert run.reads(players=3).found() == []


def test_a_read_that_ends_before_a_write_begins_shows_the_old_value() -> None:
    assert Recorded().books().reads(players=3).updates(players=3).found() == ["BKG-01"]


@pytest.mark.parametrize(
    ("shown", "status", "found"), [(2, "pending", ["BKL-12"]), (2, "confirmed", []), (3, "pending", [])]
)
def test_a_list_may_not_take_back_what_a_read_showed_of_a_waiting_booking(
    shown: int, status: str, found: list[str]
) -> None:
    waiting = {"data": booking(status="pending")}
    run = Recorded().sends("POST /travel/bookings", 201, waiting, sent=WISH).updates(players=3)
    run.clock -= 9
    run = run.reads(players=3, status="pending")

    listed = page(booking(players=shown, status=status))
    assert run.sends("GET /travel/bookings", 200, listed).found() == found


def test_no_lever_changes_what_a_caller_wrote() -> None:
    assert Recorded().books().pulls_a_lever().reads(players=3).found() == ["BKG-01"]


def cancelled(**changed: Any) -> dict[str, Any]:
    """The members of booking bkg_1 after its cancellation."""
    return {"status": "cancelled", **changed}


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ({}, []),
        ({"specialRequests": None, "agencyBookingReference": ""}, []),
        ({"players": 3}, ["BKG-01"]),
        ({"leadPlayer": LEAD | {"email": "nobody@example.com"}}, ["BKG-02"]),
        ({"leadPlayer": None}, ["BKG-02"]),
    ],
)
def test_a_booking_that_the_course_declined_shows_what_it_was(shown: dict[str, Any], found: list[str]) -> None:
    run = Recorded().books().reads(specialRequests="Buggy").pulls_a_lever()

    assert run.reads(**cancelled(**{"specialRequests": "Buggy", **shown})).found() == found


def test_a_cancelled_booking_with_other_players_is_found() -> None:
    run = Recorded().books().sends("DELETE /travel/bookings/bkg_1", 200, {"data": {"id": "bkg_1"}})

    assert run.reads(**cancelled(players=3)).found() == ["BKG-01"]


def test_a_booking_that_another_party_size_followed_on_a_refused_cancellation_is_found() -> None:
    run = Recorded().books().sends("DELETE /travel/bookings/bkg_1", 409, {})

    assert run.reads(players=3).found() == ["ENV-16"]


@pytest.mark.parametrize(
    ("sent", "row"),
    [
        ({"players": 3}, "BKU-01"),
        ({"specialRequests": "Buggy"}, "BKU-02"),
        ({"agencyBookingReference": "MGT-2"}, "BKU-03"),
    ],
)
def test_an_accepted_change_that_does_not_show_is_found(sent: dict[str, Any], row: str) -> None:
    before = {"specialRequests": "Trolley", "agencyBookingReference": "MGT-1"}
    run = Recorded().books().reads(**before).updates(**sent)

    assert run.reads(**before).found() == [row]


@pytest.mark.parametrize(("shown", "found"), [(2, []), (3, []), (4, ["BKU-01"])])
def test_soon_after_a_change_a_read_shows_the_old_or_the_new_value(shown: int, found: list[str]) -> None:
    run = Recorded().books().updates(players=3)
    run.clock -= 9

    assert run.reads(players=shown).found() == found


def test_after_two_quick_changes_a_read_may_show_any_of_the_values() -> None:
    run = Recorded().books().updates(players=3).updates(players=4)
    run.clock -= 9

    assert run.reads(players=2).found() == []


def test_a_change_that_its_answer_shows_holds_after_the_cancellation_too() -> None:
    run = Recorded().books()
    run.sends("PUT /travel/bookings/bkg_1", 200, {"data": booking(players=3)}, sent={"players": 3})
    run.sends("DELETE /travel/bookings/bkg_1", 200, {"data": {"id": "bkg_1"}})

    assert run.reads(**cancelled(players=2)).found() == ["BKG-01"]


def test_a_change_that_a_course_may_still_refuse_need_not_show() -> None:
    assert Recorded().books().updates(players=3).reads(status="pending").reads(status="pending").found() == []


def test_of_two_changes_at_once_either_may_show() -> None:
    run = Recorded().books().updates(players=3).updates_meanwhile(players=4)

    assert run.reads(players=3).found() == []


def test_a_change_of_members_that_no_change_may_name_may_be_ignored_as_a_whole() -> None:
    assert Recorded().books().updates(players=3, date="2027-03-02").reads().found() == []


def test_a_booking_from_a_hook_shows_what_its_first_read_showed() -> None:
    run = Recorded().sends("POST /travel/bookings/hooks/hok_1/confirm", 200, {"data": booking()}, sent={})

    assert run.reads(players=3).reads().found() == ["BKG-01"]


@pytest.mark.parametrize(
    ("created", "cancelled", "found"),
    [
        ("2026-11-20T10:00:10Z", "2026-11-20T10:00:20Z", []),
        ("2026-11-20T10:00:10Z", "2026-11-20T11:00:20Z", ["BKX-05"]),
        # The clock of this target is another one, so its moments tell nothing.
        ("2026-11-20T07:00:10Z", "2026-11-20T11:00:20Z", []),
    ],
)
def test_a_cancellation_that_is_dated_at_another_moment_is_found(
    created: str, cancelled: str, found: list[str]
) -> None:
    answer = {name: booking()[name] for name in ("id", "bookingReference")}
    answer |= {"status": "cancelled", "cancellationDate": cancelled}

    run = Recorded().sends("POST /travel/bookings", 201, {"data": booking(createdAt=created)}, sent=WISH)
    run.sends("DELETE /travel/bookings/bkg_1", 200, {"data": answer})

    assert run.found() == found


@pytest.mark.parametrize("member", ["specialRequests", "agencyBookingReference"])
def test_a_text_that_an_update_did_not_send_and_that_is_gone_is_found(member: str) -> None:
    texts = {"specialRequests": "Buggy", "agencyBookingReference": "MGT-1"}
    run = Recorded().books().reads(**texts).updates(players=3)

    assert run.reads(players=3, **{**texts, member: None}).found() == ["BKU-09"]


@pytest.mark.parametrize(
    ("member", "found"), [("agencyBookingReference", ["BKL-01"]), ("specialRequests", [])], ids=["documented", "unsaid"]
)
def test_an_item_of_a_list_lacks_no_text_that_is_documented_there(member: str, found: list[str]) -> None:
    run = Recorded().books().reads(**{member: "A text"})

    assert run.sends("GET /travel/bookings", 200, page(booking())).found() == found
