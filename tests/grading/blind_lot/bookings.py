"""Clients that are wrong or odd: bookings."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    NIGHT,
    asked_for,
    courses,
    days,
    details,
    kept,
    lasting,
    no_sale,
    page_of,
    sale,
    seen,
    terms_of,
)
from tests.grading.recorded_calls import TIME, call, refused, traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
