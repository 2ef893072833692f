"""What a caller may do wrong: one class per reason, with its facts and a sentence that shows the way out.

Nothing here knows of HTTP. `api/problems.py` holds the one table that gives each refusal its status.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta


def _utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _hours(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"


@dataclass(eq=False)
class Refusal(Exception):
    """A request that the rules do not allow. `str()` gives the sentence for the caller."""

    def __str__(self) -> str:
        raise NotImplementedError


@dataclass(eq=False)
class CourseNotFound(Refusal):
    """No course has this id."""

    course_id: str

    def __str__(self) -> str:
        return f"No course has the id {self.course_id!r}. Search for courses to see their document ids."


@dataclass(eq=False)
class BookingNotFound(Refusal):
    """The agency has no booking with this id."""

    booking_id: str

    def __str__(self) -> str:
        return f"Your agency has no booking {self.booking_id!r}. List the bookings to see their ids."


@dataclass(eq=False)
class HoldNotFound(Refusal):
    """The agency has no tee-time hold with this id."""

    hold_id: str

    def __str__(self) -> str:
        return f"Your agency has no tee-time hold {self.hold_id!r}. Hold the tee time again, or book without holdId."


@dataclass(eq=False)
class CourseOffline(Refusal):
    """The operation needs a live tee sheet, and the course keeps none."""

    course_name: str

    def __str__(self) -> str:
        return f"{self.course_name} has no live tee sheet. Send a booking: it stays pending until the course answers."


@dataclass(eq=False)
class DateInPast(Refusal):
    """The day, or the tee time, is over at the course."""

    asked: str
    now_at_course: datetime

    def __str__(self) -> str:
        return (
            f"{self.asked} is in the past: at the course it is {self.now_at_course:%Y-%m-%d %H:%M}. Choose a later one."
        )


@dataclass(eq=False)
class DateTooFar(Refusal):
    """The day lies beyond maxDaysInAdvance of the course terms."""

    asked: date
    last_day: date
    days: int

    def __str__(self) -> str:
        return (
            f"{self.asked} is too far ahead: the course takes bookings {self.days} days ahead, until {self.last_day}."
        )


@dataclass(eq=False)
class PeriodTooFar(Refusal):
    """A pricing period begins or ends outside the days that are priced."""

    member: str
    asked: date
    first_day: date
    last_day: date

    def __str__(self) -> str:
        return f"Prices exist from {self.first_day} to {self.last_day}. {self.member} {self.asked} lies outside."


@dataclass(eq=False)
class TooManyPlayers(Refusal):
    """More players than the course takes in one booking."""

    players: int
    maximum: int

    def __str__(self) -> str:
        return f"The course takes at most {self.maximum} players in one booking, not {self.players}. See its terms."


@dataclass(eq=False)
class TeeTimeUnavailable(Refusal):
    """The tee time does not exist on the sheet, or has too few places. *instead* names the nearest that have enough."""

    play_date: date
    tee_time: str
    wanted: int
    free: int | None
    instead: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.free is None:
            return f"There is no tee time at {self.tee_time} on {self.play_date}. Read the tee times of that day."
        places = "place" if self.free == 1 else "places"
        return (
            f"The tee time {self.tee_time} on {self.play_date} has {self.free} {places} left, not {self.wanted}. "
            "Read the tee times again and choose another."
        )


@dataclass(eq=False)
class HoldExpired(Refusal):
    """The hold ran out before it was used."""

    hold_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return f"Hold {self.hold_id} expired at {_utc(self.expired_at)}. Its places are on sale again: hold them anew."


@dataclass(eq=False)
class HoldAlreadyUsed(Refusal):
    """The hold has completed a booking before."""

    hold_id: str
    booking_id: str

    def __str__(self) -> str:
        return f"Hold {self.hold_id} completed booking {self.booking_id}. A hold is used once."


@dataclass(eq=False)
class HoldMismatch(Refusal):
    """The booking differs from what the hold reserves."""

    hold_id: str
    member: str
    held: str
    asked: str

    def __str__(self) -> str:
        return f"Hold {self.hold_id} is for {self.member} {self.held}, not {self.asked}. Send what was held."


@dataclass(eq=False)
class ModificationNotAllowed(Refusal):
    """The course terms forbid changes."""

    def __str__(self) -> str:
        return "The terms of this course do not allow changes. Cancel the booking and make a new one."


@dataclass(eq=False)
class ModificationCutoffPassed(Refusal):
    """Too close to the tee time for a change."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        return (
            f"Changes end {self.cutoff_hours} hours before the tee time, and {_hours(self.time_left)} are left. "
            "Call the course."
        )


