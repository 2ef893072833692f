"""A booking hook takes places off sale for 14 days or until the tee time, and becomes a booking when confirmed."""

from datetime import date
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import (
    ORDINARY,
    TeeTime,
    booked,
    booking,
    bookings_total,
    free_tee_times,
    held,
    hooked,
    places,
    read,
    without,
    written,
)

HOOKS = "/travel/bookings/hooks"
NEXT_MONTH = date(2040, 6, 20)
A_SECOND_BEFORE, ON_THE_LINE, A_SECOND_AFTER = "2040-05-21T07:59:59Z", "2040-05-21T08:00:00Z", "2040-05-21T08:00:01Z"


@pytest.fixture(scope="module")
def next_month(http: Any, sandbox: Any) -> TeeTime:
    """A tee time later than a hook lasts, with four places."""
    agency = Agency(http, sandbox.address, "hooks-next-month", "alpha")
    agency.freeze("2040-05-07T08:00:00Z")
    return free_tee_times(agency, play_date=NEXT_MONTH)[0]


def _confirm(agency: Agency, hook_id: str) -> Any:
    return agency.send("POST", f"{HOOKS}/{hook_id}/confirm")


def _release(agency: Agency, hook_id: str) -> Any:
    return agency.delete(f"{HOOKS}/{hook_id}")


def _slots_for_four(agency: Agency, tee_time: TeeTime) -> int:
    path = f"/travel/courses/{tee_time.course_id}/availability"
    (day,) = agency.get(path, date=tee_time.play_date, players=4).json()["availabilityResults"]
    slots: int = day["availableSlots"]
    return slots


def test_a_hook_tells_what_it_keeps_and_until_when(alpha: Agency, next_month: TeeTime) -> None:
    hook = hooked(alpha, next_month, players=3, agencyBookingReference="MGT-0424")

    assert without(hook, "id") == {
        "status": "held",
        "courseId": ORDINARY.id,
        "date": "2040-06-20",
        "teeTime": next_month.time,
        "players": 3,
        "agencyBookingReference": "MGT-0424",
        "expiresAt": "2040-05-21T08:00:00Z",
        "createdAt": "2040-05-07T08:00:00Z",
    }


