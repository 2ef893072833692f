"""The booking that closing checks read: it may be new, or cancelled while a late list still shows it as confirmed."""

import json
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.catalogue.paths import BOOKINGS
from conformance.evidence.exchanges import Answer, Request, Response
from conformance.evidence.verdicts import Inconclusive
from conformance.recordings.moments import timed_by
from conformance.suite.arranged.golden_reads import GoldenRead
from tests.conformance.made_up import MOMENT, MadeUpTime, Roles

READ = GoldenRead(f"{BOOKINGS}/bkg_1", booking_id="bkg_1")


class OneBooking(Agency):
    """Has one booking, which is found after *found_after* seconds and listed as confirmed for *listed_for*."""

    def __init__(self, time: MadeUpTime, found_after: float, listed_for: float) -> None:
        self._time = time
        self._found_after = found_after
        self._listed_for = listed_for

    def get(self, path: str, **query: object) -> Answer:
        if path == BOOKINGS and query == {"status": "confirmed"}:
            is_listed = self._time.seconds < self._listed_for
            return _answer(path, 200, {"data": [{"id": "bkg_1", "status": "confirmed"}] if is_listed else []})
        return _answer(path, 200 if self._time.seconds >= self._found_after else 404, {})


def _answer(path: str, status: int, body: Any) -> Answer:
    request = Request("GET", path, (), f"http://t.example{path}", (), None)
    return Answer(request, Response(status, (), json.dumps(body).encode()), MOMENT, 0, Roles())


def _status(found_after: float, listed_for: float) -> int:
    time = MadeUpTime()
    with timed_by(time):
        agency = OneBooking(time, found_after, listed_for)
        return READ.answered_in_time(agency, lambda seen: seen.is_success, seconds=1.0).status


def test_a_new_booking_is_found_after_a_moment() -> None:
    assert _status(found_after=0.4, listed_for=99) == 200


def test_a_booking_that_stays_listed_and_is_not_found_is_judged_by_its_refusal() -> None:
    assert _status(found_after=99, listed_for=99) == 404


def test_a_booking_that_a_late_list_showed_after_its_cancellation_tells_nothing() -> None:
    with pytest.raises(Inconclusive, match="no longer shows the booking bkg_1"):
        _status(found_after=99, listed_for=0.4)