@dataclass(eq=False)
class CancellationCutoffPassed(Refusal):
    """Too close to the tee time for a cancellation through the interface."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        if self.time_left < timedelta(0):
            return "The tee time is over. A booking can be cancelled before it only."
        return (
            f"Self-service cancellation ends {self.cutoff_hours} hours before the tee time, and "
            f"{_hours(self.time_left)} are left. Call the course."
        )


@dataclass(eq=False)
class BookingCancelled(Refusal):
    """A cancelled booking stays as it is."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} is cancelled and cannot be changed. Make a new booking."


@dataclass(eq=False)
class BookingPending(Refusal):
    """A booking that waits for its course stays, in a world that is set so."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} waits for its course and cannot be cancelled yet. Try again later."


@dataclass(eq=False)
class PreconditionFailed(Refusal):
    """The booking is in another state than the one the caller has read."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} has changed since you read it. Read it again, then send the new ETag."


@dataclass(eq=False)
class BookingHookNotFound(Refusal):
    """The agency has no booking hook with this id."""

    hook_id: str

    def __str__(self) -> str:
        return f"Your agency has no booking hook {self.hook_id!r}. Use the id from the answer that created it."


@dataclass(eq=False)
class HooksNotTaken(Refusal):
    """The course is online and takes no booking hooks all the same."""

    course_name: str

    def __str__(self) -> str:
        return f"{self.course_name} takes no booking hooks. Book the tee time, or hold it for 15 minutes."


@dataclass(eq=False)
class BookingHookExpired(Refusal):
    """The time of the booking hook ran out."""

    hook_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return (
            f"Booking hook {self.hook_id} expired at {_utc(self.expired_at)}. Its places are on sale again: "
            "book the tee time anew."
        )


@dataclass(eq=False)
class BookingHookClosed(Refusal):
    """The booking hook has ended the other way. *booking_id* is the booking it became, or None after a release."""

    hook_id: str
    booking_id: str | None

    def __str__(self) -> str:
        if self.booking_id is None:
            return f"Booking hook {self.hook_id} is released and cannot be confirmed. Book the tee time."
        return (
            f"Booking hook {self.hook_id} is confirmed and cannot be released. "
            f"Cancel booking {self.booking_id} instead."
        )


@dataclass(eq=False)
class GroupBookingNotFound(Refusal):
    """The agency has no group booking with this id."""

    group_id: str

    def __str__(self) -> str:
        return f"Your agency has no group booking {self.group_id!r}. Use the id from the answer that created it."


@dataclass(eq=False)
class GroupSize(Refusal):
    """Too few or too many players for a group."""

    players: int
    fewest: int
    most: int

    def __str__(self) -> str:
        bounds = f"A group has {self.fewest} to {self.most} players, and {self.players} are asked for."
        if self.players < self.fewest:
            return f"{bounds} Book up to {self.fewest - 1} players with POST /travel/bookings."
        return f"{bounds} Split the group."


@dataclass(eq=False)
class NoRunOfTeeTimes(Refusal):
    """No consecutive tee times of the day hold the group."""

    play_date: date
    players: int

    @property
    def reason(self) -> str:
        """What is wrong, without the way out: a group that failed has none."""
        return f"No run of tee times on {self.play_date} holds {self.players} players."

    def __str__(self) -> str:
        return f"{self.reason} Choose another day."


@dataclass(eq=False)
class GroupClosed(Refusal):
    """A group that has failed or was cancelled stays as it is."""

    group_id: str
    status: str
    since: datetime

    def __str__(self) -> str:
        verb = "failed" if self.status == "failed" else f"was {self.status}"
        return f"Group booking {self.group_id} {verb} at {_utc(self.since)} and cannot change. Book the group again."


@dataclass(eq=False)
class GroupNotConfirmed(Refusal):
    """A course cancels what it has agreed to, and it has not agreed to this group."""

    group_id: str
    status: str

    def __str__(self) -> str:
        return f"Group booking {self.group_id} is {self.status}. A course cancels a confirmed group only."


@dataclass(eq=False)
class TooManyNames(Refusal):
    """The player list names more players than the group has."""

    group_id: str
    names: int
    players: int

    def __str__(self) -> str:
        return (
            f"Group booking {self.group_id} has {self.players} players, and the list names {self.names}. "
            f"Send at most {self.players}."
        )


