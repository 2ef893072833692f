"""Worlds as wholes: listed, created with a seed of their own, copied, removed. Each key reaches its own world only."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from mock_server.app import Sandbox
from mock_server.settings import Settings
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.in_process import asked
from tests.sandbox.trade import NOW, TeeTime, booked, bookings_total, clock_of, held, places

ADMIN_TOKEN = "the-token"  # noqa: S105 - of a server that lives as long as its test.
ADMIN = {"Authorization": f"Bearer {ADMIN_TOKEN}"}


def _elsewhere(agency: Agency) -> Agency:
    """The same agency in a world that nobody has used."""
    return Agency(agency.http, agency.address, f"w{uuid4().hex[:16]}", agency.name)


def _nobody(agency: Agency, method: str, path: str, body: Any = None) -> httpx.Response:
    """The answer to a caller without a key. The server of the tests has no admin token, so it trusts the caller."""
    options = {} if body is None else {"json": body}
    return agency.http.request(method, f"{agency.address}{CONTROL}{path}", **options)


def test_a_world_tells_its_clock_and_what_was_made_in_it(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)
    held(alpha, tee_time)

    world = alpha.control("GET", "/worlds/self").json()["data"]

    assert (world["name"], world["clock"]["now"], world["made"]["bookings"], world["made"]["teeTimeHolds"]) == (
        alpha.world,
        NOW,
        1,
        1,
    )


def test_the_newest_worlds_are_listed(alpha: Agency) -> None:
    listed = _nobody(alpha, "GET", "/worlds").json()

    assert (alpha.world in [world["name"] for world in listed["data"]], listed["meta"]["maximum"]) == (True, 100000)


def test_a_created_world_has_the_seed_it_was_given(alpha: Agency) -> None:
    created = _nobody(alpha, "POST", "/worlds", {"name": _elsewhere(alpha).world, "seed": 42})

    assert (created.status_code, created.json()["data"]["seed"]) == (201, 42)


@pytest.mark.parametrize(("seed", "same"), [(42, True), (43, False)])
def test_ids_follow_from_the_seed_of_the_world(alpha: Agency, tee_time: TeeTime, seed: int, same: bool) -> None:
    world, made = _elsewhere(alpha), []
    for seed_of_it in (42, seed):
        _nobody(alpha, "POST", "/worlds", {"name": world.world, "seed": seed_of_it})
        world.freeze(NOW)
        made.append(booked(world, tee_time))
        world.control("DELETE", "/worlds/self")

    assert (made[0] == made[1]) is same


def test_ids_follow_from_the_name_of_the_world_too(alpha: Agency, tee_time: TeeTime) -> None:
    worlds = [_elsewhere(alpha), _elsewhere(alpha)]
    for world in worlds:
        _nobody(alpha, "POST", "/worlds", {"name": world.world, "seed": 42})
        world.freeze(NOW)
    first, other = (booked(world, tee_time) for world in worlds)

    assert (first["id"] != other["id"], first["bookingReference"] != other["bookingReference"]) == (True, True)


def test_a_world_with_another_seed_has_the_courses_of_the_server(alpha: Agency, tee_time: TeeTime) -> None:
    other = _elsewhere(alpha)
    _nobody(alpha, "POST", "/worlds", {"name": other.world, "seed": 42})
    other.freeze(NOW)

    assert places(other, tee_time) == places(alpha, tee_time)


def test_a_reset_keeps_the_seed_of_the_world(alpha: Agency) -> None:
    other = _elsewhere(alpha)
    _nobody(alpha, "POST", "/worlds", {"name": other.world, "seed": 42})

    assert other.control("POST", "/worlds/self/reset").json()["data"]["seed"] == 42


def test_a_name_is_given_once(alpha: Agency) -> None:
    answer = _nobody(alpha, "POST", "/worlds", {"name": alpha.world})

    assert (answer.status_code, answer.json()["code"]) == (409, "world_exists")


@pytest.mark.parametrize(
    "body",
    [{}, {"name": "Spring"}, {"name": "a" * 33}, {"name": "w", "seed": -1}, {"name": "w", "seed": "1"},
     {"name": "w", "colour": "green"}],
    ids=str,
)  # fmt: skip
def test_a_world_that_cannot_be_is_refused(alpha: Agency, body: dict[str, Any]) -> None:
    assert _nobody(alpha, "POST", "/worlds", body).status_code == 400


def test_a_removed_world_begins_anew(alpha: Agency, tee_time: TeeTime) -> None:
    first = booked(alpha, tee_time)
    alpha.control("POST", "/worlds/self/snapshots", {"name": "before"})

    assert alpha.control("DELETE", "/worlds/self").status_code == 204

    assert alpha.control("GET", "/worlds/self/snapshots").json()["data"] == []
    alpha.freeze(NOW)
    assert booked(alpha, tee_time) == first


def test_an_unknown_world_is_refused_with_the_names_of_others(alpha: Agency) -> None:
    answer = _nobody(alpha, "GET", "/worlds/no-such-world")

    finding = answer.json()["errors"][0]
    assert (answer.status_code, finding["pointer"], "This server has w" in finding["detail"]) == (
        400,
        "/path/world",
        True,
    )


WHOLE_WORLD = [
    ("GET", "/worlds/{}", None),
    ("DELETE", "/worlds/{}", None),
    ("POST", "/worlds/{}/reset", None),
    ("POST", "/worlds/{}/fork", {"name": "copy"}),
    ("GET", "/worlds/{}/export", None),
    ("GET", "/worlds/{}/snapshots", None),
    ("POST", "/worlds/{}/snapshots", {"name": "x"}),
    ("POST", "/worlds/{}/snapshots/x/restore", None),
    ("DELETE", "/worlds/{}/snapshots/x", None),
]


@pytest.mark.parametrize(("method", "path", "body"), WHOLE_WORLD)
def test_a_key_does_not_reach_another_world(
    alpha: Agency, stranger: Agency, method: str, path: str, body: dict[str, str] | None
) -> None:
    answer = alpha.control(method, path.format(stranger.world), body)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(("method", "path", "body"), WHOLE_WORLD)
def test_without_a_key_there_is_no_self(alpha: Agency, method: str, path: str, body: dict[str, str] | None) -> None:
    answer = _nobody(alpha, method, path.format("self"), body)

    assert (answer.status_code, answer.json()["code"]) == (401, "key_missing")


def _guarded() -> Sandbox:
    return Sandbox(Settings(database_url="sqlite://", admin_token=ADMIN_TOKEN))


@pytest.mark.parametrize(("method", "body"), [("GET", None), ("POST", {"name": "spring"})])
def test_all_worlds_are_for_the_administrator(method: str, body: dict[str, str] | None) -> None:
    guarded, options = _guarded(), {} if body is None else {"json": body}

    refused = asked(guarded, method, f"{CONTROL}/worlds", **options)
    granted = asked(guarded, method, f"{CONTROL}/worlds", headers=ADMIN, **options)

    assert (refused.status_code, granted.is_success) == (401, True)


def test_the_administrator_names_a_world_of_others() -> None:
    guarded = _guarded()
    asked(guarded, "GET", f"{CONTROL}/worlds/self")

    assert asked(guarded, "GET", f"{CONTROL}/worlds/inside", headers=ADMIN).status_code == 200


def test_more_worlds_than_the_server_keeps_are_refused() -> None:
    small = Sandbox(Settings(database_url="sqlite://", max_worlds=1))
    asked(small, "POST", f"{CONTROL}/worlds", headers={}, json={"name": "first"})

    created = asked(small, "POST", f"{CONTROL}/worlds", headers={}, json={"name": "second"})
    forked = asked(small, "POST", f"{CONTROL}/worlds/first/fork", headers={}, json={"name": "second"})

    assert (created.status_code, forked.status_code) == (403, 403)


def test_a_fork_is_what_its_world_is(alpha: Agency, tee_time: TeeTime) -> None:
    created, copy = booked(alpha, tee_time), _elsewhere(alpha)

    assert alpha.control("POST", "/worlds/self/fork", {"name": copy.world}).status_code == 201

    assert (copy.get("/travel/bookings").json()["data"][0]["id"], clock_of(copy)) == (created["id"], clock_of(alpha))


def test_a_fork_and_its_world_go_their_own_ways(alpha: Agency, tee_time: TeeTime) -> None:
    copy = _elsewhere(alpha)
    alpha.control("POST", "/worlds/self/fork", {"name": copy.world})

    booked(copy, tee_time)
    copy.advance(by="P1D")

    assert (bookings_total(alpha), clock_of(alpha)["now"]) == (0, NOW)


def test_a_fork_takes_no_name_that_is_taken(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    booked(stranger, tee_time)

    answer = alpha.control("POST", "/worlds/self/fork", {"name": stranger.world})

    assert (answer.status_code, answer.json()["code"], bookings_total(stranger)) == (409, "world_exists", 1)
