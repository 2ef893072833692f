"""Which conditions an exchange met: the cases of each family, read from requests and answers. Pure."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from math import isnan
from typing import Any

from conformance.conditions.courses import ADDRESS, KnownCourses
from conformance.conditions.days import ahead_of, day_case, span_of, week_of
from conformance.conditions.families import (
    BOOKING_LISTS,
    COURSE_DETAILS,
    COURSE_SEARCH,
    GROUPS,
    HOLDS,
    HOOKS,
    LISTS,
    PAGES_OF_LISTS,
    PARTIES,
    PERIODS,
    PRICE_TYPES,
    PRICES,
    SUBSCRIPTIONS,
    TEE_SHEETS,
    TEE_TIMES,
    UNSAID,
)
from conformance.conditions.looks import Look, day_in
from conformance.conditions.model import Case, Family

Met = Iterator[tuple[Family, Case]]

_OF_COURSES = ("course", "holes", "terms", "country")
_USUAL_DISTANCE_KM = 50
_WEEK, _YEAR_BEGINS_AT = 7, 300
NOON = "12:00"
_FILTERS = {
    "searchCourses": ("country", "region", "holes", "latitude", "geoArea"),
    "listBookings": ("status", "startDate", "endDate"),
}
_EVENTS = {"booking.confirmed": "confirmed", "booking.cancelled": "cancelled", "booking.modified": "modified"}
_QUESTIONS_OF_GROUPS = {
    "findGroupSlots": "slots",
    "calculateGroupPrice": "price",
    "validateGroupBooking": "validation",
    "createGroupBooking": "booking",
}


def _said(query: Mapping[str, str], name: str) -> str:
    return "given" if name in query else "none"


def size_case(query: Mapping[str, str]) -> Case:
    """The condition `size` of a request for a page."""
    said = query.get("pageSize", "")
    sizes = {"": UNSAID, "1": "one", "100": "a hundred"}
    return {"size": sizes.get(said, "a few")} if said == "" or said.isdecimal() else {}


def _search(look: Look, _: KnownCourses) -> Met:
    query = look.query
    if "maxResults" in query:
        return
    case = {
        "country filter": _said(query, "country"),
        "holes filter": query.get("holes", "none"),
        "region": _said(query, "region"),
        "area": _said(query, "geoArea"),
        "asker": look.asker,
        **_position_case(query),
        **size_case(query),
    }
    yield COURSE_SEARCH, {**case, "country": query["country"]} if "country" in query else case


def _position_case(query: Mapping[str, str]) -> Case:
    """The condition `position` of a search. Empty when the distance is not a number."""
    if "latitude" not in query:
        return {"position": "none"}
    try:
        distance = float(query.get("distance", _USUAL_DISTANCE_KM))
    except ValueError:
        return {}
    if distance == _USUAL_DISTANCE_KM:
        return {"position": "usual distance"}
    if isnan(distance):
        return {}
    return {"position": "less than 50 km" if distance < _USUAL_DISTANCE_KM else "more than 50 km"}


def pages_of(total_pages: int) -> tuple[str, ...]:
    """The kinds of pages that a list of *total_pages* pages has."""
    kinds = {0: ("only",), 1: ("only",), 2: ("first", "last"), 3: ("first", "second", "last")}
    return kinds.get(total_pages, ("first", "second", "later", "last"))


def page_kind(number: int, total_pages: int) -> str | None:
    """The kind of the page *number* of *total_pages* pages, None beyond the last page."""
    if not 1 <= number <= max(total_pages, 1):
        return None
    if number == total_pages or total_pages <= 1:
        return "only" if number == 1 else "last"
    return {1: "first", 2: "second"}.get(number, "later")


def list_case(look: Look) -> Case:
    """What a request for a page says of the list: which list, and whether it is filtered."""
    is_filtered = not look.query.keys().isdisjoint(_FILTERS[look.operation])
    kind = LISTS[look.operation == "listBookings"]
    return {"list": kind, "filtered": "yes" if is_filtered else "no", **size_case(look.query)}


def total_pages(look: Look) -> int | None:
    """totalPages of a page of a list, None when the answer has none."""
    try:
        found = look.body["meta"]["pagination"]["totalPages"]
    except (KeyError, TypeError):
        return None
    return found if isinstance(found, int) else None


def _page(look: Look, _: KnownCourses) -> Met:
    total, said = total_pages(look), look.query.get("page", "1")
    kind = page_kind(int(said), total) if total is not None and said.isdecimal() else None
    if kind:
        yield PAGES_OF_LISTS, {**list_case(look), "page": kind}


def _details(look: Look, courses: KnownCourses) -> Met:
    shown = look.data.get("courseId" if look.operation == "getCourseTerms" else "id")
    question = "terms" if look.operation == "getCourseTerms" else "details"
    yield COURSE_DETAILS, {**_of_course(look, shown, courses), "question": question, "asker": look.asker}


def _of_course(look: Look, shown: object, courses: KnownCourses) -> Case:
    """The conditions of the course that an answer *shows*, and how the request names the course."""
    address = ADDRESS[look.named != shown]
    return {**courses.case(str(shown), _OF_COURSES), "address": address}


def _prices(look: Look, courses: KnownCourses) -> Met:
    query = look.query
    case = {
        "hole filter": query.get("holeCount", "none"),
        "extras": query.get("includeExtraProducts", UNSAID),
        "asker": look.asker,
        **_price_period_case(look),
    }
    yield PRICES, {**_of_course(look, look.data.get("courseId"), courses), **case}


def _price_period_case(look: Look) -> Case:
    """The condition `period` of a request for prices. Empty when a day is missing or unreadable."""
    said = {name: day_in(look.query[name]) for name in ("startDate", "endDate") if name in look.query}
    if None in said.values():
        return {}
    first, last = said.get("startDate"), said.get("endDate")
    if first is None or last is None:
        return {"period": "from a day" if first else "until a day" if last else UNSAID}
    days = (last - first).days
    return {"period": "one day" if days == 0 else "a year" if days >= _YEAR_BEGINS_AT else "part of a year"}


def _sheet(look: Look, courses: KnownCourses) -> Met:
    day = day_in(look.query.get("date"))
    if day is None:
        return
    said = [name for name in ("earliestTime", "latestTime") if name in look.query]
    bounds = "both" if len(said) > 1 else said[0].removesuffix("Time") if said else "none"
    players = look.query.get("players", UNSAID)
    course = courses.case(look.named, _OF_COURSES)
    yield TEE_SHEETS, {**course, **day_case(day, look.today), "players": players, "bounds": bounds, "asker": look.asker}
    shared = {**courses.case(look.named, ("holes",)), "week": week_of(day), "players": players}
    yield from ((TEE_TIMES, {**shared, **case}) for case in _tee_times(look.body))


def _tee_times(body: Any) -> Iterator[Case]:
    listed = body.get("availableTimes") if isinstance(body, dict) else None
    candidates = listed if isinstance(listed, list) else []
    items = [item for item in candidates if isinstance(item, dict) and isinstance(item.get("time"), str)]
    items.sort(key=lambda item: item["time"])
    for number, item in enumerate(items):
        inside = "afternoon" if item["time"] >= NOON else "morning"
        place = {0: "first", len(items) - 1: "last"}.get(number, inside)
        left = str(item.get("available"))
        yield {
            "place in the day": place,
            "price type": _price_type(item),
            **({"places left": left} if left in PARTIES else {}),
        }


def _price_type(item: Mapping[str, Any]) -> str:
    pricing = item.get("pricing")
    shown = pricing.get("priceType") if isinstance(pricing, dict) else None
    return shown if shown in PRICE_TYPES else "another"


def _period(look: Look, courses: KnownCourses) -> Met:
    query = look.query
    first, last = (day_in(query.get(name, query.get("date"))) for name in ("startDate", "endDate"))
    if first is None or last is None or last < first:
        return
    yield (
        PERIODS,
        {
            **courses.case(look.named, _OF_COURSES),
            **period_case(first, last, look.today),
            "players": query.get("players", UNSAID),
            "part of the day": query.get("timeRange", UNSAID),
            "form": "single date" if "date" in query else "period",
            "asker": look.asker,
        },
    )


def period_case(first: date, last: date, today: date) -> Case:
    """The conditions `length`, `span` and `ahead` of a period."""
    days = (last - first + timedelta(days=1)).days
    length = "one day" if days == 1 else "up to a week" if days <= _WEEK else "longer than a week"
    return {"length": length, "span": span_of(first, last), "ahead": ahead_of(first, today)}


def _own_bookings(look: Look, _: KnownCourses) -> Met:
    yield (
        BOOKING_LISTS,
        {
            "status": look.query.get("status", "none"),
            "from": _said(look.query, "startDate"),
            "until": _said(look.query, "endDate"),
            "asker": look.asker,
            **size_case(look.query),
        },
    )


def taken_case(sent: Mapping[str, Any], course_id: object, courses: KnownCourses) -> Case:
    """The conditions of course, day and party of a tee time that a request takes."""
    day = day_in(sent.get("date"))
    week = {"week": week_of(day)} if day else {}
    return {**courses.case(str(course_id), _OF_COURSES), **week, "players": str(sent.get("players"))}


def _hold(look: Look, courses: KnownCourses) -> Met:
    yield HOLDS, taken_case(look.asked, look.named, courses)


def _hook(look: Look, courses: KnownCourses) -> Met:
    yield HOOKS, {**taken_case(look.asked, look.asked.get("courseId"), courses), "step": "created"}


def _group(look: Look, courses: KnownCourses) -> Met:
    size, day = look.asked.get("totalPlayers"), day_in(look.asked.get("date"))
    if isinstance(size, int) and day:
        course = courses.case(str(look.asked.get("courseId")), _OF_COURSES)
        question = _QUESTIONS_OF_GROUPS[look.operation]
        yield GROUPS, {**course, "week": week_of(day), "question": question, "size": group_size(size)}


def group_size(players: int) -> str:
    """The value of the condition `size` of groups."""
    return next(
        name for least, name in ((17, "more than 16"), (9, "9 to 16"), (6, "6 to 8"), (0, "5")) if players >= least
    )


def _subscription(look: Look, _: KnownCourses) -> Met:
    events = look.asked.get("events")
    if isinstance(events, list) and events:
        kinds = "several" if len(events) > 1 else _EVENTS.get(str(events[0]), "")
        question = "create" if look.operation == "createWebhook" else "update"
        yield SUBSCRIPTIONS, {"question": question, "events": kinds, "asker": look.asker}


Reading = Callable[[Look, KnownCourses], Met]

READINGS: Mapping[str, tuple[Reading, ...]] = {
    "searchCourses": (_search, _page),
    "getCourse": (_details,),
    "getCourseTerms": (_details,),
    "getCoursePricing": (_prices,),
    "listTeeTimes": (_sheet,),
    "checkAvailability": (_period,),
    "listBookings": (_own_bookings, _page),
    "holdTeeTime": (_hold,),
    "createBookingHook": (_hook,),
    **dict.fromkeys(_QUESTIONS_OF_GROUPS, (_group,)),
    "createWebhook": (_subscription,),
    "updateWebhook": (_subscription,),
}


def cases_met(look: Look, courses: KnownCourses) -> Met:
    """The cases that an accepted request met, with their families."""
    if look.is_success:
        for reading in READINGS.get(look.operation, ()):
            yield from reading(look, courses)
