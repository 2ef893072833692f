"""Questions about groups and dry runs of them, on days with room for a group. None of them may book anything."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from conformance.asking.oracles import accepted, golden
from conformance.discovery import FreshDay, GroupDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Untested, expect
from conformance.suite.arranged.booked import whole_tee_times
from conformance.suite.arranged.booked_groups import GROUP_SIZES, days_to_ask_about

_SEARCH, _MANY_PLAYERS, _FEWER_PLAYERS, _THIRDS_OF_A_DAY = "find-slots", 20, 12, 3
# How many thirds of a day have passed when a group wants to start: the smallest has room after noon as well.
_THIRDS = dict(zip(GROUP_SIZES, (2, 1, 1), strict=True))


def ask_about_some_day(desk: GroupDesk, tee_times: TeeTimeFinder, question: str, total_players: int) -> Answer:
    """The answer to the question about the first of a few days on which it succeeds, or the last refusal: on some days
    there may be no room.
    """
    for day in days_to_ask_about(tee_times):
        start = _after_thirds(day, _THIRDS[total_players])
        answer = desk.ask(question, desk.body(day, total_players, preferredTime=start))
        if answer.is_success:
            break
        answer.mark(Role.attempt)
    return answer


def prepare_question(desk: GroupDesk, question: str, thirds: int, day: FreshDay) -> Callable[[], None]:
    """Prepares a question about groups of several sizes. A search names two starts, the first after so many *thirds* of
    the *day*. A search comes before questions about a price.
    """
    starts = (thirds, _THIRDS_OF_A_DAY - thirds) if question == _SEARCH else (thirds,)
    bodies = [
        desk.body(day, players, preferredTime=_after_thirds(day, start))
        for players in (_MANY_PLAYERS, _FEWER_PLAYERS, GROUP_SIZES[0])
        for start in starts
    ]
    return partial(_ask_all, desk, question, bodies)


def _ask_all(desk: GroupDesk, question: str, bodies: Sequence[Mapping[str, Any]]) -> None:
    """Asks about all groups, and about the first once more: a service may keep what it found until it is asked again.
    No document says how large a group may be, so a question about many players may be refused.

    Raises `Inconclusive` when all questions are refused.
    """
    searched = [desk.ask(_SEARCH, bodies[0])] if question != _SEARCH else []
    answers = [desk.ask(question, body) for body in (*bodies, bodies[0])]
    for answer in (answer for answer in (*searched, *answers) if not answer.is_success):
        answer.mark(Role.attempt)
    accepted(next((answer for answer in answers if answer.is_success), answers[-1]), f"Asking {question}")


def require_json(answer: Answer) -> None:
    """Raises `Violation` unless a question is answered with JSON."""
    body = golden(answer)
    actual = f"{answer.where} answered {answer.status} without a body"
    expect(body is not None, f"{answer.where} answers with JSON", actual, answer)


def _after_thirds(day: FreshDay, thirds: int) -> str:
    in_order = sorted(tee_time.time for tee_time in day.tee_times)
    return in_order[thirds * len(in_order) // _THIRDS_OF_A_DAY]


def prepare_dry_run(desk: GroupDesk, total_players: int, day: FreshDay) -> Callable[[], None]:
    """Prepares dry runs of a group on *day*, at a free tee time where there is one."""
    free = whole_tee_times([day])
    wish = {"preferredTime": free[-1].time} if free else {}
    return partial(_validate_three_times, desk, desk.body(day, total_players, **wish))


def _validate_three_times(desk: GroupDesk, body: Mapping[str, Any]) -> None:
    """Raises `Untested` when the dry run is refused."""
    answer = desk.validate(body)
    for _ in range(2 if answer.is_success else 0):
        desk.validate(body)
    if not answer.is_success:
        raise Untested(
            f"No document shows the body of validate. {answer.where} answered {answer.status}: {answer.text[:120]}"
        )
