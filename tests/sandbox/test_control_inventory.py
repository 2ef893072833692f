"""The inventory: places that are blocked, and green fees that hold in one world."""

from typing import Any

import httpx
import pytest

from mock_server.app import Sandbox
from mock_server.services import inventory
from mock_server.settings import Settings
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.in_process import asked
from tests.sandbox.trade import LEAD, TeeTime, booked, day_of, held, offline, places


def _where(tee_time: TeeTime) -> dict[str, str]:
    return {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}


def _put(agency: Agency, tee_time: TeeTime, **change: Any) -> httpx.Response:
    return agency.control("PUT", "/inventory", {**_where(tee_time), **change})


def _listed(agency: Agency, query: str = "") -> list[dict[str, Any]]:
    inventory: list[dict[str, Any]] = agency.control("GET", f"/inventory{query}").json()["data"]
    return inventory


def _green_fee(agency: Agency, tee_time: TeeTime) -> float:
    listed = day_of(agency, tee_time.course_id, tee_time.play_date)["availableTimes"]
    fee: float = next(item["pricing"]["greenFee"] for item in listed if item["time"] == tee_time.time)
    return fee


def test_a_fresh_world_is_as_its_sheets_say(alpha: Agency) -> None:
    assert _listed(alpha) == []


@pytest.mark.parametrize(("blocked", "free"), [(0, 4), (1, 3), (4, 0)])
def test_blocked_places_are_off_sale(alpha: Agency, tee_time: TeeTime, blocked: int, free: int) -> None:
    answer = _put(alpha, tee_time, blocked=blocked)

    assert (answer.json()["data"]["blocked"], places(alpha, tee_time)) == (blocked, free)


@pytest.mark.parametrize(("then", "free"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_a_later_block_stands_in_place_of_an_earlier_one(
    alpha: Agency, tee_time: TeeTime, then: int, free: int
) -> None:
    _put(alpha, tee_time, blocked=2)

    _put(alpha, tee_time, blocked=then)

    assert (places(alpha, tee_time), len(_listed(alpha))) == (free, int(then > 0))


def test_nobody_loses_a_place_to_a_block(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=1)
    held(alpha, tee_time, players=1)

    answer = _put(alpha, tee_time, blocked=3)

    assert (answer.status_code, answer.json()["code"], places(alpha, tee_time)) == (409, "tee_time_unavailable", 2)


@pytest.mark.parametrize(("players", "can_be_blocked"), [(1, "3 places"), (3, "1 place")])
def test_a_refused_block_says_how_many_places_can_be_blocked(
    alpha: Agency, tee_time: TeeTime, players: int, can_be_blocked: str
) -> None:
    booked(alpha, tee_time, players=players)
    _put(alpha, tee_time, blocked=1)

    detail = _put(alpha, tee_time, blocked=9).json()["detail"]

    assert detail == (
        f"The tee time {tee_time.time} on {tee_time.play_date} has {can_be_blocked} that you can block, not 9. "
        f"Send at most {4 - players} as `blocked`."
    )


def test_a_block_grows_by_what_is_free(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=1)
    _put(alpha, tee_time, blocked=2)

    assert (_put(alpha, tee_time, blocked=3).status_code, places(alpha, tee_time)) == (200, 0)


def test_a_green_fee_of_its_own_is_what_the_tee_time_costs(alpha: Agency, tee_time: TeeTime) -> None:
    answer = _put(alpha, tee_time, greenFee=12.5)

    assert (answer.text.count('"greenFee":12.50'), _green_fee(alpha, tee_time)) == (1, 12.5)


@pytest.mark.parametrize(("sent", "kept"), [(10, 10.0), (10.004, 10.0), (10.005, 10.01), (0.1, 0.1), (1e-9, 0.0)])
def test_a_price_is_kept_in_whole_cents(alpha: Agency, tee_time: TeeTime, sent: float, kept: float) -> None:
    assert _put(alpha, tee_time, greenFee=sent).json()["data"]["greenFee"] == kept


def test_other_tee_times_keep_their_price(alpha: Agency, tee_times: list[TeeTime]) -> None:
    _put(alpha, tee_times[0], greenFee=12.5)

    assert _green_fee(alpha, tee_times[1]) == tee_times[1].green_fee


def test_null_brings_back_the_price_of_the_sheet(alpha: Agency, tee_time: TeeTime) -> None:
    _put(alpha, tee_time, greenFee=12.5)

    _put(alpha, tee_time, greenFee=None)

    assert (_green_fee(alpha, tee_time), _listed(alpha)) == (tee_time.green_fee, [])


def test_a_day_of_a_range_shows_the_own_price(alpha: Agency, tee_time: TeeTime) -> None:
    _put(alpha, tee_time, greenFee=0.01)

    days = alpha.get(f"/travel/courses/{tee_time.course_id}/availability", date=tee_time.play_date).json()

    assert days["availabilityResults"][0]["lowestPrice"] == 0.01


def test_a_hold_keeps_the_price_it_saw(alpha: Agency, tee_time: TeeTime) -> None:
    _put(alpha, tee_time, greenFee=12.5)
    hold = held(alpha, tee_time)

    _put(alpha, tee_time, greenFee=99)

    assert hold["pricing"]["greenFee"] == 12.5


def test_places_and_price_change_together_or_not_at_all(alpha: Agency, tee_time: TeeTime) -> None:
    refused = _put(alpha, tee_time, greenFee=12.5, blocked=5)

    assert (refused.status_code, _listed(alpha)) == (409, [])


def test_what_is_changed_is_listed_by_course_day_and_time(alpha: Agency, tee_times: list[TeeTime]) -> None:
    _put(alpha, tee_times[1], greenFee=12.5)
    _put(alpha, tee_times[0], blocked=1)

    assert _listed(alpha) == [
        {**_where(tee_times[0]), "blocked": 1, "greenFee": None},
        {**_where(tee_times[1]), "blocked": 0, "greenFee": 12.5},
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [("?courseId={}", 1), ("?courseId=crs_00000000", 0), ("?date=2040-05-12", 1), ("?date=2040-05-13", 0),
     ("?courseId={}&date=2040-05-12", 1)],
)  # fmt: skip
def test_the_list_is_narrowed_by_course_and_day(alpha: Agency, tee_time: TeeTime, query: str, found: int) -> None:
    _put(alpha, tee_time, blocked=1)

    assert len(_listed(alpha, query.format(tee_time.course_id))) == found


def test_the_inventory_of_another_world_is_another(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    _put(alpha, tee_time, blocked=4, greenFee=12.5)

    assert (places(stranger, tee_time), _green_fee(stranger, tee_time)) == (4, tee_time.green_fee)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"blocked": -1}, 400, "invalid_request"),
        ({"blocked": 1.5}, 400, "invalid_request"),
        ({"greenFee": -0.01}, 400, "invalid_request"),
        ({"greenFee": "10.00"}, 400, "invalid_request"),
        ({"colour": "green"}, 400, "invalid_request"),
        ({"blocked": 1, "teeTime": "03:33"}, 409, "tee_time_unavailable"),
        ({"greenFee": 10, "teeTime": "03:33"}, 409, "tee_time_unavailable"),
        ({"blocked": 1, "courseId": "crs_00000000"}, 404, "course_not_found"),
        ({"greenFee": 10, "courseId": offline("offline-silent").course_id}, 409, "course_offline"),
    ],
    ids=str,
)
def test_a_change_that_cannot_be_is_refused(
    alpha: Agency, tee_time: TeeTime, change: dict[str, Any], status: int, code: str
) -> None:
    answer = _put(alpha, tee_time, **change)

    assert (answer.status_code, answer.json()["code"], _listed(alpha)) == (status, code, [])


