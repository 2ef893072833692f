"""Which pairs of values the requests of a run met, of the pairs that the target offers. Pure: a recording is enough."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, cached_property
from itertools import product

from conformance.conditions.courses import ONLINE_COURSE, KnownCourses, listed_case, terms_case
from conformance.conditions.days import LENGTHS_DAYS, day_table, days_ahead
from conformance.conditions.families import (
    BOOKING_LIVES,
    FAMILIES,
    OFFLINE_COURSE,
    ONLINE_WAYS,
    PAGES_OF_LISTS,
    PERIODS,
    PLACES_IN_THE_DAY,
    PRICE_TYPES,
    TEE_SHEETS,
    TEE_TIMES,
)
from conformance.conditions.lives import Lives
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.model import Case, Condition, Family, Pair, Space, pairs_in
from conformance.conditions.reading import NOON, cases_met, list_case, pages_of, period_case, total_pages
from conformance.evidence.exchanges import Exchange

_NEVER_ASKED = "No request of this run met it."


@dataclass(frozen=True)
class Unmet:
    """A *value* of a condition that the run did not meet, with the reason."""

    condition: str
    value: str
    why: str


@dataclass(frozen=True)
class FamilyCoverage:
    """How far a run went through one family. *conditions* are the conditions that count in pairs. *missed* are the
    pairs that the target offers and that the run did not meet.
    """

    family: str
    conditions: tuple[str, ...]
    requests: int
    met: int
    offered: int
    unmet: tuple[Unmet, ...]
    missed: tuple[Pair, ...]

    @property
    def percent(self) -> int:
        """Pairs met, in percent of the pairs on offer, rounded down."""
        return 100 * self.met // self.offered if self.offered else 0


@dataclass
class _Seen:
    """What the exchanges showed of one family."""

    requests: set[int] = field(default_factory=set)
    cases: set[frozenset[tuple[str, str]]] = field(default_factory=set)

    @cached_property
    def values(self) -> Mapping[str, set[str]]:
        """The values by condition."""
        return _values_in(self.cases)

    def pairs(self, family: Family) -> set[Pair]:
        """The pairs of the conditions of *family*."""
        return {pair for case in self.cases for pair in pairs_in(dict(case), family.values)}


def coverage_of(exchanges: Sequence[Exchange]) -> tuple[FamilyCoverage, ...]:
    """The coverage of every family of which *exchanges* have a request."""
    looks = list(looks_at(exchanges))
    courses = known_courses(looks)
    shown = {PAGES_OF_LISTS.name: _page_table(looks), TEE_TIMES.name: _price_table(looks)}
    seen = _seen_in(looks, courses)
    anywhere = _values_in(case for found in seen.values() for case in found.cases)
    today = looks[0].today if looks else date.min
    return tuple(
        _of_family(
            family, seen[family.name], courses, anywhere, _tables(family, seen[family.name], courses, shown, today)
        )
        for family in FAMILIES
        if family.name in seen
    )


def pairs_met(exchanges: Iterable[Exchange]) -> Mapping[str, Set[Pair]]:
    """The pairs that *exchanges* met, by the name of the family."""
    looks = list(looks_at(exchanges))
    seen = _seen_in(looks, known_courses(looks))
    return {family.name: seen[family.name].pairs(family) for family in FAMILIES if family.name in seen}


def _seen_in(looks: Sequence[Look], courses: KnownCourses) -> Mapping[str, _Seen]:
    """What *looks* showed, by the name of the family."""
    seen: defaultdict[str, _Seen] = defaultdict(_Seen)
    lives = Lives(courses)
    for look in looks:
        for family, case in (*cases_met(look, courses), *lives.cases(look)):
            if not family.only_online or case.get("course", "online") == "online":
                seen[family.name].requests.add(look.exchange.index)
                seen[family.name].cases.add(frozenset(case.items()))
    return seen


def _values_in(cases: Iterable[frozenset[tuple[str, str]]]) -> Mapping[str, set[str]]:
    values: defaultdict[str, set[str]] = defaultdict(set)
    for case in cases:
        for name, value in case:
            values[name].add(value)
    return values


def known_courses(looks: Iterable[Look]) -> KnownCourses:
    """What the answers of a run show of the conditions of courses."""
    courses = KnownCourses()
    for look in looks:
        for item in look.items if look.operation == "searchCourses" else ():
            courses.learn(item.get("id"), listed_case(item))
        if look.operation == "getCourse":
            courses.learn(look.data.get("id"), listed_case(look.data))
        elif look.operation == "getCourseTerms":
            courses.learn(look.data.get("courseId"), terms_case(look.data))
        shown = look.data.get("id" if look.operation == "getCourse" else "courseId")
        if look.operation in ("getCourse", "getCoursePricing") and shown and look.named != shown:
            courses.coded.add(str(shown))
    return courses


def _page_table(looks: Iterable[Look]) -> Sequence[Case]:
    """For each kind of list and size, the kinds of pages that the target had."""
    lines: dict[tuple[str, ...], Case] = {}
    for look in looks:
        total = total_pages(look) if look.operation in ("searchCourses", "listBookings") and look.is_success else None
        for kind in pages_of(total) if total is not None else ():
            case = {**list_case(look), "page": kind}
            lines[tuple(case.values())] = case
    return [line for line in lines.values() if "size" in line]


def _price_table(looks: Iterable[Look]) -> Sequence[Case]:
    """The price types at each place in the day. No twilight in the morning, unless a tee sheet says that it begins so
    early.
    """
    sheets = (look.body for look in looks if look.operation == "listTeeTimes" and isinstance(look.body, dict))
    slots = (sheet["timeSlots"] for sheet in sheets if isinstance(sheet.get("timeSlots"), dict))
    is_early = any(isinstance(start := of.get("twilightStart"), str) and start < NOON for of in slots)
    return [
        {"price type": price_type, "place in the day": place}
        for price_type, place in product(PRICE_TYPES, PLACES_IN_THE_DAY)
        if is_early or (price_type, place) != ("twilight", "morning")
    ]


def _tables(
    family: Family, seen: _Seen, courses: KnownCourses, shown: Mapping[str, Sequence[Case]], today: date
) -> tuple[Sequence[Case], ...]:
    """The combinations of some conditions of *family* that the target offers. *shown* are those that only answers show,
    by family.
    """
    names = [name for name in family.values if name in family.of_course]
    if family is BOOKING_LIVES:
        of_courses = _ways_table(names, courses, seen)
    else:
        of_courses = courses.table(names, ONLINE_COURSE if family.only_online else {})
    of_days: Mapping[str, Sequence[Case]] = {
        TEE_SHEETS.name: day_table(days_ahead(today), today) if family is TEE_SHEETS else (),
        PERIODS.name: _period_table(today) if family is PERIODS else (),
        **shown,
    }
    return of_courses, of_days.get(family.name, ())


def _ways_table(names: Sequence[str], courses: KnownCourses, seen: _Seen) -> Sequence[Case]:
    """The combinations of a way to a booking and the conditions *names* of the courses on which it can begin. A run
    books at no other offline course than the target file names, so those of the bookings *seen* count.
    """
    online = [{**case, "way": way} for way in ONLINE_WAYS for case in courses.table(names, ONLINE_COURSE)]
    offline = [case for case in map(dict, seen.cases) if case.get("way") == OFFLINE_COURSE]
    return [*online, *({name: case[name] for name in (*names, "way") if name in case} for case in offline)]


@cache
def _period_table(today: date) -> Sequence[Case]:
    """The combinations of length, span and distance that periods from today on have."""
    cases = (
        period_case(first, first + timedelta(days=days - 1), today)
        for first in days_ahead(today)
        for days in LENGTHS_DAYS.values()
    )
    return list({tuple(case.values()): case for case in cases}.values())


def _of_family(
    family: Family,
    seen: _Seen,
    courses: KnownCourses,
    anywhere: Mapping[str, set[str]],
    tables: tuple[Sequence[Case], ...],
) -> FamilyCoverage:
    """The coverage of *family*. *anywhere* has the values that the run met in any family."""
    of_courses = courses.values(ONLINE_COURSE if family.only_online else {})
    unmet: list[Unmet] = []
    offered: dict[str, tuple[str, ...]] = {}
    for condition in family.conditions:
        met = seen.values.get(condition.name, set())
        known = {*(of_courses if condition.of_course else anywhere).get(condition.name, ())}
        unmet += _unmet(condition, met, known)
        on_offer = tuple(value for value in condition.values if value not in condition.optional or value in met | known)
        if on_offer:
            offered[condition.name] = on_offer
    pairs, met_pairs = Space(offered, family.impossible, tables).pairs, seen.pairs(family)
    return FamilyCoverage(
        family.name,
        tuple(family.values),
        len(seen.requests),
        len(pairs & met_pairs),
        len(pairs),
        tuple(unmet),
        tuple(sorted(pairs - met_pairs)),
    )


def _unmet(condition: Condition, met: Set[str], known: Set[str]) -> Iterable[Unmet]:
    """The values that the run did not meet, of all values or, for a single condition, of the *known* values."""
    for value in sorted(known) if condition.single else condition.values:
        if value not in met:
            is_known = value in known or value not in condition.optional
            yield Unmet(condition.name, value, _NEVER_ASKED if is_known else condition.optional[value])
