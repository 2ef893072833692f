"""Planning a group: find-slots, calculate-price and validate look, and write nothing."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import (
    LEAD,
    ORDINARY,
    SATURDAY,
    TeeTime,
    booked,
    by_trait,
    day_of,
    group,
    held,
    hooked,
    offline,
    slots,
    written,
)

GROUPS = "/travel/group-bookings"
OFFLINE = offline("offline-confirms").course_id
SOLD_OUT = by_trait("sold-out").id
SIZES = [(5, 0), (7, 0), (8, 5), (15, 5), (16, 10), (72, 10)]


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def _slots_body(**changes: Any) -> dict[str, Any]:
    body = {"courseId": ORDINARY.id, "date": str(SATURDAY), "totalPlayers": 12, "preferredStartTime": "10:00"}
    return {**body, **changes}


def _price_body(**changes: Any) -> dict[str, Any]:
    return {"courseId": ORDINARY.id, "date": str(SATURDAY), "totalPlayers": 12, **changes}


def _price(agency: Agency, **changes: Any) -> dict[str, Any]:
    answer = agency.post(f"{GROUPS}/calculate-price", _price_body(**changes))
    assert answer.status_code == 200, answer.text
    price: dict[str, Any] = answer.json()["data"]
    return price


def _validated(agency: Agency, **changes: Any) -> dict[str, Any]:
    answer = agency.post(f"{GROUPS}/validate", group(**changes))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def _codes(validated: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(issue["code"], issue.get("pointer")) for issue in validated["issues"]]


# Slots of a day.


def test_slots_repeat_the_question(alpha: Agency) -> None:
    slots = alpha.post(f"{GROUPS}/find-slots", _slots_body()).json()["data"]

    assert (slots["courseId"], slots["date"], slots["totalPlayers"]) == (ORDINARY.id, str(SATURDAY), 12)


def test_every_option_holds_the_group(alpha: Agency) -> None:
    assert {sum(item["players"] for item in option) for option in slots(alpha)} == {12}


def test_the_options_begin_with_the_nearest(alpha: Agency) -> None:
    away = [abs(_minutes(option[0]["time"]) - _minutes("10:00")) for option in slots(alpha)]

    assert away == sorted(away)


def test_no_option_takes_more_than_is_free(alpha: Agency) -> None:
    listed = day_of(alpha, ORDINARY.id, SATURDAY)["availableTimes"]
    free = {item["time"]: item["available"] for item in listed}

    assert all(item["players"] <= min(4, free[item["time"]]) for option in slots(alpha) for item in option)


def test_an_option_skips_no_tee_time_of_the_sheet(alpha: Agency) -> None:
    interval = ORDINARY.plan.interval_minutes
    starts = [[_minutes(item["time"]) for item in option] for option in slots(alpha)]

    assert all(run == list(range(run[0], run[0] + interval * len(run), interval)) for run in starts)


@pytest.mark.parametrize("take", [booked, held, hooked])
def test_a_tee_time_that_is_taken_is_in_no_option(alpha: Agency, bravo: Agency, tee_time: TeeTime, take: Any) -> None:
    take(bravo, tee_time, players=4)

    taken = {item["time"] for option in slots(alpha) for item in option}

    assert tee_time.time not in taken


def test_no_option_is_an_empty_list(alpha: Agency) -> None:
    assert slots(alpha, SOLD_OUT) == []


# The price of a group.


@pytest.mark.parametrize(("total", "percent"), SIZES)
def test_the_discount_follows_from_the_size(alpha: Agency, total: int, percent: int) -> None:
    assert _price(alpha, totalPlayers=total)["discountPercent"] == percent


def test_a_group_is_priced_at_the_standard_green_fee(alpha: Agency, tee_time: TeeTime) -> None:
    assert _price(alpha)["subtotal"] == 12 * tee_time.green_fee


def test_the_total_is_the_subtotal_less_the_discount(alpha: Agency) -> None:
    price = _price(alpha)

    assert price["total"] == pytest.approx(price["subtotal"] - price["discount"])


def test_a_price_has_two_decimals(alpha: Agency) -> None:
    text = alpha.post(f"{GROUPS}/calculate-price", _price_body(totalPlayers=5)).text

    assert '"discount":0.00,' in text


def test_an_offline_course_has_an_estimated_price(alpha: Agency) -> None:
    estimate = day_of(alpha, OFFLINE, SATURDAY)["approximatePricing"]["estimatedGreenFee"]

    assert _price(alpha, courseId=OFFLINE)["subtotal"] == 12 * estimate


# Both operations refuse these requests.


@pytest.mark.parametrize(("path", "body"), [("find-slots", _slots_body), ("calculate-price", _price_body)])
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"totalPlayers": 4}, (422, "group_size")),
        ({"totalPlayers": 73}, (422, "group_size")),
        ({"courseId": "crs_00000000"}, (404, "course_not_found")),
        ({"date": "2040-05-06"}, (422, "date_in_past")),
        ({"date": "2041-06-12"}, (422, "date_too_far")),
    ],
    ids=str,
)
def test_a_plan_that_no_state_could_take_is_refused(
    alpha: Agency, path: str, body: Any, changes: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert refusal(alpha.post(f"{GROUPS}/{path}", body(**changes))) == expected


def test_an_offline_course_has_no_slots_to_find(alpha: Agency) -> None:
    answer = alpha.post(f"{GROUPS}/find-slots", _slots_body(courseId=OFFLINE))

    assert refusal(answer) == (409, "course_offline")


# Groups that are validated.


def test_a_valid_group_has_no_issues_and_the_price_it_pays(alpha: Agency) -> None:
    validated = _validated(alpha)
    group_id = alpha.post(GROUPS, group()).json()["data"]["id"]
    alpha.advance(by="PT20S")

    booked_price = alpha.get(f"{GROUPS}/{group_id}").json()["data"]["pricing"]
    assert validated == {"valid": True, "issues": [], "pricing": booked_price}


@pytest.mark.parametrize(
    ("changes", "issues"),
    [
        ({"courseId": "crs_00000000"}, [("course_not_found", "/body/courseId")]),
        ({"totalPlayers": 4}, [("group_size", "/body/totalPlayers")]),
        ({"totalPlayers": 73}, [("group_size", "/body/totalPlayers")]),
        ({"date": "2040-05-06"}, [("date_in_past", "/body/date")]),
        ({"date": "2041-06-12"}, [("date_too_far", "/body/date")]),
        ({"courseId": SOLD_OUT}, [("tee_time_unavailable", None)]),
        (
            {"courseId": "crs_00000000", "totalPlayers": 4},
            [("course_not_found", "/body/courseId"), ("group_size", "/body/totalPlayers")],
        ),
        (
            {"date": "2040-05-06", "totalPlayers": 73},
            [("date_in_past", "/body/date"), ("group_size", "/body/totalPlayers")],
        ),
    ],
    ids=str,
)
def test_everything_that_stands_in_the_way_is_an_issue(
    alpha: Agency, changes: dict[str, Any], issues: list[tuple[str, str | None]]
) -> None:
    validated = _validated(alpha, **changes)

    assert (validated["valid"], _codes(validated), "pricing" in validated) == (False, issues, False)


def test_an_offline_group_is_valid_at_an_estimated_price(alpha: Agency) -> None:
    validated = _validated(alpha, courseId=OFFLINE)

    assert (validated["valid"], validated["pricing"]["total"]) == (True, _price(alpha, courseId=OFFLINE)["total"])


def test_a_misspelt_reserved_name_is_no_issue_but_a_defect(alpha: Agency) -> None:
    answer = alpha.post(f"{GROUPS}/validate", group(leadPlayer={**LEAD, "lastName": "Sandbox-Typo"}))

    assert refusal(answer) == (400, "invalid_request")


# All three operations behave alike.

DRY_RUNS = [("find-slots", _slots_body()), ("calculate-price", _price_body()), ("validate", group())]
each_dry_run = pytest.mark.parametrize(("path", "body"), DRY_RUNS, ids=[path for path, _body in DRY_RUNS])


@each_dry_run
def test_a_dry_run_writes_nothing(alpha: Agency, tee_time: TeeTime, path: str, body: dict[str, Any]) -> None:
    before = written(alpha, tee_time)

    alpha.post(f"{GROUPS}/{path}", body)

    assert (written(alpha, tee_time), alpha.advance(by="P1D")) == (before, [])


@each_dry_run
def test_a_dry_run_answers_the_same_twice(alpha: Agency, path: str, body: dict[str, Any]) -> None:
    first = alpha.post(f"{GROUPS}/{path}", body)

    assert alpha.post(f"{GROUPS}/{path}", body).json() == first.json()


@each_dry_run
def test_a_dry_run_under_a_key_answers_what_it_answered_first(
    alpha: Agency, tee_time: TeeTime, path: str, body: dict[str, Any]
) -> None:
    first = alpha.post(f"{GROUPS}/{path}", body, Idempotency_Key="once")
    booked(alpha, tee_time, players=4)

    again = alpha.post(f"{GROUPS}/{path}", body, Idempotency_Key="once")

    assert (again.json(), again.headers["idempotency-replayed"]) == (first.json(), "true")


@each_dry_run
def test_a_key_is_for_one_dry_run(alpha: Agency, path: str, body: dict[str, Any]) -> None:
    alpha.post(f"{GROUPS}/{path}", body, Idempotency_Key="once")

    answer = alpha.post(f"{GROUPS}/{path}", {**body, "totalPlayers": 13}, Idempotency_Key="once")

    assert refusal(answer) == (422, "idempotency_mismatch")


@each_dry_run
def test_a_dry_run_in_a_new_world_works(alpha: Agency, path: str, body: dict[str, Any]) -> None:
    newcomer = Agency(alpha.http, alpha.address, f"{alpha.world}-new", "alpha")
    now = datetime.fromisoformat(newcomer.control("GET", "/clock").json()["data"]["now"])
    next_month = str(now.date() + timedelta(days=30))

    assert newcomer.post(f"{GROUPS}/{path}", {**body, "date": next_month}).status_code == 200
