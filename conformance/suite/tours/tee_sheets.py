"""The tour of tee sheets: every pair of course, party, day, bounds and caller. Each bounded sheet has a whole one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import same, steady
from conformance.conditions.families import TEE_SHEETS, UNSAID
from conformance.conditions.model import Case
from conformance.evidence.verdicts import expect
from conformance.scope.lanes import run_together
from conformance.suite.arranged.tee_sheets import ListedTeeTime, TeeSheet, ask, comes_to, require_at_every_tee_time
from conformance.suite.availability.sheet_oracles import (
    require_course_and_date,
    require_different_times,
    require_no_tee_times,
    require_room_for_the_players,
    require_time_slots_to_frame_the_times,
    require_twilight_prices_from_the_twilight_start,
)
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan, Turns

_COURSE = ("course", "holes", "terms")
_USUAL_PLAYERS = 4
# Of the times listed, the bounds are those at a quarter and at three quarters.
_PARTS = 4
_FEWEST_TIMES = 8


@dataclass(frozen=True)
class Question:
    """A question for the tee sheet of one day, without bounds. *players* None is not sent."""

    agency: Agency
    course_id: str
    day: date
    players: int | None

    def sheet(self, bounds: Mapping[str, str]) -> TeeSheet:
        """The answer between *bounds*."""
        answer = ask(self.agency, self.course_id, self.day, self.players, **bounds)
        return TeeSheet(self.course_id, self.day, self.players, answer)


@dataclass(frozen=True)
class Bounded:
    """A tee sheet between *bounds*, and the *whole* sheet of the same question, read just before."""

    question: Question
    bounds: Mapping[str, str]
    sheet: TeeSheet
    whole: TeeSheet


@dataclass(frozen=True)
class SheetTour:
    """The accepted sheets of the tour: those of *online* courses without bounds, the *bounded* ones, and those
    of *offline* courses.
    """

    online: tuple[TeeSheet, ...]
    offline: tuple[TeeSheet, ...]
    bounded: tuple[Bounded, ...]

    @property
    def listing(self) -> list[TeeSheet]:
        """The sheets without bounds that list a tee time."""
        return [sheet for sheet in self.online if sheet.tee_times]

    @property
    def everything(self) -> list[TeeSheet]:
        """All sheets of online courses."""
        return [*self.online, *(bounded.sheet for bounded in self.bounded)]


def tour_tee_sheets(plan: TourPlan, kinds: CourseKinds) -> SheetTour:
    """The answers to the questions of the tour. A refused answer is left out: other requirements judge it."""
    questions = list(_questions(plan, kinds))
    answered = run_together(partial(_answered, *question) for question in questions)
    by_course = list(zip((case["course"] for case, _ in questions), answered, strict=True))
    online = [whole for course, (whole, _) in by_course if course != "offline"]
    offline = [sheet for course, (sheet, _) in by_course if course == "offline"]
    bounded = [pair for _, (_, pair) in by_course if pair]
    return SheetTour(
        tuple(sheet for sheet in online if sheet.answer.is_success),
        tuple(sheet for sheet in offline if sheet.answer.is_success),
        tuple(pair for pair in bounded if pair.sheet.answer.is_success and pair.whole.answer.is_success),
    )


def _answered(case: Case, question: Question) -> tuple[TeeSheet, Bounded | None]:
    """The sheet of a question: of an offline course between the bounds, else the whole sheet and the bounded one."""
    if case["course"] == "offline":
        return question.sheet(_bounds(case["bounds"], ())), None
    whole = question.sheet({})
    bounds = _bounds(case["bounds"], whole.times)
    return whole, Bounded(question, bounds, question.sheet(bounds), whole) if bounds else None


def _questions(plan: TourPlan, kinds: CourseKinds) -> Iterator[tuple[Case, Question]]:
    agencies, turns = plan.agencies, Turns(kinds.country)
    tables = (kinds.known.table(_COURSE, {}), kinds.days(kinds.fitting({}, ())))
    cases = plan.cases(TEE_SHEETS, tables=tables, offers={"asker": tuple(agencies), **kinds.offers(_COURSE)})
    for number, case in enumerate(cases):
        course_id = turns.next_of(kinds.fitting(case, _COURSE))
        day = kinds.day(case, course_id, f"tour of tee sheets {number}") if course_id else None
        if course_id and day:
            players = None if case["players"] == UNSAID else int(case["players"])
            yield case, Question(agencies[case["asker"]], course_id, day, players)


def _bounds(said: str, listed: Sequence[str]) -> Mapping[str, str]:
    """Bounds inside the times that are *listed*, or usual bounds where there are few."""
    times = listed if len(listed) >= _FEWEST_TIMES else ("09:30", "10:30", "14:30", "15:30")
    bounds = {"earliestTime": times[len(times) // _PARTS], "latestTime": times[-1 - len(times) // _PARTS]}
    wanted = {"none": (), "earliest": ("earliestTime",), "latest": ("latestTime",), "both": tuple(bounds)}[said]
    return {name: bounds[name] for name in wanted}


def _totals_as_asked(tour: SheetTour) -> None:
    _require_totals([sheet for sheet in tour.everything if sheet.players])


def _totals_for_four_by_default(tour: SheetTour) -> None:
    _require_totals([sheet for sheet in tour.everything if not sheet.players])


def _require_totals(sheets: Sequence[TeeSheet]) -> None:
    for sheet in sheets:
        players = sheet.players or _USUAL_PLAYERS
        rule = f"totalAmount is {players} × greenFee"
        if sheet.tee_times:
            require_at_every_tee_time([sheet], rule, lambda item: comes_to(item.total, item.green_fee, players))  # noqa: B023 - called at once


def _nothing_before_the_earliest(tour: SheetTour) -> None:
    for bounded in tour.bounded:
        earliest = bounded.bounds.get("earliestTime", "00:00")
        early = [time for time in bounded.sheet.times if time < earliest]
        expect(not early, f"{bounded.sheet.answer.where} lists nothing before {earliest}", f"it lists {early}")


def _nothing_after_the_latest(tour: SheetTour) -> None:
    for bounded in tour.bounded:
        latest = bounded.bounds.get("latestTime", "23:59")
        late = [time for time in bounded.sheet.times if time > latest]
        expect(not late, f"{bounded.sheet.answer.where} lists nothing after {latest}", f"it lists {late}")


def _everything_between_the_bounds(tour: SheetTour) -> None:
    for bounded in tour.bounded:
        if _inside(bounded.whole, bounded.bounds) != _inside(bounded.sheet, bounded.bounds):
            _require_everything(bounded)


def _require_everything(bounded: Bounded) -> None:
    """Reads both sheets again, because somebody may have booked between them."""
    whole, within = steady(
        lambda: _inside(bounded.question.sheet({}), bounded.bounds),
        lambda: _inside(bounded.question.sheet(bounded.bounds), bounded.bounds),
    )
    same(within, whole, f"what {bounded.sheet.answer.where} lists between its bounds", bounded.sheet.answer)


def _inside(sheet: TeeSheet, bounds: Mapping[str, str]) -> Sequence[ListedTeeTime]:
    """The tee times of *sheet* between *bounds*. The bounds themselves may or may not belong to them."""
    low, high = bounds.get("earliestTime", "00:00"), bounds.get("latestTime", "99:99")
    return [tee_time for tee_time in sheet.tee_times if low < tee_time.time < high]


def _is_online_as_listed(tour: SheetTour) -> None:
    for sheets, is_online in ((tour.online, True), (tour.offline, False)):
        for sheet in sheets:
            shown = sheet.answer.body.get("isOnline")
            actual = f"{sheet.answer.where} shows {shown}"
            expect(
                shown in (is_online, None), f"isOnline is {is_online}, as in the list of courses", actual, sheet.answer
            )


JUDGES: Mapping[str, Judge[SheetTour]] = {
    "AVT-04": lambda tour: require_course_and_date(tour.everything),
    "AVT-05": _totals_as_asked,
    "AVT-06": _totals_for_four_by_default,
    "AVT-09": _nothing_before_the_earliest,
    "AVT-10": _nothing_after_the_latest,
    "AVT-12": _everything_between_the_bounds,
    "AVT-18": lambda tour: require_room_for_the_players(tour.listing),
    "AVT-19": lambda tour: require_different_times(tour.listing),
    "AVT-20": lambda tour: require_time_slots_to_frame_the_times(tour.listing),
    "AVT-21": lambda tour: require_twilight_prices_from_the_twilight_start(tour.online),
    "AVO-05": lambda tour: require_no_tee_times(tour.offline),
    "AVO-06": lambda tour: require_course_and_date(tour.offline),
    "INV-01": _is_online_as_listed,
}
