"""Requests for booking hooks that are refused or repeated."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import (
    TeeTime,
    booked,
    booking,
    by_trait,
    free_tee_times,
    hooked,
    offline,
    places,
    written,
)

HOOKS = "/travel/bookings/hooks"
NO_HOOKS = by_trait("no-hooks")


REFUSED = [
    ({"courseId": "crs_00000000"}, (404, "course_not_found")),
    ({"courseId": offline("offline-confirms").course_id}, (409, "course_offline")),
    ({"courseId": NO_HOOKS.id}, (409, "booking_hooks_not_taken")),
    ({"courseId": by_trait("sold-out").id}, (409, "tee_time_unavailable")),
    ({"teeTime": "03:33"}, (409, "tee_time_unavailable")),
    ({"date": "2040-05-06"}, (422, "date_in_past")),
    ({"date": "2041-06-12"}, (422, "date_too_far")),
    ({"courseId": by_trait("three-players").id, "players": 4}, (422, "too_many_players")),
    ({"leadPlayer": {"firstName": "Ada", "lastName": "Sandbox-Slo", "email": "a@b.example"}}, (400, "invalid_request")),
    ({"holdId": "hld_000000000000"}, (400, "invalid_request")),
    ({"players": 5}, (400, "invalid_request")),
]


@pytest.mark.parametrize(("changes", "expected"), REFUSED)
def test_a_refused_hook_writes_nothing(
    alpha: Agency, tee_time: TeeTime, changes: dict[str, Any], expected: tuple[int, str]
) -> None:
    before = written(alpha, tee_time)

    answer = alpha.post(HOOKS, booking(tee_time, **changes))

    assert (refusal(answer), written(alpha, tee_time)) == (expected, before)


def test_a_course_that_takes_no_hooks_takes_bookings(alpha: Agency) -> None:
    tee_time = free_tee_times(alpha, NO_HOOKS.id)[0]

    assert booked(alpha, tee_time)["status"] == "confirmed"


def test_one_idempotency_key_hooks_once(alpha: Agency, tee_time: TeeTime) -> None:
    first = alpha.post(HOOKS, booking(tee_time), Idempotency_Key="once")

    again = alpha.post(HOOKS, booking(tee_time), Idempotency_Key="once")

    assert (again.json(), again.headers["idempotency-replayed"], places(alpha, tee_time)) == (first.json(), "true", 2)


def test_one_idempotency_key_is_for_one_hook(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(HOOKS, booking(tee_time), Idempotency_Key="once")

    answer = alpha.post(HOOKS, booking(tee_time, players=1), Idempotency_Key="once")

    assert (refusal(answer), places(alpha, tee_time)) == ((422, "idempotency_mismatch"), 2)


def test_a_confirmation_under_a_key_is_repeated(alpha: Agency, tee_time: TeeTime) -> None:
    path, key = f"{HOOKS}/{hooked(alpha, tee_time)['id']}/confirm", {"Idempotency-Key": "once"}
    first = alpha.send("POST", path, headers=key)

    again = alpha.send("POST", path, headers=key)

    assert (again.json(), again.headers["idempotency-replayed"]) == (first.json(), "true")


def test_a_refused_confirmation_is_not_remembered(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    path, key = f"{HOOKS}/hok_000000000000/confirm", {"Idempotency-Key": "once"}
    assert alpha.send("POST", path, headers=key).status_code == 404

    assert "idempotency-replayed" not in alpha.send("POST", path, headers=key).headers
