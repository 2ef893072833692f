"""A trip with the Python client of openapi-generator."""

import json
import os
from datetime import date

import openapi_client as teesheet

HOST, KEY, ONLINE, OFFLINE = (os.environ[name] for name in ("HOST", "KEY", "ONLINE", "OFFLINE"))
DAY = date.fromisoformat(os.environ["DAY"])

configuration = teesheet.Configuration(host=f"{HOST}/api/v1", api_key={"ApiKey": KEY})
client = teesheet.ApiClient(configuration)
courses, availability = teesheet.CoursesApi(client), teesheet.AvailabilityApi(client)
holds, bookings = teesheet.TeeTimeHoldsApi(client), teesheet.BookingsApi(client)
hooks, groups, webhooks = (
    teesheet.BookingHooksApi(client),
    teesheet.GroupBookingsApi(client),
    teesheet.WebhooksApi(client),
)

found = courses.search_courses(page_size=3)
course, offline = courses.get_course(ONLINE).data, courses.get_course(OFFLINE).data
prices = courses.get_course_pricing(ONLINE, start_date=DAY, end_date=DAY).data

# A choice is under `actual_instance`.
online_day = availability.list_tee_times(course_id=ONLINE, var_date=DAY, players=4).actual_instance
offline_day = availability.list_tee_times(course_id=OFFLINE, var_date=DAY).actual_instance
assert isinstance(online_day, teesheet.OnlineTeeTimes)
assert isinstance(offline_day, teesheet.OfflineTeeTimes)
tee_time, later = online_day.available_times[0].time, online_day.available_times[1].time

hold = holds.hold_tee_time(ONLINE, teesheet.TeeTimeHoldRequest(date=DAY, time=tee_time, players=3))
lead = teesheet.LeadPlayerRequest(firstName="Ada", lastName="Lindqvist", email="ada@example.com")
booking = bookings.create_booking(
    teesheet.BookingRequest(
        courseId=ONLINE, date=DAY, teeTime=tee_time, players=3, leadPlayer=lead, holdId=hold.hold_id
    )
).data
listed = bookings.list_bookings(status="confirmed")
changed = bookings.update_booking(booking.id, teesheet.BookingUpdate(players=2)).data
cancelled = bookings.cancel_booking(booking.id).data
hook = hooks.create_booking_hook(
    teesheet.BookingHookRequest(courseId=ONLINE, date=DAY, teeTime=later, players=2, leadPlayer=lead)
).data
group = groups.create_group_booking(
    teesheet.GroupBookingRequest(
        courseId=ONLINE,
        date=DAY,
        preferredTime="10:00",
        totalPlayers=8,
        leadPlayer=teesheet.GroupLeadPlayer(firstName="Ada", lastName="Lindqvist", email="ada@example.com"),
    )
).data
webhook = webhooks.create_webhook(
    teesheet.WebhookRequest(url="https://hooks.example.com/teesheet", events=["booking.confirmed"])
).data

print(
    json.dumps(
        {
            "courses": len(found.data),
            "online": [course.is_online, offline.is_online],
            "currency": prices.currency,
            "teeTimes": len(online_day.available_times) > 1,
            "contact": "@" in offline_day.offline_booking_contact.email,
            "held": hold.players,
            "booked": booking.status.value,
            "listed": [item.id for item in listed.data] == [booking.id],
            "changed": changed.players,
            "cancelled": cancelled.status,
            "hook": hook.status.value,
            "group": group.status,
            "webhook": webhook.secret.startswith("whsec_"),
        }
    )
)
