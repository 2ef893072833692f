"""What is made of a race: sold twice, sold twice by somebody else's help, refused whole, or as it should be."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial

import pytest

from conformance.discovery import OfferedTeeTime
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Advisory, Inconclusive, Judgement, Untested, Violation
from conformance.recordings.recording import Recording
from conformance.suite.arranged.races import Finish, RaceOutcome, Racer, race, require_never_oversold
from tests.conformance.made_up import MOMENT, exchange

AT = OfferedTeeTime("crs_1", date(2027, 6, 1), "09:30", 4, 80, "EUR")


def came_in(number: int, places: int, body: bytes, status: int = 201) -> Finish:
    answered = exchange(body, method="POST", path="/travel/bookings", status=status)
    assert answered.response
    return Finish(
        Racer(places, lambda: pytest.fail("nothing is sent")),
        Answer(answered.request, answered.response, MOMENT, number, Recording({})),
        started=0.0,
        ended=1.0,
    )


def outcome(*booked: int, held: Sequence[int] = (), free_after: int = 0) -> RaceOutcome:
    """A race of which bookings and holds of these places were accepted, and one more was refused."""
    bookings = [came_in(number, places, b'{"data": {"id": "b%d"}}' % number) for number, places in enumerate(booked)]
    holds = [came_in(number, places, b'{"holdId": "h%d"}' % number) for number, places in enumerate(held)]
    refused = Finish(Racer(4, lambda: pytest.fail("nothing is sent")), None, 0.0, 1.0)
    return RaceOutcome(AT, [*bookings, *holds, refused], lambda: free_after)


def judged(*outcomes: RaceOutcome, replaces: bool = False) -> Judgement | None:
    """What is made of races that come to *outcomes*, one after the other; all of them are run."""
    waiting = list(outcomes)
    run: Callable[[], RaceOutcome] = lambda: waiting.pop(0)  # noqa: E731 - one expression says it all
    try:
        require_never_oversold(run, lambda: replaces)
    except Judgement as judgement:
        assert not waiting
        return judgement
    assert not waiting
    return None


def test_two_races_never_run_at_the_same_moment() -> None:
    under_way, seen = Counter[str](), list[Counter[str]]()

    def send(name: str) -> Answer:
        under_way[name] += 1
        time.sleep(0.02)
        seen.append(+under_way)
        under_way[name] -= 1
        raise Untested("Nothing is sent.")

    with ThreadPoolExecutor() as lanes:
        for name in ("first", "second", "third"):
            lanes.submit(race, [Racer(1, partial(send, name))] * 3)

    assert len(seen) == 9
    assert [racing for racing in seen if len(racing) > 1] == []


def test_as_many_as_there_are_places() -> None:
    assert judged(outcome(2, 1, 1)) is None


def test_a_surplus_that_happens_again_is_a_violation() -> None:
    judgement = judged(outcome(4, 4), outcome(2, 1, 1), outcome(3, 2))

    assert isinstance(judgement, Violation)
    assert "2 accepted requests got 5 places on Tuesday 2027-06-01 09:30 at crs_1" in str(judgement.actual)


def test_a_surplus_that_does_not_happen_again_may_be_somebody_elses_doing() -> None:
    assert isinstance(judged(outcome(4, 4), outcome(4), outcome(4)), Inconclusive)


def test_holds_that_replace_each_other_are_no_surplus() -> None:
    races = [outcome(held=(4, 4)) for _ in range(3)]

    assert judged(races[0], replaces=True) is None
    assert isinstance(judged(*races, replaces=False), Violation)


def test_two_bookings_too_many_are_a_surplus_whatever_holds_replace() -> None:
    races = [outcome(4, 4, held=(4, 4)) for _ in range(3)]

    assert isinstance(judged(*races, replaces=True), Violation)


def test_a_race_refused_whole_is_worth_a_warning_where_its_places_are_still_free() -> None:
    assert isinstance(judged(outcome(free_after=4), outcome(free_after=4)), Advisory)
    assert isinstance(judged(outcome(free_after=4), outcome(free_after=1)), Inconclusive)


@pytest.mark.parametrize(("status", "word"), [(404, Untested), (405, Untested), (409, Advisory), (429, Advisory)])
def test_a_race_is_untested_where_the_target_has_no_such_operation(status: int, word: type[Judgement]) -> None:
    refused = RaceOutcome(AT, [came_in(number, 4, b"{}", status) for number in (1, 2)], lambda: 4)

    assert isinstance(judged(refused, refused), word)


def test_a_race_refused_whole_is_run_again_where_somebody_else_took_places() -> None:
    assert judged(outcome(free_after=1), outcome(4)) is None
    assert isinstance(judged(outcome(free_after=1), outcome(free_after=0)), Inconclusive)
