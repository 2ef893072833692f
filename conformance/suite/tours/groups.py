"""The tour of questions about groups: every pair of question, size, kind of course and part of the week."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from conformance.conditions.courses import ONLINE_COURSE
from conformance.conditions.families import GROUPS
from conformance.discovery import GroupDesk
from conformance.evidence.exchanges import Answer, Role
from conformance.recordings.parts import act_together
from conformance.suite.group_bookings.group_questions import require_json
from conformance.suite.tours.free_tee_times import FreeTeeTimes, days_for
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan, judge_of

_PATHS = {"slots": "find-slots", "price": "calculate-price"}
_VALIDATION = "validation"
_SIZES = {"5": 5, "6 to 8": 7, "9 to 16": 12, "more than 16": 18}
_OF_COURSE = ("holes",)

# The accepted questions of the tour, with their answers.
QuestionTour = Sequence[tuple[str, Answer]]


def tour_questions(desk: GroupDesk, kinds: CourseKinds, free: FreeTeeTimes, plan: TourPlan) -> QuestionTour:
    """The accepted questions of the tour, none of which takes a place. A refusal is left out: there may be no room."""
    if "group" in plan.target.absent:
        return ()
    offers = {"question": (*_PATHS, _VALIDATION), **kinds.offers(_OF_COURSE, ONLINE_COURSE)}
    cases = plan.cases(GROUPS, tables=[kinds.known.table(_OF_COURSE, ONLINE_COURSE)], offers=offers)
    planned = [
        partial(_ask, desk, case["question"], desk.body(day, _SIZES[case["size"]]))
        for case, day in days_for(cases, kinds, free)
    ]
    return [(question, answer) for question, answer in act_together(planned) if answer.is_success]


def _ask(desk: GroupDesk, question: str, body: Mapping[str, Any]) -> tuple[str, Answer]:
    answer = desk.validate(body) if question == _VALIDATION else desk.ask(_PATHS[question], body)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return question, answer


JUDGES: Mapping[str, Judge[QuestionTour]] = {
    "GRP-09": judge_of("slots", require_json),
    "GRP-10": judge_of("price", require_json),
}
