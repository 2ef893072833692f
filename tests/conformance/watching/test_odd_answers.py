"""Answers in any form stop no judge of a whole run: another requirement reports them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from conformance.conditions.coverage import coverage_of
from conformance.recordings.masking import SHOWN_API_KEY
from conformance.target.levers import HookPayloads
from conformance.target.target import Target
from conformance.watching.days_and_sheets import days_apart
from conformance.watching.recorded import RecordedWatch
from conformance.watching.refused_together import refused_together
from conformance.watching.terms_of_the_platform import terms_apart
from tests.conformance.proxy.watched import WISH, booking, page
from tests.conformance.watching.recorded_runs import COURSE, Recorded, days_in

_ODD: Sequence[Any] = (None, [], {}, "x", 5, 1.5, True, [None], {"id": {}})
_TERMS = {"courseId": "crs_1", "cancellationPolicy": {"source": "platform", "tiers": []}, "bookingTerms": {}}
_SHEET = {"courseId": "crs_1", "date": WISH["date"], "availableTimes": [{"time": "09:00", "available": 4}]}
_HOLD = {"holdId": "hld_1", "holdExpiration": "2026-11-20T10:15:20Z", "pricing": {"greenFee": 85.0}}
_ANSWERS: Sequence[tuple[str, Any, Any]] = (
    ("GET /travel/courses", page(COURSE), None),
    ("GET /travel/courses/crs_1", {"data": COURSE}, None),
    ("GET /travel/courses/crs_1/terms", {"data": _TERMS}, None),
    ("GET /travel/courses/crs_1/pricing", {"data": {"courseId": "crs_1", "seasons": [{"prices": [{}]}]}}, None),
    (f"GET /travel/courses/crs_1/tee-times?date={WISH['date']}", _SHEET, None),
    ("GET /travel/courses/crs_1/availability?date=2027-03-01&players=2", days_in("EUR"), None),
    ("GET /travel/courses/crs_1/availability?startDate=2027-03-01&endDate=2027-03-02", days_in("EUR"), None),
    ("POST /travel/courses/crs_1/hold-tee-time", _HOLD, {"date": WISH["date"], "time": "09:00", "players": 2}),
    ("POST /travel/bookings", {"data": booking()}, WISH),
    ("GET /travel/bookings/bkg_1", {"data": booking()}, None),
    ("GET /travel/bookings?status=confirmed", page(booking()), None),
    ("POST /travel/bookings/hooks", {"data": {"id": "hok_1"}}, WISH),
    ("POST /travel/group-bookings", {"data": {"id": "grp_1", "status": "processing"}}, {"totalPlayers": 8}),
    ("GET /webhooks", {"data": [{"id": "sub_1", "url": "https://example.com"}]}, None),
)
_JUDGES: Sequence[Callable[[Any], Any]] = (days_apart, refused_together, terms_apart, coverage_of)


@pytest.mark.parametrize("answer", _ANSWERS, ids=[line for line, _, _ in _ANSWERS])
def test_no_answer_stops_a_judge(answer: tuple[str, Any, Any]) -> None:
    line, body, sent = answer
    for odd in _spoiled(body):
        run = Recorded()
        for shown in (body, odd, body):
            run.sends(line, 200, shown, sent=sent)

        watch = RecordedWatch(Target("http://target/api/v1", SHOWN_API_KEY, hooks=HookPayloads(id="data.id")))
        list(watch.sights_in(run.exchanges, ()))
        for judge in _JUDGES:
            list(judge(run.exchanges))

        assert watch.stumbles == {}


def _spoiled(body: Any) -> Iterator[Any]:
    """*body* with each odd value at each of its places, one at a time."""
    yield from _ODD
    if isinstance(body, dict):
        yield from ({**body, name: odd} for name, value in body.items() for odd in _spoiled(value))
    elif isinstance(body, list) and body:
        yield from ([odd, *body[1:]] for odd in _spoiled(body[0]))
