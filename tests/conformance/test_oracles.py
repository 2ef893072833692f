"""The oracles: a refusal needs its control twin, and drift is not a violation."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from conformance.asking.oracles import accepted, golden, part, recent, refused, refused_or, same, steady, within_budget
from conformance.evidence.exchanges import Answer, Request, Response, Role
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.recordings import moments
from conformance.recordings.moments import timed_by
from tests.conformance.made_up import MOMENT, MadeUpTime, Roles


def answer(status: int, content: bytes = b"{}", roles: Roles | None = None) -> Answer:
    request = Request("POST", "/travel/bookings", (), "http://t.example/travel/bookings", (), None)
    return Answer(request, Response(status, (), content), MOMENT, 0, roles or Roles())


def test_a_refusal_with_an_accepted_twin_holds() -> None:
    refused(answer(400), control=answer(201))


def test_a_server_error_counts_as_a_refusal() -> None:
    refused(answer(500), control=answer(201))


def test_an_accepted_attempt_is_a_violation() -> None:
    with pytest.raises(Violation, match="POST /travel/bookings is refused"):
        refused(answer(201), control=answer(201))


def test_a_refused_twin_proves_nothing() -> None:
    with pytest.raises(Inconclusive, match="a refusal proves nothing"):
        refused(answer(400), control=answer(409))


def test_a_refusal_leaves_its_roles_on_the_record() -> None:
    roles = Roles()

    refused(answer(400, roles=roles), control=answer(201, roles=roles))

    assert roles.given == [Role.attempt, Role.control]


def test_refuse_or_clamp_gives_none_for_a_refusal() -> None:
    assert refused_or(answer(400), control=answer(200)) is None


def test_refuse_or_clamp_gives_the_clamped_body() -> None:
    assert refused_or(answer(200, b'{"pageSize": 100}'), control=answer(200)) == {"pageSize": 100}


def test_refuse_or_clamp_needs_its_twin_too() -> None:
    with pytest.raises(Inconclusive):
        refused_or(answer(400), control=answer(400))


def test_a_golden_request_must_succeed() -> None:
    with pytest.raises(Violation, match="answered 500"):
        golden(answer(500))


def test_a_set_up_call_that_is_refused_is_inconclusive() -> None:
    with pytest.raises(Inconclusive, match="Creating a booking was refused"):
        accepted(answer(409), "Creating a booking")


@pytest.mark.parametrize(
    ("content", "is_success"),
    [
        (b'{"success": false, "error": {"code": 404}}', False),
        (b'{"data": {"success": false}}', True),
        (b'{"success": true, "data": {}}', True),
        (b'{"success": "false"}', True),
        (b'"success": false', True),
        (b"", True),
    ],
)
def test_a_body_may_say_that_a_2xx_is_a_refusal(content: bytes, is_success: bool) -> None:
    assert Response(200, (), content).is_success is is_success
    assert not Response(404, (), content).is_success


def test_values_that_differ_are_shown() -> None:
    with pytest.raises(Violation, match=r"Expected: players is 2. Actual: players is 4."):
        same(4, 2, "players")


def test_a_missing_member_is_a_violation() -> None:
    with pytest.raises(Violation, match=r"the answer has meta\.pagination"):
        part({"meta": {}}, "meta.pagination")


def test_a_missing_member_that_another_row_judges_is_inconclusive() -> None:
    with pytest.raises(Inconclusive):
        part({"meta": {}}, "meta.pagination", judge=False)


def test_steady_values_are_compared() -> None:
    assert steady(lambda: 1, lambda: 2) == (1, 2)


def test_a_value_that_settles_is_compared_on_a_later_try() -> None:
    values: Iterator[int] = iter([1, *[2] * 7])

    assert steady(lambda: next(values), lambda: 0) == (2, 0)


def test_a_difference_that_does_not_last_is_inconclusive() -> None:
    values: Iterator[int] = iter([0, 1])

    with pytest.raises(Inconclusive, match="A later comparison showed no difference"):
        steady(lambda: 1, lambda: next(values))


def test_a_value_that_keeps_changing_is_inconclusive() -> None:
    values: Iterator[int] = iter(range(8))

    with pytest.raises(Inconclusive, match="kept changing"):
        steady(lambda: next(values), lambda: -1)


def test_a_difference_that_a_late_list_explains_is_inconclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list shows for a moment what it showed before, and somebody books between any two readings."""
    booked = itertools.count(1)
    late = [0]
    monkeypatch.setattr(moments, "sleep", lambda _: late.append(next(booked)))

    with pytest.raises(Inconclusive, match="kept changing"):
        steady(lambda: late[-1], lambda: next(booked))


def test_values_that_agree_are_read_once() -> None:
    values: Iterator[int] = iter([1])

    assert steady(lambda: next(values), lambda: 1) == (1, 1)


def test_a_check_says_itself_when_values_agree() -> None:
    values: Iterator[int] = iter([1])

    assert steady(lambda: next(values), lambda: -1, agree=lambda a, b: a == -b) == (1, -1)


@pytest.mark.parametrize(("seconds_old", "is_asked_anew"), [(9, False), (11, True)])
def test_a_control_counts_while_it_is_young(seconds_old: int, is_asked_anew: bool) -> None:
    known, new = answer(200), answer(200)
    known = replace(known, started_at=datetime.now(UTC) - timedelta(seconds=seconds_old))

    assert (recent(known, lambda: new) is new) is is_asked_anew


def test_a_wanted_value_is_not_waited_for() -> None:
    reads: list[int] = []

    assert within_budget(lambda: reads.append(1) or len(reads), lambda value: value == 1) == 1


def test_an_unwanted_value_is_given_back_when_the_budget_is_spent() -> None:
    assert within_budget(lambda: "old", lambda value: value == "new", seconds=0) == "old"


def test_a_value_counts_only_if_it_was_asked_for_after_the_budget() -> None:
    time = MadeUpTime()

    def read_slowly() -> str:
        asked_at = time.seconds
        time.sleep(3.0)
        return "new" if asked_at >= 0.2 else "old"

    with timed_by(time):
        assert within_budget(read_slowly, lambda value: value == "new", seconds=2.0) == "new"


def test_what_shows_soon_is_seen_soon_and_what_never_shows_costs_few_requests() -> None:
    time = MadeUpTime()
    reads: list[float] = []

    def read() -> bool:
        reads.append(time.seconds)
        return time.seconds > 0.2

    with timed_by(time):
        within_budget(read, bool)
        soon, reads[:] = list(reads), []
        within_budget(read, lambda _: False, seconds=5.0)

    assert soon == [0.0, 0.25]
    assert len(reads) <= 9
    assert reads[-1] - reads[0] >= 5.0


def test_an_answer_and_its_response_give_the_first_of_repeated_headers() -> None:
    repeated = replace(answer(200, b"{}"), response=Response(200, (("Link", "</1>"), ("link", "</2>")), b"{}"))

    assert (repeated.headers["link"], repeated.response.header("LINK")) == ("</1>", "</1>")
