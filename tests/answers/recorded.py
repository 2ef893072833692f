"""The open points of the suite that show an answer: point, assumption, and the pattern of each word in the record.

A word without a pattern is an answer that the records of the suite cannot show.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Recorded:
    """The record of an open point, read as an answer to an assumption. The first pattern that fits decides."""

    point: str
    assumption: str
    patterns: dict[str, str] = field(default_factory=dict)


RECORDED = (
    Recorded("UNS-01", "A-43", {"whole-request": r"GET has data\.preferredTime", "six-members": r"GET has nothing"}),
    Recorded("UNS-02", "A-20", {"object": "an object", "always-null": r"comes as null \([^)]*\)\.$"}),
    Recorded("UNS-03", "A-48", {"own-secret-once": r"^(?=[^;]*data\.secret \(text\);)(?!.*data\[\]\.secret)"}),
    Recorded("UNS-03", "A-49", {"paged-list": r"The list has data\[\].*meta\.pagination", "bare-array": r"has \[\]"}),
    Recorded("UNS-04", "A-37", {"booking-members": r"creates a hook has data\.id.*data\.players.*data\.expiresAt"}),
    Recorded("UNS-04", "A-39", {"booking-and-status": r"confirms a hook has .*data\.bookingReference"}),
    Recorded("UNS-07", "A-29", {"partial": r"PUT answers 200 .*data\.bookingReference", "no-body": "PUT answers 204"}),
    Recorded("UNS-09", "A-14", {"same-as-page-size": r"maxResults=(\d+): a pageSize of \1\b"}),
    Recorded("UNS-10", "A-15", {"one-day-range": "availabilityResults", "tee-times": "availableTimes"}),
    Recorded("UNS-12", "A-27", {"body": "body, as holdId", "header": "header, as", "query": "query, as"}),
    Recorded(
        "UNS-15", "A-45", {"404": "findGroupSlots answered 404", "empty-list": r"data\.options\[\].*answered 200"}
    ),
    Recorded(
        "UNS-16", "A-46", {"two-discounts": r"data\.subtotal.*data\.discountPercent", "total-only": r"data\.total"}
    ),
    Recorded("UNS-17", "A-47", {"422": "Booking answered .*422", "issues-with-200": "Booking answered 200 "}),
    Recorded("UNS-18", "A-09", {"no-body": r"token answers with data\.accessToken.*refresh answers with data\.access"}),
    Recorded("UNS-19", "A-08", {"beside-key": "lives 3600 seconds", "other-lifetime": r"lives \d+ seconds"}),
    Recorded("UNS-20", "A-50", {"ids-and-status": "like in our contract"}),
    Recorded("UNS-21", "A-51", {"signed-and-repeated": "webhook-signature", "unsigned": "carry"}),
    Recorded("UNS-23", "A-01", {"problem": r"types: application/problem\+json \([^)]*\)\.", "empty": "types: none"}),
    Recorded("UNS-25", "A-06", {"201": "201: createBooking, createBookingHook, createWebhook, holdTeeTime"}),
    Recorded("UNS-26", "A-53", {"no-limit": "^0 of .*No name of a header in an answer begins with ratelimit"}),
    Recorded("UNS-29", "A-12", {"empty-page": "answered 200 with 0 items", "404-past-end": "answered 404"}),
    Recorded("UNS-30", "A-12", {"empty-page": "by id upwards.*createdAt downwards", "other-order": "ordered by"}),
    Recorded("UNS-32", "A-32", {"same": "cancelBooking answered 200", "refuse": "cancelBooking answered 409"}),
    Recorded("UNS-34", "A-59", {"offset": "with an offset", "seconds-with-z": "createdAt with Z"}),
    Recorded("UNS-36", "A-24", {"slots-and-cheapest": r"lowest price of its period in (\d+) of \1 "}),
    Recorded("UNS-40", "A-21", {"year-from-today": r"cover (\d{4}-\d\d-\d\d) to .*asked on .*\1"}),
    Recorded(
        "UNS-41", "A-58", {"as-sampled": r"Advance: 400 \([^)]*\)\..*Booking: 4 \([^)]*\)\..*Hours: 24 \([^)]*\)\.$"}
    ),
)
