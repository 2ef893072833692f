"""Price lists of sampled courses as checks compare them: the documented members that must not differ."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import golden, part, recent, refused_or
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested
from conformance.scope.lanes import read_ahead
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import sampled_courses

_COURSES_SAMPLED = 12
_COURSES_CHOSEN = 3
_DAYS_OF_A_YEAR = 365


@dataclass(frozen=True)
class PriceList:
    """What one course answered, without malformed parts: PRC-01 to PRC-03 judge malformed parts."""

    course_id: str
    answer: Answer

    @cached_property
    def seasons(self) -> list[Any]:
        """The seasons, in the order of the answer. Raises `Inconclusive` when the answer has no array of seasons."""
        seasons = part(self.answer.body, "data.seasons", judge=False)
        if not isinstance(seasons, list):
            raise Inconclusive(f"{self.answer.where} did not answer with seasons, which PRC-01 judges.")
        return [season for season in seasons if isinstance(season, dict)]

    @cached_property
    def prices(self) -> list[Any]:
        """The price items of all seasons."""
        return [price for season in self.seasons for price in _objects(season.get("prices"))]

    @cached_property
    def extra_products(self) -> list[Any]:
        """The extra products of all seasons."""
        return [extra for season in self.seasons for extra in _objects(season.get("extraProducts"))]

    @property
    def hole_counts(self) -> set[int]:
        """The hole counts priced."""
        return {count for price in self.prices if isinstance(count := price.get("holeCount"), int)}

    def member(self, place: str) -> Any:
        """The value at *place*, a path like `meta.totalSeasons`. Raises `Violation` when it is absent."""
        return part(self.answer.body, place)


class PriceLists:
    """Asks for prices from today on; the lists for a whole year with extra products are read once in a run."""

    def __init__(self, agency: Agency, courses: CourseFinder, run: Run) -> None:
        self._agency = agency
        self._courses = courses
        self._run = run
        self._answers: dict[str, Answer] = {}
        self._shown: dict[str, Answer] = {}

    def day(self, days_ahead: int) -> str:
        """The date *days_ahead* days from today, which may be a day off at the course."""
        return (self._run.today + timedelta(days=days_ahead)).isoformat()

    def ask(self, course: str, **query: object) -> Answer:
        """The answer of GET pricing, a refusal too. The period is a year from today unless *query* has another."""
        period: dict[str, object] = {"startDate": self.day(0), "endDate": self.day(_DAYS_OF_A_YEAR)}
        return self._agency.get(f"{COURSES}/{segment(course)}/pricing", **period | query)

    def lately(self, course: str, **query: object) -> Answer:
        """As `ask`, or the answer to the same question where it was asked a moment ago."""
        question = f"{course} {sorted(query.items())}"
        known = self._answers.get(question)
        self._answers[question] = (
            recent(known, lambda: self.ask(course, **query)) if known else self.ask(course, **query)
        )
        return self._answers[question]

    def read_unless_refused(self, course: str, attempt: Answer, control: Answer) -> PriceList | None:
        """The price list of *attempt*, None when it is refused. Raises `Inconclusive` when *control* is refused."""
        return None if refused_or(attempt, control=control) is None else PriceList(course, attempt)

    def read(self, course: str, **query: object) -> PriceList:
        """As `read_again`, or the list of the same question of seconds ago: no request of a run changes a price."""

        def read_now() -> Answer:
            return self.read_again(course, **query).answer

        question = f"{course} {sorted(query.items())}"
        known = self._shown.get(question)
        self._shown[question] = recent(known, read_now) if known else read_now()
        return PriceList(course, self._shown[question])

    def read_alone(self, course: str, **query: object) -> PriceList:
        """The price list for *query* and no period. Raises `NoEvidence` when it is refused: that a period may be left
        out follows only from the table of parameters.
        """
        answer = self._agency.get(f"{COURSES}/{segment(course)}/pricing", **query)
        if not answer.is_success:
            answer.mark(Role.attempt)
            raise NoEvidence(f"{answer.where} answered {answer.status}: the target needs a whole period.")
        return PriceList(course, answer)

    def read_again(self, course: str, **query: object) -> PriceList:
        """The price list for a documented request, also for a second look. Raises `Violation` when it is refused."""
        answer = self.ask(course, **query)
        golden(answer)
        return PriceList(course, answer)

    @cached_property
    def of_a_year(self) -> list[PriceList]:
        """The price lists of sampled courses with extra products, without the lists that have no season.

        Raises `Untested` when no sampled course has a season.
        """
        sample = sampled_courses(self._courses, self._run, "price lists", _COURSES_SAMPLED)
        read_ahead(partial(self.read, item["id"], includeExtraProducts=True) for item in sample)
        lists = [self.read(item["id"], includeExtraProducts=True) for item in sample]
        return _some(lists, [price_list for price_list in lists if price_list.seasons], "prices")

    @cached_property
    def priced(self) -> list[str]:
        """Up to three courses with prices."""
        return _chosen(self.of_a_year)

    @cached_property
    def with_seasons(self) -> list[PriceList]:
        """The lists of up to three courses with several seasons. Raises `Untested` when no sampled course has two."""
        seasonal = [price_list for price_list in self.of_a_year if len(price_list.seasons) > 1]
        found = _some(self.of_a_year, seasonal, "two seasons, so a short period excludes no season")
        return _currency_by_currency(found)[:_COURSES_CHOSEN]

    @cached_property
    def with_both_kinds(self) -> list[str]:
        """Up to three courses with prices for 9 and for 18 holes. Raises `Untested` when no sampled one has both."""
        both = [price_list for price_list in self.of_a_year if price_list.hole_counts >= {9, 18}]
        return _chosen(_some(self.of_a_year, both, "prices for 9 and for 18 holes"))

    @cached_property
    def with_extras(self) -> list[str]:
        """Up to three courses with extra products. Raises `Untested` when no sampled one shows any."""
        extras = [price_list for price_list in self.of_a_year if price_list.extra_products]
        return _chosen(_some(self.of_a_year, extras, "extra products"))


def hole_counts_in(prices: Mapping[str, Any]) -> set[Any]:
    """The hole counts priced in *prices*, the `data` of a price list."""
    seasons = _objects(prices.get("seasons"))
    return {price.get("holeCount") for season in seasons for price in _objects(season.get("prices"))}


def season_dates(season: Any) -> tuple[date, date]:
    """validFrom and validTo. Raises `Inconclusive` when a member is not a date: PRC-02 and CNV-01 judge that."""
    try:
        return date.fromisoformat(season["validFrom"]), date.fromisoformat(season["validTo"])
    except (KeyError, TypeError, ValueError) as error:
        raise Inconclusive(f"A season has no dates to compare, which PRC-02 and CNV-01 judge: {error}.") from error


def two_days_of_a_season(price_lists: PriceLists, run: Run) -> Iterator[tuple[PriceList, date, date]]:
    """Lists for two days, and these days, of up to three courses with several seasons: the first two days of a season,
    and the last two days before one that begins in the middle of a month, where there is one.

    Raises `Untested` when no sampled course has two seasons.
    """
    for number, year in enumerate(price_lists.with_seasons):
        first = _day_within(run.random(f"season of {year.course_id}").choice(year.seasons), run.today)
        if number % 2 == run.seed % 2:
            first = next(_before_a_season_within_a_month(year, run.today), first)
        last = first + timedelta(days=1)
        found = price_lists.read(year.course_id, startDate=first.isoformat(), endDate=last.isoformat())
        yield found, first, last


def _before_a_season_within_a_month(year: PriceList, today: date) -> Iterator[date]:
    """The day two days before each season that begins after the third of a month, from *today* on."""
    for begins, _ in map(season_dates, year.seasons):
        day = begins - timedelta(days=2)
        if day >= today and day.month == begins.month:
            yield day


def _day_within(season: Any, today: date) -> date:
    """The first day of *season*, or today where the season began earlier."""
    return max(season_dates(season)[0], today)


def weeks_with_extras(price_lists: PriceLists) -> Iterator[PriceList]:
    """A week of the last season with extra products of each course, except where that season ends before tomorrow.

    No document names a course with extra products. Known are courses whose list for a year shows some.
    """
    for year in [price_list for price_list in price_lists.of_a_year if price_list.course_id in price_lists.with_extras]:
        first, last = season_dates(next(season for season in reversed(year.seasons) if season.get("extraProducts")))
        begin = max(first, date.fromisoformat(price_lists.day(1)))
        end = min(last, begin + timedelta(days=6))
        if begin <= end:
            yield price_lists.read(year.course_id, startDate=begin, endDate=end, includeExtraProducts=True)


def _objects(items: Any) -> Iterable[Any]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _chosen(lists: list[PriceList]) -> list[str]:
    """The courses of a few of *lists*, in several currencies if they have several."""
    return [price_list.course_id for price_list in _currency_by_currency(lists)[:_COURSES_CHOSEN]]


def _currency_by_currency(lists: list[PriceList]) -> list[PriceList]:
    """*lists*, beginning with each list in another currency than all lists before it."""
    currencies = [next((str(price.get("currency")) for price in price_list.prices), "") for price_list in lists]
    order = sorted(range(len(lists)), key=lambda place: currencies[place] in currencies[:place])
    return [lists[place] for place in order]


def _some(asked: list[PriceList], found: list[PriceList], what: str) -> list[PriceList]:
    if not found:
        raise Untested(f"None of the {len(asked)} sampled courses shows {what}.")
    return found
