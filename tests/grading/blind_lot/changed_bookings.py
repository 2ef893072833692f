"""Clients that are wrong or odd: changes and cancellations."""

from tests.grading.blind_lot.clients import Right, Wrong
from tests.grading.blind_lot.fuller_calls import (
    FREE,
    HOUR,
    MINUTE,
    altered,
    asked_for,
    give_up,
    kept,
    page_of,
    sale,
    seen,
    terms_of,
)
from tests.grading.recorded_calls import traffic_of, wish

WRONG: list[Wrong] = [
    Wrong(
        "changes_after_the_cutoff",
        "It read that changes end 24 hours before the tee time, yet it tries to change a booking of that day thrice.",
        "conditional",
        traffic_of(
            [
                terms_of(),
                seen(("15:10", 4), ("15:30", 4), day="2027-03-01", players=4),
                sale("bkg_1", day="2027-03-01", time="15:30", players=4),
                asked_for("bkg_1", day="2027-03-01", time="15:30", players=4, after=HOUR),
                altered({"players": 3}, 409, "modification_cutoff_passed"),
                altered({"players": 3}, 409, "modification_cutoff_passed", after=10.0),
                altered({"players": 3}, 409, "modification_cutoff_passed", after=60.0),
            ],
            stored=[kept("bkg_1", day="2027-03-01", time="15:30", players=4)],
        ),
    ),
    Wrong(
        "changes_fields_that_are_fixed",
        "It sends a new date, tee time and lead player in an update, though these fields can never be changed.",
        "plain",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1"),
                terms_of(after=HOUR),
                seen(*FREE, day="2027-04-18"),
                altered(
                    {k: v for k, v in wish(date="2027-04-18", teeTime="09:50").items() if k != "courseId"},
                    422,
                    "validation_failed",
                ),
                altered({"teeTime": "09:50"}, 422, "validation_failed", after=40.0),
                asked_for("bkg_1"),
            ],
            stored=[kept("bkg_1")],
        ),
    ),
    Wrong(
        "cancels_without_the_terms",
        "It cancels close to the tee time without ever reading the terms, so guests pay fees nobody told them of.",
        "plain",
        traffic_of(
            [
                seen(*FREE, day="2027-03-03"),
                sale("bkg_1", day="2027-03-03"),
                seen(*FREE, day="2027-03-04", after=300.0),
                sale("bkg_2", day="2027-03-04", time="09:10", players=4),
                asked_for("bkg_1", day="2027-03-03", after=2 * HOUR),
                give_up("bkg_1"),
                give_up("bkg_2", after=HOUR),
                page_of(status="cancelled"),
            ],
            stored=[
                kept("bkg_1", "cancelled", day="2027-03-03"),
                kept("bkg_2", "cancelled", day="2027-03-04", time="09:10", players=4),
            ],
        ),
    ),
]

RIGHT: list[Right] = [
    Right(
        "cancels_and_books_the_same_again",
        "The guest changes their mind twice: it cancels after reading the terms, and later books the same time again.",
        traffic_of(
            [
                seen(*FREE),
                sale("bkg_1", key="m-1"),
                terms_of(after=3 * HOUR),
                give_up("bkg_1"),
                asked_for("bkg_1", "cancelled"),
                seen(*FREE, after=5 * HOUR),
                sale("bkg_2", key="m-2"),
            ],
            stored=[kept("bkg_1", "cancelled"), kept("bkg_2")],
        ),
    ),
    Right(
        "never_reads_terms_and_changes_nothing",
        "It never reads any terms, but it also never changes or cancels a booking, so it does not need them.",
        traffic_of(
            [
                step
                for n, day in enumerate(("2027-04-17", "2027-04-18", "2027-04-24"))
                for step in (
                    seen(*FREE, day=day, after=2 * HOUR),
                    sale(f"bkg_{n}", day=day, key=f"t-{n}"),
                    asked_for(f"bkg_{n}", day=day, after=HOUR),
                )
            ],
            stored=[
                kept("bkg_0", day="2027-04-17"),
                kept("bkg_1", day="2027-04-18"),
                kept("bkg_2", day="2027-04-24"),
            ],
        ),
    ),
    Right(
        "cancels_with_half_the_refund_on_purpose",
        "It cancels two days before the tee time though a fee applies, but it read the terms and is before the cutoff.",
        traffic_of(
            [
                seen(*FREE, day="2027-03-03"),
                sale("bkg_1", day="2027-03-03", key="l-1"),
                terms_of(after=4 * HOUR),
                asked_for("bkg_1", day="2027-03-03", after=30.0),
                give_up("bkg_1", after=2 * MINUTE),
            ],
            stored=[kept("bkg_1", "cancelled", day="2027-03-03")],
        ),
    ),
]
