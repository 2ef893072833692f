"""Clients that are wrong or odd: subscriptions and deliveries."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FORGED,
    FREE,
    HOUR,
    MINUTE,
    NIGHT,
    OLD,
    REPEATED,
    UNKNOWN,
    asked_for,
    kept,
    keyed,
    nth,
    page_of,
    sale,
    seen,
)
from tests.grading.recorded_calls import TIME, attempt, call, subscribe, traffic_of

WRONG: list[Wrong] = [
    Wrong(
        "forged_delivery_accepted",
        "Its receiver accepts a delivery with a false signature as if it were genuine, so anybody can cancel bookings.",
        "conditional",
        traffic_of(
            [
                subscribe(headers=keyed("sub-1")),
                seen(*FREE, after=60.0),
                sale("bkg_1", key="b-1"),
                asked_for("bkg_1", after=4.0),
                asked_for("bkg_1", after=40.0),
            ],
            [attempt(None, 200), attempt(FORGED, 200, kind="booking.cancelled"), attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "old_delivery_accepted",
        "Its receiver checks the signature but not the age, and accepts a copy of a delivery that is hours old.",
        "conditional",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=10.0),
                sale("bkg_1"),
                asked_for("bkg_1", after=4.0),
                page_of(("bkg_1", TIME), after=4 * HOUR),
            ],
            [attempt(None, 200), attempt(FORGED, 401), attempt(OLD, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_fails_on_unknown_kind",
        "Its receiver answers 500 to a kind of event that it does not know, so one new kind makes its deliveries fail.",
        "conditional",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1"), asked_for("bkg_1")],
            [
                attempt(None, 200),
                attempt(UNKNOWN, 500, kind="booking.reminded"),
                attempt(UNKNOWN, 500, kind="booking.reminded"),
                attempt(None, 200),
            ],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_works_before_it_answers",
        "Its receiver does all its work before it answers, takes half a minute, and deliveries run out of time.",
        "plain",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=30.0),
                sale("bkg_1"),
                asked_for("bkg_1", after=20.0),
                asked_for("bkg_1", after=31.0),
            ],
            [
                attempt(None, None, milliseconds=30000),
                attempt(None, None, milliseconds=30000),
                attempt(None, 200, milliseconds=28400),
            ],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "subscribes_at_every_start",
        "It registers the same webhook address at each start and deletes none, so each event reaches it many times.",
        "plain",
        traffic_of(
            [
                subscribe(hook_id="whk_1"),
                seen(*FREE, after=30.0),
                sale("bkg_1"),
                subscribe(hook_id="whk_2", after=5 * HOUR),
                page_of(("bkg_1", TIME)),
                subscribe(hook_id="whk_3", after=NIGHT),
                page_of(("bkg_1", TIME)),
                subscribe(hook_id="whk_4", after=NIGHT),
                page_of(("bkg_1", TIME)),
            ],
            [attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Wrong(
        "receiver_fails_on_a_repeated_delivery",
        "Its receiver answers 500 to a message it has had before, as its database refuses it, so it is sent for ever.",
        "conditional",
        traffic_of(
            [
                subscribe(),
                seen(*FREE, after=30.0),
                sale("bkg_1", key="y-1"),
                asked_for("bkg_1"),
                seen(*FREE, day="2027-04-18", after=HOUR),
                sale("bkg_2", day="2027-04-18", key="y-2"),
            ],
            [attempt(None, 200), attempt(REPEATED, 500), attempt(REPEATED, 500), attempt(FORGED, 401)],
            [kept("bkg_1"), kept("bkg_2", day="2027-04-18")],
        ),
    ),
]

RIGHT: list[Right] = [
    Right(
        "receiver_is_being_deployed",
        "Its receiver refuses two tries of a delivery while it is being deployed, and accepts the same message later.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="d-1"), asked_for("bkg_1", after=10 * MINUTE)],
            [
                nth("msg_1", "booking.confirmed", 1, 503),
                nth("msg_1", "booking.confirmed", 2, None, 3000),
                nth("msg_1", "booking.confirmed", 3, 200),
            ],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "one_address_for_each_kind_of_event",
        "It has three subscriptions with different addresses for different kinds, so no event reaches it twice.",
        traffic_of(
            [
                *(
                    [
                        call(
                            "POST",
                            "/webhooks",
                            201,
                            {"data": {"id": f"whk_{kind}"}},
                            sent={
                                "url": f"https://agency.example/golf/{kind}",
                                "events": [f"booking.{kind}"],
                                "description": kind,
                            },
                        )
                        for kind in ("confirmed", "cancelled", "modified")
                    ]
                ),
                call("GET", "/webhooks", 200, {"data": [{"id": "whk_confirmed"}, {"id": "whk_cancelled"}]}, after=2.0),
                seen(*FREE, after=HOUR),
                sale("bkg_1", key="s-1"),
            ],
            [attempt(None, 200)],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "refuses_forged_and_old_deliveries",
        "Its receiver answers 401 to a false signature and 400 to an old delivery, which looks bad but is right.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="v-1"), asked_for("bkg_1")],
            [attempt(None, 204), attempt(FORGED, 401), attempt(OLD, 400), attempt(None, 204)],
            [kept("bkg_1")],
        ),
    ),
    Right(
        "receiver_says_202_to_everything_genuine",
        "Its receiver only queues deliveries and answers 202, also to a repeated one and to an unknown kind.",
        traffic_of(
            [subscribe(), seen(*FREE, after=30.0), sale("bkg_1", key="q-1"), asked_for("bkg_1", after=90.0)],
            [
                attempt(None, 202, milliseconds=3),
                attempt(REPEATED, 202, milliseconds=3),
                attempt(UNKNOWN, 202, milliseconds=4, kind="booking.reminded"),
                attempt(FORGED, 403, milliseconds=2),
            ],
            [kept("bkg_1")],
        ),
    ),
]
