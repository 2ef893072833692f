"""Whatever happened in a world, it goes out and comes in whole, it goes its own way, and it comes back as it was."""

from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings

from tests.sandbox.agencies import Agency
from tests.sandbox.histories import Player, QuickAgency, Step, everything, steps, without_ids
from tests.sandbox.trade import NOW, TeeTime

OFTEN = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _player(agency: Agency, tee_times: list[TeeTime]) -> Player:
    """Two agencies in a fresh world whose clock shows NOW."""
    world = f"w{uuid4().hex[:16]}"
    agencies = [QuickAgency(agency.http, agency.address, world, name) for name in ("alpha", "bravo")]
    agencies[0].freeze(NOW)
    return Player(agencies, [tee_time.time for tee_time in tee_times[:4]])


def _without_traffic(history: list[Step]) -> list[Step]:
    """A history without subscriptions: attempts to deliver are noted whenever they end, by the clock of the machine."""
    return [step for step in history if step[0] != "subscribe"]


@OFTEN
@given(history=steps(25))
def test_an_export_imported_elsewhere_is_the_same_export(
    alpha: Agency, tee_times: list[TeeTime], history: list[Step]
) -> None:
    player, other = _player(alpha, tee_times), _player(alpha, tee_times)
    player.play(_without_traffic(history))
    export = player.agencies[0].control("GET", "/worlds/self/export").json()

    answer = other.agencies[0].control("POST", "/worlds/self/import", export)

    assert answer.status_code == 200, answer.text
    again = other.agencies[0].control("GET", "/worlds/self/export").json()
    assert again == {**export, "world": other.agencies[0].world}


@OFTEN
@given(history=steps(25))
def test_the_invariants_hold_after_any_history(alpha: Agency, tee_times: list[TeeTime], history: list[Step]) -> None:
    player = _player(alpha, tee_times)
    player.play(history)

    found = player.agencies[0].control("GET", "/invariants").json()["data"]

    assert (found["holds"], found["violations"]) == (True, [])


@OFTEN
@given(history=steps(15), then=steps(15))
def test_a_restored_world_answers_as_it_did(
    alpha: Agency, tee_times: list[TeeTime], history: list[Step], then: list[Step]
) -> None:
    player = _player(alpha, tee_times)
    player.play(history)
    before = everything(player)
    known = (list(player.bookings), list(player.groups))
    player.agencies[0].control("POST", "/worlds/self/snapshots", {"name": "before"})
    player.play(then)

    player.agencies[0].control("POST", "/worlds/self/snapshots/before/restore")

    player.bookings, player.groups = known
    assert everything(player) == before


@OFTEN
@given(history=steps(15), then=steps(15))
def test_a_fork_lives_as_its_world_would_have(
    alpha: Agency, tee_times: list[TeeTime], history: list[Step], then: list[Step]
) -> None:
    player, copy = _player(alpha, tee_times), f"w{uuid4().hex[:16]}"
    player.play(history)
    before = everything(player)
    player.agencies[0].control("POST", "/worlds/self/fork", {"name": copy})
    agencies = [QuickAgency(alpha.http, alpha.address, copy, agency.name) for agency in player.agencies]
    pairs = [(agencies[player.agencies.index(agency)], booking_id) for agency, booking_id in player.bookings]
    groups = [(agencies[player.agencies.index(agency)], group_id) for agency, group_id in player.groups]
    hooks = [(agencies[player.agencies.index(agency)], hook_id) for agency, hook_id in player.hooks]
    forked = Player(agencies, player.tee_times, pairs, hooks, list(player.holds), groups)
    known = (list(player.bookings), list(player.groups))

    forked.play(then)

    untouched = everything(player)
    player.play(then)
    player_after, forked_after = everything(player), everything(forked)
    assert untouched == before
    # What is made after the fork has ids that follow from the name of its world.
    assert without_ids(forked_after) == without_ids(player_after)
    assert known == (player.bookings[: len(known[0])], player.groups[: len(known[1])])


@pytest.mark.parametrize("step", ["book", "ask", "hold", "hook", "group", "subscribe", "rival", "stock", "policy"])
def test_every_kind_of_step_leaves_something(alpha: Agency, tee_times: list[TeeTime], step: str) -> None:
    player = _player(alpha, tee_times)
    before = player.agencies[0].control("GET", "/worlds/self/export").json()["sha256"]

    player.play([(step, 0, 0)])

    assert player.agencies[0].control("GET", "/worlds/self/export").json()["sha256"] != before
