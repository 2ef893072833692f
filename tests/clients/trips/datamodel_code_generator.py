"""A trip with the models of datamodel-code-generator. They bring no client: httpx sends, the models check and parse."""

import json
import os
from datetime import date
from typing import TypeVar

import httpx
import models
from pydantic import BaseModel

HOST, KEY, ONLINE, OFFLINE = (os.environ[name] for name in ("HOST", "KEY", "ONLINE", "OFFLINE"))
DAY = date.fromisoformat(os.environ["DAY"])
client = httpx.Client(base_url=f"{HOST}/api/v1/", headers={"X-Api-Key": KEY})

T = TypeVar("T", bound=BaseModel)


def ask(model: type[T], method: str, path: str, body: BaseModel | None = None, **query: str) -> T:
    """The answer to a request as *model*."""
    sent = None if body is None else body.model_dump(mode="json", exclude_unset=True)
    answer = client.request(method, path, json=sent, params=query)
    answer.raise_for_status()
    return model.model_validate_json(answer.content)


day = str(DAY)
found = ask(models.CoursePage, "GET", "travel/courses", pageSize="3")
course = ask(models.CourseAnswer, "GET", f"travel/courses/{ONLINE}").data
offline = ask(models.CourseAnswer, "GET", f"travel/courses/{OFFLINE}").data
prices = ask(models.PricingAnswer, "GET", f"travel/courses/{ONLINE}/pricing", startDate=day, endDate=day).data

# A choice is under `root`.
online_day = ask(models.TeeTimes, "GET", f"travel/courses/{ONLINE}/tee-times", date=day, players="4").root
offline_day = ask(models.TeeTimes, "GET", f"travel/courses/{OFFLINE}/tee-times", date=day).root
assert isinstance(online_day, models.OnlineTeeTimes)
assert isinstance(offline_day, models.OfflineTeeTimes)
tee_time, later = online_day.availableTimes[0].time, online_day.availableTimes[1].time

hold_request = models.TeeTimeHoldRequest(date=DAY, time=tee_time, players=3)
hold = ask(models.TeeTimeHold, "POST", f"travel/courses/{ONLINE}/hold-tee-time", hold_request)
lead = models.LeadPlayerRequest(firstName="Ada", lastName="Lindqvist", email="ada@example.com")
request = models.BookingRequest(
    courseId=ONLINE, date=DAY, teeTime=tee_time, players=3, leadPlayer=lead, holdId=hold.holdId
)
booking = ask(models.BookingAnswer, "POST", "travel/bookings", request).data
listed = ask(models.BookingPage, "GET", "travel/bookings", status="confirmed")
changed = ask(models.BookingAnswer, "PUT", f"travel/bookings/{booking.id}", models.BookingUpdate(players=2)).data
cancelled = ask(models.CancellationAnswer, "DELETE", f"travel/bookings/{booking.id}").data
hook_request = models.BookingHookRequest(courseId=ONLINE, date=DAY, teeTime=later, players=2, leadPlayer=lead)
hook = ask(models.BookingHookAnswer, "POST", "travel/bookings/hooks", hook_request).data
group_request = models.GroupBookingRequest(
    courseId=ONLINE,
    date=DAY,
    preferredTime="10:00",
    totalPlayers=8,
    leadPlayer=models.GroupLeadPlayer(firstName="Ada", lastName="Lindqvist", email="ada@example.com"),
)
group = ask(models.AcceptedGroupBookingAnswer, "POST", "travel/group-bookings", group_request).data
webhook_request = models.WebhookRequest.model_validate(
    {"url": "https://hooks.example.com/teesheet", "events": ["booking.confirmed"]}
)
webhook = ask(models.CreatedWebhookAnswer, "POST", "webhooks", webhook_request).data

print(
    json.dumps(
        {
            "courses": len(found.data),
            "online": [course.isOnline, offline.isOnline],
            "currency": prices.currency,
            "teeTimes": len(online_day.availableTimes) > 1,
            "contact": "@" in offline_day.offlineBookingContact.email,
            "held": hold.players,
            "booked": booking.status.value,
            "listed": [item.id for item in listed.data] == [booking.id],
            "changed": changed.players,
            "cancelled": getattr(cancelled.status, "value", cancelled.status),
            "hook": hook.status.value,
            "group": getattr(group.status, "value", group.status),
            "webhook": webhook.secret.startswith("whsec_"),
        }
    )
)
