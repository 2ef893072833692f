"""Two subscriptions with one url: what happens to one of them must leave the other."""

import json
from itertools import count
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Violation
from conformance.recordings.moments import timed_by
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.suite.webhooks.siblings import change_and_remove, create_sibling, require_left_alone
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.target.target import Target
from tests.conformance.made_up import MOMENT, MadeUpTime

BASE = "http://t.example/api/v1"


class Switchboard:
    """Keeps subscriptions, and has one of a few habits."""

    def __init__(self, habit: str) -> None:
        self._habit = habit
        self._numbers = count(1)
        self.kept: dict[str, dict[str, Any]] = {}

    def exchange(self, request: Request) -> Response:
        """The answer to *request*."""
        sent, own_id = json.loads(request.content or b"{}"), request.path.rpartition("/")[2]
        if request.method == "POST":
            return self._post(sent)
        url = self.kept[own_id]["url"] if own_id in self.kept else None
        meant = [other for other, record in self.kept.items() if record["url"] == url]
        if request.method == "PUT":
            for other in meant if self._habit == "changes all of the url" else [own_id]:
                self.kept[other] |= sent
        if request.method == "DELETE":
            for other in meant if self._habit == "removes all of the url" else [own_id]:
                del self.kept[other]
        shown = [{"id": other} | record for other, record in self.kept.items()]
        if self._habit == "lists the first kind":
            shown = [record | {"events": record["events"][:1]} for record in shown]
        return Response(200, (), json.dumps({"data": shown}).encode())

    def _post(self, sent: dict[str, Any]) -> Response:
        if self._habit == "has one for a url":
            self.kept = {own: record for own, record in self.kept.items() if record["url"] != sent["url"]}
        if self._habit == "refuses a second one" and self.kept:
            return Response(409, (), b"{}")
        own_id = f"whk_{next(self._numbers)}"
        self.kept[own_id] = sent
        shown = {} if self._habit == "shows no id" else {"id": own_id}
        return Response(201, (), json.dumps({"data": shown}).encode())


def judge(habit: str) -> None:
    """Creates a subscription and its sibling, and judges what the sibling's removal leaves."""
    board, recording = Switchboard(habit), Recording({})
    agency = Agency("first agency", "key-of-alpha", BASE, board, recording, read_only=False)
    run = new_run(1, MOMENT, MOMENT.date(), read_only=False)
    subscriber = Subscriber(agency, run, Target(BASE, "key-of-alpha"), recording.exchanges)
    with timed_by(MadeUpTime()):
        body = subscriber.body("kept")
        sibling = create_sibling(subscriber, subscriber.create(body), body)
        _, seen = subscriber.wait_until_listed({body["url"]})
        if sibling and sibling.are_both_in(seen):
            require_left_alone(sibling, seen, *change_and_remove(subscriber, sibling))


@pytest.mark.parametrize(
    "habit", ["none", "has one for a url", "refuses a second one", "shows no id", "lists the first kind"]
)
def test_a_target_that_keeps_the_other_or_has_no_two_holds(habit: str) -> None:
    judge(habit)


@pytest.mark.parametrize("habit", ["removes all of the url", "changes all of the url"])
def test_a_fate_that_both_share_is_a_violation(habit: str) -> None:
    with pytest.raises(Violation, match="still shows the other subscription"):
        judge(habit)
