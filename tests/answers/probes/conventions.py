"""Probes of what every operation shares: statuses of success, pages, parameters, members and moments."""

import re
from collections.abc import Iterator
from typing import Any

from openapi.bundler import contract
from openapi.references import dereference
from tests.answers.asking import Asker, decided, made, tee_times, word_for
from tests.answers.registry import probe
from tests.sandbox.trade import LEAD, ORDINARY, SATURDAY, TODAY, booking, by_trait, hold

_COURSE = f"/travel/courses/{ORDINARY.id}"
_WEEKDAYS = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
_MADRID = {"latitude": 40.4, "longitude": -3.7}


@probe("A-06")
def status_of_a_creation(asks: Asker) -> str:
    """A booking, a hook, a subscription and a hold, and the removal of the subscription."""
    first, second, third, *_ = tee_times(asks)
    subscription = asks.post("/webhooks", {"url": "https://agency.example/", "events": ["booking.confirmed"]})
    named = [
        asks.post("/travel/bookings", booking(first)),
        asks.post("/travel/bookings/hooks", booking(second)),
        subscription,
    ]
    held = asks.post(f"{_COURSE}/hold-tee-time", hold(third))
    removed = asks.delete(f"/webhooks/{made(subscription)['id']}").status
    statuses = [reply.status for reply in [*named, held]]
    has_locations = all("location" in reply.headers for reply in named) and "location" not in held.headers
    return decided(
        ("200", statuses == [200] * 4),
        ("201", statuses == [201] * 4 and has_locations and removed == 204),
        seen=(statuses, removed),
    )


@probe("A-07")
def name_of_a_request(asks: Asker) -> str:
    """A request with a name of its own, and a refusal with one."""
    answered = asks.ask("GET", "/travel/bookings", headers={"X-Request-Id": "probe-1"})
    refused = asks.ask("GET", "/travel/bookings/none", headers={"X-Request-Id": "probe-2"})
    named = (answered.headers.get("x-request-id"), refused.headers.get("x-request-id"))
    in_problem = refused.body.get("requestId") if isinstance(refused.body, dict) else None
    return decided(
        ("trace-only", "traceparent" in answered.headers and named == (None, None)),
        ("none", named == (None, None)),
        ("echo", (*named, in_problem) == ("probe-1", "probe-2", "probe-2")),
        seen=(named, in_problem),
    )


@probe("A-12")
def page_past_the_end(asks: Asker) -> str:
    """A page far past the last, and the order of courses and bookings."""
    far = asks.get("/travel/courses", page=100_000)
    course_ids = [course["id"] for course in made(asks.get("/travel/courses", pageSize=50))]
    booking_ids = _two_bookings(asks)
    listed_ids = [item["id"] for item in made(asks.get("/travel/bookings"))]
    is_ordered = course_ids == sorted(course_ids) and listed_ids == booking_ids[::-1]
    return decided(
        ("404-past-end", far.status == 404),
        ("other-order", not is_ordered),
        ("empty-page", far.status == 200 and far.shown == [] and 'rel="last"' in far.headers.get("link", "")),
        seen=(far, course_ids[:3], listed_ids),
    )


def _two_bookings(asks: Asker) -> list[str]:
    ids = []
    for tee_time in tee_times(asks)[:2]:
        ids.append(made(asks.post("/travel/bookings", booking(tee_time)))["id"])
        asks.advance("PT1M")
    return ids


@probe("A-13")
def value_outside_its_bounds(asks: Asker) -> str:
    """A page number, a page size, a distance and a number of players beyond their bounds."""
    replies = [
        asks.get("/travel/courses", page=0),
        asks.get("/travel/courses", pageSize=101),
        asks.get("/travel/courses", distance=501, **_MADRID),
        asks.get(f"{_COURSE}/tee-times", date=SATURDAY, players=5),
        asks.get(f"{_COURSE}/availability", date=SATURDAY, players=5),
    ]
    statuses = [reply.status for reply in replies]
    return decided(("clamp", 200 in statuses), ("refuse", statuses == [400] * 5), seen=statuses)


