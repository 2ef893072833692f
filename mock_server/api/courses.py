"""Courses over HTTP: search, details, pricing and terms. Spec: Courses."""

from functools import lru_cache
from typing import Any

from orjson import Fragment

from fixtures.courses import Course, Season
from mock_server.api.bodies import written_once
from mock_server.api.calls import Answer, Call, day_or_none
from mock_server.api.pages import listing
from mock_server.domain.courses import Search
from mock_server.services.courses import price_list
from mock_server.storage.courses import CourseBook
from mock_server.storage.sessions import Session


def search_courses(call: Call, book: CourseBook) -> Answer:
    """GET /courses. Without coordinates there is no distance; with them it is 50 km unless sent. Assumption A-22."""
    query = call.query
    located = "latitude" in query
    found = book.search(
        Search(
            country=query.get("country"),
            region=query.get("region"),
            holes=query.get("holes"),
            latitude=query.get("latitude"),
            longitude=query.get("longitude"),
            distance_km=query["distance"] if located else None,
            geo_area=query.get("geoArea"),
        )
    )
    page, page_size = query["page"], query.get("maxResults", query["pageSize"])
    start = (page - 1) * page_size
    items = [_written_item(course) for course in found[start : start + page_size]]
    return listing(call, items, page, page_size, len(found))


@lru_cache(maxsize=4096)
def _written_item(course: Course) -> Fragment:
    """A course in a list, as JSON, with all its members (assumption A-62).

    It is the same in every answer, so it is written once.
    """
    return written_once(_list_item(course))


def _list_item(course: Course) -> dict[str, Any]:
    return {
        "id": course.id,
        "name": course.name,
        "country": course.country,
        "region": course.region,
        "city": course.city,
        "courseType": course.course_type,
        "holes": course.holes,
        "isOnline": course.is_online,
        "thumbnailUrl": course.thumbnail_url,
        "latitude": course.latitude,
        "longitude": course.longitude,
    }


def get_course(call: Call, book: CourseBook) -> Answer:
    """GET /courses/{id}, by document id or booking code."""
    course = book.by_id_or_code(call.path["id"])
    details = {
        **_list_item(course),
        "address": course.address,
        "par": course.par,
        "facilities": list(course.facilities),
        "coverImageUrl": course.cover_image_url,
    }
    return Answer(200, {"data": details})


def get_course_terms(call: Call, book: CourseBook) -> Answer:
    """GET /courses/{id}/terms, by document id only (assumption A-23)."""
    course = book.by_id(call.path["id"])
    terms = course.terms
    tiers = [
        {
            "hoursBeforeTeeTime": tier.hours_before_tee_time,
            "refundPercent": tier.refund_percent,
            "label": tier.label,
        }
        for tier in terms.tiers
    ]
    body = {
        "courseId": course.id,
        "courseName": course.name,
        "cancellationPolicy": {"tiers": tiers, "policyText": terms.policy_text, "source": terms.source},
        "bookingTerms": {
            "maxPlayersPerBooking": terms.max_players_per_booking,
            "maxDaysInAdvance": terms.max_days_in_advance,
            "modificationAllowed": terms.modification_allowed,
            "modificationCutoffHours": terms.modification_cutoff_hours,
            "selfServiceCancellationCutoffHours": terms.self_service_cancellation_cutoff_hours,
        },
    }
    return Answer(200, {"data": body})


def get_course_pricing(call: Call, session: Session) -> Answer:
    """GET /courses/{id}/pricing, by document id or booking code."""
    query = call.query
    course = session.courses.by_id_or_code(call.path["id"])
    holes, extras = query.get("holeCount"), query["includeExtraProducts"]
    prices = price_list(session, course, day_or_none(query.get("startDate")), day_or_none(query.get("endDate")), holes)
    seasons = [_season(season, course.currency, extras=extras) for season in prices.seasons]
    body = {
        "data": {
            "courseId": course.id,
            "courseName": course.name,
            "country": course.country,
            "currency": course.currency,
            "seasons": seasons,
        },
        "meta": {
            "requestedPeriod": {"startDate": str(prices.first), "endDate": str(prices.last)},
            "holeCount": "all" if holes is None else holes,
            "includeExtraProducts": extras,
            "totalSeasons": len(seasons),
        },
    }
    return Answer(200, body)


def _season(season: Season, currency: str, *, extras: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "season": season.label,
        "seasonType": season.season_type,
        "validFrom": str(season.valid_from),
        "validTo": str(season.valid_to),
        "currency": currency,
        "prices": [
            {
                "itemType": item.item_type,
                "holeCount": item.hole_count,
                "b2bPrice": item.b2b_price,
                "retailPrice": item.retail_price,
                "currency": currency,
                # Assumption A-20.
                "weekdayRules": None,
            }
            for item in season.prices
        ],
    }
    if extras and season.extra_products:
        answer["extraProducts"] = [
            {
                "itemType": product.item_type,
                "name": product.name,
                "category": product.category,
                "b2bPrice": product.b2b_price,
                "retailPrice": product.retail_price,
                "currency": currency,
            }
            for product in season.extra_products
        ]
    return answer
