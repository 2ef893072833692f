"""Clients that are wrong or odd: pauses and pages."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import FREE, asked_for, courses, kept, no_sale, page_of, sale, seen
from tests.grading.recorded_calls import COURSE, call, refused, traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
