"""Events that never arrive during a whole run, and what they share: chance loses other deliveries than a fault does."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery
from conformance.watching.agency_traffic import AgencyTraffic, RunTraffic
from conformance.watching.missed_events import (
    Event,
    MissedEvents,
    bookings_of_others,
    events_in,
    missed_among,
    missed_together,
    not_arrived,
)
from tests.conformance.made_up import MOMENT, exchange

AGENCY = "first agency"
BOOKING = {"id": "bkg_1", "bookingReference": "TS-1", "status": "confirmed", "players": 2, "specialRequests": "Tea."}


def shown(members: dict[str, Any]) -> bytes:
    return json.dumps({"data": members}).encode()


def in_turn(made: Exchange) -> Exchange:
    """The exchange, a second after the one before it."""
    return replace(made, started_at=MOMENT + timedelta(seconds=made.index))


def created(index: int = 0, **members: Any) -> Exchange:
    content = shown(BOOKING | members)
    return in_turn(exchange(content, method="POST", path="/travel/bookings", status=201, sent=content, index=index))


def changed(index: int, sent: dict[str, Any], booking_id: str = "bkg_1", **options: Any) -> Exchange:
    content = shown(BOOKING | sent | {"id": booking_id})
    body = json.dumps(sent).encode()
    path = f"/travel/bookings/{booking_id}"
    return in_turn(exchange(content, method="PUT", path=path, sent=body, index=index, **options))


def cancelled(index: int, status: str = "cancelled") -> Exchange:
    content = shown({"status": status})
    return in_turn(exchange(content, method="DELETE", path="/travel/bookings/bkg_1", index=index))


def kinds(*exchanges: Exchange) -> list[str]:
    return [event.kind.removeprefix("booking.") for event in events_in(AgencyTraffic(RunTraffic(exchanges), AGENCY))]


def test_each_accepted_write_is_an_event() -> None:
    assert kinds(created(0), changed(1, {"players": 3}), cancelled(2)) == ["confirmed", "modified", "cancelled"]


@pytest.mark.parametrize(
    "exchanges",
    [
        pytest.param([created(status="pending"), changed(1, {"players": 3})], id="a course has to answer"),
        pytest.param([created(status="pending"), cancelled(1, "pending")], id="a course has to agree"),
        pytest.param([changed(0, {"players": 3})], id="somebody else made the booking"),
        pytest.param([created(), changed(1, {"players": 3}, role=Role.generated)], id="a generated change"),
    ],
)
def test_what_need_not_be_delivered_is_no_event(exchanges: Sequence[Exchange]) -> None:
    assert kinds(*exchanges) == []


def test_what_happens_to_a_waiting_booking_is_an_event_with_its_status() -> None:
    waiting = [created(0, status="pending"), changed(1, {"players": 3, "status": "pending"}), cancelled(2)]

    change, cancel = events_in(AgencyTraffic(RunTraffic(waiting), AGENCY))

    assert (change.kind, change.case["status"]) == ("booking.modified", "pending")
    assert (cancel.kind, cancel.case["status"], cancel.case["changed"]) == ("booking.cancelled", "pending", "yes")


def test_an_emptied_text_is_an_event_that_says_so() -> None:
    _, change = events_in(AgencyTraffic(RunTraffic([created(0), changed(1, {"specialRequests": ""})]), AGENCY))

    assert (change.kind, change.case["emptied"]) == ("booking.modified", "specialRequests")


def subscribed(index: int) -> Exchange:
    content = shown({"id": f"whk_{index}", "url": "https://agency.example.com"})
    return in_turn(exchange(content, method="POST", path="/webhooks", status=201, sent=content, index=index))


def unsubscribed(index: int, number: int) -> Exchange:
    return in_turn(exchange(b"", method="DELETE", path=f"/webhooks/whk_{number}", status=204, index=index))


def test_an_event_knows_how_many_subscriptions_its_agency_has() -> None:
    traffic = [
        subscribed(0),
        created(1),
        *(subscribed(number) for number in (2, 3)),
        changed(4, {"players": 3}),
        unsubscribed(5, 2),
        cancelled(6),
    ]

    events = events_in(AgencyTraffic(RunTraffic(traffic), AGENCY))

    assert [event.case["subscriptions"] for event in events] == ["one", "three or more", "two"]


def test_events_that_are_lost_beside_several_subscriptions_speak_against_the_row_of_several() -> None:
    beside = [event(number, "plain") for number in range(50, 53)]
    lost = [replace(item, case={**item.case, "subscriptions": "three or more"}) for item in beside]

    (found,) = missed(*lost)

    assert found.row == "EVT-11"


@pytest.mark.parametrize(
    ("path", "body"),
    [("/travel/bookings/bkg_1", {"data": BOOKING}), ("/travel/bookings", {"data": [BOOKING]})],
    ids=["get", "list"],
)
def test_a_read_says_that_the_course_has_confirmed(path: str, body: dict[str, Any]) -> None:
    seen = in_turn(exchange(json.dumps(body).encode(), path=path, index=1))

    by_course, event = events_in(AgencyTraffic(RunTraffic([created(status="pending"), seen, cancelled(2)]), AGENCY))

    assert (by_course.row, by_course.kind) == ("EVT-04", "booking.confirmed")
    assert event.case["status"] == "confirmed"


def test_a_change_that_changes_nothing_is_no_event() -> None:
    assert kinds(created(0), changed(1, {"players": 2})) == ["confirmed"]


def test_writes_that_meet_are_no_events() -> None:
    both = [replace(changed(1, {"players": players}), started_at=MOMENT + timedelta(seconds=1)) for players in (3, 4)]

    assert kinds(created(0), *both) == []


def test_a_booking_with_a_lost_answer_has_no_events() -> None:
    assert kinds(created(0), changed(1, {"players": 3}, role=Role.lost), changed(2, {"players": 4})) == []


def test_a_second_cancellation_is_no_event() -> None:
    assert kinds(created(0), cancelled(1), cancelled(2)) == ["confirmed", "cancelled"]


def delivery(text: str, seconds: float = 1.0) -> Delivery:
    return Delivery("POST", "/whole-run", (), text.encode(), MOMENT + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("text", "seconds", "has_arrived"),
    [
        ('{"type":"booking.confirmed","id":"bkg_1"}', 1.0, True),
        ('{"reference":"TS-1"}', 1.0, True),
        ('{"type":"booking.cancelled","id":"bkg_1"}', 1.0, False),
        ('{"type":"booking.confirmed","id":"bkg_11"}', 1.0, False),
        ('{"type":"booking.confirmed","id":"bkg_1"}', -1.0, False),
    ],
)
def test_an_event_arrives_with_its_booking_and_its_kind(text: str, seconds: float, has_arrived: bool) -> None:
    events = events_in(AgencyTraffic(RunTraffic([created()]), AGENCY))

    assert (not not_arrived(events, [delivery(text, seconds)])) is has_arrived


def event(number: int, way: str) -> Event:
    """The event of this number in the run."""
    shown = replace(created(), index=number, started_at=MOMENT + timedelta(seconds=number))
    return Event("booking.cancelled", f"bkg_{number}", (f"bkg_{number}",), shown, {"way": way, "players": "2"})


OTHERS = [event(number, "plain") for number in range(100, 140)]


def missed(*lost: Event) -> list[MissedEvents]:
    return list(missed_together([*OTHERS, *(item for item in lost if item not in OTHERS)], lost))


def test_events_of_one_way_that_are_all_missed_are_named_by_it() -> None:
    (found,) = missed(*(event(number, "from a hook") for number in range(50, 53)))

    assert (found.conditions, len(found.events), found.arrived) == ((("way", "from a hook"),), 3, 40)


def test_a_kind_of_which_nothing_arrived_is_told_where_other_kinds_arrived_later() -> None:
    changes = [replace(event(number, "plain"), kind="booking.modified") for number in range(50, 61)]

    (found,) = missed_together([*OTHERS, *changes], changes)

    assert (found.row, found.conditions, len(found.events), found.arrived) == ("EVT-02", (), 11, 0)


@pytest.mark.parametrize(("lost", "arrived", "is_told"), [(2, 0, False), (3, 0, True), (3, 3, True), (3, 4, False)])
def test_three_events_are_told_when_half_of_their_row_is_missed(lost: int, arrived: int, is_told: bool) -> None:
    events = [event(number, "plain") for number in range(50, 50 + lost + arrived)]
    confirmed = [replace(item, kind="booking.confirmed", waited_since=MOMENT) for item in events]

    assert [found.row for found in missed_together([*OTHERS, *confirmed], confirmed[:lost])] == ["EVT-04"] * is_told


def telling(*events: Event) -> list[Delivery]:
    return [delivery(json.dumps({"type": item.kind, "id": item.booking_id}), seconds=200) for item in events]


@pytest.mark.parametrize(
    ("first", "second", "rows"),
    [
        (OTHERS, OTHERS, []),
        (OTHERS[30:], OTHERS[30:], ["EVT-01"]),
        (OTHERS[30:], OTHERS, ["EVT-11"]),
        ((), OTHERS, ["EVT-11"]),
        ((), OTHERS[:2], []),
    ],
    ids=["both got all", "both lost the same", "the other got them", "the other got all", "two may be chance"],
)
def test_events_that_another_subscription_got_speak_against_the_row_of_several(
    first: Sequence[Event], second: Sequence[Event], rows: Sequence[str]
) -> None:
    found = missed_among(OTHERS, [telling(*first), telling(*second)])

    assert [item.row for item in found] == rows


@pytest.mark.parametrize(("lost", "ways", "is_told"), [(2, 3, True), (1, 3, False), (2, 2, False)])
def test_chance_does_not_lose_two_events_on_each_of_three_ways(lost: int, ways: int, is_told: bool) -> None:
    found = missed_among(OTHERS, [telling(*OTHERS[lost:])] * ways)

    assert [item.row for item in found] == ["EVT-01"] * is_told


def test_one_further_lost_delivery_hides_nothing() -> None:
    assert len(missed(OTHERS[7], *(event(number, "from a hook") for number in range(50, 53)))) == 1


@pytest.mark.parametrize(
    "lost",
    [
        pytest.param([event(number, "from a hook") for number in range(50, 52)], id="two may be chance"),
        pytest.param(OTHERS[:5], id="others under the same condition arrived"),
        pytest.param(OTHERS, id="no event arrived"),
        pytest.param([event(number, "from a hook") for number in range(150, 153)], id="the last are on their way"),
    ],
)
def test_what_chance_explains_is_not_told(lost: Sequence[Event]) -> None:
    assert missed(*lost) == []


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        pytest.param(OTHERS[::3], 13, id="every third"),
        pytest.param(OTHERS[:9], 0, id="nine may be chance"),
        pytest.param(OTHERS[25:], 0, id="the last ones are on their way"),
    ],
)
def test_many_missed_events_are_told_when_later_ones_arrived(lost: Sequence[Event], told: int) -> None:
    found = list(missed_together(OTHERS, lost))

    assert sum(len(item.events) for item in found) == told
    assert all(item.conditions == () for item in found)


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ('{"type":"booking.confirmed","data":{"id":"bkg_2"}}', True),
        ('{"bookingId":"bkg_2"}', True),
        ('{"data":{"id":"bkg_1","otherId":"bkg_2"}}', False),
        ('{"data":{"id":"bkg_1"}}', False),
        ('{"players":"bkg_2"}', False),
        ("bkg_2", False),
    ],
)
def test_a_delivery_is_strange_when_its_ids_are_those_of_another_agency(text: str, is_told: bool) -> None:
    of_another = replace(created(1, id="bkg_2"), agency="second agency")

    found = list(bookings_of_others(AgencyTraffic(RunTraffic([created(0), of_another]), AGENCY), [delivery(text)] * 2))

    assert [strange.booking_id for strange in found] == (["bkg_2"] if is_told else [])