def test_a_group_pays_the_own_price(alpha: Agency, tee_time: TeeTime) -> None:
    _put(alpha, tee_time, greenFee=10)
    where = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "preferredTime": tee_time.time}
    body = {**where, "totalPlayers": 8, "leadPlayer": LEAD}
    group_id = alpha.post("/travel/group-bookings", body).json()["data"]["id"]
    alpha.advance(by="PT20S")
    seen = alpha.get(f"/travel/group-bookings/{group_id}").json()["data"]

    _put(alpha, tee_time, greenFee=90)

    now = alpha.get(f"/travel/group-bookings/{group_id}").json()["data"]
    assert (now, seen["pricing"]["subtotal"] < 8 * tee_time.green_fee) == (seen, True)


def test_a_world_has_an_end_of_own_prices(tee_times: list[TeeTime]) -> None:
    small = Sandbox(Settings(database_url="sqlite://"))
    answers = []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inventory, "MAX_PRICES", 1)
        for tee_time in tee_times[:2]:
            body = {**_where(tee_time), "greenFee": 10}
            answers.append(asked(small, "PUT", f"{CONTROL}/inventory", json=body))

    assert [answer.status_code for answer in answers] == [200, 403]
    assert answers[1].json()["code"] == "too_many_green_fees"


def test_the_ledger_shows_the_price_that_the_inventory_set(alpha: Agency, tee_time: TeeTime) -> None:
    place = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}
    alpha.control("PUT", "/inventory", {**place, "greenFee": 12.5})

    answer = alpha.control("GET", f"/ledger?courseId={tee_time.course_id}&date={tee_time.play_date}")

    prices = {account["teeTime"]: account["greenFee"] for account in answer.json()["data"]["teeTimes"]}
    assert prices[tee_time.time] == 12.5
