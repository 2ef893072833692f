"""Clients that are wrong or odd: group bookings."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    MINUTE,
    NIGHT,
    courses,
    group_call,
    kept,
    keyed,
    sale,
    seen,
    terms_of,
)
from tests.grading.recorded_calls import group, group_read, traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
