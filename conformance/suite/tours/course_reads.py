"""The tours of details, terms and prices: every kind of course, by id and by booking code, for every caller."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import part, same
from conformance.catalogue.paths import COURSES
from conformance.conditions.courses import ADDRESS
from conformance.conditions.families import COURSE_DETAILS, PRICES, UNSAID
from conformance.conditions.model import Case, Family
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import expect
from conformance.scope.lanes import run_together
from conformance.suite.courses.price_lists import PriceList
from conformance.suite.courses.price_oracles import (
    number_of_seasons,
    require_no_extra_products,
    require_one_currency,
    require_only_prices_for,
    require_seasons_end_after_they_begin,
    require_seasons_touch_the_period,
)
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan, Turns

_DAYS = {"one day": 1, "part of a year": 120, "a year": 365, "until a day": 120}
_FIRST_DAY = 10


@dataclass(frozen=True)
class Named:
    """A course, and the id or the booking code by which a request *names* it."""

    course_id: str
    name: str

    @property
    def path(self) -> str:
        """The path of its details."""
        return f"{COURSES}/{segment(self.name)}"


def _named(
    family: Family, names: Sequence[str], plan: TourPlan, kinds: CourseKinds
) -> Iterator[tuple[Case, Named, Agency]]:
    """The cases of a tour, each with a course that has its conditions *names*, and the caller."""
    agencies, turns = plan.agencies, Turns(kinds.country)
    tables = (kinds.known.table([*names, "address"], {}),)
    offers = {"asker": tuple(agencies), **kinds.offers([*names, "address"])}
    for case in plan.cases(family, tables=tables, offers=offers):
        by_code = case["address"] == ADDRESS[1]
        fitting = [course_id for course_id in kinds.fitting(case, names) if not by_code or course_id in kinds.codes]
        if course_id := turns.next_of(fitting):
            yield case, Named(course_id, kinds.codes[course_id] if by_code else course_id), agencies[case["asker"]]


@dataclass(frozen=True)
class DetailTour:
    """The accepted answers with *details* and with *terms*, each with the course that was asked for."""

    details: tuple[tuple[Named, Answer], ...]
    terms: tuple[tuple[Named, Answer], ...]
    kinds: CourseKinds


def tour_details(plan: TourPlan, kinds: CourseKinds) -> DetailTour:
    """The answers to the questions of the tour. A refused answer is left out: other requirements judge it."""
    found: dict[str, list[tuple[Named, Answer]]] = {"details": [], "terms": []}
    asked = list(_named(COURSE_DETAILS, ("course", "holes", "terms"), plan, kinds))
    answers = run_together(
        partial(agency.get, f"{named.path}/terms" if case["question"] == "terms" else named.path)
        for case, named, agency in asked
    )
    for (case, named, _), answer in zip(asked, answers, strict=True):
        found[case["question"]] += [(named, answer)] if answer.is_success else []
    return DetailTour(tuple(found["details"]), tuple(found["terms"]), kinds)


def _require_id(answers: Sequence[tuple[Named, Answer]], place: str, *, by_code: bool = False) -> None:
    for named, answer in answers:
        if (named.name != named.course_id) is by_code:
            same(part(answer.body, place, judge=False), named.course_id, f"{place} of {answer.where}", answer)


def _require_tiers_in_order(tour: DetailTour) -> None:
    for _, answer in tour.terms:
        tiers = part(answer.body, "data.cancellationPolicy.tiers", judge=False)
        hours = [tier["hoursBeforeTeeTime"] for tier in tiers]
        in_order = hours == sorted(hours, reverse=True) and (not hours or hours[-1] == 0)
        expect(
            in_order, f"the tiers of {answer.where} run from the largest hour down to 0", f"they are {hours}", answer
        )


def _is_online_as_listed(tour: DetailTour) -> None:
    for named, answer in tour.details:
        listed = tour.kinds.known.cases[named.course_id].get("course")
        is_online = part(answer.body, "data.isOnline", judge=False)
        actual = f"{answer.where} shows {is_online}"
        expect(is_online is (listed == "online"), f"isOnline of {named.course_id} is as in the list", actual, answer)


DETAIL_JUDGES: Mapping[str, Judge[DetailTour]] = {
    "CRD-01": lambda tour: _require_id(tour.details, "data.id"),
    "CRD-02": lambda tour: _require_id(tour.details, "data.id", by_code=True),
    "TRM-01": lambda tour: _require_id(tour.terms, "data.courseId"),
    "TRM-06": _require_tiers_in_order,
    "INV-01": _is_online_as_listed,
}


@dataclass(frozen=True)
class AskedPrices:
    """A price list, the course asked for, its *case*, and the days that were *sent*, by their parameters."""

    case: Case
    named: Named
    prices: PriceList
    sent: Mapping[str, date]


PriceTour = Sequence[AskedPrices]


def tour_prices(plan: TourPlan, kinds: CourseKinds) -> PriceTour:
    """The answers to the questions of the tour. A refused answer is left out: other requirements judge it."""
    first = plan.run.today + timedelta(days=_FIRST_DAY)
    questions = _named(PRICES, ("course", "holes"), plan, kinds)
    asked = run_together(partial(_asked_prices, *question, first) for question in questions)
    return [prices for prices in asked if prices.prices.answer.is_success]


def _asked_prices(case: Case, named: Named, agency: Agency, first: date) -> AskedPrices:
    sent = dict(_days_of(case["period"], first))
    holes = None if case["hole filter"] == "none" else case["hole filter"]
    extras = None if case["extras"] == UNSAID else case["extras"]
    answer = agency.get(f"{named.path}/pricing", **sent, holeCount=holes, includeExtraProducts=extras)
    return AskedPrices(case, named, PriceList(named.course_id, answer), sent)


def _days_of(period: str, first: date) -> Iterator[tuple[str, date]]:
    if period not in (UNSAID, "until a day"):
        yield "startDate", first
    if period in _DAYS:
        yield "endDate", first + timedelta(days=_DAYS[period] - 1)


def _lists(tour: PriceTour, **wanted: str) -> list[PriceList]:
    names = {name.replace("_", " "): value for name, value in wanted.items()}
    return [asked.prices for asked in tour if names.items() <= asked.case.items()]


def _require(place: str, wanted: Mapping[str, object], condition: str, tour: PriceTour) -> None:
    """Raises `Violation` unless each list shows at *place* the value *wanted* for its condition."""
    for asked in tour:
        if asked.case[condition] in wanted:
            value = wanted[asked.case[condition]]
            same(asked.prices.member(place), value, f"{place} of {asked.prices.answer.where}", asked.prices.answer)


def _require_holes_repeated(tour: PriceTour) -> None:
    for asked in tour:
        if (holes := asked.case["hole filter"]) != "none":
            shown = str(asked.prices.member("meta.holeCount"))
            same(shown, holes, f"meta.holeCount of {asked.prices.answer.where}", asked.prices.answer)


def _require_period_repeated(tour: PriceTour) -> None:
    for asked in tour:
        for name, day in asked.sent.items():
            place = f"meta.requestedPeriod.{name}"
            same(asked.prices.member(place), day.isoformat(), f"{place} of {asked.prices.answer.where}")


def _require_number_of_seasons(tour: PriceTour) -> None:
    for asked in tour:
        number = number_of_seasons(asked.prices)
        same(asked.prices.member("meta.totalSeasons"), number, f"meta.totalSeasons of {asked.prices.answer.where}")


def _require_course(tour: PriceTour, *, by_code: bool) -> None:
    _require_id([(asked.named, asked.prices.answer) for asked in tour], "data.courseId", by_code=by_code)


PRICE_JUDGES: Mapping[str, Judge[PriceTour]] = {
    "PRC-05": lambda tour: _require("meta.holeCount", {"none": "all"}, "hole filter", tour),
    "PRC-06": lambda tour: require_only_prices_for(18, _lists(tour, hole_filter="18")),
    "PRC-07": lambda tour: require_only_prices_for(9, _lists(tour, hole_filter="9")),
    "PRC-08": _require_holes_repeated,
    "PRC-09": lambda tour: require_no_extra_products(_lists(tour, extras="false")),
    "PRC-10": lambda tour: require_no_extra_products(_lists(tour, extras=UNSAID)),
    "PRC-11": lambda tour: _require("meta.includeExtraProducts", {"true": True, "false": False}, "extras", tour),
    "PRC-16": _require_period_repeated,
    "PRC-17": lambda tour: require_seasons_touch_the_period(
        (asked.prices, asked.sent.get("startDate", date.min), asked.sent.get("endDate", date.max)) for asked in tour
    ),
    "PRC-18": lambda tour: require_seasons_end_after_they_begin(_lists(tour)),
    "PRC-19": _require_number_of_seasons,
    "PRC-20": lambda tour: _require_course(tour, by_code=False),
    "PRC-21": lambda tour: _require_course(tour, by_code=True),
    "PRC-23": lambda tour: require_one_currency(_lists(tour)),
}
