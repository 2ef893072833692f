"""Clients that are wrong or odd: booking hooks."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import FREE, HOUR, NIGHT, asked_for, courses, hooked, kept, sale, seen
from tests.grading.recorded_calls import call, on_hook, refused, traffic_of

WRONG: list[Wrong] = [
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
]

RIGHT: list[Right] = [
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
]
