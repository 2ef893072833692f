"""Clients that are wrong or odd: tokens and keys."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    asked_for,
    courses,
    details,
    full,
    kept,
    keyed,
    page_of,
    sale,
    seen,
    token,
)
from tests.grading.recorded_calls import COURSE, TIME, book, call, refused, traffic_of, wish

AGENCY_A: dict[str, str | None] = {"x-api-key": "[redacted-1]"}
AGENCY_B: dict[str, str | None] = {"x-api-key": "[redacted-2]"}

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
