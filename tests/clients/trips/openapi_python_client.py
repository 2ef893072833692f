"""A trip with the client of openapi-python-client."""

import json
import os
from datetime import date
from typing import TypeVar

from golf_tee_time_booking_service_for_travel_agencies_client import Client, models
from golf_tee_time_booking_service_for_travel_agencies_client.api.availability import list_tee_times
from golf_tee_time_booking_service_for_travel_agencies_client.api.booking_hooks import create_booking_hook
from golf_tee_time_booking_service_for_travel_agencies_client.api.bookings import (
    cancel_booking,
    create_booking,
    list_bookings,
    update_booking,
)
from golf_tee_time_booking_service_for_travel_agencies_client.api.courses import (
    get_course,
    get_course_pricing,
    search_courses,
)
from golf_tee_time_booking_service_for_travel_agencies_client.api.group_bookings import create_group_booking
from golf_tee_time_booking_service_for_travel_agencies_client.api.tee_time_holds import hold_tee_time
from golf_tee_time_booking_service_for_travel_agencies_client.api.webhooks import create_webhook

HOST, KEY, ONLINE, OFFLINE = (os.environ[name] for name in ("HOST", "KEY", "ONLINE", "OFFLINE"))
DAY = date.fromisoformat(os.environ["DAY"])
client = Client(base_url=f"{HOST}/api/v1", headers={"X-Api-Key": KEY}, raise_on_unexpected_status=True)

T = TypeVar("T")


def taken(answer: T | models.Problem | None) -> T:
    """An answer that is no refusal: the client returns problems, it does not raise them."""
    assert answer is not None
    assert not isinstance(answer, models.Problem), answer
    return answer


found = taken(search_courses.sync(client=client, page_size=3))
course, offline = (
    taken(get_course.sync(ONLINE, client=client)).data,
    taken(get_course.sync(OFFLINE, client=client)).data,
)
prices = taken(get_course_pricing.sync(ONLINE, client=client, start_date=DAY, end_date=DAY)).data
online_day = taken(list_tee_times.sync(ONLINE, client=client, date=DAY, players=4))
offline_day = taken(list_tee_times.sync(OFFLINE, client=client, date=DAY))
assert isinstance(online_day, models.OnlineTeeTimes)
assert isinstance(offline_day, models.OfflineTeeTimes)
tee_time, later = online_day.available_times[0].time, online_day.available_times[1].time

hold_request = models.TeeTimeHoldRequest(date=DAY, time=tee_time, players=3)
hold = taken(hold_tee_time.sync(ONLINE, client=client, body=hold_request))
lead = models.LeadPlayerRequest(first_name="Ada", last_name="Lindqvist", email="ada@example.com")
request = models.BookingRequest(
    course_id=ONLINE, date=DAY, tee_time=tee_time, players=3, lead_player=lead, hold_id=hold.hold_id
)
booking = taken(create_booking.sync(client=client, body=request)).data
listed = taken(list_bookings.sync(client=client, status=models.ListBookingsStatus.CONFIRMED))
changed = taken(update_booking.sync(booking.id, client=client, body=models.BookingUpdate(players=2))).data
cancelled = taken(cancel_booking.sync(booking.id, client=client)).data
hook_request = models.BookingHookRequest(course_id=ONLINE, date=DAY, tee_time=later, players=2, lead_player=lead)
hook = taken(create_booking_hook.sync(client=client, body=hook_request)).data
group_request = models.GroupBookingRequest(
    course_id=ONLINE,
    date=DAY,
    preferred_time="10:00",
    total_players=8,
    lead_player=models.GroupLeadPlayer(first_name="Ada", last_name="Lindqvist", email="ada@example.com"),
)
group = taken(create_group_booking.sync(client=client, body=group_request)).data
webhook_request = models.WebhookRequest(url="https://hooks.example.com/teesheet", events=["booking.confirmed"])
webhook = taken(create_webhook.sync(client=client, body=webhook_request)).data

print(
    json.dumps(
        {
            "courses": len(found.data),
            "online": [course.is_online, offline.is_online],
            "currency": prices.currency,
            "teeTimes": len(online_day.available_times) > 1,
            "contact": "@" in offline_day.offline_booking_contact.email,
            "held": hold.players,
            "booked": booking.status,
            "listed": [item.id for item in listed.data] == [booking.id],
            "changed": changed.players,
            "cancelled": cancelled.status,
            "hook": hook.status,
            "group": group.status,
            "webhook": webhook.secret.startswith("whsec_"),
        }
    )
)
