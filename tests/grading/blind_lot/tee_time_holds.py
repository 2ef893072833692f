"""Clients that are wrong or odd: tee-time holds."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    MINUTE,
    asked_for,
    details,
    held,
    kept,
    no_sale,
    pricing,
    sale,
    seen,
)
from tests.grading.recorded_calls import traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