@probe("A-36")
def unknown_and_empty_members(asks: Asker) -> str:
    """A booking without a reference, and a booking with a member that no document shows."""
    first, second, *_ = tee_times(asks)
    plain = made(asks.post("/travel/bookings", booking(first)))
    unknown = asks.post("/travel/bookings", booking(second, colour="red"))
    return decided(
        ("null", plain.get("agencyBookingReference", "absent") is None),
        ("ignore-unknown", unknown.is_success),
        ("absent", "agencyBookingReference" not in plain and unknown.status == 400),
        seen=(plain, unknown),
    )


@probe("A-55")
def unknown_parameter(asks: Asker) -> str:
    """A parameter that no document shows, and a parameter that comes twice."""
    unknown = asks.get("/travel/courses", colour="red").status
    repeated = asks.get("/travel/courses", country=["ES", "PT"]).status
    return decided(("ignore", unknown == 200), ("refuse", (unknown, repeated) == (400, 400)), seen=(unknown, repeated))


@probe("A-59")
def form_of_a_moment(asks: Asker) -> str:
    """The moments of a booking and of a hold."""
    first, second, *_ = tee_times(asks)
    held = made(asks.post(f"{_COURSE}/hold-tee-time", hold(first)))
    booked = made(asks.post("/travel/bookings", booking(second)))
    moments = [held["holdExpiration"], booked["createdAt"]]
    return decided(
        ("fractions", any("." in moment for moment in moments)),
        ("offset", any("+" in moment for moment in moments)),
        ("seconds-with-z", all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment) for moment in moments)),
        seen=moments,
    )


