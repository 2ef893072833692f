"""What answers show about courses at several places, as rows of the table `RELATIONS`. Pure.

No operation of the interface changes a course. So a fact of a course is the same wherever an answer shows it, whoever
asks. An operator may change a course while a run goes on, but never back and forth: so a contradiction needs three
answers, the third of which shows the value of the first again. The model grows with the number of facts and not with
the pairs of answers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product
from typing import Any
from urllib.parse import unquote

from conformance.watching.seen import Breach, EarlierTraffic, JudgedExchange

# What the fact is about, such as a course and a member, and its value.
Fact = tuple[tuple[str, ...], Any]

_SHARED = ("name", "country", "region", "city", "courseType", "holes", "latitude", "longitude")
_NAMED_AT_TOP = ("listTeeTimes", "checkAvailability")
_NAMED_IN_DATA = ("getCoursePricing", "getCourseTerms")
# Members of the details that the list of courses does not show.
_OF_THE_DETAILS = ("address", "par", "facilities")
_OF_THE_POLICY = ("source", "policyText", "tiers")
_OF_THE_TERMS = (
    "maxPlayersPerBooking",
    "maxDaysInAdvance",
    "modificationAllowed",
    "modificationCutoffHours",
    "selfServiceCancellationCutoffHours",
)
# What a day costs beside the tee time may depend on the number of players.
_OF_A_DAY, _OF_A_PARTY = ("dayType",), ("additionalFees", "approximatePricing")
_PRICES, _OF_A_PRICE = ("prices", "extraProducts"), ("b2bPrice", "retailPrice")
_OF_A_PRODUCT = ("itemType", "holeCount", "name", "weekdayRules")
_OF_A_PRICE_LIST, _OF_A_SEASON = ("country", "currency"), ("seasonType", "currency")
_PERIOD, _HOLES = ("startDate", "endDate"), ("9", "18")
_BOOKINGS = ("createBooking", "getBooking", "listBookings")


@dataclass(frozen=True)
class Relation:
    """Answers show each of these *facts* with one value. *row* is the requirement that says so."""

    row: str
    facts: Callable[[JudgedExchange, EarlierTraffic], Iterator[Fact]]


def _shared_members(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id, course in _courses(seen, known):
        yield from (((course_id, name), course[name]) for name in _SHARED if course.get(name) is not None)


def _is_online(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id, course in _courses(seen, known):
        if isinstance(course.get("isOnline"), bool):
            yield (course_id,), course["isOnline"]
    if seen.operation == "listTeeTimes" and isinstance(seen.body.get("isOnline"), bool):
        yield from (((course_id,), seen.body["isOnline"]) for course_id in _asked_course(seen, known))


def _listed_names(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    yield from (((course_id,), course["name"]) for course_id, course in _courses(seen, known) if course.get("name"))


def _course_name(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    yield from _listed_names(seen, known)
    named = seen.body if seen.operation in _NAMED_AT_TOP else seen.data if seen.operation in _NAMED_IN_DATA else {}
    if named.get("courseName"):
        yield from (((course_id,), named["courseName"]) for course_id in _course_shown(named, seen, known))


def _name_in_terms(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    yield from _listed_names(seen, known)
    if seen.operation == "getCourseTerms" and seen.data.get("courseName"):
        yield from (((course_id,), seen.data["courseName"]) for course_id in _asked_course(seen, known))


def _name_in_bookings(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    yield from _listed_names(seen, known)
    for booking in (seen.data, *seen.items) if seen.operation in _BOOKINGS else ():
        course = booking.get("course")
        if isinstance(course, dict) and course.get("id") in known.courses and course.get("name"):
            yield (course["id"],), course["name"]


def _details(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id, course in _courses(seen, known) if seen.operation == "getCourse" else ():
        yield from _members(course_id, course, _OF_THE_DETAILS)


def _terms(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id in _asked_course(seen, known) if seen.operation == "getCourseTerms" else ():
        terms, policy = (_object(seen.data.get(name)) for name in ("bookingTerms", "cancellationPolicy"))
        yield from _members(course_id, terms, _OF_THE_TERMS)
        yield from _members(course_id, policy, _OF_THE_POLICY)


def _prices(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    """The prices of each season, for a booking code too. Its label and its days name a season: labels may repeat."""
    course_id = str(seen.data.get("courseId"))
    if seen.operation == "getCoursePricing" and course_id in known.courses:
        prices: dict[tuple[str, ...], list[Any]] = defaultdict(list)
        for season, kind, member in product(_list(seen.data.get("seasons")), _PRICES, _OF_A_PRICE):
            named = _named(season)
            for price in _list(season.get(kind)):
                product_of_price = tuple(str(price.get(part)) for part in _OF_A_PRODUCT)
                prices[(course_id, *named, *product_of_price, member)].append(price.get(member))
        yield from ((about, values[0]) for about, values in prices.items() if len(values) == 1)


def _price_lists(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    """Country and currency of the list, and the prices of a period by hole count, with and without extra products or a
    filter of hole counts. A filter excludes no price that it asks for.
    """
    course_id = str(seen.data.get("courseId"))
    if seen.operation != "getCoursePricing" or course_id not in known.courses:
        return
    yield from _members(course_id, seen.data, _OF_A_PRICE_LIST)
    period, asked = (str(seen.query.get(name)) for name in _PERIOD), seen.query.get("holeCount")
    about, seasons = (course_id, *period), _list(seen.data.get("seasons"))
    for holes in [holes for holes in _HOLES if asked in (None, holes)]:
        yield (
            (*about, f"prices for {holes} holes"),
            sorted(
                " ".join(str(part) for part in (*_named(season), price.get("itemType"), price.get("weekdayRules")))
                for season in seasons
                for price in _list(season.get("prices"))
                if str(price.get("holeCount")) == holes
            ),
        )


def _extra_products(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    """The extra products of each season where a request asks for them. A filter excludes none of the hole count that it
    asks for, and none without a hole count.
    """
    course_id, asked = str(seen.data.get("courseId")), seen.query.get("holeCount")
    if seen.operation != "getCoursePricing" or course_id not in known.courses:
        return
    for season in _list(seen.data.get("seasons")) if seen.query.get("includeExtraProducts") == "true" else ():
        extras = [(extra.get("holeCount"), str(extra.get("name"))) for extra in _list(season.get("extraProducts"))]
        for holes in (None, *(holes for holes in _HOLES if asked in (None, holes))):
            about = (course_id, *_named(season), f"extra products for {holes or 'any'} holes")
            yield about, sorted(name for count, name in extras if str(count) == str(holes))


def _seasons(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    """The kind and the currency of each season that has a label and days of its own in its list."""
    course_id = str(seen.data.get("courseId"))
    if seen.operation == "getCoursePricing" and course_id in known.courses:
        seasons = _list(seen.data.get("seasons"))
        names = [_named(season) for season in seasons]
        for season, named in zip(seasons, names, strict=True):
            if names.count(named) == 1:
                yield from (((course_id, *named, name), season[name]) for name in _OF_A_SEASON if season.get(name))


def _named(season: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(season.get(part)) for part in ("season", "validFrom", "validTo"))


def _days(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id in _asked_course(seen, known) if seen.operation == "listTeeTimes" else ():
        day = str(seen.query.get("date"))
        yield from _members(course_id, seen.body, _OF_A_DAY, day)
        yield from _members(course_id, seen.body, _OF_A_PARTY, day, str(seen.query.get("players")))
        yield from _members(course_id, _object(seen.body.get("timeSlots")), ("twilightStart",), day)


def _green_fees(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    """The price per player of each tee time, by the places that are left: a course may sell its last places dearer."""
    for course_id in _asked_course(seen, known) if seen.operation == "listTeeTimes" else ():
        for shown in _list(seen.body.get("availableTimes")):
            about = (course_id, *(str(part) for part in (seen.query.get("date"), shown.get("time"))))
            pricing = _object(shown.get("pricing"))
            kept = (str(shown.get("available")), str(pricing.get("priceType")))
            if isinstance(pricing.get("greenFee"), int | float | Decimal):
                yield (*about, "greenFee", *kept), pricing["greenFee"]


def _currency(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[Fact]:
    for course_id in _asked_course(seen, known) if seen.operation in _NAMED_AT_TOP else ():
        priced = [_object(time.get("pricing")) for time in _list(seen.body.get("availableTimes"))]
        priced += _list(seen.body.get("availabilityResults"))
        currencies = sorted({shown["currency"] for shown in priced if isinstance(shown.get("currency"), str)})
        if currencies:
            yield (course_id, "currency"), currencies


def _totals(seen: JudgedExchange, _: EarlierTraffic) -> Iterator[Fact]:
    """How many courses a caller finds with the same filters. What maxResults does to this number is not shown."""
    if seen.operation == "searchCourses" and "maxResults" not in seen.query and seen.items:
        filters = sorted(f"{name}={value}" for name, value in seen.query.items() if name not in ("page", "pageSize"))
        yield (seen.caller, *filters, "totalItems"), _object(seen.body["meta"].get("pagination")).get("totalItems")


def _members(course_id: str, shown: Mapping[str, Any], names: Sequence[str], *about: str) -> Iterator[Fact]:
    yield from (((course_id, *about, name), shown[name]) for name in names if shown.get(name) is not None)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _courses(seen: JudgedExchange, known: EarlierTraffic) -> Iterator[tuple[str, Any]]:
    """The courses that lists and details show. Details that were asked for by booking code show a course too."""
    for course in (*seen.items, seen.data) if seen.operation in ("searchCourses", "getCourse") else ():
        if "id" in course and (seen.operation == "searchCourses" or str(course["id"]) in known.courses):
            yield str(course["id"]), course


def _asked_course(seen: JudgedExchange, known: EarlierTraffic) -> list[str]:
    course_id = unquote(seen.met.course_id or "")
    return [course_id] if course_id in known.courses else []


def _course_shown(shown: Mapping[str, Any], seen: JudgedExchange, known: EarlierTraffic) -> list[str]:
    """The course asked for, or the course that an answer to a booking code shows."""
    course_id = str(shown.get("courseId"))
    return _asked_course(seen, known) or ([course_id] if course_id in known.courses else [])


RELATIONS = (
    Relation("CRD-07", _shared_members),
    Relation("INV-01", _is_online),
    Relation("INV-07", _course_name),
    Relation("TRM-01", _name_in_terms),
    Relation("BKC-35", _name_in_bookings),
    Relation("INV-08", _details),
    Relation("INV-08", _terms),
    Relation("INV-08", _prices),
    Relation("INV-08", _price_lists),
    Relation("INV-08", _seasons),
    Relation("PRC-13", _extra_products),
    Relation("INV-08", _days),
    Relation("AVT-22", _green_fees),
    Relation("AVM-18", _currency),
    Relation("PAG-13", _totals),
)


@dataclass
class _Fact:
    """The value that *first* showed, and the answer that contradicted it since then, if there is one."""

    value: Any
    first: JudgedExchange
    otherwise: JudgedExchange | None = None


@dataclass
class Relations:
    """What answers showed of each fact, by relation."""

    known: EarlierTraffic
    _facts: dict[tuple[str, tuple[str, ...]], _Fact] = field(default_factory=dict)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything in *seen* that proves a contradiction between earlier answers."""
        if not (seen.fits and seen.shaped):
            return
        for relation in RELATIONS:
            for about, value in relation.facts(seen, self.known):
                fact = self._facts.setdefault((relation.row, about), _Fact(value, seen))
                if fact.value != value:
                    fact.otherwise = fact.otherwise or seen
                elif fact.otherwise and fact.otherwise.ended < seen.started:
                    yield relation.row, _sentence(about, fact, seen), (fact.first, fact.otherwise, seen)


def _sentence(about: tuple[str, ...], fact: _Fact, seen: JudgedExchange) -> str:
    what, otherwise = ", ".join(about[:4]), fact.otherwise
    where = otherwise.answer.where if otherwise else ""
    return f"{where} does not show {fact.value} for {what}, and {seen.answer.where} shows this value again"
