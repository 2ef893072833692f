"""What the small target knows and answers: courses, tee sheets and bookings, in memory, with faults to plant."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.conformance.small_courses import COURSE_COUNT, Json, Refusal, course, find_course, page_of


@dataclass
class SmallTarget:
    """State of the target: bookings by id, places held by course, day and time, faults by name, and every request as
    (method, path).
    """

    faults: set[str] = field(default_factory=set)
    bookings: dict[str, Json] = field(default_factory=dict)
    held: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    requests: list[tuple[str, str]] = field(default_factory=list)
    base_url: str = ""

    def answer(self, method: str, path: str, query: dict[str, str], body: Any, agency: str | None) -> tuple[int, Any]:
        """Status and JSON of the answer. Raises `Refusal`."""
        if agency is None:
            raise Refusal(401)
        for pattern, wanted_method, handler in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == wanted_method:
                return handler(self, *found.groups(), query=query, body=body, agency=agency)
        raise Refusal(404)


def search_courses(target: SmallTarget, *, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    found = [course(number) for number in range(COURSE_COUNT)]
    if "country" in query and "country ignored" not in target.faults:
        found = [item for item in found if item["country"] == query["country"]]
    if "thumbnail" in target.faults:
        found = [
            {("thumbnail" if key == "thumbnailUrl" else key): value for key, value in item.items()} for item in found
        ]
    return page_of(found, query, 10 if "default page size 10" in target.faults else 20)


def get_course(target: SmallTarget, course_id: str, **_: Any) -> tuple[int, Any]:
    more = {
        "address": "Road 1",
        "par": 72,
        "facilities": ["pro_shop"],
        "coverImageUrl": "https://images.example/c.jpg",
    }
    return 200, {"data": find_course(course_id) | more}


def get_terms(target: SmallTarget, course_id: str, **_: Any) -> tuple[int, Any]:
    found = find_course(course_id)
    tiers = [
        {"hoursBeforeTeeTime": 48, "refundPercent": 100, "label": "Full"},
        {"hoursBeforeTeeTime": 0, "refundPercent": 0, "label": "None"},
    ]
    terms = {
        "maxPlayersPerBooking": 4,
        "maxDaysInAdvance": 400,
        "modificationAllowed": True,
        "modificationCutoffHours": 24,
        "selfServiceCancellationCutoffHours": 24,
    }
    policy = {"tiers": tiers, "policyText": None, "source": "platform"}
    return 200, {
        "data": {
            "courseId": course_id,
            "courseName": found["name"],
            "cancellationPolicy": policy,
            "bookingTerms": terms,
        }
    }


def get_pricing(target: SmallTarget, course_id: str, *, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    found = find_course(course_id)
    start = query.get("startDate", "2027-01-01")
    end = query.get("endDate", "2027-12-31")
    price = {
        "itemType": "green_fee_18",
        "holeCount": 18,
        "b2bPrice": 85.5,
        "retailPrice": 100,
        "currency": "EUR",
        "weekdayRules": None,
    }
    season = {
        "season": "High",
        "seasonType": "high_season",
        "validFrom": start,
        "validTo": end,
        "currency": "EUR",
        "prices": [price],
    }
    flag = query.get("includeExtraProducts") == "true"
    price_list = {
        "courseId": course_id,
        "courseName": found["name"],
        "country": found["country"],
        "currency": "EUR",
        "seasons": [season],
    }
    meta = {
        "requestedPeriod": {"startDate": start, "endDate": end},
        "holeCount": "all",
        "includeExtraProducts": flag,
        "totalSeasons": 1,
    }
    return 200, {"data": price_list, "meta": meta}


def places_free(target: SmallTarget, course_id: str, day: str, time: str) -> int:
    taken = [
        booking["players"]
        for booking in target.bookings.values()
        if (booking["course"]["id"], booking["date"], booking["teeTime"], booking["status"])
        == (course_id, day, time, "confirmed")
    ]
    return 4 - sum(taken) - target.held[course_id, day, time]


TIMES = [f"{hour:02d}:{minute:02d}" for hour in range(8, 16) for minute in (0, 30)]


def list_tee_times(target: SmallTarget, course_id: str, *, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    found, day, players = find_course(course_id), query["date"], int(query.get("players", 4))
    head = {"courseId": course_id, "courseName": found["name"], "date": day, "isOnline": found["isOnline"]}
    if not found["isOnline"]:
        pricing = {"currency": "EUR", "estimatedGreenFee": 70, "priceAccuracy": "estimated"}
        contact = {"email": "club@example.com", "phone": "+34600000000", "responseTime": "24 hours"}
        return 200, head | {
            "bookingMessage": "Ask the club.",
            "approximatePricing": pricing,
            "offlineBookingContact": contact,
        }
    times = []
    for time in TIMES:
        free = places_free(target, course_id, day, time)
        if free >= players:
            pricing = {
                "currency": "EUR",
                "greenFee": 85.5,
                "totalAmount": 85.5 * players,
                "priceType": "standard",
            }
            times.append({"time": time, "available": free, "pricing": pricing})
    fees = [{"name": "Buggy", "price": 40, "unit": "per_cart", "isOptional": True}]
    slots = {"firstAvailable": TIMES[0], "lastAvailable": TIMES[-1], "twilightStart": "15:00"}
    return 200, head | {
        "dayType": "weekday",
        "availableTimes": times,
        "additionalFees": fees,
        "timeSlots": slots,
    }


def check_availability(target: SmallTarget, course_id: str, *, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    found = find_course(course_id)
    first = date.fromisoformat(query["startDate"])
    count = (date.fromisoformat(query["endDate"]) - first).days + 1
    days = [
        {
            "date": day.isoformat(),
            "dayOfWeek": day.strftime("%A"),
            "hasAvailability": True,
            "availableSlots": len(TIMES),
            "firstAvailableTime": TIMES[0],
            "lastAvailableTime": TIMES[-1],
            "lowestPrice": 85.5,
            "currency": "EUR",
        }
        for day in (first + timedelta(days=number) for number in range(count))
    ]
    best = {name: days[0][name] for name in ("date", "dayOfWeek", "availableSlots", "lowestPrice")}
    return 200, {
        "courseId": course_id,
        "courseName": found["name"],
        "availabilityResults": days,
        "bestAvailability": best,
    }


def hold_tee_time(target: SmallTarget, course_id: str, *, body: Any, **_: Any) -> tuple[int, Any]:
    until = (datetime.now(UTC) + timedelta(minutes=15)).strftime("%Y-%m-%dT%H:%M:%SZ")
    pricing = {"currency": "EUR", "greenFee": 85.5, "totalAmount": 85.5 * body["players"]}
    target.held[course_id, body["date"], body["teeTime"]] += body["players"]
    return 201, {
        "holdId": f"hld_{len(target.requests):012d}",
        "courseId": course_id,
        **body,
        "holdExpiration": until,
        "pricing": pricing,
    }


def create_booking(target: SmallTarget, *, body: Any, agency: str, **_: Any) -> tuple[int, Any]:
    required = {"courseId", "date", "teeTime", "players"} | ({"leadPlayer"} - target.faults)
    if not isinstance(body, dict) or not required <= body.keys():
        raise Refusal(400)
    if "create refused" in target.faults:
        raise Refusal(409)
    found = find_course(body["courseId"])
    if places_free(target, found["id"], body["date"], body["teeTime"]) < body["players"]:
        raise Refusal(409)
    number = len(target.bookings)
    booking = {
        "id": f"bkg_{number:012d}",
        "status": "confirmed" if found["isOnline"] else "pending",
        "bookingReference": f"TS-{number:06d}",
        "course": {"id": found["id"], "name": found["name"]},
        "createdAt": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        **{key: value for key, value in body.items() if key != "courseId"},
        "agency": agency,
    }
    target.bookings[booking["id"]] = booking
    return 201, {"data": shown(booking)}


def shown(booking: Json) -> Json:
    return {key: value for key, value in booking.items() if key != "agency"}


def own_booking(target: SmallTarget, booking_id: str, agency: str) -> Json:
    booking = target.bookings.get(booking_id)
    if booking is None or booking["agency"] != agency:
        raise Refusal(404)
    return booking


def list_bookings(target: SmallTarget, *, query: dict[str, str], agency: str, **_: Any) -> tuple[int, Any]:
    found = [
        {key: value for key, value in shown(booking).items() if key != "leadPlayer"}
        for booking in target.bookings.values()
        if booking["agency"] == agency
        and query.get("status", booking["status"]) == booking["status"]
        and query.get("startDate", booking["date"]) <= booking["date"] <= query.get("endDate", booking["date"])
    ]
    return page_of(found, query)


def get_booking(target: SmallTarget, booking_id: str, *, agency: str, **_: Any) -> tuple[int, Any]:
    return 200, {"data": shown(own_booking(target, booking_id, agency))}


def update_booking(target: SmallTarget, booking_id: str, *, body: Any, agency: str, **_: Any) -> tuple[int, Any]:
    booking = own_booking(target, booking_id, agency)
    booking |= {key: body[key] for key in ("players", "specialRequests", "agencyBookingReference") if key in body}
    return 200, {"data": shown(booking)}


def cancel_booking(target: SmallTarget, booking_id: str, *, agency: str, **_: Any) -> tuple[int, Any]:
    booking = own_booking(target, booking_id, agency)
    if "cancel refused" in target.faults:
        raise Refusal(409)
    booking |= {"status": "cancelled", "cancellationDate": booking["createdAt"]}
    return 200, {"data": {key: booking[key] for key in ("id", "status", "bookingReference", "cancellationDate")}}


ROUTES: list[tuple[str, str, Callable[..., tuple[int, Any]]]] = [
    ("/travel/courses", "GET", search_courses),
    ("/travel/courses/([^/]+)", "GET", get_course),
    ("/travel/courses/([^/]+)/pricing", "GET", get_pricing),
    ("/travel/courses/([^/]+)/terms", "GET", get_terms),
    ("/travel/courses/([^/]+)/tee-times", "GET", list_tee_times),
    ("/travel/courses/([^/]+)/availability", "GET", check_availability),
    ("/travel/courses/([^/]+)/hold-tee-time", "POST", hold_tee_time),
    ("/travel/bookings", "POST", create_booking),
    ("/travel/bookings", "GET", list_bookings),
    ("/travel/bookings/([^/]+)", "GET", get_booking),
    ("/travel/bookings/([^/]+)", "PUT", update_booking),
    ("/travel/bookings/([^/]+)", "DELETE", cancel_booking),
]
