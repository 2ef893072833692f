"""The ledger shows where every place is, and the invariants hold over the whole world."""

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.servers import serving
from tests.sandbox.trade import NOW, TeeTime, booked, free_tee_times, held, offline

PARTS = ("blockedOnSheet", "held", "hooked", "booked", "grouped", "blocked", "free")


def _day(agency: Agency, tee_time: TeeTime) -> dict[str, dict[str, Any]]:
    """The tee times of a day in the ledger, by their time."""
    answer = agency.control("GET", f"/ledger?courseId={tee_time.course_id}&date={tee_time.play_date}")
    return {account["teeTime"]: account for account in answer.json()["data"]["teeTimes"]}


def _hooked(agency: Agency, tee_time: TeeTime) -> str:
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}
    wanted = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}
    answer = agency.post("/travel/bookings/hooks", {**wanted, "players": 1, "leadPlayer": lead})
    assert answer.status_code == 201, answer.text
    hook_id: str = answer.json()["data"]["id"]
    return hook_id


def test_every_kind_of_taking_stands_in_its_own_part(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time, players=1)["id"]
    hold_id = held(alpha, tee_time, players=1)["holdId"]
    hook_id = _hooked(alpha, tee_time)
    change = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}
    alpha.control("PUT", "/inventory", {**change, "blocked": 1})

    account = _day(alpha, tee_time)[tee_time.time]

    owners = {item["kind"]: item["owner"] for item in account.pop("owners")}
    assert owners.pop("blocked").startswith("blk_")
    assert (owners, account) == (
        {"booked": booking_id, "held": hold_id, "hooked": hook_id},
        {
            "teeTime": tee_time.time,
            "greenFee": tee_time.green_fee,
            "capacity": 4,
            "blockedOnSheet": 0,
            "held": 1,
            "hooked": 1,
            "booked": 1,
            "grouped": 0,
            "blocked": 1,
            "free": 0,
        },
    )


def test_every_owner_has_its_agency_and_the_last_name_of_its_lead_player(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=1)
    held(alpha, tee_time, players=1)
    _hooked(alpha, tee_time)
    change = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}
    alpha.control("PUT", "/inventory", {**change, "blocked": 1})

    owners = _day(alpha, tee_time)[tee_time.time]["owners"]

    assert {item["kind"]: (item["agency"], item["lastName"]) for item in owners} == {
        "booked": ("alpha", "Lindqvist"),
        "held": ("alpha", None),
        "hooked": ("alpha", "Lindqvist"),
        "blocked": (None, None),
    }


def test_the_parts_of_every_tee_time_add_up(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    held(alpha, tee_times[1])

    wrong = [offer for offer in _day(alpha, tee_times[0]).values() if sum(offer[p] for p in PARTS) != offer["capacity"]]

    assert wrong == []


def test_the_whole_sheet_is_shown_full_tee_times_too(alpha: Agency, tee_time: TeeTime) -> None:
    free = [offer["free"] for offer in _day(alpha, tee_time).values()]

    assert (min(free), max(free)) == (0, 4)


def test_an_expired_hold_has_left_the_ledger(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time)
    alpha.advance(by="PT15M")

    account = _day(alpha, tee_time)[tee_time.time]

    assert (account["held"], account["free"], account["owners"]) == (0, 4, [])


def test_a_hold_tells_when_its_places_return(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time)

    assert _day(alpha, tee_time)[tee_time.time]["owners"][0]["expiresAt"] == "2040-05-07T08:15:00Z"


def test_a_group_takes_its_places_in_the_ledger(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}
    wanted = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "preferredTime": tee_time.time}
    answer = alpha.post("/travel/group-bookings", {**wanted, "totalPlayers": 8, "leadPlayer": lead})
    assert answer.status_code == 202, answer.text

    alpha.advance(by="PT20S")

    assert sum(offer["grouped"] for offer in _day(alpha, tee_time).values()) == 8


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("?courseId=crs_00000000", 400),
        ("?courseId=crs_00000000&date=2040-05-12", 404),
        ("?courseId=crs_00000000&date=2040-02-30", 400),
        (f"?courseId={offline('offline-silent').course_id}&date=2040-05-12", 409),
    ],
)
def test_a_day_that_has_no_ledger_is_refused(alpha: Agency, query: str, status: int) -> None:
    assert alpha.control("GET", f"/ledger{query}").status_code == status


def test_a_sound_world_breaks_no_rule(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=1)
    held(alpha, tee_time, players=1)

    found = alpha.control("GET", "/invariants").json()["data"]

    assert (found["holds"], found["total"], found["violations"], found["checked"]["takings"]) == (True, 0, [], 2)


def test_a_world_that_something_broke_says_so(http: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    with serving("--database", f"sqlite:///{file}") as server:
        agency = Agency(http, server.address, "broken", "alpha")
        agency.freeze(NOW)
        booking_id = booked(agency, free_tee_times(agency)[0])["id"]
        with sqlite3.connect(file) as database:
            database.execute("DELETE FROM takings")

        found = agency.control("GET", "/invariants").json()["data"]

    assert (found["holds"], [(violation["rule"], violation["object"]) for violation in found["violations"]]) == (
        False,
        [("booking_has_places", booking_id)],
    )
