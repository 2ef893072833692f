"""Rules about courses, prices and terms, as far as one exchange shows whether they hold."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from itertools import pairwise
from urllib.parse import unquote

from conformance.evidence.verdicts import expect, shown
from conformance.suite.arranged.geography import Location, distance_km, tolerance_km
from conformance.suite.courses.price_lists import PriceList
from conformance.suite.courses.price_oracles import (
    number_of_seasons,
    require_member,
    require_no_extra_products,
    require_one_currency,
    require_only_prices_for,
    require_seasons_end_after_they_begin,
    require_seasons_touch_the_period,
)
from conformance.watching.seen import EarlierTraffic, JudgedExchange, rule

_LONGEST_PERIOD = timedelta(days=400)
_USUAL_DISTANCE_KM, _LONGEST_DISTANCE_KM = "50", 500


def _only_of_the_country(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _only_with(seen, "country", seen.query.get("country"))


def _only_with_the_holes(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _only_with(seen, "holes", seen.query.get("holes"))


def _only_with(seen: JudgedExchange, member: str, wanted: str | None) -> None:
    if not seen.fits or wanted is None:
        return
    others = [item for item in seen.items if str(item.get(member, wanted)) != wanted]
    named = {str(item.get("id")): item[member] for item in others[:3]}
    expect(
        not others,
        f"every course in the list for {member}={wanted} has this {member}",
        f"others are {shown(named)}",
        seen.answer,
    )


def _fits_several_filters(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if len({"country", "region", "holes", "latitude", "geoArea"} & seen.query.keys()) > 1:
        for is_kept in (_only_of_the_country, _only_with_the_holes, _only_nearby):
            is_kept(seen, known)


def _each_course_once(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """One page is one look at the list, so no course moves from one of its places to another."""
    times = Counter(str(item["id"]) for item in seen.items if "id" in item)
    repeated = {course_id: count for course_id, count in times.items() if count > 1}
    expect(not repeated, f"{seen.answer.where} lists each course once", f"it lists {shown(repeated)}", seen.answer)


def circle_of(query: Mapping[str, str]) -> tuple[Location, float] | None:
    """The place and the distance in km of a search that fits the contract, None where it names no place."""
    if not {"latitude", "longitude"} <= query.keys():
        return None
    asked_km = min(float(query.get("distance", _USUAL_DISTANCE_KM)), _LONGEST_DISTANCE_KM)
    return Location(Decimal(query["latitude"]), Decimal(query["longitude"])), asked_km


def _only_nearby(seen: JudgedExchange, _: EarlierTraffic) -> None:
    circle = circle_of(seen.query) if seen.fits else None
    if circle is None:
        return
    place, asked_km = circle
    for item in seen.items:
        if isinstance(item.get("latitude"), int | Decimal) and isinstance(item.get("longitude"), int | Decimal):
            km = distance_km(place, Location(item["latitude"], item["longitude"]))
            expect(
                km <= asked_km + tolerance_km(asked_km),
                f"every course of {seen.answer.where} is within {asked_km:g} km",
                f"{item.get('id')} is {km:.1f} km away",
                seen.answer,
            )


def _never_beyond_the_limit(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """A distance above the limit is refused or cut to the limit, whatever else the request says."""
    query = seen.query
    try:
        place = Location(Decimal(query["latitude"]), Decimal(query["longitude"]))
        is_above = float(query["distance"]) > _LONGEST_DISTANCE_KM and abs(place.latitude) <= 90
    except (KeyError, ValueError, ArithmeticError):
        return
    for item in seen.items if is_above else ():
        if isinstance(item.get("latitude"), int | Decimal) and isinstance(item.get("longitude"), int | Decimal):
            km = distance_km(place, Location(item["latitude"], item["longitude"]))
            expect(
                km <= _LONGEST_DISTANCE_KM + tolerance_km(_LONGEST_DISTANCE_KM),
                f"no course of {seen.answer.where} is beyond {_LONGEST_DISTANCE_KM} km",
                f"{item.get('id')} is {km:.1f} km away",
                seen.answer,
            )


def _asked_course(seen: JudgedExchange, known: EarlierTraffic) -> str | None:
    """The id in the path when course lists showed it. A booking code is another name of a course."""
    course_id = unquote(seen.met.course_id or "")
    return course_id if course_id in known.courses else None


def _details_of_the_course(seen: JudgedExchange, known: EarlierTraffic) -> None:
    _of_the_course(seen, known, "id")


def _of_the_course_asked_for(seen: JudgedExchange, known: EarlierTraffic) -> None:
    _of_the_course(seen, known, "courseId")


def _of_the_course(seen: JudgedExchange, known: EarlierTraffic, member: str) -> None:
    course_id = _asked_course(seen, known)
    if course_id and member in seen.data:
        actual = f"data.{member} is {shown(seen.data[member])}"
        expect(
            seen.data[member] == course_id, f"data.{member} of {seen.answer.where} is {course_id}", actual, seen.answer
        )


def _tiers_fall_to_zero(seen: JudgedExchange, _: EarlierTraffic) -> None:
    policy = seen.data.get("cancellationPolicy")
    tiers = policy.get("tiers") if isinstance(policy, dict) else None
    if not isinstance(tiers, list) or not all(isinstance(tier, dict) for tier in tiers):
        return
    hours = [tier.get("hoursBeforeTeeTime") for tier in tiers]
    if all(isinstance(hour, int) for hour in hours):
        falls = all(larger > smaller for larger, smaller in pairwise(hours)) and hours[-1:] == [0]
        expect(
            falls, "the tiers are in order from the largest hour to 0", f"{seen.answer.where} has {hours}", seen.answer
        )


def _price_list(seen: JudgedExchange) -> list[PriceList]:
    """The price list of a valid request; none for any other."""
    return [PriceList(unquote(seen.met.course_id or ""), seen.answer)] if seen.fits and seen.data else []


def _all_holes_by_default(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "holeCount" not in seen.query:
        require_member(_price_list(seen), "meta.holeCount", lambda _list: "all")


def _only_holes(holes: int, seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.query.get("holeCount") == str(holes):
        require_only_prices_for(holes, _price_list(seen))


def _repeats_the_holes(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "holeCount" in seen.query:
        for price_list in _price_list(seen):
            found = str(price_list.member("meta.holeCount"))
            wanted = seen.query["holeCount"]
            expect(found == wanted, f"meta.holeCount is {wanted}", f"{seen.answer.where} has {found}", seen.answer)


def _extras_only_when_asked(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.query.get("includeExtraProducts", "false") == "false":
        require_no_extra_products(_price_list(seen))


def _no_extras_by_default(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "includeExtraProducts" not in seen.query:
        require_member(_price_list(seen), "meta.includeExtraProducts", lambda _list: False)


def _repeats_the_flag(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "includeExtraProducts" in seen.query:
        flag = seen.query["includeExtraProducts"] == "true"
        require_member(_price_list(seen), "meta.includeExtraProducts", lambda _list: flag)


def _repeats_the_period(seen: JudgedExchange, _: EarlierTraffic) -> None:
    last = seen.query.get("endDate", "")
    # A target may shorten a period that goes beyond the limit. At the course it may still be yesterday.
    if last > (seen.answer.answered_at.date() + _LONGEST_PERIOD - timedelta(days=1)).isoformat():
        return
    for member in {"startDate", "endDate"} & seen.query.keys():
        require_member(_price_list(seen), f"meta.requestedPeriod.{member}", partial(_asked_for, seen.query[member]))


def _asked_for(wanted: str, _list: PriceList) -> str:
    return wanted


def _seasons_touch_the_period(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """A period may have one end alone. The target chooses the other end."""
    ends = {name: date.fromisoformat(seen.query[name]) for name in ("startDate", "endDate") if name in seen.query}
    if ends:
        first, last = ends.get("startDate", date.min), ends.get("endDate", date.max)
        require_seasons_touch_the_period((price_list, first, last) for price_list in _price_list(seen))


def _seasons_end_after_they_begin(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_seasons_end_after_they_begin(_price_list(seen))


def _counts_its_seasons(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_member(_price_list(seen), "meta.totalSeasons", number_of_seasons)


def _one_currency(seen: JudgedExchange, _: EarlierTraffic) -> None:
    require_one_currency(_price_list(seen))


_PRICES = "getCoursePricing"

RULES = (
    rule("CRS-05", "searchCourses", _only_of_the_country),
    rule("CRS-06", "searchCourses", _only_with_the_holes),
    rule("CRS-08", "searchCourses", _fits_several_filters),
    rule("CRS-10", "searchCourses", _only_nearby),
    rule("CRS-12", "searchCourses", _never_beyond_the_limit),
    rule("CRS-20", "searchCourses", _each_course_once),
    rule("CRD-01", "getCourse", _details_of_the_course),
    rule("TRM-01", "getCourseTerms", _of_the_course_asked_for),
    rule("TRM-06", "getCourseTerms", _tiers_fall_to_zero),
    rule("PRC-05", _PRICES, _all_holes_by_default),
    rule("PRC-06", _PRICES, partial(_only_holes, 18)),
    rule("PRC-07", _PRICES, partial(_only_holes, 9)),
    rule("PRC-08", _PRICES, _repeats_the_holes),
    rule("PRC-09", _PRICES, _extras_only_when_asked),
    rule("PRC-10", _PRICES, _no_extras_by_default),
    rule("PRC-11", _PRICES, _repeats_the_flag),
    rule("PRC-16", _PRICES, _repeats_the_period),
    rule("PRC-17", _PRICES, _seasons_touch_the_period),
    rule("PRC-18", _PRICES, _seasons_end_after_they_begin),
    rule("PRC-19", _PRICES, _counts_its_seasons),
    rule("PRC-20", _PRICES, _of_the_course_asked_for),
    rule("PRC-23", _PRICES, _one_currency),
)
