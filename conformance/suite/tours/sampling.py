"""The cases of a tour, the courses and the days that fit a case, and what a tour may say about a row."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any, NoReturn, TypeVar

import pytest

from conformance.asking.client import Agency
from conformance.conditions.arrays import covering_array
from conformance.conditions.courses import KnownCourses, listed_case, terms_case
from conformance.conditions.days import day_case, day_table, days_ahead
from conformance.conditions.model import Case, Family, Pair, Space
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import Finding, Judgement, NoEvidence, or_else, verifies
from conformance.recordings.plain import from_plain, plain
from conformance.scope.lanes import read_ahead
from conformance.scope.run import Run
from conformance.suite.arranged.play_days import furthest_day, some_offline, some_online
from conformance.target.target import Target

_ONLINE_COURSES, _OFFLINE_COURSES, _DRAWN = 7, 3, 200
_DECLARED = ("override_terms", "low_maximum", "default_terms")
_DAY = ("week", "calendar", "ahead")

# By family, the share in percent of the requests that the user plans for tours, and an estimate of the requests that a
# case takes. Nothing counts the requests that a tour sends.
_SHARES: Mapping[str, tuple[int, float]] = {
    "course search": (7, 1),
    "course details and terms": (4, 1),
    "prices": (6, 1),
    "tee sheets": (25, 1.7),
    "availability of a period": (11, 1),
    "lists of bookings": (6, 1),
    "lives of bookings": (33, 5),
    "holds": (8, 2),
    "booking hooks": (0, 3),
    "group bookings": (0, 1),
    "subscriptions": (0, 3),
}
# What a tour may ask of pairs that are left, in requests.
_FURTHER_REQUESTS = 20
_TELLING = (Finding.violated, Finding.advisory)

T = TypeVar("T")


class CourseKinds:
    """Some courses of every kind, with what is known of their conditions. *codes* are booking codes by course."""

    def __init__(self, courses: CourseFinder, run: Run) -> None:
        self._courses = courses
        self._run = run
        self.known = KnownCourses()
        listed = {item["id"]: item for item in courses.all_courses()}
        codes = or_else(courses.booking_codes, [])
        self.codes = {code.id: code.code for code in codes if code.id in listed}
        self.known.coded.update(self.codes)
        self._most_players: dict[str, int] = {}
        chosen = self._chosen(listed)
        read_ahead(partial(courses.terms, course_id) for course_id in chosen)
        for course_id in chosen:
            terms: Mapping[str, Any] = or_else(lambda: courses.terms(course_id), {})  # noqa: B023 - called at once
            self.known.learn(course_id, {**listed_case(listed[course_id]), **terms_case(terms)})
            most = member_at(terms, "bookingTerms.maxPlayersPerBooking")
            if isinstance(most, int):
                self._most_players[course_id] = most

    def _chosen(self, listed: Mapping[str, Any]) -> list[str]:
        """The declared courses, and drawn online and offline courses, courses of rarely chosen countries first."""
        declared = [*self.codes, *(self._declared(fact) for fact in _DECLARED)]
        ids = [course_id for course_id in dict.fromkeys(declared) if course_id in listed]
        for find, most in ((some_online, _ONLINE_COURSES), (some_offline, _OFFLINE_COURSES)):
            drawn = or_else(lambda: find(self._courses, _DRAWN), [])  # noqa: B023 - called at once
            ids += _of_many_countries(
                [listed[course_id] for course_id in drawn if course_id in listed], most, ids, listed
            )
        return list(dict.fromkeys(ids))

    def _declared(self, fact: str) -> str:
        return or_else(lambda: self._courses.declared(fact), "")

    def country(self, course_id: str) -> str:
        """The country of the course, empty when it is not known."""
        return self.known.cases[course_id].get("country", "")

    def fitting(self, case: Case, names: Sequence[str]) -> list[str]:
        """The courses that have the values of *case* for the conditions *names*."""
        wanted = {name: case[name] for name in names if name in case}
        return [course_id for course_id, known in self.known.cases.items() if wanted.items() <= known.items()]

    def takes(self, course_id: str, players: int) -> bool:
        """Whether the terms of the course allow so many players, as far as they are known."""
        return players <= self._most_players.get(course_id, players)

    def offers(self, names: Sequence[str], fixed: Case | None = None) -> Mapping[str, Sequence[str]]:
        """The values of the conditions *names* that some of the courses with the *fixed* values have."""
        values = self.known.values(fixed or {})
        return {name: values.get(name, ()) for name in names}

    def furthest(self, course_id: str) -> int:
        """How many days ahead it is safe to ask the course."""
        return furthest_day(self._courses, course_id)

    def days(self, course_ids: Sequence[str]) -> Sequence[Case]:
        """The combinations of conditions of days that one of the courses sells."""
        furthest = max((self.furthest(course_id) for course_id in course_ids), default=0)
        return day_table(days_ahead(self._run.today, furthest), self._run.today)

    def day(self, case: Case, course_id: str, name: str) -> date | None:
        """A day that the course sells and that has the conditions of *case*, drawn by *name*. None when none has."""
        today, wanted = self._run.today, {name: case[name] for name in _DAY if name in case}
        days = days_ahead(today, self.furthest(course_id))
        fitting = [day for day in days if wanted.items() <= day_case(day, today).items()]
        return self._run.random(name).choice(fitting) if fitting else None


def _of_many_countries(items: Sequence[Any], most: int, chosen: Sequence[str], listed: Mapping[str, Any]) -> list[str]:
    """The ids of *most* of *items*, in turn for each number of holes, of the countries that were chosen least."""
    times = Counter(listed[course_id].get("country") for course_id in chosen)
    holes, left = Counter[Any](), list(items)
    found: list[str] = []
    while left and len(found) < most:
        item = min(left, key=lambda item: (holes[item.get("holes")], times[item.get("country")]))
        left.remove(item)
        found.append(item["id"])
        holes[item.get("holes")] += 1
        times[item.get("country")] += 1
    return found


class Turns:
    """Takes things in turn: a thing of the kind that was taken least, and of those the thing that was taken least."""

    def __init__(self, kind_of: Callable[[str], str] = lambda thing: thing) -> None:
        self._kind_of = kind_of
        self._taken: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()

    def next_of(self, things: Sequence[str]) -> str | None:
        """The next of *things*, None when there are none."""
        chosen = min(things, key=lambda thing: (self._kinds[self._kind_of(thing)], self._taken[thing]), default=None)
        if chosen is not None:
            self._taken[chosen] += 1
            self._kinds[self._kind_of(chosen)] += 1
        return chosen


@dataclass(frozen=True)
class TourPlan:
    """What the tours of one run may ask. *askers* are the agencies whose keys the run has.

    *met* are the pairs that the run has met before, by family: no tour asks for them again. *further* says that the run
    asks for pairs that are left even if its user plans no requests for tours. A replay finds the cases of each tour in
    *carried* under the *title* and the family, and a run keeps them there.
    """

    askers: Sequence[Agency]
    run: Run
    target: Target
    carried: Callable[[str, Callable[[], Any]], Any]
    met: Mapping[str, Collection[Pair]] = field(default_factory=dict)
    further: bool = False
    title: str = "tour of"

    @property
    def agencies(self) -> Mapping[str, Agency]:
        """The agencies by their labels, which are the values of the condition `asker`."""
        return {asker.label: asker for asker in self.askers}

    @property
    def has_another(self) -> bool:
        """Whether the run has the key of another agency."""
        return len(self.askers) > 1

    def cases(
        self,
        family: Family,
        *,
        tables: Sequence[Sequence[Case]] = (),
        offers: Mapping[str, Sequence[str]] | None = None,
    ) -> Sequence[Case]:
        """The cases of a tour through *family*. *offers* has, for some conditions, the values that the run can ask
        for.
        """
        return self.carried_cases(f"{self.title} {family.name}", lambda: self._drawn(family, tables, offers or {}))

    def carried_cases(self, name: str, draw: Callable[[], Sequence[Case]]) -> Sequence[Case]:
        """The cases that *draw* finds. A replay takes those that the recorded run kept under this *name*."""
        return from_plain(tuple[dict[str, str], ...], self.carried(name, lambda: plain(draw())) or [], name)

    def _drawn(
        self, family: Family, tables: Sequence[Sequence[Case]], offers: Mapping[str, Sequence[str]]
    ) -> Sequence[Case]:
        asked = {name: offers.get(name, of) for name, of in family.values.items()}
        values = {name: tuple(value for value in of if value in asked[name]) for name, of in family.values.items()}
        space = Space({name: of for name, of in values.items() if of}, family.impossible, tables)
        return self.affordable(
            covering_array(space, f"{self.run.seed}:{family.name}", self.met.get(family.name, ())), family
        )

    def affordable(self, cases: Sequence[Case], family: Family) -> Sequence[Case]:
        """The first of *cases*, which meet the most pairs. The share of the family decides how many."""
        percent, requests_a_case = _SHARES[family.name]
        share = self.target.wire.tours * percent / 100 + (_FURTHER_REQUESTS if self.further else 0)
        return cases[: int(share / requests_a_case)]


Judge = Callable[[T], None]


def judge_of(kind: str, oracle: Callable[[Answer], object]) -> Judge[Sequence[tuple[str, Answer]]]:
    """Lets *oracle* judge the answers of one *kind*. The tour keeps the kind of each answer with it."""

    def judge(toured: Sequence[tuple[str, Answer]]) -> None:
        for found, answer in toured:
            if found == kind:
                oracle(answer)

    return judge


def rows_judged(judges: Mapping[str, Judge[T]]) -> Sequence[object]:
    """The parameters of a check that judges a tour for each row on its own."""
    return [pytest.param(row, marks=verifies(row), id=row) for row in judges]


def judged(judge: Judge[T], toured: T) -> NoReturn:
    """Raises what *judge* raises for a fault in what a tour saw, and `NoEvidence` where there is none: the tour may
    have asked nothing of the kind, so other checks decide whether the row was tested.
    """
    try:
        judge(toured)
    except Judgement as judgement:
        if judgement.finding in _TELLING:
            raise
        raise NoEvidence(str(judgement)) from judgement
    raise NoEvidence("The tour shows no fault. Other checks decide the requirement.")
