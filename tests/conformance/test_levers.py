"""Levers: what is sent when one is pulled, what a clock then shows, and what a lever that does not work leads to."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from conformance.asking import levers
from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.discovery import MovableClock
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Untested
from conformance.recordings.recording import Recording
from conformance.scope.lanes import Lane, running_in
from conformance.target.levers import Lever, Levers
from conformance.wire.transport import NoAnswer
from tests.conformance.made_up import BASE_URL

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
READ = Lever("clock_read", "GET", "http://lab.example/now", moment="data.now")
ADVANCE = Lever("clock_advance", "POST", "http://lab.example/advance", json={"by": "PT{seconds}S", "to": "{moment}"})
CONFIRM = Lever(
    "course_confirm", "PUT", "http://lab.example/desk/{id}", (("X-Key", "Bearer {api_key}"),), {"ids": ["{id}"]}
)


class Lab:
    """A transport that keeps what is sent and gives the answers of the test."""

    def __init__(self, answer: Callable[[Request], Response] = lambda _: Response(204, (), b"")) -> None:
        self.requests: list[Request] = []
        self._answer = answer

    def exchange(self, request: Request) -> Response:
        self.requests.append(request)
        return self._answer(request)


def showing(moment: str) -> Lab:
    return Lab(lambda _: Response(200, (), json.dumps({"data": {"now": moment}}).encode()))


def clock(lab: Lab, **levers: Lever) -> TargetClock:
    return TargetClock(Levers(**levers), LeverCaller(lab, "a-key"))


def decisions(lab: Lab, **levers: Lever) -> CourseDecisions:
    return CourseDecisions(Levers(**levers), LeverCaller(lab, "a-key"))


def test_a_lever_is_sent_with_the_values_of_the_moment() -> None:
    lab = Lab()

    decisions(lab, course_confirm=CONFIRM).confirm("bkg/1")

    (sent,) = lab.requests
    assert (sent.method, sent.url) == ("PUT", "http://lab.example/desk/bkg%2F1")
    assert ("X-Key", "Bearer a-key") in sent.headers
    assert ("Content-Type", "application/json") in sent.headers
    assert json.loads(sent.content or b"") == {"ids": ["bkg/1"]}


def test_a_text_that_is_only_a_name_becomes_the_value_itself() -> None:
    lab = Lab()
    lever = Lever("clock_advance", "POST", "http://lab.example/advance", json={"seconds": "{seconds}"})

    clock(lab, clock_advance=lever).move(timedelta(minutes=16), NOON)

    assert json.loads(lab.requests[0].content or b"") == {"seconds": 960}


def test_a_clock_is_moved_by_a_span_or_to_a_moment() -> None:
    lab = Lab()

    clock(lab, clock_advance=ADVANCE).move(timedelta(minutes=16), NOON)

    assert json.loads(lab.requests[0].content or b"") == {"by": "PT960S", "to": "2026-05-01T12:16:00Z"}


def test_a_declared_clock_tells_the_time() -> None:
    shown = clock(showing("2026-05-09T12:00:00+02:00"), clock_read=READ)

    assert shown.now(NOON) == datetime(2026, 5, 9, 10, 0, tzinfo=UTC)
    assert shown.ahead == timedelta(days=8, hours=-2)


def test_a_clock_that_agrees_with_the_date_header_is_not_ahead() -> None:
    shown = clock(showing("2026-05-01T12:00:01Z"), clock_read=READ)

    shown.now(NOON)

    assert shown.ahead == timedelta()


def test_without_a_declared_clock_the_date_header_tells_the_time() -> None:
    assert clock(Lab()).now(NOON) == NOON


@pytest.mark.parametrize("body", [b"<html>", b'{"now": 5}', b'{"data": {"now": "soon"}}', b'{"data": []}'])
def test_a_clock_that_shows_no_moment_leaves_rows_untested(body: bytes) -> None:
    shown = clock(Lab(lambda _: Response(200, (), body)), clock_read=READ)

    with pytest.raises(Untested, match=r"The lever clock_read of the target file shows no moment at 'data\.now'"):
        shown.now(NOON)


def test_a_lever_that_is_refused_leaves_rows_untested() -> None:
    lab = Lab(lambda _: Response(404, (), b"no such desk"))

    with pytest.raises(Untested, match="The lever course_confirm of the target file answered 404: no such desk"):
        decisions(lab, course_confirm=CONFIRM).confirm("bkg_1")


def test_a_lever_that_does_not_answer_leaves_rows_untested() -> None:
    def refuse(_: Request) -> Response:
        raise NoAnswer("connection refused")

    with pytest.raises(
        Untested, match="The lever course_confirm of the target file does not answer: connection refused"
    ):
        decisions(Lab(refuse), course_confirm=CONFIRM).confirm("bkg_1")


@pytest.mark.parametrize(
    ("pull", "name"),
    [
        (lambda lab: clock(lab).move(timedelta(1), NOON), "clock_advance"),
        (lambda lab: decisions(lab).confirm("bkg_1"), "course_confirm"),
        (lambda lab: decisions(lab).decline("bkg_1"), "course_decline"),
        (lambda lab: decisions(lab).cancel_group("grp_1"), "group_cancel"),
    ],
)
def test_a_lever_that_is_not_declared_is_named(pull: Callable[[Lab], None], name: str) -> None:
    with pytest.raises(Untested, match=f"declare {name} under \\[levers\\] in the target file"):
        pull(Lab())


def test_an_answer_is_timed_by_the_declared_clock() -> None:
    lab = Lab(lambda _: Response(200, (("Date", "Fri, 01 May 2026 12:00:00 GMT"),), b"{}"))
    ahead = clock(showing("2026-05-09T12:00:00Z"), clock_read=READ)
    ahead.now(NOON)
    agency = Agency("first agency", "a-key", BASE_URL, lab, Recording({}), ahead, read_only=False)

    assert agency.get("/travel/courses").answered_at == datetime(2026, 5, 9, 12, 0, tzinfo=UTC)


def movable(dates: list[str], lab: Lab) -> MovableClock:
    """A clock whose lever is pulled in *lab*, while the Date headers of the target show *dates* in turn."""
    shown = iter(dates)
    target = Lab(lambda _: Response(200, (("Date", f"Fri, 01 May 2026 {next(shown)} GMT"),), b"{}"))
    moved = clock(lab, clock_advance=ADVANCE)
    return MovableClock(Agency("first agency", "a-key", BASE_URL, target, Recording({}), moved, read_only=False), moved)


def test_a_clock_that_shows_its_move_has_moved() -> None:
    moved = movable(["12:00:00", "12:16:01"], Lab())

    assert moved.advance(timedelta(minutes=16)) == datetime(2026, 5, 1, 12, 16, 1, tzinfo=UTC)


def reading(lab: Lab, target: Lab, **levers: Lever) -> tuple[MovableClock, TargetClock]:
    """A clock that *lab* shows, while *target* gives Date headers."""
    shown = clock(lab, clock_read=READ, **levers)
    agency = Agency("first agency", "a-key", BASE_URL, target, Recording({}), shown, read_only=False)
    return MovableClock(agency, shown), shown


@pytest.mark.parametrize("dates_follow", [True, False])
def test_a_clock_is_compared_with_date_headers_until_those_have_followed_a_move_or_not(
    monkeypatch: pytest.MonkeyPatch, *, dates_follow: bool
) -> None:
    monkeypatch.setattr(levers, "_A_READING_COUNTS_FOR_SECONDS", -1.0)
    shown = [NOON]
    lab = Lab(lambda _: Response(200, (), json.dumps({"data": {"now": shown[-1].isoformat()}}).encode()))
    target = Lab(lambda _: Response(200, (("Date", format_datetime(shown[-dates_follow], usegmt=True)),), b"{}"))
    moved, of_target = reading(lab, target)

    for _ in range(3):
        for _ in range(2):
            moved.now()
        shown.append(shown[-1] + timedelta(minutes=16))

    ahead = timedelta() if dates_follow else timedelta(minutes=32)
    assert (len(target.requests), abs(of_target.ahead - ahead) < timedelta(seconds=1)) == (2, True)


def test_a_lane_that_was_told_of_a_move_still_finds_out_whether_date_headers_follow() -> None:
    shown = [NOON]

    def answer(request: Request) -> Response:
        shown.extend([shown[-1] + timedelta(minutes=16)] if request.method == "POST" else [])
        return Response(200, (), json.dumps({"data": {"now": shown[-1].isoformat()}}).encode())

    target = Lab(lambda _: Response(200, (("Date", format_datetime(NOON, usegmt=True)),), b"{}"))
    moved, of_target = reading(Lab(answer), target, clock_advance=ADVANCE)
    with running_in(Lane("lane 1", 1, 3)):
        moved.now()
    with of_target.shared_by(1), running_in(Lane("lane 2", 2, 3)):
        moved.advance(timedelta(minutes=16))

    with running_in(Lane("lane 1", 1, 3)):
        moved.now()
        moved.advance(timedelta(minutes=16))
        ahead = of_target.ahead

    assert abs(ahead - timedelta(minutes=32)) < timedelta(seconds=1)


def test_a_clock_that_shows_whole_minutes_does_not_say_that_date_headers_stay_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levers, "_A_READING_COUNTS_FOR_SECONDS", -1.0)
    moments = iter([NOON, NOON + timedelta(minutes=1), NOON + timedelta(minutes=31)])
    lab = Lab(lambda _: Response(200, (), json.dumps({"data": {"now": next(moments).isoformat()}}).encode()))
    dates = iter([NOON, NOON, NOON + timedelta(minutes=30)])
    target = Lab(lambda _: Response(200, (("Date", format_datetime(next(dates), usegmt=True)),), b"{}"))
    moved, of_target = reading(lab, target)

    for _ in range(3):
        moved.now()

    assert of_target.ahead == timedelta(minutes=1)


def test_a_clock_that_was_just_moved_is_not_read_again() -> None:
    shown = [NOON]

    def answer(request: Request) -> Response:
        shown.extend([NOON + timedelta(minutes=16)] if request.method == "POST" else [])
        return Response(200, (), json.dumps({"data": {"now": shown[-1].isoformat()}}).encode())

    lab = Lab(answer)
    target = Lab(lambda _: Response(200, (("Date", format_datetime(NOON, usegmt=True)),), b"{}"))
    moved, _ = reading(lab, target, clock_advance=ADVANCE)

    moved.advance(timedelta(minutes=16))
    now = moved.now()

    assert [request.method for request in lab.requests] == ["GET", "POST", "GET"]
    assert timedelta() <= now - shown[-1] < timedelta(seconds=1)


def test_a_clock_that_stands_still_proves_nothing_and_is_left_alone() -> None:
    lab = Lab()
    moved = movable(["12:00:00", "12:00:01"], lab)

    with pytest.raises(Untested, match="The lever clock_advance was to move the clock by 0:16:00"):
        moved.advance(timedelta(minutes=16))
    with pytest.raises(Untested):
        moved.advance(timedelta(minutes=16))
    assert len(lab.requests) == 1
