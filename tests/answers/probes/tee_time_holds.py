"""Probes of tee-time holds."""

from datetime import datetime, timedelta

from tests.answers.asking import Asker, Unclear, decided, made, tee_times
from tests.answers.registry import probe
from tests.sandbox.trade import ORDINARY, booking, hold, offline, without

_HOLD = f"/travel/courses/{ORDINARY.id}/hold-tee-time"


@probe("A-25")
def members_of_a_hold(asks: Asker) -> str:
    """A hold without each of its members, and holds for no and for five players."""
    body = hold(tee_times(asks)[0])
    lacking = [asks.post(_HOLD, without(body, name)).status for name in ("date", "time", "players")]
    outside = [asks.post(_HOLD, {**body, "players": number}).status for number in (0, 5)]
    return decided(
        ("players-default", lacking[2] == 201),
        ("all-required", lacking == [400] * 3 and outside == [400] * 2),
        seen=(lacking, outside),
    )


@probe("A-26")
def life_and_owner_of_a_hold(asks: Asker) -> str:
    """The end of a hold, its use by another agency, and a hold at an offline course."""
    tee_time = tee_times(asks)[0]
    held = made(asks.post(_HOLD, hold(tee_time)))
    left = datetime.fromisoformat(held["holdExpiration"]) - datetime.fromisoformat("2040-05-07T08:00:00+00:00")
    stolen = asks.agency("bravo").post("/travel/bookings", booking(tee_time, holdId=held["holdId"]))
    silent = offline("offline-silent")
    at_offline = asks.post(f"/travel/courses/{silent.course_id}/hold-tee-time", hold(silent)).status
    return decided(
        ("shorter", left < timedelta(minutes=15)),
        ("any-agency", stolen.is_success),
        ("own-15-minutes", left == timedelta(minutes=15) and stolen.status == 404 and at_offline == 409),
        seen=(left, stolen, at_offline),
    )


# Where the hold id goes: the word, the place and the name there. Our place comes last: a service that takes the id
# elsewhere may take it there too.
_PLACES = (
    ("other-member", "body", "tee_time_hold_id"),
    ("other-member", "body", "hold_token"),
    ("query", "query", "holdId"),
    ("query", "query", "reservation"),
    ("header", "headers", "X-Hold-Id"),
    ("header", "headers", "X-Hold-Token"),
    ("body", "body", "holdId"),
)


@probe("A-27")
def place_of_the_hold_id(asks: Asker) -> str:
    """A tee time with all places held, booked with the hold id in each place in turn."""
    tee_time = tee_times(asks)[0]
    hold_id = made(asks.post(_HOLD, hold(tee_time, players=4)))["holdId"]
    for word, place, name in _PLACES:
        sent = {place: {name: hold_id}}
        body = booking(tee_time, players=4, **sent.get("body", {}))
        query, headers = sent.get("query"), sent.get("headers")
        if asks.ask("POST", "/travel/bookings", body, query=query, headers=headers).is_success:
            return word
    raise Unclear("The hold id is accepted in no place.")
