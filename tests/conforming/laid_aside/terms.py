"""Platform terms other than those of the sample, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from urllib.parse import quote

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, control_of, read
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    has_json,
    refusal,
    with_json,
)

_HORIZON_DAYS = 180
_CLOCK = "clock"
_DATED = {
    "listTeeTimes": ("date",),
    "checkAvailability": ("date", "startDate", "endDate"),
    "holdTeeTime": ("date",),
    "createBooking": ("date",),
    "createBookingHook": ("date",),
    "createGroupBooking": ("date",),
}
_CUTOFF_HOURS = {"updateBooking": 36, "cancelBooking": 60}


@dataclass
class OtherPlatformTerms:
    """A layer: where platform terms apply, courses are booked 180 days ahead, and a cancellation costs other shares."""

    _platform: dict[str, bool] = field(default_factory=dict)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer under these terms."""
        if ask.operation in _DATED and self._is_too_far(ask, forward):
            return refusal(422, f"The course can be booked {_HORIZON_DAYS} days ahead. Choose an earlier day.")
        answer = forward(ask)
        if ask.operation != "getCourseTerms" or not has_json(answer):
            return answer
        terms = body_of(answer)["data"]
        return with_json(answer, {"data": terms | _other_terms(terms)}) if _is_platform(terms) else answer

    def _is_too_far(self, ask: Ask, forward: Forward) -> bool:
        body = ask.json() if ask.request.content else None
        given = body if isinstance(body, dict) else ask.query
        days = [_day(given.get(name)) for name in _DATED[str(ask.operation)]]
        course_id = ask.path_params.get("courseId", given.get("courseId"))
        wanted = [day for day in days if day is not None]
        if not wanted or not isinstance(course_id, str) or not self._applies(ask, forward, course_id):
            return False
        today = _today(ask, forward)
        return today is not None and max(wanted) > today + timedelta(days=_HORIZON_DAYS)

    def _applies(self, ask: Ask, forward: Forward, course_id: str) -> bool:
        if course_id not in self._platform:
            answer = read(ask, forward, f"/travel/courses/{quote(course_id, safe='')}/terms")
            if not has_json(answer):
                return False
            self._platform[course_id] = _is_platform(body_of(answer)["data"])
        return self._platform[course_id]


def _today(ask: Ask, forward: Forward) -> date | None:
    now = _now(ask, forward)
    return now.date() if now else None


def _now(ask: Ask, forward: Forward) -> datetime | None:
    """The time of the caller's world, which a lever may have moved. None for a caller without a world."""
    url = f"{control_of(ask)}/clock"
    request = replace(ask.request, method="GET", path=_CLOCK, query=(), url=url, content=None)
    answer = forward(Ask(request).without_header("content-type").without_header("idempotency-key"))
    return datetime.fromisoformat(body_of(answer)["data"]["now"]) if has_json(answer) else None


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None


def _is_platform(terms: Item) -> bool:
    return bool(terms["cancellationPolicy"]["source"] == "platform")


def _other_terms(terms: Item) -> Item:
    tiers: Sequence[Item] = (
        {"hoursBeforeTeeTime": 336, "refundPercent": 100, "label": "Two weeks"},
        {"hoursBeforeTeeTime": 25, "refundPercent": 100, "label": ""},
        {"hoursBeforeTeeTime": 0, "refundPercent": 10, "label": "Kurzfristig"},
    )
    policy = {"tiers": list(tiers), "policyText": "§ 1 Stornierung\n\n§ 2 …", "source": "platform"}
    return {"cancellationPolicy": policy, "bookingTerms": terms["bookingTerms"] | {"maxDaysInAdvance": _HORIZON_DAYS}}


class LongerCutoffs:
    """A layer: where platform terms apply, a change needs 36 hours, a cancellation 60 hours. Tee times are in UTC."""

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer under these cutoffs."""
        if ask.operation in _CUTOFF_HOURS and self._is_too_late(ask, forward):
            return refusal(409, f"This needs {_CUTOFF_HOURS[str(ask.operation)]} hours before play. Call the course.")
        answer = forward(ask)
        if ask.operation != "getCourseTerms" or not has_json(answer) or not _is_platform(body_of(answer)["data"]):
            return answer
        terms = body_of(answer)["data"]
        cutoffs = {"modificationCutoffHours": 36, "selfServiceCancellationCutoffHours": 60}
        return with_json(answer, {"data": terms | {"bookingTerms": terms["bookingTerms"] | cutoffs}})

    @staticmethod
    def _is_too_late(ask: Ask, forward: Forward) -> bool:
        found = read(ask, forward, ask.request.path)
        if not has_json(found) or body_of(found)["data"]["status"] != "confirmed":
            return False
        booking = body_of(found)["data"]
        terms = read(ask, forward, f"/travel/courses/{booking['course']['id']}/terms")
        tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
        hours = timedelta(hours=_CUTOFF_HOURS[str(ask.operation)])
        now = _now(ask, forward)
        return now is not None and _is_platform(body_of(terms)["data"]) and tee_time - now < hours


_SAMPLE = "The terms of the platform appear only as a sample."

VARIATIONS: tuple[Variation, ...] = (
    Variation("the platform has other terms", _SAMPLE, OtherPlatformTerms, "terms"),
    Variation(
        "the platform has longer cutoffs",
        "24 hours are the values of a sample. The time zone of a tee time is not stated: these cutoffs are in UTC.",
        LongerCutoffs,
        "terms",
    ),
)
