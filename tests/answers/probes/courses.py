"""Probes of courses: search, prices and terms."""

from typing import Any

from tests.answers.asking import Asker, decided, made
from tests.answers.registry import probe
from tests.sandbox.trade import ORDINARY, by_trait

_COURSE = f"/travel/courses/{ORDINARY.id}"


@probe("A-14")
def max_results(asks: Asker) -> str:
    """maxResults alone, and beside another pageSize."""
    alone = asks.get("/travel/courses", maxResults=5)
    both = asks.get("/travel/courses", maxResults=5, pageSize=10)
    pagination = alone.body["meta"]["pagination"]
    return decided(
        ("cap-on-total", pagination["totalItems"] == 5),
        ("takes-precedence", both.is_success),
        ("same-as-page-size", pagination["pageSize"] == len(alone.shown) == 5 and both.status == 400),
        seen=(pagination, both.status),
    )


@probe("A-20")
def weekday_rules(asks: Asker) -> str:
    """weekdayRules of every price of a course."""
    rules = [price.get("weekdayRules", "absent") for price in _prices(asks.get(f"{_COURSE}/pricing").shown)]
    return decided(
        ("object", any(isinstance(rule, dict) for rule in rules)),
        ("always-null", bool(rules) and all(rule is None for rule in rules)),
        seen=rules[:3],
    )


def _prices(pricing: Any) -> list[Any]:
    return [price for season in pricing["seasons"] for price in season["prices"]]


@probe("A-21")
def priced_period(asks: Asker) -> str:
    """The seasons without a period beside those of today, of a year, and of everything; and an end that is too late."""
    periods = {
        "year-from-today": ("2040-05-07", "2041-05-07"),
        "current-season": ("2040-05-07", "2040-05-07"),
        "whole-catalogue": ("2039-04-10", "2041-06-11"),
    }
    plain = made(asks.get(f"{_COURSE}/pricing"))["seasons"]
    given = {
        word: made(asks.get(f"{_COURSE}/pricing", startDate=first, endDate=last))["seasons"]
        for word, (first, last) in periods.items()
    }
    too_late = asks.get(f"{_COURSE}/pricing", endDate="2041-06-12").status
    return decided(
        ("current-season", plain == given["current-season"]),
        ("whole-catalogue", plain == given["whole-catalogue"]),
        ("year-from-today", plain == given["year-from-today"] and too_late == 422),
        seen=(len(plain), too_late),
    )


@probe("A-22")
def unknown_names_and_lone_coordinates(asks: Asker) -> str:
    """A country, a region and an area that no course has, and a latitude alone."""
    unknown = [
        asks.get("/travel/courses", **filters)
        for filters in ({"country": "ZZ"}, {"region": "nowhere"}, {"geoArea": "nowhere"})
    ]
    lone = asks.get("/travel/courses", latitude=36.5).status
    return decided(
        ("404-unknown-area", any(reply.status == 404 for reply in unknown)),
        ("ignore-lone-coordinate", lone == 200),
        ("empty-and-refuse", [reply.shown for reply in unknown] == [[]] * 3 and lone == 400),
        seen=(unknown, lone),
    )


@probe("A-23")
def booking_code_for_a_course(asks: Asker) -> str:
    """The terms and the availability of a course by its booking code."""
    code = ORDINARY.booking_code
    statuses = [
        asks.get(f"/travel/courses/{code}/terms").status,
        asks.get(f"/travel/courses/{code}/availability", date="2040-05-12", players=2).status,
    ]
    assert made(asks.get(f"/travel/courses/{code}"))["id"] == ORDINARY.id
    return decided(("booking-codes", 200 in statuses), ("document-id", statuses == [404, 404]), seen=statuses)


@probe("A-58")
def terms_of_the_platform(asks: Asker) -> str:
    """The booking terms of a course with the terms of the platform, and of a course with terms of its own."""
    terms = made(asks.get(f"{_COURSE}/terms"))
    own = made(asks.get(f"/travel/courses/{by_trait('override-terms').id}/terms"))["bookingTerms"]
    cutoffs = ("modificationCutoffHours", "selfServiceCancellationCutoffHours")
    shown = [terms["bookingTerms"][name] for name in ("maxDaysInAdvance", "maxPlayersPerBooking", *cutoffs)]
    assert terms["cancellationPolicy"]["source"] == "platform"
    return decided(
        ("as-sampled", shown == [400, 4, 24, 24] and own != terms["bookingTerms"]),
        ("other-defaults", shown != [400, 4, 24, 24]),
        seen=(shown, own),
    )


@probe("A-66")
def parameter_with_its_default(asks: Asker) -> str:
    """The default distance without coordinates, another distance, and the default pageSize beside maxResults."""
    default = asks.get("/travel/courses", distance=50)
    other = asks.get("/travel/courses", distance=40).status
    beside = asks.get("/travel/courses", pageSize=20, maxResults=5)
    everything = asks.get("/travel/courses").body["meta"]
    is_without_effect = default.is_success and default.body["meta"] == everything
    return decided(
        ("refuse-default-distance", default.status == 400),
        ("ignore-every-distance", other == 200),
        ("same-as-absent", is_without_effect and other == 400 and len(beside.shown) == 5),
        seen=(default.status, other, beside.status),
    )
