"""Clients that are wrong or odd: bookings that wait for their course."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    MINUTE,
    NIGHT,
    OFFLINE,
    asked_for,
    details,
    kept,
    sale,
    seen,
    seen_offline,
)
from tests.grading.recorded_calls import traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
