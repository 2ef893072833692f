"""A group is accepted at once and processed 20 seconds later: it gets the run nearest to its wish, or fails."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.group_facts import confirmed_group, free_places, green_fees, time_of
from tests.sandbox.problems import refusal
from tests.sandbox.trade import (
    LEAD,
    ORDINARY,
    TeeTime,
    booked,
    booking,
    by_trait,
    group,
    grouped,
    held,
    hooked,
    places,
    read_group,
    slots,
    without,
    written,
)

GROUPS = "/travel/group-bookings"
SOLD_OUT = by_trait("sold-out")


def test_a_group_is_accepted_as_it_was_sent(alpha: Agency) -> None:
    sent = {"agencyBookingReference": "MGT-0508", "specialRequests": "Lunch for 12 after the round."}

    created = grouped(alpha, leadPlayer={**LEAD, "phone": "+46 8 123 456"}, **sent)

    assert without(created, "id") == {
        **group(),
        **sent,
        "status": "processing",
        "createdAt": "2040-05-07T08:00:00Z",
        "updatedAt": "2040-05-07T08:00:00Z",
        "playerList": [],
    }


def test_a_group_has_an_address(alpha: Agency) -> None:
    answer = alpha.post(GROUPS, group())

    assert answer.headers["location"] == f"/api/v1{GROUPS}/{answer.json()['data']['id']}"


def test_a_group_is_read_right_after_its_creation(alpha: Agency) -> None:
    created = grouped(alpha)

    assert read_group(alpha, created["id"]) == created


@pytest.mark.parametrize(
    ("seconds", "status"), [(19, "processing"), (20, "confirmed"), (21, "confirmed")], ids=["before", "on", "after"]
)
def test_a_group_is_processed_after_20_seconds(alpha: Agency, seconds: int, status: str) -> None:
    group_id = grouped(alpha)["id"]

    alpha.advance(by=f"PT{seconds}S")

    assert read_group(alpha, group_id)["status"] == status


def test_a_processed_group_says_when(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]

    alpha.advance(by="PT1H")

    assert read_group(alpha, group_id)["updatedAt"] == "2040-05-07T08:00:20Z"


def test_the_timeline_tells_of_the_confirmation(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]

    timeline = alpha.advance(by="PT1H")

    assert timeline == [{"at": "2040-05-07T08:00:20Z", "kind": "group_booking.confirmed", "id": group_id}]


def test_a_group_takes_the_first_option_of_find_slots(alpha: Agency) -> None:
    nearest, *_others = slots(alpha)

    assert confirmed_group(alpha)["teeTimes"] == nearest


@pytest.mark.parametrize("total", [5, 8, 30])
def test_the_tee_times_hold_the_whole_group(alpha: Agency, total: int) -> None:
    tee_times = confirmed_group(alpha, totalPlayers=total)["teeTimes"]

    assert sum(tee_time["players"] for tee_time in tee_times) == total


def test_the_places_of_a_group_are_off_sale(alpha: Agency, bravo: Agency) -> None:
    before = free_places(bravo)

    taken = {tee_time["time"]: tee_time["players"] for tee_time in confirmed_group(alpha)["teeTimes"]}

    left = {time: free - taken.get(time, 0) for time, free in before.items()}
    assert free_places(bravo) == {time: free for time, free in left.items() if free}


def test_what_is_grouped_is_not_sold_again(alpha: Agency, bravo: Agency) -> None:
    full = next(tee_time["time"] for tee_time in confirmed_group(alpha)["teeTimes"] if tee_time["players"] == 4)

    assert refusal(bravo.post("/travel/bookings", booking(time_of(full)))) == (409, "tee_time_unavailable")


def test_a_group_takes_nothing_before_it_is_processed(alpha: Agency) -> None:
    before = free_places(alpha)

    grouped(alpha)
    alpha.advance(by="PT19S")

    assert free_places(alpha) == before


@pytest.mark.parametrize("take", [booked, hooked, held])
def test_what_was_taken_meanwhile_is_not_the_groups(alpha: Agency, bravo: Agency, tee_time: TeeTime, take: Any) -> None:
    group_id = grouped(alpha, preferredTime=tee_time.time, totalPlayers=5)["id"]
    take(bravo, tee_time, players=4)

    alpha.advance(by="PT20S")

    assert tee_time.time not in {slot["time"] for slot in read_group(alpha, group_id)["teeTimes"]}


def test_a_group_is_processed_at_its_moment_however_late_anybody_looks(
    alpha: Agency, bravo: Agency, tee_time: TeeTime
) -> None:
    held(bravo, tee_time, players=4)
    group_id = grouped(alpha, preferredTime=tee_time.time, totalPlayers=5)["id"]

    # The hold is over by now, and was not when the group was processed.
    alpha.advance(by="PT1H")

    assert tee_time.time not in {slot["time"] for slot in read_group(alpha, group_id)["teeTimes"]}


def test_groups_that_come_together_share_the_sheet(alpha: Agency, bravo: Agency) -> None:
    before = free_places(alpha)
    groups = [(alpha, grouped(alpha, totalPlayers=30)["id"]), (bravo, grouped(bravo, totalPlayers=30)["id"])]

    alpha.advance(by="PT20S")

    taken = [tee_time for agency, group_id in groups for tee_time in read_group(agency, group_id)["teeTimes"]]
    assert sum(item["players"] for item in taken) == 60 == sum(before.values()) - sum(free_places(alpha).values())


def test_a_group_pays_the_green_fees_of_its_tee_times(alpha: Agency) -> None:
    fees = green_fees(alpha)

    confirmed = confirmed_group(alpha)

    subtotal = sum(fees[tee_time["time"]] * tee_time["players"] for tee_time in confirmed["teeTimes"])
    assert confirmed["pricing"] == {
        "currency": ORDINARY.currency,
        "subtotal": pytest.approx(subtotal),
        "discountPercent": 5,
        "discount": pytest.approx(subtotal * 0.05, abs=0.006),
        "total": pytest.approx(subtotal * 0.95, abs=0.006),
    }


def test_a_group_in_the_twilight_pays_the_twilight_rate(alpha: Agency) -> None:
    fees = green_fees(alpha)
    twilight = min(fees.values())

    confirmed = confirmed_group(alpha, preferredTime="19:00", totalPlayers=5)

    assert confirmed["pricing"]["subtotal"] == 5 * twilight < 5 * max(fees.values())


def test_a_group_without_a_run_fails_and_says_why(alpha: Agency) -> None:
    group_id = grouped(alpha, SOLD_OUT.id)["id"]

    alpha.advance(by="PT20S")

    failed = read_group(alpha, group_id)
    assert (failed["status"], failed["failureReason"]) == (
        "failed",
        "No run of tee times on 2040-05-12 holds 12 players.",
    )


def test_a_failed_group_has_neither_tee_times_nor_price(alpha: Agency) -> None:
    group_id = grouped(alpha, SOLD_OUT.id)["id"]

    alpha.advance(by="PT20S")

    assert read_group(alpha, group_id).keys().isdisjoint({"teeTimes", "pricing"})


def test_the_timeline_tells_of_the_failure(alpha: Agency) -> None:
    group_id = grouped(alpha, SOLD_OUT.id)["id"]

    assert alpha.advance(by="PT20S") == [{"at": "2040-05-07T08:00:20Z", "kind": "group_booking.failed", "id": group_id}]


@pytest.mark.parametrize("total", [5, 72])
def test_the_smallest_and_the_largest_group_are_groups(alpha: Agency, total: int) -> None:
    assert grouped(alpha, totalPlayers=total)["totalPlayers"] == total


REFUSED = [
    ({"totalPlayers": 4}, (422, "group_size")),
    ({"totalPlayers": 73}, (422, "group_size")),
    ({"totalPlayers": 0}, (422, "group_size")),
    ({"courseId": "crs_00000000"}, (404, "course_not_found")),
    ({"date": "2040-05-06"}, (422, "date_in_past")),
    ({"date": "2041-06-12"}, (422, "date_too_far")),
    ({"leadPlayer": {**LEAD, "lastName": "Sandbox-Typo"}}, (400, "invalid_request")),
    ({"preferredTime": "25:00"}, (400, "invalid_request")),
    ({"holdId": "hld_000000000000"}, (400, "invalid_request")),
]


@pytest.mark.parametrize(("changes", "expected"), REFUSED)
def test_a_refused_group_writes_nothing(
    alpha: Agency, tee_time: TeeTime, changes: dict[str, Any], expected: tuple[int, str]
) -> None:
    before = written(alpha, tee_time)

    answer = alpha.post(GROUPS, group(**changes))

    alpha.advance(by="PT1M")
    assert (refusal(answer), written(alpha, tee_time)) == (expected, before)


@pytest.mark.parametrize("day", ["2040-05-07", "2041-06-11"], ids=["today", "the last day"])
def test_the_first_and_the_last_day_of_the_window_take_groups(alpha: Agency, day: str) -> None:
    assert grouped(alpha, date=day)["status"] == "processing"


def test_a_group_of_today_plays_what_is_still_to_come(alpha: Agency) -> None:
    # It is ten o'clock in Spain.
    confirmed = confirmed_group(alpha, date="2040-05-07", preferredTime="08:00", totalPlayers=5)

    assert confirmed["teeTimes"][0]["time"] > "10:00"


@pytest.mark.parametrize("who", ["bravo", "stranger"])
def test_nobody_else_sees_a_group(alpha: Agency, who: str, request: pytest.FixtureRequest) -> None:
    group_id = grouped(alpha)["id"]

    answer = request.getfixturevalue(who).get(f"{GROUPS}/{group_id}")

    assert refusal(answer) == (404, "group_booking_not_found")


def test_an_unknown_group_is_refused(alpha: Agency) -> None:
    assert refusal(alpha.get(f"{GROUPS}/grp_000000000000")) == (404, "group_booking_not_found")


def test_one_idempotency_key_books_one_group(alpha: Agency) -> None:
    first = alpha.post(GROUPS, group(), Idempotency_Key="once")
    alpha.advance(by="PT20S")

    again = alpha.post(GROUPS, group(), Idempotency_Key="once")

    assert (again.status_code, again.json(), again.headers["idempotency-replayed"]) == (202, first.json(), "true")


def test_a_repeated_group_takes_its_places_once(alpha: Agency) -> None:
    before = sum(free_places(alpha).values())
    alpha.post(GROUPS, group(), Idempotency_Key="once")
    alpha.post(GROUPS, group(), Idempotency_Key="once")

    alpha.advance(by="PT1H")

    assert sum(free_places(alpha).values()) == before - 12


def test_one_idempotency_key_is_for_one_group(alpha: Agency) -> None:
    alpha.post(GROUPS, group(), Idempotency_Key="once")

    answer = alpha.post(GROUPS, group(totalPlayers=13), Idempotency_Key="once")

    assert refusal(answer) == (422, "idempotency_mismatch")


def test_a_tee_time_of_a_group_takes_others_into_its_free_places(alpha: Agency, bravo: Agency) -> None:
    last = confirmed_group(alpha, totalPlayers=5)["teeTimes"][-1]["time"]
    free = places(bravo, time_of(last))

    answers = [bravo.post("/travel/bookings", booking(time_of(last), players=1)).status_code for _ in range(free + 1)]

    assert answers == [201] * free + [409]
