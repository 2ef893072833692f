"""Clients that are wrong or odd: answers that were lost on the way."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    NIGHT,
    altered,
    asked_for,
    courses,
    details,
    give_up,
    kept,
    no_sale,
    page_of,
    sale,
    seen,
    terms_of,
)
from tests.grading.recorded_calls import DAY, TIME, traffic_of

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
]

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
]
