"""Clients that are wrong or odd: what a client reads before it books."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    MINUTE,
    NIGHT,
    courses,
    days,
    details,
    kept,
    lasting,
    no_sale,
    page_of,
    pricing,
    sale,
    seen,
    terms_of,
)
from tests.grading.recorded_calls import COURSE, call, refused, traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