@probe("A-61")
def shapes_of_values(asks: Asker) -> str:
    """Ids, country codes and weekday names of answers, and a country code in lower case."""
    courses = made(asks.get("/travel/courses", pageSize=50))
    booked = made(asks.post("/travel/bookings", booking(tee_times(asks)[0])))
    ids = [*(course["id"] for course in courses), booked["id"]]
    codes = {course["country"] for course in courses}
    weekdays = {day["dayOfWeek"] for day in _week(asks)}
    lower = asks.get("/travel/courses", country="es").status
    return decided(
        ("lower-case-countries", lower == 200 or any(code.islower() for code in codes)),
        ("other-weekday-names", not weekdays <= _WEEKDAYS),
        ("other-ids", not all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", item) for item in ids)),
        ("narrow-shapes", lower == 400 and all(re.fullmatch("[A-Z]{2}", code) for code in codes)),
        seen=(lower, codes, weekdays, ids[-1]),
    )


def _week(asks: Asker) -> list[Any]:
    query = {"startDate": "2040-05-08", "endDate": "2040-05-14", "players": 2}
    days: list[Any] = made(asks.get(f"{_COURSE}/availability", **query))["availabilityResults"]
    return days


@probe("A-62")
def members_of_answers(asks: Asker) -> str:
    """A course of the list, its details, its prices and its terms."""
    items = made(asks.get("/travel/courses", pageSize=20))
    prices = [price for season in made(asks.get(f"{_COURSE}/pricing"))["seasons"] for price in season["prices"]]
    policy = made(asks.get(f"{_COURSE}/terms"))["cancellationPolicy"]
    counts = {len(item) for item in items}
    has_nulls = all("weekdayRules" in price for price in prices) and "policyText" in policy
    return decided(
        ("quick-start-members", 7 in counts),
        ("absent-for-null", not has_nulls),
        ("all-members", counts == {11} and "thumbnailUrl" in made(asks.get(_COURSE))),
        seen=(counts, policy),
    )


@probe("A-19")
def values_of_open_sets(asks: Asker) -> str:
    """Every value of an open list that courses, prices, terms, days and tee times show."""
    known = open_lists()
    listed = asks.get("/travel/courses", pageSize=100)
    answers = [listed.body, *(asks.get(f"/travel/courses/{course['id']}").body for course in listed.shown[:40])]
    for course_id in (ORDINARY.id, by_trait("override-terms").id, by_trait("offline-silent").id):
        course = f"/travel/courses/{course_id}"
        answers.append(asks.get(f"{course}/terms").body)
        answers.append(asks.get(f"{course}/pricing", includeExtraProducts="true").body)
        answers.append(asks.get(f"{course}/tee-times", date=SATURDAY, players=2).body)
    foreign = {(name, value) for name, value in _texts(answers) if name in known and value not in known[name]}
    seen_names = {name for name, _ in _texts(answers)} & set(known)
    return decided(("other-values", bool(foreign)), ("known-values", len(seen_names) >= 9), seen=(foreign, seen_names))


def open_lists() -> dict[str, set[str]]:
    """The known values of each member with an open list, by the name of the member."""
    document = contract()
    lists: dict[str, set[str]] = {}
    for schema in document["components"]["schemas"].values():
        for name, member in schema.get("properties", {}).items():
            node = dereference(document, member)
            values = dereference(document, node.get("items", node)).get("x-extensible-enum", ())
            lists.setdefault(name, set()).update(values)
    return {name: values for name, values in lists.items() if values}


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in *value* with the name of its member."""
    if isinstance(value, dict):
        for member, item in value.items():
            yield from _texts(item, member)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, name)
    elif isinstance(value, str):
        yield name, value


@probe("A-53")
def limit_of_requests(asks: Asker) -> str:
    """Sixty reads in a row."""
    replies = [asks.get("/travel/bookings") for _ in range(60)]
    statuses = {reply.status for reply in replies}
    has_headers = any(name.startswith("ratelimit") for reply in replies for name in reply.headers)
    return decided(
        ("fixed-limit", 429 in statuses or has_headers), ("no-limit", statuses == {200}), seen=(statuses, has_headers)
    )


@probe("A-35")
def texts_of_a_person(asks: Asker) -> str:
    """A phone number, a name that is too long, an e-mail that is none, and a phone number with letters."""
    first, second, *_ = tee_times(asks)
    shown = made(asks.post("/travel/bookings", booking(first, leadPlayer={**LEAD, "phone": "+46 8 123 456"})))
    odd = [{"firstName": "A" * 101}, {"email": "ada"}, {"phone": "call me"}]
    statuses = [asks.post("/travel/bookings", booking(second, leadPlayer={**LEAD, **item})).status for item in odd]
    return decided(
        ("phone-shown", "phone" in shown["leadPlayer"]),
        ("any-text", statuses[0] == 201),
        ("bounded-and-hidden", statuses == [400] * 3),
        seen=(shown, statuses),
    )


@probe("A-11")
def repeated_creation(asks: Asker) -> str:
    """One booking sent twice under an idempotency key, another body under that key, and one reference sent twice."""
    first, second, *_ = tee_times(asks)
    once, again = (asks.post("/travel/bookings", booking(first, players=1), Idempotency_Key="one") for _ in range(2))
    other = asks.post("/travel/bookings", booking(first, players=2), Idempotency_Key="one").status
    body = booking(second, players=1, agencyBookingReference="MGT-1")
    referred = [made(asks.post("/travel/bookings", body))["id"] for _ in range(2)]
    is_replayed = made(once)["id"] == made(again)["id"] and again.headers.get("idempotency-replayed") == "true"
    return decided(
        ("agency-reference", referred[0] == referred[1]),
        ("idempotency-key", is_replayed and other == 422),
        seen=(once.shown, again.shown, other, referred),
    )


@probe("A-10")
def issue_of_keys(asks: Asker) -> str:
    """A key that the service has never seen, of the form that it accepts."""
    fresh = asks.with_key(f"sbx_{asks.world}-fresh_newcomer").get("/travel/courses").status
    return word_for(fresh, {200: "by-form", 401: "portal", 403: "portal"})


@probe("A-18")
def zone_of_dates(asks: Asker) -> str:
    """The seventh of May half an hour after midnight in Spain, when Portugal has not reached midnight."""
    asks.freeze(f"{TODAY}T22:30:00Z")
    portugal = made(asks.get("/travel/courses", country="PT", holes=18))
    lisbon = next(course["id"] for course in portugal if course["isOnline"] and course["region"] != "Azores")
    statuses = tuple(
        asks.get(f"/travel/courses/{course_id}/tee-times", date=TODAY, players=1).is_success
        for course_id in (ORDINARY.id, lisbon)
    )
    return word_for(statuses, {(False, True): "course-local", (True, True): "utc", (False, False): "caller-local"})
