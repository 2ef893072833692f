"""The tour of booking hooks: every pair of party, kind of course, part of the week and step."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from conformance.asking.oracles import golden
from conformance.conditions.courses import ONLINE_COURSE
from conformance.conditions.families import HOOKS
from conformance.conditions.model import Case
from conformance.discovery import BookingHookDesk
from conformance.evidence.exchanges import Answer, Role
from conformance.recordings.parts import act_together
from conformance.suite.tours.free_tee_times import FreeTeeTimes, tee_times_for
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan, judge_of

_CONFIRMED, _RELEASED = "confirmed", "released"
_OF_COURSE = ("holes", "terms")

# The steps that the tour took after its hooks were created: `confirmed` or `released`, with the answer.
HookTour = Sequence[tuple[str, Answer]]


def tour_hooks(desk: BookingHookDesk, kinds: CourseKinds, free: FreeTeeTimes, plan: TourPlan) -> HookTour:
    """The steps of the tour. A refused hook is left out, and a refused confirmation that no document describes too."""
    if "hook" in plan.target.absent:
        return ()
    table = kinds.known.table(_OF_COURSE, ONLINE_COURSE)
    cases = plan.cases(HOOKS, tables=[table], offers=kinds.offers(_OF_COURSE, ONLINE_COURSE))
    planned = [
        partial(_go_through, desk, case, desk.booking(tee_time, int(case["players"])))
        for case, tee_time in tee_times_for(cases, kinds, free)
    ]
    return [step for step in act_together(planned) if step]


def _go_through(desk: BookingHookDesk, case: Case, sent: Mapping[str, Any]) -> tuple[str, Answer] | None:
    hook = desk.post(desk.body(sent))
    if not hook.is_success:
        hook.mark(Role.attempt)
        return None
    if case["step"] == _RELEASED:
        return _RELEASED, desk.release(desk.id_of(hook))
    if case["step"] != _CONFIRMED:
        return None
    confirmation = desk.confirm(desk.id_of(hook), sent)
    if confirmation.is_success or desk.is_declared:
        return _CONFIRMED, confirmation
    confirmation.mark(Role.attempt)
    return None


JUDGES: Mapping[str, Judge[HookTour]] = {"HOK-02": judge_of(_CONFIRMED, golden), "HOK-03": judge_of(_RELEASED, golden)}
