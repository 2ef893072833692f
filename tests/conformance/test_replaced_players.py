"""A shorter player list replaces the longer list before it or adds to it, and never covers its beginning alone."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.discovery import GroupDesk
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Violation
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.suite.group_bookings.replaced_players import (
    require_as_many_others_taken,
    require_no_older_list,
    require_nothing_behind_a_shorter_list,
)
from conformance.target.describing import describe_target
from conformance.target.levers import GroupPayloads
from tests.conformance.made_up import MOMENT

ADDRESS = "http://t.example/api/v1"
Players = list[dict[str, Any]]
Store = Callable[[Players, Players], Players]


def replaces(_: Players, sent: Players) -> Players:
    """What PUT normally does."""
    return sent


def stays(before: Players, sent: Players) -> Players:
    """The first players stay for ever."""
    return before or sent


def appends(before: Players, sent: Players) -> Players:
    """Players come one after the other."""
    return before + sent


def keeps_the_end(before: Players, sent: Players) -> Players:
    """The new players are written over the first of the players before."""
    return sent + before[len(sent) :]


class Clubhouse:
    """Has one group, and shows its players unless it is *silent*. If it *forgets*, it only answers with them."""

    def __init__(self, store: Store, *, silent: bool = False, fewest: int = 0, forgets: bool = False) -> None:
        self._store, self._silent, self._fewest, self._forgets = store, silent, fewest, forgets
        self.players: Players = []

    def exchange(self, request: Request) -> Response:
        """The answer to *request*."""
        if request.method == "GET" and self._forgets:
            self.players = []
        if request.method == "PUT":
            sent = json.loads(request.content or b"")["players"]
            if len(sent) < self._fewest:
                return Response(422, (), b"{}")
            self.players = self._store(self.players, sent)
        shown = {} if self._silent else {"players": self.players}
        return Response(200, (), json.dumps({"data": shown}).encode())


def desk_at(clubhouse: Clubhouse) -> GroupDesk:
    """The desk of an agency that asks *clubhouse*."""
    agency = Agency("first agency", "key", ADDRESS, clubhouse, Recording({}), read_only=False)
    return GroupDesk(agency, new_run(1, MOMENT, MOMENT.date(), read_only=False), GroupPayloads())


def judge(clubhouse: Clubhouse) -> None:
    """Sends a list and a shorter list, and judges what the group shows."""
    desk = desk_at(clubhouse)
    before, longer = desk.name_more_players("grp_1")
    require_nothing_behind_a_shorter_list(desk, "grp_1", before, longer)


def judge_the_second_list(clubhouse: Clubhouse) -> None:
    """Sends a list and another list, and judges what the group shows."""
    desk, target = desk_at(clubhouse), describe_target(ADDRESS, "key", None, {"budgets": {"visibility_seconds": 0.1}})
    desk.name_players("grp_1")
    names, more = desk.name_more_players("grp_1")
    require_no_older_list(desk, "grp_1", desk.last_names, names, more, desk.read("grp_1"), target)


@pytest.mark.parametrize(
    "clubhouse",
    [Clubhouse(replaces), Clubhouse(appends), Clubhouse(keeps_the_end, silent=True), Clubhouse(replaces, fewest=3)],
    ids=["replaces", "appends", "shows no names", "refuses few"],
)
def test_a_target_that_replaces_or_adds_holds(clubhouse: Clubhouse) -> None:
    judge(clubhouse)


@pytest.mark.parametrize(
    "clubhouse",
    [Clubhouse(replaces), Clubhouse(appends), Clubhouse(stays, silent=True), Clubhouse(stays, fewest=4)],
    ids=["replaces", "appends", "shows no names", "refuses few"],
)
def test_a_target_that_shows_the_second_list_or_no_list_holds(clubhouse: Clubhouse) -> None:
    judge_the_second_list(clubhouse)


@pytest.mark.parametrize("clubhouse", [Clubhouse(stays), Clubhouse(replaces, forgets=True)], ids=["stays", "forgotten"])
def test_a_second_list_that_is_not_kept_is_a_violation(clubhouse: Clubhouse) -> None:
    with pytest.raises(Violation, match="shows none of these names where it shows a list"):
        judge_the_second_list(clubhouse)


def test_a_list_of_as_many_others_must_be_taken() -> None:
    clubhouse = Clubhouse(lambda before, sent: before if len(before) == len(sent) else sent)
    desk, target = desk_at(clubhouse), describe_target(ADDRESS, "key", None, {"budgets": {"visibility_seconds": 0.1}})
    fewer, _ = desk.name_fewer_players("grp_1")

    with pytest.raises(Violation, match="shows none of these names where it shows a list"):
        require_as_many_others_taken(desk, "grp_1", fewer, target)


def test_a_part_of_the_list_before_is_a_violation() -> None:
    with pytest.raises(Violation, match="Chidi, Layla, Priya of the list before, beside Marisol, Tariq"):
        judge(Clubhouse(keeps_the_end))