def test_a_hook_has_an_address(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post(HOOKS, booking(tee_time))

    assert answer.headers["location"] == f"/api/v1{HOOKS}/{answer.json()['data']['id']}"


def test_a_hook_shows_no_player(alpha: Agency, tee_time: TeeTime) -> None:
    assert "leadPlayer" not in hooked(alpha, tee_time)


def test_a_hook_ends_at_its_tee_time_if_that_comes_first(alpha: Agency, tee_time: TeeTime) -> None:
    hour, minute = tee_time.time.split(":")

    # Spain is two hours ahead of UTC in May.
    assert hooked(alpha, tee_time)["expiresAt"] == f"2040-05-12T{int(hour) - 2:02d}:{minute}:00Z"


def test_a_hook_takes_its_places_off_sale(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    hooked(alpha, tee_time, players=3)

    assert places(bravo, tee_time) == 1


def test_a_hook_counts_in_the_range_of_days(alpha: Agency, tee_time: TeeTime) -> None:
    before = _slots_for_four(alpha, tee_time)

    hooked(alpha, tee_time, players=1)

    assert _slots_for_four(alpha, tee_time) == before - 1


@pytest.mark.parametrize("path", [HOOKS, "/travel/bookings"], ids=["hook", "booking"])
def test_what_is_hooked_is_not_sold_again(alpha: Agency, bravo: Agency, tee_time: TeeTime, path: str) -> None:
    hooked(alpha, tee_time, players=3)

    assert refusal(bravo.post(path, booking(tee_time, players=2))) == (409, "tee_time_unavailable")


@pytest.mark.parametrize("take", [booked, held, hooked])
def test_what_is_taken_is_not_hooked(alpha: Agency, bravo: Agency, tee_time: TeeTime, take: Any) -> None:
    take(bravo, tee_time, players=3)

    assert refusal(alpha.post(HOOKS, booking(tee_time, players=2))) == (409, "tee_time_unavailable")


@pytest.mark.parametrize(
    ("moment", "free"), [(A_SECOND_BEFORE, 1), (ON_THE_LINE, 4), (A_SECOND_AFTER, 4)], ids=["before", "on", "after"]
)
def test_the_places_return_at_the_second_of_expiry(alpha: Agency, next_month: TeeTime, moment: str, free: int) -> None:
    hooked(alpha, next_month, players=3)

    alpha.freeze(moment)

    assert places(alpha, next_month) == free


@pytest.mark.parametrize("act", [_confirm, _release])
def test_a_hook_can_be_ended_until_a_second_before_its_expiry(alpha: Agency, next_month: TeeTime, act: Any) -> None:
    hook_id = hooked(alpha, next_month)["id"]
    alpha.freeze(A_SECOND_BEFORE)

    assert act(alpha, hook_id).status_code == 200


@pytest.mark.parametrize("act", [_confirm, _release])
@pytest.mark.parametrize("moment", [ON_THE_LINE, A_SECOND_AFTER], ids=["on the line", "after"])
def test_an_expired_hook_answers_that_it_expired(alpha: Agency, next_month: TeeTime, act: Any, moment: str) -> None:
    hook_id = hooked(alpha, next_month)["id"]
    alpha.freeze(moment)

    assert refusal(act(alpha, hook_id)) == (409, "booking_hook_expired")


@pytest.mark.parametrize(
    ("seconds", "code"), [(-1, None), (0, "booking_hook_expired"), (1, "booking_hook_expired")], ids=str
)
def test_a_hook_ends_at_the_second_of_its_tee_time(
    alpha: Agency, tee_time: TeeTime, seconds: int, code: str | None
) -> None:
    hook = hooked(alpha, tee_time)
    alpha.freeze("2040-05-12T00:00:00Z")
    hours, minutes, *_ = hook["expiresAt"][11:].split(":")
    alpha.advance(by=f"PT{int(hours) * 3600 + int(minutes) * 60 + seconds}S")

    assert _confirm(alpha, hook["id"]).json().get("code") == code


def test_the_timeline_tells_of_the_expiry(alpha: Agency, next_month: TeeTime) -> None:
    hook = hooked(alpha, next_month)

    timeline = alpha.advance(by="P30D")

    assert timeline == [{"at": hook["expiresAt"], "kind": "booking_hook.expired", "id": hook["id"]}]


@pytest.mark.parametrize("act", [_confirm, _release])
def test_a_hook_that_was_ended_does_not_expire(alpha: Agency, next_month: TeeTime, act: Any) -> None:
    act(alpha, hooked(alpha, next_month)["id"])

    assert alpha.advance(by="P30D") == []


def test_a_confirmed_hook_is_a_booking(alpha: Agency, next_month: TeeTime) -> None:
    sent = {"players": 3, "agencyBookingReference": "MGT-0424", "specialRequests": "Two trolleys."}
    hook_id = hooked(alpha, next_month, **sent)["id"]
    alpha.advance(by="P7D")

    created = _confirm(alpha, hook_id).json()["data"]

    assert {name: created[name] for name in created.keys() - {"id", "bookingReference"}} == {
        "status": "confirmed",
        "course": {"id": ORDINARY.id, "name": ORDINARY.name},
        "date": "2040-06-20",
        "teeTime": next_month.time,
        "leadPlayer": booking(next_month)["leadPlayer"],
        "createdAt": "2040-05-14T08:00:00Z",
        **sent,
    }


def test_the_booking_of_a_hook_is_read_like_any_other(alpha: Agency, tee_time: TeeTime) -> None:
    created = _confirm(alpha, hooked(alpha, tee_time)["id"]).json()["data"]

    assert read(alpha, created["id"]) == created


def test_the_booking_of_a_hook_carries_its_tag(alpha: Agency, tee_time: TeeTime) -> None:
    answer = _confirm(alpha, hooked(alpha, tee_time)["id"])

    assert answer.headers["etag"] == alpha.get(f"/travel/bookings/{answer.json()['data']['id']}").headers["etag"]


def test_a_confirmation_neither_takes_nor_returns_places(alpha: Agency, tee_time: TeeTime) -> None:
    hook_id = hooked(alpha, tee_time, players=3)["id"]

    _confirm(alpha, hook_id)

    assert places(alpha, tee_time) == 1


def test_the_places_of_a_confirmed_hook_stay_taken_after_its_expiry(alpha: Agency, next_month: TeeTime) -> None:
    _confirm(alpha, hooked(alpha, next_month, players=3)["id"])

    alpha.freeze(A_SECOND_AFTER)

    assert places(alpha, next_month) == 1


def test_a_second_confirmation_answers_the_same_booking(alpha: Agency, tee_time: TeeTime) -> None:
    hook_id = hooked(alpha, tee_time)["id"]

    first, second = _confirm(alpha, hook_id), _confirm(alpha, hook_id)

    assert (second.json(), bookings_total(alpha)) == (first.json(), 1)


def test_a_second_confirmation_shows_what_became_of_the_booking(alpha: Agency, next_month: TeeTime) -> None:
    hook_id = hooked(alpha, next_month)["id"]
    booking_id = _confirm(alpha, hook_id).json()["data"]["id"]
    alpha.delete(f"/travel/bookings/{booking_id}")

    assert _confirm(alpha, hook_id).json()["data"]["status"] == "cancelled"


def test_a_cancelled_booking_gives_the_places_of_its_hook_back(alpha: Agency, next_month: TeeTime) -> None:
    booking_id = _confirm(alpha, hooked(alpha, next_month)["id"]).json()["data"]["id"]

    alpha.delete(f"/travel/bookings/{booking_id}")

    assert places(alpha, next_month) == 4


def test_a_release_gives_the_places_back(alpha: Agency, tee_time: TeeTime) -> None:
    hook_id = hooked(alpha, tee_time)["id"]

    answer = _release(alpha, hook_id)

    assert (answer.json(), places(alpha, tee_time)) == ({"data": {"id": hook_id, "status": "released"}}, 4)


def test_a_second_release_answers_the_same(alpha: Agency, tee_time: TeeTime) -> None:
    hook_id = hooked(alpha, tee_time)["id"]

    first, second = _release(alpha, hook_id), _release(alpha, hook_id)

    assert (second.status_code, second.json()) == (200, first.json())


@pytest.mark.parametrize(("ends", "asked"), [(_release, _confirm), (_confirm, _release)], ids=["released", "confirmed"])
def test_a_hook_ends_one_way_only(alpha: Agency, tee_time: TeeTime, ends: Any, asked: Any) -> None:
    hook_id = hooked(alpha, tee_time)["id"]
    ends(alpha, hook_id)
    before = written(alpha, tee_time)

    answer = asked(alpha, hook_id)

    assert (refusal(answer), written(alpha, tee_time)) == ((409, "booking_hook_closed"), before)


@pytest.mark.parametrize("act", [_confirm, _release])
def test_another_agency_does_not_see_a_hook(alpha: Agency, bravo: Agency, tee_time: TeeTime, act: Any) -> None:
    hook_id = hooked(alpha, tee_time)["id"]

    assert refusal(act(bravo, hook_id)) == (404, "booking_hook_not_found")


@pytest.mark.parametrize("act", [_confirm, _release])
def test_a_hook_stays_in_its_world(alpha: Agency, stranger: Agency, tee_time: TeeTime, act: Any) -> None:
    hook_id = hooked(alpha, tee_time)["id"]

    assert refusal(act(stranger, hook_id)) == (404, "booking_hook_not_found")


@pytest.mark.parametrize("act", [_confirm, _release])
def test_what_another_agency_tries_leaves_the_hook_alone(
    alpha: Agency, bravo: Agency, tee_time: TeeTime, act: Any
) -> None:
    hook_id = hooked(alpha, tee_time)["id"]
    act(bravo, hook_id)

    assert (places(alpha, tee_time), _confirm(alpha, hook_id).status_code) == (2, 200)


@pytest.mark.parametrize("act", [_confirm, _release])
def test_an_unknown_hook_is_refused(alpha: Agency, act: Any) -> None:
    assert refusal(act(alpha, "hok_000000000000")) == (404, "booking_hook_not_found")
