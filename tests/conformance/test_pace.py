"""The pace of a run: rate, concurrency, limits with a part kept for the clean-up, and a target that wants less."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import CutShort
from conformance.recordings.paced_transport import PacedTransport
from conformance.target.connection import WireSettings
from conformance.wire.pace import Pace
from conformance.wire.retrying import asked_to_wait, is_sent_again
from tests.conformance.conftest import Command
from tests.conformance.paced import OK, Clock, exhausted, get, paced, slow
from tests.conformance.small_operations import SmallTarget


@pytest.mark.parametrize(("rate", "gap"), [(4, 0.25), (0.5, 2.0)])
def test_requests_keep_the_rate(rate: float, gap: float) -> None:
    transport, _, inner, _ = paced(rate=rate)

    for _ in range(4):
        transport.exchange(get())

    assert inner.sent_at == [0.0, gap, 2 * gap, 3 * gap]


def test_no_more_requests_are_under_way_than_allowed() -> None:
    under_way, most, counting = 0, 0, threading.Lock()

    class Counting:
        def exchange(self, request: Request) -> Response:  # noqa: ARG002 - what a transport is called with
            nonlocal under_way, most
            with counting:
                under_way += 1
                most = max(most, under_way)
            threading.Event().wait(0.01)
            with counting:
                under_way -= 1
            return OK

    transport = PacedTransport(Counting(), Pace(WireSettings(concurrency=14)))
    with ThreadPoolExecutor(20) as lanes:
        list(lanes.map(lambda _: transport.exchange(get()), range(60)))

    assert most == 14


def test_the_last_requests_are_kept_for_the_clean_up() -> None:
    transport, pace, inner, _ = paced(requests=100)

    checks, reason = exhausted(transport, get())
    pace.clean_up_begins()
    clean_up, refusal = exhausted(transport, get())

    assert (checks, reason) == (95, "Cut short: the limit of 100 requests is reached (--requests).")
    assert (clean_up, refusal) == (5, "Not sent: the limits of the run are used up.")
    assert len(inner.sent_at) == 100


def test_a_request_is_kept_for_each_thing_to_give_back() -> None:
    transport, pace, _, _ = paced(requests=100)

    booked, _ = exhausted(transport, get("/travel/bookings", "POST"))
    pace.clean_up_begins()
    cancelled, _ = exhausted(transport, get("/travel/bookings/b1", "DELETE"), most=booked)

    assert booked == cancelled
    assert 40 < booked < 50


def test_a_request_is_kept_for_what_requests_under_way_may_create() -> None:
    clock = Clock()
    pace = Pace(WireSettings(requests=100), now=lambda: clock.now, sleep=clock.sleep)
    under_way = 0

    with suppress(CutShort):
        while under_way < 100:
            pace.begin(get("/travel/bookings", "POST"))
            under_way += 1

    assert 40 < under_way < 50


def test_a_refused_request_leaves_nothing_to_remove() -> None:
    transport, _, _, _ = paced([Response(409, (), b"")] * 100, requests=100)

    refused, _ = exhausted(transport, get("/travel/bookings", "POST"))

    assert refused == 95


def test_checks_end_before_the_time_budget_and_the_clean_up_with_it() -> None:
    transport, pace, inner, _ = paced(seconds=1.0, time_budget_seconds=60)

    _, reason = exhausted(transport, get())
    ended_at = inner.sent_at[-1] + 1
    pace.clean_up_begins()
    exhausted(transport, get())

    assert reason == "Cut short: the time budget of 60 s is used up except for the clean-up (--time-budget)."
    assert (ended_at, inner.sent_at[-1] + 1) == (54.0, 60.0)
    assert pace.cut_short == "the time budget of 60 s is used up except for the clean-up (--time-budget)"


def test_a_wait_that_would_outlast_the_time_budget_is_not_begun() -> None:
    transport, _, _, clock = paced([slow("50")], time_budget_seconds=20)
    transport.exchange(get())

    with pytest.raises(CutShort, match="time budget"):
        transport.exchange(get())

    assert clock.slept == []


def test_everybody_waits_as_long_as_a_429_says_and_is_slower_afterwards() -> None:
    transport, pace, inner, _ = paced([OK, slow("7")], seconds=0.1)

    for _ in range(5):
        transport.exchange(get())

    gaps = [round(later - earlier, 2) for earlier, later in zip(inner.sent_at[2:], inner.sent_at[3:], strict=False)]
    assert inner.sent_at[:3] == [0.0, 0.1, 7.2]
    assert gaps == [0.2, 0.2]
    assert (pace.traffic.slowdowns, pace.traffic.slowed_seconds) == (1, 7.0)


def test_the_run_is_as_fast_as_before_after_a_while_in_peace() -> None:
    transport, _, inner, clock = paced([OK, slow("0")], seconds=0.1)
    for _ in range(3):
        transport.exchange(get())

    clock.now += 300
    for _ in range(3):
        transport.exchange(get())

    assert round(inner.sent_at[-1] - inner.sent_at[-2], 3) == 0.1


def test_without_a_time_to_come_back_the_wait_doubles() -> None:
    transport, _, inner, _ = paced([slow()] * 4)

    for _ in range(5):
        transport.exchange(get())

    waits = [round(later - earlier) for earlier, later in zip(inner.sent_at, inner.sent_at[1:], strict=False)]
    assert waits == [1, 2, 4, 8]


def test_answers_to_requests_of_before_do_not_slow_the_run_twice() -> None:
    clock = Clock()
    pace = Pace(WireSettings(), now=lambda: clock.now, sleep=clock.sleep)
    began = [pace.begin(get()) for _ in range(3)]
    clock.now += 1

    for item in began:
        pace.answered(get(), slow("5"), item)

    assert (pace.traffic.slowdowns, pace.traffic.slowed_seconds) == (1, 5.0)


def test_a_target_that_wants_less_again_and_again_ends_the_run() -> None:
    transport, _, inner, _ = paced([slow("1")] * 50)

    count, reason = exhausted(transport, get())

    assert count == 10
    assert reason == "Cut short: the target answered 429 again and again, after every wait."
    assert inner.sent_at[-1] < 60


def test_a_503_with_a_time_to_come_back_slows_reads_only() -> None:
    transport, pace, _, _ = paced([slow("2", 503), slow("2", 503)])

    transport.exchange(get("/travel/bookings", "POST"))
    assert pace.traffic.slowdowns == 0
    transport.exchange(get())

    assert pace.traffic.slowdowns == 1


@pytest.mark.parametrize(
    ("method", "response", "attempts"),
    [
        ("GET", slow("1"), 4),
        ("POST", slow("1"), 4),
        ("GET", slow("61"), 1),
        ("GET", slow("1", 503), 2),
        ("GET", slow(None, 503), 1),
        ("POST", slow("1", 503), 1),
        ("GET", slow("1", 500), 1),
    ],
)
def test_how_often_a_request_is_sent(method: str, response: Response, attempts: int) -> None:
    sent = 1
    while is_sent_again(get(method=method), response, sent):
        sent += 1

    assert sent == attempts


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("Fri, 01 May 2026 10:00:30 GMT", 30.0),
        ("Fri, 01 May 2026 09:00:00 GMT", 0.0),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("", None),
    ],
)
def test_the_time_to_come_back_is_seconds_or_a_date(said: str, seconds: float | None) -> None:
    headers = (("Retry-After", said), ("Date", "Fri, 01 May 2026 10:00:00 GMT"))

    assert asked_to_wait(Response(429, headers, b"")) == seconds


def test_a_run_of_few_requests_is_incomplete_and_leaves_nothing_behind(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    result = command(
        *("check", small_target.base_url, "--api-key", "key-of-alpha", "--requests", 60, "--report", tmp_path),
        *("--only", "BKC-13,BKC-14,BKC-15,BKC-16,BKC-17,CRS-05,BKG-01,BKL-03,BKU-01"),
    )

    assert result.exit_code in (1, 3)
    shown = "the limit of 60 requests is reached (--requests)"
    assert f"Cut short: {shown}." in " ".join(result.stdout.split())
    for name in ("report.html", "report.json"):
        assert shown in (tmp_path / name).read_text("utf-8")
    assert "Cut short: the limit of 60 requests" in (tmp_path / "report.md").read_text("utf-8")
    assert {booking["status"] for booking in small_target.bookings.values()} == {"cancelled"}
    assert len(small_target.requests) <= 60


def test_a_race_sends_its_requests_together_when_checks_run_one_after_another(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    result = command(
        *("check", small_target.base_url, "--api-key", "key-of-alpha", "--concurrency", 1, "--report", tmp_path),
        *("--only", "INV-10"),
    )

    assert "nothing raced" not in " ".join(result.stdout.split())
    assert result.exit_code != 3
