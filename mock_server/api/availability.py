"""Availability over HTTP: one day, and several days. Spec: Availability."""

from datetime import date, time
from decimal import Decimal
from functools import lru_cache
from typing import Any

from orjson import Fragment

from fixtures.courses import Course
from mock_server.api.bodies import written_once
from mock_server.api.calls import Answer, Call, hh_mm, time_or_none
from mock_server.domain.availability import DaySummary
from mock_server.domain.terms import require_bookable_day
from mock_server.services.availability import Day, estimated_green_fee, range_of_days, tee_times
from mock_server.storage.sessions import Session


def list_tee_times(call: Call, session: Session) -> Answer:
    """GET /courses/{courseId}/tee-times, in the form of the course: online or offline."""
    query = call.query
    course = session.courses.by_id(call.path["courseId"])
    play_date = date.fromisoformat(query["date"])
    if not course.is_online:
        return Answer(200, _offline_day(session, course, play_date))
    earliest, latest = time_or_none(query.get("earliestTime")), time_or_none(query.get("latestTime"))
    day = tee_times(session, course, play_date, query["players"], earliest, latest)
    return Answer(200, _online_day(session, day, query["players"]))


def _online_day(session: Session, day: Day, players: int) -> dict[str, Any]:
    course, fitting = day.course, day.fitting
    return {
        "courseId": course.id,
        "courseName": course.name,
        "date": str(day.play_date),
        "dayType": session.courses.tee_sheet(course.id, day.play_date).day_type,
        "isOnline": True,
        "availableTimes": [
            _tee_time(offer.time, offer.free, offer.green_fee, offer.price_type, course.currency, players)
            for offer in fitting
        ],
        "additionalFees": [
            {"name": fee.name, "price": fee.price, "unit": fee.unit, "isOptional": fee.is_optional}
            for fee in course.additional_fees
        ],
        # Assumption A-63.
        "timeSlots": {
            "firstAvailable": hh_mm(fitting[0].time) if fitting else None,
            "lastAvailable": hh_mm(fitting[-1].time) if fitting else None,
            "twilightStart": hh_mm(course.plan.twilight_start),
        },
    }


@lru_cache(maxsize=8192)
def _tee_time(at: time, free: int, green_fee: Decimal, price_type: str, currency: str, players: int) -> Fragment:
    """A tee time as JSON. Many days have the same tee times, so each is written once.

    A cache key of plain arguments takes half the time of an offer.
    """
    item = {
        "time": hh_mm(at),
        "available": free,
        "pricing": {
            "currency": currency,
            "greenFee": green_fee,
            "totalAmount": green_fee * players,
            "priceType": price_type,
        },
    }
    return written_once(item)


def _offline_day(session: Session, course: Course, play_date: date) -> dict[str, Any]:
    require_bookable_day(play_date, session.courses.rules[course.id], session.now)
    contact = course.offline_contact
    assert contact is not None
    return {
        "courseId": course.id,
        "courseName": course.name,
        "date": str(play_date),
        "isOnline": False,
        "bookingMessage": course.booking_message,
        "approximatePricing": {
            "currency": course.currency,
            "estimatedGreenFee": estimated_green_fee(course, play_date),
            "priceAccuracy": "estimated",
        },
        "offlineBookingContact": {
            "email": contact.email,
            "phone": contact.phone,
            "responseTime": contact.response_time,
        },
    }


def check_availability(call: Call, session: Session) -> Answer:
    """GET /courses/{courseId}/availability. Without a range, `date` means a single day (assumption A-15)."""
    query = call.query
    first = date.fromisoformat(query.get("date") or query["startDate"])
    last = date.fromisoformat(query.get("date") or query["endDate"])
    days = range_of_days(session, call.path["courseId"], first, last, query["players"], query["timeRange"])
    body = {
        "courseId": days.course.id,
        "courseName": days.course.name,
        "availabilityResults": [_day(day, days.course.currency) for day in days.days],
        "bestAvailability": None if days.best is None else _best(days.best),
    }
    return Answer(200, body)


def _day(day: DaySummary, currency: str) -> dict[str, Any]:
    return {
        "date": str(day.play_date),
        "dayOfWeek": day.play_date.strftime("%A"),
        "hasAvailability": day.slots > 0,
        "availableSlots": day.slots,
        "firstAvailableTime": None if day.first is None else hh_mm(day.first),
        "lastAvailableTime": None if day.last is None else hh_mm(day.last),
        "lowestPrice": day.lowest_price,
        "currency": currency,
    }


def _best(day: DaySummary) -> dict[str, Any]:
    return {
        "date": str(day.play_date),
        "dayOfWeek": day.play_date.strftime("%A"),
        "availableSlots": day.slots,
        "lowestPrice": day.lowest_price,
    }