@dataclass(eq=False)
class WebhookNotFound(Refusal):
    """The agency has no subscription with this id."""

    webhook_id: str

    def __str__(self) -> str:
        return f"Your agency has no subscription {self.webhook_id!r}. List the webhooks to see their ids."


@dataclass(eq=False)
class DeliveryNotFound(Refusal):
    """The world has no delivery with this id."""

    delivery_id: str

    def __str__(self) -> str:
        return f"The world has no delivery {self.delivery_id!r}. List the deliveries to see their ids."


@dataclass(eq=False)
class EventNotFound(Refusal):
    """The world has no event with this id."""

    event_id: str

    def __str__(self) -> str:
        return f"The world has no event {self.event_id!r}. List the events to see their ids."


@dataclass(eq=False)
class TooManyInboxes(Refusal):
    """The world has as many inboxes as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"A world has at most {self.maximum} inboxes. Send to one that it has, or clear one."


@dataclass(eq=False)
class EventUnknown(Refusal):
    """No event is of this kind."""

    kind: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"There is no event kind {self.kind!r}. Choose from {', '.join(self.known)}."


@dataclass(eq=False)
class WebhookUrl(Refusal):
    """Deliveries are not sent to this address. *rule* is a sentence that says what an address is like."""

    url: str
    rule: str

    def __str__(self) -> str:
        return f"{self.url!r} receives no deliveries. {self.rule}"


@dataclass(eq=False)
class TooManySubscriptions(Refusal):
    """The agency has as many subscriptions as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"An agency has at most {self.maximum} subscriptions. Remove one of yours first."


@dataclass(eq=False)
class TokenInvalid(Refusal):
    """A token that opens nothing. *reason* is a sentence with the way out."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(eq=False)
class MagicUnknown(Refusal):
    """A last name is reserved for the sandbox, and means nothing to it."""

    last_name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"Last names that begin with Sandbox- are reserved, and {self.last_name!r} is none of them. "
            f"Send another last name, or one of {', '.join(self.known)}."
        )


@dataclass(eq=False)
class NothingToDecide(Refusal):
    """The course has no open question about this booking."""

    booking_id: str
    status: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} is {self.status}. Only a pending booking waits for its course."


@dataclass(eq=False)
class BackwardsInTime(Refusal):
    """A clock moves forwards only, since what happened has happened."""

    now: datetime
    asked: datetime

    def __str__(self) -> str:
        return (
            f"The clock stands at {_utc(self.now)} and cannot go back to {_utc(self.asked)}. Reset the world instead."
        )


@dataclass(eq=False)
class TooManyWorlds(Refusal):
    """The server keeps as many worlds as it may."""

    maximum: int

    def __str__(self) -> str:
        return (
            f"This server keeps at most {self.maximum} worlds. Use one of them, or start it with a higher --max-worlds."
        )


@dataclass(eq=False)
class WorldExists(Refusal):
    """A new world cannot have the name of another."""

    name: str

    def __str__(self) -> str:
        return f"There is a world {self.name} already. Choose another name, or delete that world first."


@dataclass(eq=False)
class WorldTooLarge(Refusal):
    """The world holds more than an export may."""

    size: int
    maximum: int

    def __str__(self) -> str:
        return (
            f"An export of this world has {self.size} bytes, and {self.maximum} are the most. "
            "Reset the world, or keep its database instead."
        )


@dataclass(eq=False)
class ExportDamaged(Refusal):
    """A document is not what an export of a world looks like. *reason* is a sentence."""

    reason: str

    def __str__(self) -> str:
        return f"{self.reason} Nothing was imported. Export the world again, and send the document as it is."


@dataclass(eq=False)
class SnapshotNotFound(Refusal):
    """The world has no snapshot of this name."""

    name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        there = f"It has {', '.join(self.known)}." if self.known else "It has none yet."
        return f"The world has no snapshot {self.name!r}. {there}"


@dataclass(eq=False)
class TooManySnapshots(Refusal):
    """The world keeps as many snapshots as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"A world keeps at most {self.maximum} snapshots. Remove one, or replace one by its name."


@dataclass(eq=False)
class TooManyPrices(Refusal):
    """The world overrides as many green fees as it may."""

    maximum: int

    def __str__(self) -> str:
        return f"A world overrides at most {self.maximum} green fees. Set one of them back to null first."


@dataclass(eq=False)
class IdempotencyMismatch(Refusal):
    """The key was used with another request."""

    key: str

    def __str__(self) -> str:
        return f"Idempotency-Key {self.key!r} was used with another request in the last 24 hours. Use a new key."
