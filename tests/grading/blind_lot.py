"""A blind lot: recordings of clients that are wrong, and of clients that are odd but right."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from conformance.grading.calls import ClientTraffic, DeliveryAttempt, Stored
from tests.grading.recorded_calls import (
    COURSE,
    DAY,
    TIME,
    Recorded,
    attempt,
    book,
    booked,
    call,
    group,
    group_read,
    on_hook,
    refused,
    subscribe,
    traffic_of,
    wish,
)

MINUTE, HOUR, NIGHT = 60.0, 3600.0, 86400.0
OFFLINE = "crs_off"

# The names of the variants of a delivery: guessed, change them here when the recorder calls them otherwise.
FORGED, OLD, REPEATED, UNKNOWN = "bad_signature", "stale_timestamp", "duplicate", "unknown_event"


@dataclass(frozen=True)
class Wrong:
    """A client that does something wrong."""

    name: str
    sentence: str
    kind: Literal["plain", "conditional"]
    traffic: ClientTraffic


@dataclass(frozen=True)
class Right:
    """A client that is unusual and right."""

    name: str
    sentence: str
    traffic: ClientTraffic


# Calls with fuller bodies than those of the helpers.


def keyed(key: str | None) -> dict[str, str | None]:
    """The header of an idempotent call."""
    return {"idempotency-key": key} if key else {}


def full(
    booking_id: str,
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    **members: Any,
) -> dict[str, Any]:
    """The whole answer about a booking."""
    return booked(
        booking_id,
        status=state,
        bookingReference=f"GTS-{booking_id.removeprefix('bkg_').zfill(5)}",
        course={"id": course, "name": "Las Palmeras"},
        date=day,
        teeTime=time,
        players=players,
        **members,
    )


def sale(
    booking_id: str = "bkg_1",
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    key: str | None = None,
    after: float = 25.0,
    **members: Any,
) -> Recorded:
    """A booking that the service accepts."""
    sent = wish(courseId=course, date=day, teeTime=time, players=players, **members)
    echoed = {name: value for name, value in members.items() if name != "holdId"}
    answer = full(booking_id, state, day=day, time=time, players=players, course=course, **echoed)
    return book(201, answer, sent=sent, headers=keyed(key), after=after)


def no_sale(
    status: int,
    code: str = "",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    key: str | None = None,
    after: float = 25.0,
    answered: Mapping[str, str] | None = None,
    **members: Any,
) -> Recorded:
    """A booking that the service refuses, or whose answer is lost (status 0)."""
    sent = wish(courseId=course, date=day, teeTime=time, players=players, **members)
    answer = refused(code) if status else None
    return book(status, answer, sent=sent, headers=keyed(key), after=after, answered=answered)


def seen(
    *times: tuple[str, int],
    day: str = DAY,
    players: int = 2,
    course: str = COURSE,
    after: float = 2.0,
    headers: Mapping[str, str | None] | None = None,
) -> Recorded:
    """The tee times of a day, asked for a number of players."""
    shown = [
        {
            "time": time,
            "available": free,
            "pricing": {"currency": "EUR", "greenFee": 84.0, "totalAmount": 84.0 * players, "priceType": "standard"},
        }
        for time, free in times
    ]
    answer = {"courseId": course, "date": day, "isOnline": True, "availableTimes": shown}
    asked = {"date": day, "players": str(players)}
    path = f"/travel/courses/{course}/tee-times"
    return call("GET", path, 200, answer, query=asked, after=after, headers=headers)


def seen_offline(day: str = DAY, players: int = 2, after: float = 2.0) -> Recorded:
    """The answer of an offline course about its tee times."""
    answer = {
        "courseId": OFFLINE,
        "date": day,
        "isOnline": False,
        "bookingMessage": "The course confirms by hand.",
        "offlineBookingContact": {"email": "desk@course.example", "phone": "+34 900", "responseTime": "24 hours"},
    }
    asked = {"date": day, "players": str(players)}
    return call("GET", f"/travel/courses/{OFFLINE}/tee-times", 200, answer, query=asked, after=after)


def details(course: str = COURSE, online: bool = True, after: float = 1.0) -> Recorded:
    """The details of a course."""
    answer = {"data": {"id": course, "name": "Las Palmeras", "country": "ES", "holes": 18, "isOnline": online}}
    return call("GET", f"/travel/courses/{course}", 200, answer, after=after)


def courses(
    page: int = 1, pages: int = 1, after: float = 1.0, headers: Mapping[str, str | None] | None = None, **query: str
) -> Recorded:
    """A page of the courses."""
    items = [{"id": COURSE, "name": "Las Palmeras", "country": "ES", "isOnline": True}] if page == 1 else []
    items += [{"id": f"crs_{page}{number}", "name": "Other", "country": "ES", "isOnline": True} for number in (2, 3)]
    size = int(query.get("pageSize", "20"))
    answer = {
        "data": items,
        "meta": {"pagination": {"page": page, "pageSize": size, "totalItems": size * pages, "totalPages": pages}},
    }
    asked = {**query, **({"page": str(page)} if page > 1 or pages > 1 else {})}
    return call("GET", "/travel/courses", 200, answer, query=asked, after=after, headers=headers)


def pricing(after: float = 1.0) -> Recorded:
    """The prices of the course in spring."""
    answer = {"data": {"courseId": COURSE, "currency": "EUR", "seasons": []}, "meta": {"totalSeasons": 0}}
    asked = {"startDate": "2027-04-01", "endDate": "2027-04-30"}
    return call("GET", f"/travel/courses/{COURSE}/pricing", 200, answer, query=asked, after=after)


def days(start: str, end: str, after: float = 1.0) -> Recorded:
    """The availability of several days."""
    result = {"date": DAY, "hasAvailability": True, "availableSlots": 9, "firstAvailableTime": "08:10"}
    answer = {"courseId": COURSE, "availabilityResults": [result], "bestAvailability": {"date": DAY}}
    asked = {"startDate": start, "endDate": end, "players": "2"}
    return call("GET", f"/travel/courses/{COURSE}/availability", 200, answer, query=asked, after=after)


def terms_of(
    *,
    course: str = COURSE,
    allowed: bool = True,
    change_hours: int = 24,
    cancel_hours: int = 24,
    ahead: int = 400,
    after: float = 2.0,
) -> Recorded:
    """The terms of a course with their numbers."""
    tiers = [
        {"hoursBeforeTeeTime": 72, "refundPercent": 100, "label": "Full refund"},
        {"hoursBeforeTeeTime": 24, "refundPercent": 50, "label": "Half refund"},
        {"hoursBeforeTeeTime": 0, "refundPercent": 0, "label": "No refund"},
    ]
    answer = {
        "data": {
            "courseId": course,
            "cancellationPolicy": {"tiers": tiers, "policyText": None, "source": "platform"},
            "bookingTerms": {
                "maxPlayersPerBooking": 4,
                "maxDaysInAdvance": ahead,
                "modificationAllowed": allowed,
                "modificationCutoffHours": change_hours,
                "selfServiceCancellationCutoffHours": cancel_hours,
            },
        }
    }
    return call("GET", f"/travel/courses/{course}/terms", 200, answer, after=after)


def asked_for(
    booking_id: str = "bkg_1", state: str = "confirmed", *, after: float = 2.0, course: str = COURSE, **members: Any
) -> Recorded:
    """One booking read."""
    answer = full(booking_id, state, course=course, **members)
    return call("GET", f"/travel/bookings/{booking_id}", 200, answer, after=after)


def page_of(
    *shown: tuple[str, str], page: int | None = None, pages: int = 1, after: float = 2.0, **query: str
) -> Recorded:
    """A page of the bookings: each with its time, on the usual day."""
    items = [full(booking_id, time=time)["data"] for booking_id, time in shown]
    asked = {**query, **({"page": str(page)} if page else {})}
    size = int(query.get("pageSize", "20"))
    total = len(shown) if pages == 1 else size * pages
    found = {"page": page or 1, "pageSize": size, "totalItems": total, "totalPages": pages}
    answer = {"data": items, "meta": {"pagination": found}}
    return call("GET", "/travel/bookings", 200, answer, query=asked, after=after)


def give_up(booking_id: str = "bkg_1", status: int = 200, code: str = "", *, after: float = 8.0) -> Recorded:
    """A cancellation."""
    done = {"data": {"id": booking_id, "status": "cancelled", "cancellationDate": "2027-03-01T09:10:00Z"}}
    answer = None if status == 0 else done if status == 200 else refused(code)
    return call("DELETE", f"/travel/bookings/{booking_id}", status, answer, after=after)


def altered(
    sent: Mapping[str, Any], status: int = 200, code: str = "", *, booking_id: str = "bkg_1", after: float = 8.0
) -> Recorded:
    """A change of a booking."""
    players = sent.get("players", 2)
    answer = None if status == 0 else full(booking_id, players=players) if status == 200 else refused(code)
    return call("PUT", f"/travel/bookings/{booking_id}", status, answer, sent=dict(sent), after=after)


def hooked(hook_id: str = "hok_1", *, course: str = COURSE, time: str = TIME, after: float = 10.0) -> Recorded:
    """A booking hook of 14 days."""
    sent = wish(courseId=course, teeTime=time)
    answer = {"data": {"id": hook_id, "status": "held"}}
    return call("POST", "/travel/bookings/hooks", 201, answer, sent=sent, after=after)


def held(
    hold_id: str, expires: str, *, time: str = TIME, players: int = 2, course: str = COURSE, after: float = 6.0
) -> Recorded:
    """A hold of a tee time."""
    sent = {"date": DAY, "time": time, "players": players}
    answer = {"holdId": hold_id, "courseId": course, **sent, "holdExpiration": expires}
    return call("POST", f"/travel/courses/{course}/hold-tee-time", 201, answer, sent=sent, after=after)


def lasting(recorded: Recorded, milliseconds: float) -> Recorded:
    """The same call with a slower answer."""
    after, exchange = recorded
    return after, replace(exchange, elapsed_ms=milliseconds)


def kept(
    booking_id: str = "bkg_1",
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    reference: str | None = None,
) -> Stored:
    """A booking that exists in the end."""
    return Stored("alpha", booking_id, state, (course, day, time), players, reference)


def nth(message: str, kind: str, number: int, status: int | None, milliseconds: int = 20) -> DeliveryAttempt:
    """The attempt with this number to deliver one genuine message."""
    return DeliveryAttempt(message, kind, None, number, status, milliseconds)


def group_call(action: str, answer: Any, *, players: int = 12, after: float = 3.0) -> Recorded:
    """A question about a group that changes nothing."""
    sent = {"courseId": COURSE, "date": DAY, "totalPlayers": players}
    if action == "find-slots":
        sent["preferredStartTime"] = TIME
    return call("POST", f"/travel/group-bookings/{action}", 200, answer, sent=sent, after=after)


def token(action: str = "token", status: int = 200, after: float = 1.0) -> Recorded:
    """A call for a token."""
    given = {"accessToken": "[redacted]", "refreshToken": "[redacted]", "expiresIn": 3600}
    answer = given if status == 200 else refused("token")
    sent = {"refreshToken": "[redacted]"} if action == "refresh" else {}
    return call("POST", f"/auth/{action}", status, answer, sent=sent, after=after)


FREE = (("09:10", 4), ("09:30", 4), ("09:50", 4))

WRONG: list[Wrong] = [
    Wrong(
        "lost_answer_booked_again_blind",
        "After a lost answer it sends the booking again without a key and without reading, so the guest has two.",
        "conditional",
        traffic_of(
            [
                courses(country="ES"),
                seen(*FREE),
                no_sale(0),
                sale("bkg_2", after=5.0),
                asked_for("bkg_2", after=3.0),
                seen(*FREE, day="2027-04-18", after=90.0),
            ],
            stored=[kept("bkg_1"), kept("bkg_2")],
        ),
    ),
    Wrong(
        "new_key_for_each_try",
        "It makes a new idempotency key for each try of one booking, so the key protects from nothing.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", time="09:10", key="5b1c-01", agencyBookingReference="AG-700"),
                seen(("09:30", 4), ("09:50", 4), after=40.0),
                no_sale(0, key="5b1c-02", agencyBookingReference="AG-701"),
                no_sale(0, key="5b1c-03", after=4.0, agencyBookingReference="AG-701"),
                sale("bkg_4", key="5b1c-04", after=8.0, agencyBookingReference="AG-701"),
                asked_for("bkg_4"),
            ],
            stored=[
                kept("bkg_1", time="09:10", reference="AG-700"),
                kept("bkg_2", reference="AG-701"),
                kept("bkg_4", reference="AG-701"),
            ],
        ),
    ),
    Wrong(
        "one_key_for_every_booking",
        "It sends a fixed idempotency key with every booking, so the bookings of later guests are refused.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", key="agency-prod"),
                seen(*FREE, day="2027-04-20", after=400.0),
                no_sale(422, "idempotency_key_reused", day="2027-04-20", time="09:50", players=4, key="agency-prod"),
                page_of(("bkg_1", TIME), after=60.0),
                seen(*FREE, day="2027-04-21", after=900.0),
                no_sale(422, "idempotency_key_reused", day="2027-04-21", time="09:10", players=3, key="agency-prod"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "lost_answer_then_another_time",
        "When the answer to a booking is lost it books the next time, and never asks whether the first exists.",
        "conditional",
        traffic_of(
            [
                details(),
                seen(*FREE),
                no_sale(0, players=3),
                seen(("09:10", 4), ("09:50", 4), players=3, after=6.0),
                sale("bkg_2", time="09:50", players=3, after=3.0),
                asked_for("bkg_2", time="09:50", players=3),
                courses(country="PT", after=300.0),
            ],
            stored=[kept("bkg_1", players=3), kept("bkg_2", time="09:50", players=3)],
        ),
    ),
    Wrong(
        "searches_only_first_page_and_books_again",
        "It looks for a lost booking on the first of three pages only, does not find it and books a second time.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                no_sale(0),
                page_of(("bkg_90", "10:10"), ("bkg_91", "11:00"), pages=3, after=5.0),
                seen(("09:10", 4), ("09:30", 2), after=2.0),
                sale("bkg_2", after=2.0),
                asked_for("bkg_2"),
            ],
            stored=[kept("bkg_1"), kept("bkg_2"), kept("bkg_90", time="10:10"), kept("bkg_91", time="11:00")],
        ),
    ),
    Wrong(
        "hammers_a_sold_out_time",
        "It repeats the same booking many times after the answer that the time is sold out, and never looks again.",
        "conditional",
        traffic_of(
            [
                days("2027-04-15", "2027-04-19"),
                seen(("09:30", 2), ("09:50", 4)),
                *([no_sale(409, "tee_time_unavailable", after=25.0 if n == 0 else 2.0) for n in range(8)]),
                courses(country="ES", after=30.0),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "tee_time_turned_into_utc",
        "It converts the local tee time to UTC before it books, so it asks for a time that was never offered.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                no_sale(409, "tee_time_unavailable", time="07:30"),
                seen(("10:10", 4), ("13:40", 4), day="2027-04-19", after=120.0),
                no_sale(409, "tee_time_unavailable", day="2027-04-19", time="11:40"),
                page_of(after=10.0),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "books_more_than_the_free_places",
        "It does not look at the number of free places and books four players on a time that showed two.",
        "conditional",
        traffic_of(
            [
                seen(("08:50", 4), ("09:30", 4), day="2027-04-10"),
                sale("bkg_1", day="2027-04-10", players=4),
                seen(("09:10", 1), ("09:30", 2), ("09:50", 4), after=200.0),
                no_sale(409, "not_enough_places", players=4),
                no_sale(409, "not_enough_places", time="09:10", players=4, after=6.0),
            ],
            stored=[kept("bkg_1", day="2027-04-10", players=4)],
        ),
    ),
    Wrong(
        "basket_paid_without_new_look",
        "It books from availability that is hours old when the guest pays late, and sells times that are gone.",
        "conditional",
        traffic_of(
            [
                courses(country="ES"),
                seen(*FREE),
                pricing(after=4.0),
                details(after=600.0),
                no_sale(409, "tee_time_unavailable", after=4 * HOUR),
                seen(*FREE, day="2027-04-24", after=30.0),
                no_sale(409, "tee_time_unavailable", day="2027-04-24", time="09:10", after=5 * HOUR),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "books_beside_its_own_hold",
        "It holds the time and books without naming the hold, so the held places stay blocked besides the booking.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                held("hld_1", "2027-03-01T09:15:00Z"),
                pricing(),
                sale("bkg_1", after=150.0),
                seen(("09:10", 4), ("09:50", 4), after=200.0),
                held("hld_2", "2027-03-01T09:21:00Z", time="09:50", players=4),
                no_sale(409, "tee_time_unavailable", time="09:50", players=4, after=120.0),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "completes_an_expired_hold",
        "It does not watch the end of the hold and sends the dead hold id again and again when the guest pays late.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                held("hld_1", "2027-03-01T09:15:00Z"),
                details(after=120.0),
                no_sale(409, "hold_expired", holdId="hld_1", after=27 * MINUTE),
                no_sale(409, "hold_expired", holdId="hld_1", after=5.0),
                no_sale(409, "hold_expired", holdId="hld_1", after=30.0),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "rolling_holds_block_the_time",
        "It renews the hold of one time every quarter of an hour for hours without a guest, which blocks the course.",
        "plain",
        traffic_of(
            [
                seen(*FREE, players=4),
                *(
                    [
                        held(
                            f"hld_{n}",
                            f"2027-03-01T{9 + (15 * n + 15) // 60:02}:{(15 * n + 15) % 60:02}:00Z",
                            players=4,
                            after=6.0 if n == 0 else 15 * MINUTE + 1,
                        )
                        for n in range(14)
                    ]
                ),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "pending_taken_for_final",
        "It takes a pending booking of an offline course for sold, and never reads it nor listens for an event.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1"),
                seen_offline(after=60.0),
                sale("bkg_2", "pending", course=OFFLINE),
                seen(*FREE, day="2027-04-18", after=NIGHT),
                sale("bkg_3", day="2027-04-18"),
                seen(*FREE, day="2027-05-02", after=40 * NIGHT),
                sale("bkg_4", day="2027-05-02"),
            ],
            [],
            [
                kept("bkg_1"),
                kept("bkg_2", "pending", course=OFFLINE),
                kept("bkg_3", day="2027-04-18"),
                kept("bkg_4", day="2027-05-02"),
            ],
        ),
    ),
    Wrong(
        "books_again_while_pending",
        "It takes pending for a failure and books the same offline time each hour, so the course gets four requests.",
        "conditional",
        traffic_of(
            [
                details(OFFLINE, online=False),
                seen_offline(),
                sale("bkg_1", "pending", course=OFFLINE),
                sale("bkg_2", "pending", course=OFFLINE, after=HOUR),
                seen_offline(after=HOUR),
                sale("bkg_3", "pending", course=OFFLINE, after=3.0),
                sale("bkg_4", "pending", course=OFFLINE, after=HOUR),
                asked_for("bkg_4", "pending", course=OFFLINE),
            ],
            stored=[kept(f"bkg_{n}", "pending", course=OFFLINE) for n in (1, 2, 3, 4)],
        ),
    ),
    Wrong(
        "changes_after_the_cutoff",
        "It read that changes end 24 hours before the tee time, yet it tries to change a booking of that day thrice.",
        "conditional",
        traffic_of(
            [
                terms_of(),
                seen(("15:10", 4), ("15:30", 4), day="2027-03-01", players=4),
                sale("bkg_1", day="2027-03-01", time="15:30", players=4),
                asked_for("bkg_1", day="2027-03-01", time="15:30", players=4, after=HOUR),
                altered({"players": 3}, 409, "modification_cutoff_passed"),
                altered({"players": 3}, 409, "modification_cutoff_passed", after=10.0),
                altered({"players": 3}, 409, "modification_cutoff_passed", after=60.0),
            ],
            stored=[kept("bkg_1", day="2027-03-01", time="15:30", players=4)],
        ),
    ),
    Wrong(
        "changes_fields_that_are_fixed",
        "It sends a new date, tee time and lead player in an update, though these fields can never be changed.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1"),
                terms_of(after=HOUR),
                seen(*FREE, day="2027-04-18"),
                altered(
                    {k: v for k, v in wish(date="2027-04-18", teeTime="09:50").items() if k != "courseId"},
                    422,
                    "validation_failed",
                ),
                altered({"teeTime": "09:50"}, 422, "validation_failed", after=40.0),
                asked_for("bkg_1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "cancels_without_the_terms",
        "It cancels close to the tee time without ever reading the terms, so guests pay fees nobody told them of.",
        "plain",
        traffic_of(
            [
                seen(*FREE, day="2027-03-03"),
                sale("bkg_1", day="2027-03-03"),
                seen(*FREE, day="2027-03-04", after=300.0),
                sale("bkg_2", day="2027-03-04", time="09:10", players=4),
                asked_for("bkg_1", day="2027-03-03", after=2 * HOUR),
                give_up("bkg_1"),
                give_up("bkg_2", after=HOUR),
                page_of(status="cancelled"),
            ],
            stored=[
                kept("bkg_1", "cancelled", day="2027-03-03"),
                kept("bkg_2", "cancelled", day="2027-03-04", time="09:10", players=4),
            ],
        ),
    ),
    Wrong(
        "failed_cancellation_forgotten",
        "When a cancellation fails with 503 it never tries again, so an unwanted booking stays and is charged.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1"),
                terms_of(after=2 * HOUR),
                give_up("bkg_1", 503, "unavailable"),
                seen(*FREE, day="2027-04-25", after=20.0),
                sale("bkg_2", day="2027-04-25"),
                seen(*FREE, day="2027-05-08", after=3 * NIGHT),
                sale("bkg_3", day="2027-05-08", players=4),
            ],
            stored=[kept("bkg_1"), kept("bkg_2", day="2027-04-25"), kept("bkg_3", day="2027-05-08", players=4)],
        ),
    ),
    Wrong(
        "group_accepted_and_forgotten",
        "It takes the 202 of a group for a booking, and neither reads the group nor subscribes to any event.",
        "plain",
        traffic_of(
            [
                group_call("find-slots", {"data": {"slots": ["09:30", "09:40", "09:50"]}}),
                group_call("calculate-price", {"data": {"total": 1008.0, "currency": "EUR"}}),
                group(202, 12, after=60.0),
                seen(*FREE, day="2027-04-20", after=2 * HOUR),
                sale("bkg_1", day="2027-04-20"),
                group(202, 16, after=2 * NIGHT),
                courses(country="PT", after=20 * NIGHT),
            ],
            [],
            [kept("bkg_1", day="2027-04-20")],
        ),
    ),
    Wrong(
        "eight_players_in_one_booking",
        "It sends a party of eight to the standard booking, which takes four, and goes on with seven and with six.",
        "plain",
        traffic_of(
            [
                details(),
                seen(*FREE, players=4),
                no_sale(422, "validation_failed", players=8),
                no_sale(422, "validation_failed", players=7, after=6.0),
                no_sale(422, "validation_failed", players=6, after=6.0),
                seen(*FREE, players=4, after=20.0),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "hook_confirmed_after_its_end",
        "It confirms a booking hook after sixteen days, though hooks end after fourteen, and keeps on trying.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                hooked(),
                seen(*FREE, day="2027-04-22", after=3 * NIGHT),
                sale("bkg_7", day="2027-04-22"),
                on_hook("POST", 409, refused("hook_expired"), after=13 * NIGHT),
                on_hook("POST", 409, refused("hook_expired"), after=HOUR),
                on_hook("POST", 409, refused("hook_expired"), after=NIGHT),
            ],
            stored=[kept("bkg_7", day="2027-04-22")],
        ),
    ),
    Wrong(
        "hook_and_booking_for_one_guest",
        "It turns a booking hook into a sale by a new booking instead of a confirmation, so both block the tee time.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                hooked(),
                asked_for("bkg_5", time="10:10", after=NIGHT),
                seen(("09:10", 4), ("09:30", 2), after=2 * NIGHT),
                sale("bkg_9"),
                asked_for("bkg_9"),
            ],
            stored=[kept("bkg_5", time="10:10"), kept("bkg_9")],
        ),
    ),
    Wrong(
        "retry_after_ignored",
        "It is told to wait a minute and calls again each second, which keeps it blocked and loads the service.",
        "conditional",
        traffic_of(
            [
                courses(country="ES"),
                seen(*FREE),
                *(
                    [
                        call(
                            "GET",
                            f"/travel/courses/{COURSE}/tee-times",
                            429,
                            refused("rate_limited"),
                            query={"date": f"2027-04-{18 + n}", "players": "2"},
                            answered={"retry-after": str(60 - n)},
                            after=1.0,
                        )
                        for n in range(7)
                    ]
                ),
                seen(*FREE, day="2027-04-26", after=56.0),
            ]
        ),
    ),
    Wrong(
        "no_pause_while_the_service_is_down",
        "It repeats a read ten times a second while the service answers 503, and never slows down.",
        "conditional",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", key="b-1"),
                *(
                    [
                        call("GET", "/travel/bookings/bkg_1", 503, refused("unavailable"), after=5.0 if n == 0 else 0.1)
                        for n in range(25)
                    ]
                ),
                asked_for("bkg_1", after=0.1),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "api_key_in_the_address",
        "It sends the API key in the query of each address besides the header, so the key ends in logs of proxies.",
        "plain",
        traffic_of(
            [
                courses(country="ES", apiKey="gk_live_8f31c2d7"),
                call(
                    "GET",
                    f"/travel/courses/{COURSE}",
                    200,
                    {"data": {"id": COURSE, "isOnline": True}},
                    query={"apiKey": "gk_live_8f31c2d7"},
                    after=2.0,
                ),
                call(
                    "GET",
                    "/travel/bookings",
                    200,
                    {"data": [], "meta": {"pagination": {"page": 1, "totalPages": 1}}},
                    query={"status": "confirmed", "apiKey": "gk_live_8f31c2d7"},
                    after=30.0,
                ),
            ]
        ),
    ),
    Wrong(
        "card_number_in_the_requests",
        "It writes card numbers and check codes into the special requests, where the staff of the course reads them.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", specialRequests="2 buggies. No-show card 4111 1111 1111 1111, 09/29, CVC 123"),
                asked_for("bkg_1"),
                seen(*FREE, day="2027-04-19", after=600.0),
                sale("bkg_2", day="2027-04-19", specialRequests="No-show card 5555 5555 5555 4444, 01/30, CVC 737"),
            ],
            stored=[kept("bkg_1"), kept("bkg_2", day="2027-04-19")],
        ),
    ),
    Wrong(
        "forged_delivery_accepted",
        "Its receiver accepts a delivery with a false signature as if it were genuine, so anybody can cancel bookings.",
        "conditional",
        traffic_of(
            [
                subscribe(headers=keyed("sub-1")),
                seen(*FREE, after=60.0),
                sale("bkg_1", key="b-1"),
                asked_for("bkg_1", after=4.0),
                asked_for("bkg_1", after=40.0),
            ],
            [attempt(None, 200), attempt(FORGED, 200, kind="booking.cancelled"), attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "old_delivery_accepted",
        "Its receiver checks the signature but not the age, and accepts a copy of a delivery that is hours old.",
        "conditional",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=10.0),
                sale("bkg_1"),
                asked_for("bkg_1", after=4.0),
                page_of(("bkg_1", TIME), after=4 * HOUR),
            ],
            [attempt(None, 200), attempt(FORGED, 401), attempt(OLD, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_fails_on_unknown_kind",
        "Its receiver answers 500 to a kind of event that it does not know, so one new kind makes its deliveries fail.",
        "conditional",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1"), asked_for("bkg_1")],
            [
                attempt(None, 200),
                attempt(UNKNOWN, 500, kind="booking.reminded"),
                attempt(UNKNOWN, 500, kind="booking.reminded"),
                attempt(None, 200),
            ],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_works_before_it_answers",
        "Its receiver does all its work before it answers, takes half a minute, and deliveries run out of time.",
        "plain",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=30.0),
                sale("bkg_1"),
                asked_for("bkg_1", after=20.0),
                asked_for("bkg_1", after=31.0),
            ],
            [
                attempt(None, None, milliseconds=30000),
                attempt(None, None, milliseconds=30000),
                attempt(None, 200, milliseconds=28400),
            ],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "new_token_for_every_call",
        "It asks for a new token before each call instead of using the one it has, which doubles all calls.",
        "plain",
        traffic_of(
            [
                token(),
                courses(country="ES", after=0.2),
                token(after=3.0),
                details(after=0.2),
                token(after=3.0),
                seen(*FREE, after=0.2),
                token(after=20.0),
                sale("bkg_1", after=0.2),
                token(after=2.0),
                asked_for("bkg_1", after=0.2),
                token(after=60.0),
                page_of(("bkg_1", TIME), after=0.2),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "date_in_another_format",
        "It writes dates as day, month, year where year, month, day is wanted, so all its searches fail.",
        "plain",
        traffic_of(
            [
                courses(country="DE"),
                *(
                    [
                        call(
                            "GET",
                            f"/travel/courses/{COURSE}/tee-times",
                            422,
                            refused("validation_failed"),
                            query={"date": f"{day}/04/2027", "players": "2"},
                            after=15.0,
                        )
                        for day in (17, 18, 24)
                    ]
                ),
                details(after=2.0),
                no_sale(422, "validation_failed", day="17/04/2027"),
            ],
            stored=[],
        ),
    ),
    Wrong(
        "reference_in_place_of_the_id",
        "It keeps the booking reference instead of the id and puts it into addresses, so it cannot read nor cancel.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1"),
                call("GET", "/travel/bookings/GTS-00001", 404, refused("not_found"), after=30.0),
                terms_of(after=NIGHT),
                call("DELETE", "/travel/bookings/GTS-00001", 404, refused("not_found"), after=5.0),
                call("DELETE", "/travel/bookings/GTS-00001", 404, refused("not_found"), after=60.0),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "polls_every_second",
        "It asks for a pending booking of an offline course each second although a person there answers within a day.",
        "plain",
        traffic_of(
            [
                seen_offline(),
                sale("bkg_1", "pending", course=OFFLINE),
                *([asked_for("bkg_1", "pending", course=OFFLINE, after=1.0) for _ in range(90)]),
            ],
            stored=[kept("bkg_1", "pending", course=OFFLINE)],
        ),
    ),
    Wrong(
        "subscribes_at_every_start",
        "It registers the same webhook address at each start and deletes none, so each event reaches it many times.",
        "plain",
        traffic_of(
            [
                subscribe(hook_id="whk_1"),
                seen(*FREE, after=30.0),
                sale("bkg_1"),
                subscribe(hook_id="whk_2", after=5 * HOUR),
                page_of(("bkg_1", TIME)),
                subscribe(hook_id="whk_3", after=NIGHT),
                page_of(("bkg_1", TIME)),
                subscribe(hook_id="whk_4", after=NIGHT),
                page_of(("bkg_1", TIME)),
            ],
            [attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_fails_on_a_repeated_delivery",
        "Its receiver answers 500 to a message it has had before, as its database refuses it, so it is sent for ever.",
        "conditional",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=30.0),
                sale("bkg_1", key="y-1"),
                asked_for("bkg_1"),
                seen(*FREE, day="2027-04-18", after=HOUR),
                sale("bkg_2", day="2027-04-18", key="y-2"),
            ],
            [attempt(None, 200), attempt(REPEATED, 500), attempt(REPEATED, 500), attempt(FORGED, 401)],
            [kept("bkg_1"), kept("bkg_2", day="2027-04-18")],
        ),
    ),
]

AGENCY_A: dict[str, str | None] = {"x-api-key": "[redacted-1]"}
AGENCY_B: dict[str, str | None] = {"x-api-key": "[redacted-2]"}

RIGHT: list[Right] = [
    Right(
        "reads_before_it_repeats",
        "It uses no key, but after a lost answer it reads the list, sees no booking, and only then repeats.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(0, agencyBookingReference="AG-31"),
                page_of(after=10.0, startDate=DAY, endDate=DAY),
                seen(*FREE, after=2.0),
                sale("bkg_1", after=2.0, agencyBookingReference="AG-31"),
                asked_for("bkg_1"),
            ],
            stored=[kept("bkg_1", reference="AG-31")],
        ),
    ),
    Right(
        "finds_the_lost_booking_on_the_third_page",
        "After a lost answer it reads all pages of the list, finds its booking on the last and does not book again.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(0),
                page_of(("bkg_7", "10:10"), ("bkg_8", "10:20"), page=1, pages=3, after=15.0, pageSize="2"),
                page_of(("bkg_5", "11:00"), ("bkg_6", "11:10"), page=2, pages=3, after=1.0, pageSize="2"),
                page_of(("bkg_1", TIME), ("bkg_4", "12:00"), page=3, pages=3, after=1.0, pageSize="2"),
                asked_for("bkg_1"),
            ],
            stored=[
                kept("bkg_1"),
                kept("bkg_4", time="12:00"),
                kept("bkg_5", time="11:00"),
                kept("bkg_6", time="11:10"),
                kept("bkg_7", time="10:10"),
                kept("bkg_8", time="10:20"),
            ],
        ),
    ),
    Right(
        "same_key_three_times",
        "It sends one booking three times, which is safe as all carry the same key and it waits longer each time.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(0, key="ag-9f2"),
                no_sale(503, "unavailable", key="ag-9f2", after=5.0),
                sale("bkg_1", key="ag-9f2", after=20.0),
                asked_for("bkg_1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "polls_with_growing_pauses_and_no_webhook",
        "It has no webhook and reads a pending booking with longer and longer pauses until it is confirmed.",
        traffic_of(
            [
                seen_offline(),
                sale("bkg_1", "pending", course=OFFLINE),
                asked_for("bkg_1", "pending", course=OFFLINE, after=10 * MINUTE),
                asked_for("bkg_1", "pending", course=OFFLINE, after=HOUR),
                asked_for("bkg_1", "pending", course=OFFLINE, after=4 * HOUR),
                asked_for("bkg_1", "pending", course=OFFLINE, after=12 * HOUR),
                asked_for("bkg_1", course=OFFLINE, after=12 * HOUR),
            ],
            [],
            [kept("bkg_1", course=OFFLINE)],
        ),
    ),
    Right(
        "three_processes_at_once",
        "Three clerks of one agency work at once, so calls of three sales mix and each sale is right by itself.",
        traffic_of(
            [
                seen(*FREE),
                seen(*FREE, players=4, after=0.1),
                seen(("10:10", 4), ("10:30", 4), day="2027-04-18", after=0.1),
                lasting(sale("bkg_1", time="09:10", key="p1-1", after=12.0, agencyBookingReference="C1-5"), 500.0),
                lasting(sale("bkg_2", players=4, key="p2-1", after=-0.4, agencyBookingReference="C2-8"), 450.0),
                sale("bkg_3", day="2027-04-18", time="10:10", key="p3-1", after=0.05, agencyBookingReference="C3-2"),
                asked_for("bkg_2", players=4, after=0.1),
                asked_for("bkg_1", time="09:10", after=0.05),
                seen(("09:10", 2), ("09:50", 4), after=1.0),
                asked_for("bkg_3", day="2027-04-18", time="10:10", after=0.05),
                sale("bkg_4", time="09:10", key="p1-2", after=8.0, agencyBookingReference="C1-6"),
            ],
            stored=[
                kept("bkg_1", time="09:10", reference="C1-5"),
                kept("bkg_2", players=4, reference="C2-8"),
                kept("bkg_3", day="2027-04-18", time="10:10", reference="C3-2"),
                kept("bkg_4", time="09:10", reference="C1-6"),
            ],
        ),
    ),
    Right(
        "nightly_batch",
        "It books the wishes of a whole day in one fast run, and looks at the tee times right before each of them.",
        traffic_of(
            [
                step
                for n in range(6)
                for step in (
                    seen(*FREE, day=f"2027-05-{10 + n}", after=1.5),
                    sale(
                        f"bkg_{n}",
                        day=f"2027-05-{10 + n}",
                        key=f"night-{n}",
                        after=0.4,
                        agencyBookingReference=f"N-{n}",
                    ),
                )
            ],
            stored=[kept(f"bkg_{n}", day=f"2027-05-{10 + n}", reference=f"N-{n}") for n in range(6)],
        ),
    ),
    Right(
        "slow_clerk_looks_again",
        "A clerk needs most of an hour at the counter, but looks at the tee times again right before the booking.",
        traffic_of(
            [
                courses(country="ES"),
                seen(*FREE),
                details(after=9 * MINUTE),
                pricing(after=7 * MINUTE),
                terms_of(after=14 * MINUTE),
                lasting(seen(("09:30", 2), ("09:50", 4), after=20 * MINUTE), 4200.0),
                sale("bkg_1", after=40.0),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "two_flights_for_one_party",
        "It books two flights of four one after the other on purpose, as the party wants two separate bookings.",
        traffic_of(
            [
                seen(*FREE, players=4),
                sale("bkg_1", players=4, key="par-1a", agencyBookingReference="PAR-1-A"),
                sale("bkg_2", time="09:50", players=4, key="par-1b", after=3.0, agencyBookingReference="PAR-1-B"),
                page_of(("bkg_1", TIME), ("bkg_2", "09:50")),
            ],
            stored=[
                kept("bkg_1", players=4, reference="PAR-1-A"),
                kept("bkg_2", time="09:50", players=4, reference="PAR-1-B"),
            ],
        ),
    ),
    Right(
        "two_couples_in_one_flight",
        "It books the same tee time twice for two couples with their own references, and it had four free places.",
        traffic_of(
            [
                seen(("09:30", 4)),
                sale("bkg_1", key="c-77", agencyBookingReference="AG-77"),
                seen(("09:30", 2), after=70.0),
                sale("bkg_2", key="c-78", agencyBookingReference="AG-78"),
                asked_for("bkg_2"),
            ],
            stored=[kept("bkg_1", reference="AG-77"), kept("bkg_2", reference="AG-78")],
        ),
    ),
    Right(
        "takes_the_next_time_after_a_refusal",
        "After the refusal of a time that has just gone it changes time and key, and books the next one offered.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(409, "tee_time_unavailable", key="w-1"),
                seen(("09:10", 4), ("09:50", 4), after=1.0),
                no_sale(409, "tee_time_unavailable", time="09:50", key="w-2", after=9.0),
                seen(("09:10", 4), after=1.0),
                sale("bkg_1", time="09:10", key="w-3", after=9.0),
            ],
            stored=[kept("bkg_1", time="09:10")],
        ),
    ),
    Right(
        "cancels_and_books_the_same_again",
        "The guest changes their mind twice: it cancels after reading the terms, and later books the same time again.",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", key="m-1"),
                terms_of(after=3 * HOUR),
                give_up("bkg_1"),
                asked_for("bkg_1", "cancelled"),
                seen(*FREE, after=5 * HOUR),
                sale("bkg_2", key="m-2"),
            ],
            stored=[kept("bkg_1", "cancelled"), kept("bkg_2")],
        ),
    ),
    Right(
        "reads_thirty_days_one_by_one",
        "It shows a month as a calendar and reads each day by itself at a calm pace, which the interface allows.",
        traffic_of(
            [
                courses(country="ES"),
                *([seen(*FREE, day=f"2027-04-{day:02}", after=2.0) for day in range(1, 31)]),
                seen(*FREE, after=50.0),
                sale("bkg_1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "gives_up_at_once_and_asks_next_day",
        "After one failure it tells the guest to come back, checks the list next morning and books then.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(503, "unavailable"),
                page_of(after=22 * HOUR),
                seen(*FREE, after=10.0),
                sale("bkg_1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "same_wish_next_day_for_other_guests",
        "A day later other guests want the same tee time, so an equal booking is sent again and is no repetition.",
        traffic_of(
            [
                seen(("09:30", 4)),
                sale("bkg_1", key="g-100"),
                asked_for("bkg_1"),
                courses(country="ES", after=NIGHT),
                seen(("09:30", 2), ("10:10", 4)),
                sale("bkg_2", key="g-117"),
                asked_for("bkg_2"),
            ],
            stored=[kept("bkg_1"), kept("bkg_2")],
        ),
    ),
    Right(
        "reads_a_date_in_retry_after",
        "Retry-After is an HTTP date here; it waits until that date is past and repeats with the same key.",
        traffic_of(
            [
                seen(*FREE),
                no_sale(
                    429,
                    "rate_limited",
                    key="r-1",
                    answered={"retry-after": "Mon, 01 Mar 2027 09:03:00 GMT", "date": "Mon, 01 Mar 2027 09:00:27 GMT"},
                ),
                sale("bkg_1", key="r-1", after=160.0),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "reads_the_pages_backwards",
        "It reads the first page for the number of pages and then the last to the second, so it misses nothing.",
        traffic_of(
            [
                page_of(("bkg_9", "10:00"), ("bkg_8", "10:10"), pages=4, pageSize="2"),
                page_of(("bkg_3", "11:00"), ("bkg_2", "11:10"), page=4, pages=4, after=1.0, pageSize="2"),
                page_of(("bkg_5", "12:00"), ("bkg_4", "12:10"), page=3, pages=4, after=1.0, pageSize="2"),
                page_of(("bkg_7", "13:00"), ("bkg_6", "13:10"), page=2, pages=4, after=1.0, pageSize="2"),
                asked_for("bkg_3", time="11:00", after=5.0),
            ]
        ),
    ),
    Right(
        "never_reads_terms_and_changes_nothing",
        "It never reads any terms, but it also never changes or cancels a booking, so it does not need them.",
        traffic_of(
            [
                step
                for n, day in enumerate(("2027-04-17", "2027-04-18", "2027-04-24"))
                for step in (
                    seen(*FREE, day=day, after=2 * HOUR),
                    sale(f"bkg_{n}", day=day, key=f"t-{n}"),
                    asked_for(f"bkg_{n}", day=day, after=HOUR),
                )
            ],
            stored=[
                kept("bkg_0", day="2027-04-17"),
                kept("bkg_1", day="2027-04-18"),
                kept("bkg_2", day="2027-04-24"),
            ],
        ),
    ),
    Right(
        "holds_three_times_for_one_guest_who_compares",
        "It holds three times once each while a guest compares, completes one and lets the others end by themselves.",
        traffic_of(
            [
                seen(*FREE),
                held("hld_1", "2027-03-01T09:15:00Z", time="09:10"),
                held("hld_2", "2027-03-01T09:15:00Z", time="09:30", after=2.0),
                held("hld_3", "2027-03-01T09:15:00Z", time="09:50", after=2.0),
                pricing(),
                sale("bkg_1", time="09:50", key="h-3", holdId="hld_3", after=8 * MINUTE),
                asked_for("bkg_1", time="09:50"),
            ],
            stored=[kept("bkg_1", time="09:50")],
        ),
    ),
    Right(
        "completes_a_hold_with_fewer_players",
        "It held four places, two guests dropped out, and it completes the hold in time with the two who are left.",
        traffic_of(
            [
                seen(*FREE, players=4),
                held("hld_1", "2027-03-01T09:15:00Z", players=4),
                details(after=60.0),
                sale("bkg_1", players=2, key="f-1", holdId="hld_1", after=9 * MINUTE),
            ],
            stored=[kept("bkg_1", players=2)],
        ),
    ),
    Right(
        "two_keys_of_one_agency",
        "The shop and the call centre of one agency use two API keys, and each reads what the other has booked.",
        traffic_of(
            [
                courses(country="ES", headers=AGENCY_A),
                seen(*FREE, headers=AGENCY_A),
                book(201, full("bkg_1"), sent=wish(), headers={**AGENCY_A, **keyed("shop-1")}, after=30.0),
                call("GET", "/travel/bookings/bkg_1", 200, full("bkg_1"), headers=AGENCY_B, after=2 * HOUR),
                seen(*FREE, day="2027-04-18", headers=AGENCY_B, after=60.0),
                book(
                    201,
                    full("bkg_2", day="2027-04-18"),
                    sent=wish(date="2027-04-18"),
                    headers={**AGENCY_B, **keyed("desk-1")},
                    after=30.0,
                ),
                call(
                    "GET",
                    "/travel/bookings/bkg_2",
                    200,
                    full("bkg_2", day="2027-04-18"),
                    headers=AGENCY_A,
                    after=HOUR,
                ),
            ],
            stored=[kept("bkg_1"), kept("bkg_2", day="2027-04-18")],
        ),
    ),
    Right(
        "receiver_is_being_deployed",
        "Its receiver refuses two tries of a delivery while it is being deployed, and accepts the same message later.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="d-1"), asked_for("bkg_1", after=10 * MINUTE)],
            [
                nth("msg_1", "booking.confirmed", 1, 503),
                nth("msg_1", "booking.confirmed", 2, None, 3000),
                nth("msg_1", "booking.confirmed", 3, 200),
            ],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "one_address_for_each_kind_of_event",
        "It has three subscriptions with different addresses for different kinds, so no event reaches it twice.",
        traffic_of(
            [
                *(
                    [
                        call(
                            "POST",
                            "/webhooks",
                            201,
                            {"data": {"id": f"whk_{kind}"}},
                            sent={
                                "url": f"https://agency.example/golf/{kind}",
                                "events": [f"booking.{kind}"],
                                "description": kind,
                            },
                        )
                        for kind in ("confirmed", "cancelled", "modified")
                    ]
                ),
                call("GET", "/webhooks", 200, {"data": [{"id": "whk_confirmed"}, {"id": "whk_cancelled"}]}, after=2.0),
                seen(*FREE, after=HOUR),
                sale("bkg_1", key="s-1"),
            ],
            [attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "refuses_forged_and_old_deliveries",
        "Its receiver answers 401 to a false signature and 400 to an old delivery, which looks bad but is right.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="v-1"), asked_for("bkg_1")],
            [attempt(None, 204), attempt(FORGED, 401), attempt(OLD, 400), attempt(None, 204)],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "receiver_says_202_to_everything_genuine",
        "Its receiver only queues deliveries and answers 202, also to a repeated one and to an unknown kind.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="q-1"), asked_for("bkg_1", after=90.0)],
            [
                attempt(None, 202, milliseconds=3),
                attempt(REPEATED, 202, milliseconds=3),
                attempt(UNKNOWN, 202, milliseconds=4, kind="booking.reminded"),
                attempt(FORGED, 403, milliseconds=2),
            ],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "lets_a_hold_end_and_books_without_it",
        "The guest thinks longer than the hold lasts; it drops the dead hold, looks again and books without a hold.",
        traffic_of(
            [
                seen(*FREE),
                held("hld_1", "2027-03-01T09:15:00Z"),
                details(after=5 * MINUTE),
                seen(*FREE, after=30 * MINUTE),
                sale("bkg_1", key="x-1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "cancels_with_half_the_refund_on_purpose",
        "It cancels two days before the tee time though a fee applies, but it read the terms and is before the cutoff.",
        traffic_of(
            [
                seen(*FREE, day="2027-03-03"),
                sale("bkg_1", day="2027-03-03", key="l-1"),
                terms_of(after=4 * HOUR),
                asked_for("bkg_1", day="2027-03-03", after=30.0),
                give_up("bkg_1", after=2 * MINUTE),
            ],
            stored=[kept("bkg_1", "cancelled", day="2027-03-03")],
        ),
    ),
    Right(
        "hook_confirmed_on_the_thirteenth_day",
        "It leaves a booking hook alone for almost two weeks and confirms it one day before it ends.",
        traffic_of(
            [
                seen(*FREE),
                hooked(),
                courses(country="PT", after=6 * NIGHT),
                on_hook("POST", after=7 * NIGHT),
            ]
        ),
    ),
    Right(
        "three_hooks_and_two_released",
        "It makes hooks on three courses while a tour is planned, confirms one and releases the other two.",
        traffic_of(
            [
                *(
                    [
                        step
                        for n in (1, 2, 3)
                        for step in (
                            seen(*FREE, course=f"crs_{n}", after=5.0),
                            hooked(f"hok_{n}", course=f"crs_{n}"),
                        )
                    ]
                ),
                call("POST", "/travel/bookings/hooks/hok_2/confirm", 200, {"data": {"id": "hok_2"}}, after=5 * NIGHT),
                call("DELETE", "/travel/bookings/hooks/hok_1", 200, {"data": {"id": "hok_1"}}, after=4.0),
                call("DELETE", "/travel/bookings/hooks/hok_3", 200, {"data": {"id": "hok_3"}}, after=4.0),
            ]
        ),
    ),
    Right(
        "follows_a_group_for_days",
        "It has no webhook and reads its group of twelve a few times over two days until the service has decided.",
        traffic_of(
            [
                group_call("find-slots", {"data": {"slots": ["09:30", "09:40", "09:50"]}}),
                group(202, 12, after=60.0, headers=keyed("grp-1")),
                group_read(after=MINUTE),
                group_read(after=30 * MINUTE),
                group_read(after=6 * HOUR),
                group_read(after=NIGHT),
                group_read("confirmed", after=NIGHT),
            ],
            [],
        ),
    ),
    Right(
        "asks_all_about_a_group_and_creates_none",
        "It validates, prices and searches slots for a group of five several times, and the guests then do not buy.",
        traffic_of(
            [
                terms_of(),
                group_call("validate", {"data": {"valid": True}}, players=5),
                group_call("find-slots", {"data": {"slots": ["09:30", "09:40"]}}, players=5),
                group_call("calculate-price", {"data": {"total": 420.0, "currency": "EUR"}}, players=5),
                group_call("find-slots", {"data": {"slots": ["09:30", "09:40"]}}, players=6, after=10 * MINUTE),
                group_call("calculate-price", {"data": {"total": 480.0, "currency": "EUR"}}, players=6),
                seen(*FREE, players=3, after=HOUR),
            ]
        ),
    ),
    Right(
        "token_ends_in_the_middle",
        "Its token ends in the middle of a sale; it refreshes it once and sends the refused booking again.",
        traffic_of(
            [
                token(),
                seen(*FREE, after=1.0, headers={"authorization": "[redacted]"}),
                seen(*FREE, after=HOUR - 10, headers={"authorization": "[redacted]"}),
                book(
                    401,
                    refused("token_expired"),
                    sent=wish(),
                    headers={"authorization": "[redacted]", **keyed("k-1")},
                    after=20.0,
                ),
                token("refresh", after=0.5),
                book(
                    201, full("bkg_1"), sent=wish(), headers={"authorization": "[redacted]", **keyed("k-1")}, after=0.5
                ),
                token("logout", after=HOUR / 2),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Right(
        "repeats_a_lost_cancellation",
        "It sends a cancellation again after its answer was lost and takes the refusal of the second one as done.",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", key="z-1"),
                terms_of(after=2 * NIGHT),
                give_up("bkg_1", 0),
                give_up("bkg_1", 409, "already_cancelled", after=10.0),
                asked_for("bkg_1", "cancelled"),
            ],
            stored=[kept("bkg_1", "cancelled")],
        ),
    ),
    Right(
        "repeats_a_lost_change_without_a_key",
        "It sends the same update twice after a lost answer, which is safe because it sets values and adds nothing.",
        traffic_of(
            [
                seen(*FREE, players=4),
                sale("bkg_1", players=4, key="u-1"),
                terms_of(after=NIGHT),
                altered({"players": 3, "agencyBookingReference": "AG-5"}, 0),
                altered({"players": 3, "agencyBookingReference": "AG-5"}, after=15.0),
                asked_for("bkg_1", players=3),
            ],
            stored=[kept("bkg_1", players=3, reference="AG-5")],
        ),
    ),
    Right(
        "books_for_the_same_afternoon",
        "It sells tee times that begin in a few hours, which is allowed, and only looks shortly before the booking.",
        traffic_of(
            [
                seen(("12:10", 1), ("12:40", 3), day="2027-03-01", players=1),
                sale("bkg_1", day="2027-03-01", time="12:40", players=1, key="n-1"),
                seen(("14:00", 4), day="2027-03-01", players=3, after=HOUR),
                sale("bkg_2", day="2027-03-01", time="14:00", players=3, key="n-2"),
            ],
            stored=[
                kept("bkg_1", day="2027-03-01", time="12:40", players=1),
                kept("bkg_2", day="2027-03-01", time="14:00", players=3),
            ],
        ),
    ),
    Right(
        "only_compares_and_never_books",
        "It feeds a website that compares courses with the largest pages and the widest circle, and never books.",
        traffic_of(
            [
                courses(1, 3, latitude="36.51", longitude="-4.88", distance="500", pageSize="100"),
                courses(2, 3, latitude="36.51", longitude="-4.88", distance="500", pageSize="100"),
                courses(3, 3, latitude="36.51", longitude="-4.88", distance="500", pageSize="100"),
                details(),
                pricing(),
                terms_of(),
                days("2027-04-15", "2027-04-30", after=3.0),
                courses(1, 3, latitude="36.51", longitude="-4.88", distance="500", pageSize="100", after=NIGHT),
                pricing(after=5.0),
            ],
            stored=[],
        ),
    ),
    Right(
        "doubles_its_pauses_when_it_is_refused",
        "It gets 429 four times without a Retry-After, waits twice as long each time and then goes on.",
        traffic_of(
            [
                seen(*FREE),
                *(
                    [
                        call(
                            "GET",
                            f"/travel/courses/{COURSE}/tee-times",
                            429,
                            refused("rate_limited"),
                            query={"date": "2027-04-18", "players": "2"},
                            after=pause,
                        )
                        for pause in (1.0, 4.0, 8.0, 16.0)
                    ]
                ),
                seen(*FREE, day="2027-04-18", after=32.0),
                sale("bkg_1", day="2027-04-18", key="e-1"),
            ],
            stored=[kept("bkg_1", day="2027-04-18")],
        ),
    ),
]
