"""The player list of a group: sent whole, as long as the group at most, and never more than names."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import pointers, refusal
from tests.sandbox.trade import by_trait, grouped, read_group, without

ADA = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example", "handicap": 14.2}
NILS = {"firstName": "Nils", "lastName": "Berg", "handicap": -1.4}
OTTO = {"firstName": "Otto", "lastName": "Ek"}


def _path(group_id: str) -> str:
    return f"/travel/group-bookings/{group_id}/players"


def _named(agency: Agency, group_id: str, *players: dict[str, Any]) -> Any:
    return agency.put(_path(group_id), {"players": list(players)})


def test_the_list_is_kept_in_its_order(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]

    _named(alpha, group_id, NILS, ADA, OTTO)

    assert read_group(alpha, group_id)["playerList"] == [NILS, ADA, OTTO]


def test_the_answer_is_the_group_as_it_is_read(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]

    answer = _named(alpha, group_id, ADA)

    assert answer.json()["data"] == read_group(alpha, group_id)


def test_a_new_list_replaces_the_former_one(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    _named(alpha, group_id, ADA, NILS, OTTO)

    _named(alpha, group_id, OTTO)

    assert read_group(alpha, group_id)["playerList"] == [OTTO]


def test_an_empty_list_removes_all_names(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    _named(alpha, group_id, ADA)

    assert _named(alpha, group_id).json()["data"]["playerList"] == []


def test_names_change_neither_status_nor_tee_times_nor_price(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    alpha.advance(by="PT20S")
    before = read_group(alpha, group_id)

    _named(alpha, group_id, ADA)

    assert without(read_group(alpha, group_id), "playerList") == without(before, "playerList")


def test_new_names_say_when_they_came(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    alpha.advance(by="PT1H")

    assert _named(alpha, group_id, ADA).json()["data"]["updatedAt"] == "2040-05-07T09:00:00Z"


def test_the_same_names_again_are_no_change(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    first = _named(alpha, group_id, ADA)
    alpha.advance(by="PT10S")

    assert _named(alpha, group_id, ADA).json() == first.json()


def test_names_that_came_before_the_tee_times_stay(alpha: Agency) -> None:
    group_id = grouped(alpha)["id"]
    _named(alpha, group_id, ADA)

    alpha.advance(by="PT20S")

    confirmed = read_group(alpha, group_id)
    assert (confirmed["status"], confirmed["playerList"]) == ("confirmed", [ADA])


def test_a_list_may_name_every_player(alpha: Agency) -> None:
    group_id = grouped(alpha, totalPlayers=5)["id"]

    assert _named(alpha, group_id, *[OTTO] * 5).status_code == 200


def test_one_name_too_many_is_refused_and_changes_nothing(alpha: Agency) -> None:
    group_id = grouped(alpha, totalPlayers=5)["id"]
    _named(alpha, group_id, ADA)

    answer = _named(alpha, group_id, *[OTTO] * 6)

    assert (refusal(answer), read_group(alpha, group_id)["playerList"]) == ((422, "too_many_players"), [ADA])


def test_a_failed_group_takes_no_names(alpha: Agency) -> None:
    group_id = grouped(alpha, by_trait("sold-out").id)["id"]
    alpha.advance(by="PT20S")

    answer = _named(alpha, group_id, ADA)

    assert (refusal(answer), read_group(alpha, group_id)["playerList"]) == ((409, "modification_not_allowed"), [])


@pytest.mark.parametrize("who", ["bravo", "stranger"])
def test_nobody_else_names_the_players(alpha: Agency, who: str, request: pytest.FixtureRequest) -> None:
    group_id = grouped(alpha)["id"]

    answer = _named(request.getfixturevalue(who), group_id, ADA)

    assert (refusal(answer), read_group(alpha, group_id)["playerList"]) == ((404, "group_booking_not_found"), [])


@pytest.mark.parametrize("handicap", [-10, 0, 54])
def test_a_handicap_within_its_bounds_is_taken(alpha: Agency, handicap: float) -> None:
    group_id = grouped(alpha)["id"]

    assert _named(alpha, group_id, {**OTTO, "handicap": handicap}).json()["data"]["playerList"][0] == {
        **OTTO,
        "handicap": handicap,
    }


@pytest.mark.parametrize(
    ("player", "pointer"),
    [
        ({**OTTO, "handicap": 54.1}, "/body/players/0/handicap"),
        ({**OTTO, "handicap": -10.1}, "/body/players/0/handicap"),
        ({**OTTO, "handicap": "12"}, "/body/players/0/handicap"),
        ({"firstName": "Otto"}, "/body/players/0/lastName"),
        ({**OTTO, "email": "otto"}, "/body/players/0/email"),
        ({**OTTO, "phone": "1"}, "/body/players/0/phone"),
    ],
)
def test_a_name_that_breaks_the_contract_is_refused(alpha: Agency, player: dict[str, Any], pointer: str) -> None:
    group_id = grouped(alpha)["id"]

    assert pointers(_named(alpha, group_id, player)) == [pointer]
