"""A scenario compared with the plain scenario: who stops or does more is named, who repeats or does less is not."""

import pytest

from conformance.grading.calls import ClientTraffic, Stored
from conformance.grading.comparisons import achieved_in, restraint, survival
from tests.grading.recorded_calls import (
    COURSE,
    DAY,
    TIME,
    Recorded,
    book,
    booked,
    cancel,
    change,
    hold,
    hook,
    read,
    refused,
    stored,
    terms,
    traffic_of,
    wish,
)

# Nothing happens: the client books, changes and cancels once.
PLAIN = traffic_of([hold(), book(), change(), terms(), cancel()])
SECOND = booked("bkg_2")
LOST = [hold(), book(0, sent=wish(agencyBookingReference="R1"))]
UNKNOWN = Stored("alpha", "bkg_9", "cancelled", (COURSE, DAY, TIME), 1, "R1")


@pytest.mark.parametrize(
    ("traffic", "sentence"),
    [
        (traffic_of([book(), change(), cancel(), book(answer=SECOND)]), "2 bookings instead of 1"),
        (
            traffic_of([*LOST, book(answer=SECOND, sent=wish(teeTime="09:40"))], stored=[UNKNOWN]),
            "2 bookings instead of 1",
        ),
        (traffic_of([book(), change(0), change(sent={"players": 3}), cancel()]), "2 changes instead of 1"),
        (traffic_of([book(), hook()]), "1 booking hooks instead of 0"),
        (
            traffic_of([book(), change(), cancel(), book(answer=SECOND), hook()]),
            "2 bookings instead of 1, 1 booking hooks instead of 0",
        ),
    ],
    ids=["booked again", "booked beside a lost booking", "changed twice", "hook", "two kinds"],
)
def test_a_client_that_does_more_is_named(traffic: ClientTraffic, sentence: str) -> None:
    found = restraint(achieved_in(PLAIN), traffic)

    assert not found.is_right
    assert sentence in found.sentence


@pytest.mark.parametrize(
    "calls",
    [
        [book(0), book(), change(0), change(), cancel(0), cancel()],
        [book(), read(), cancel(), cancel()],
        [book(409, refused("tee_time_unavailable")), hold("hld_2"), book(), change(409), change(409), cancel()],
        [book(0)],
        [],
    ],
    ids=["repeated", "cancelled twice", "refused", "given up", "nothing"],
)
def test_a_client_that_repeats_or_does_less_is_not_accused(calls: list[Recorded]) -> None:
    assert restraint(achieved_in(PLAIN), traffic_of(calls, stored=[stored("bkg_1")])).is_right


def test_a_client_that_stops_is_named_with_what_it_did_not_reach() -> None:
    found = survival(achieved_in(PLAIN), traffic_of([hold(), book(), change(503)]))

    assert found.sentence == "the client never got as far as cancelBooking, getCourseTerms, updateBooking"


def test_a_client_that_gets_as_far_in_another_way_is_not_accused() -> None:
    found = survival(achieved_in(PLAIN), traffic_of([terms(), hold(0), hold(), book(), read(), cancel(), change()]))

    assert found.is_right
