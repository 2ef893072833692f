"""Objects of all agencies of a world, in one list for each kind. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall

BookingStatus: TypeAlias = Literal["confirmed", "pending", "cancelled"]
"""`confirmed`: the agency has the tee time.
`pending`: the course has not answered yet.
`cancelled`: the agency cancelled, or the course declined.
"""


class BookedCourse(TypedDict):
    """Which course the agency has booked."""

    id: str  # Course document id, as `searchCourses` returns it.
    name: str  # Name for people to read. Requests name a course by its document id.


class LeadPlayer(TypedDict):
    """The contact person of the booking, in the form of answers."""

    firstName: str  # First name, 1 to 100 characters.
    lastName: str  # Last name, 1 to 100 characters.
    email: str  # E-mail address, at most 254 characters.
    phone: NotRequired[str]  # Phone number. No answer of the sandbox shows it.


class BookingRecord(TypedDict):
    """A booking in the form of `GET /travel/bookings/{id}`, and its agency."""

    id: str  # Names the booking in later requests. The answer to its creation has it.
    status: BookingStatus
    bookingReference: str  # Reference that the service issues, for people on the phone.
    agencyBookingReference: NotRequired[str]
    """Reference of the agency, unchanged. Absent if the agency sent none."""
    course: BookedCourse
    date: str  # Day of play, in the time zone of the course.
    teeTime: str  # Tee time, `HH:MM`, in the time zone of the course.
    players: int  # Number of players, 1 to 4, the lead player included.
    leadPlayer: LeadPlayer
    specialRequests: NotRequired[str]  # Free text for the course, unchanged. Absent if the agency sent none.
    createdAt: str  # Moment of creation, in UTC.
    cancellationDate: NotRequired[str]
    """Moment of the cancellation, in UTC. Present only in a cancelled booking."""
    cancellationReason: NotRequired[str]
    """Why the course declined, in its words. Present only if the course declined."""
    agency: str  # Name of the agency that created the object.


class RecordPage(TypedDict):
    """The number of this page, and the number of entries on all pages."""

    page: int  # Number of the page.
    limit: int  # Greatest number of entries on a page.
    total: int  # Number of entries on all pages.


class BookingRecordListAnswer(TypedDict):
    """A page of bookings under `data`."""

    data: list[BookingRecord]  # The bookings, newest first.
    meta: RecordPage


class TeeTimeHoldPricing(TypedDict):
    """The price of the held places, net of VAT."""

    currency: str  # Currency code, ISO 4217.
    greenFee: float  # Price for one player, net of VAT.
    totalAmount: float  # Green fee times the number of places held, net of VAT.


class TeeTimeHoldRecord(TypedDict):
    """A tee-time hold in the form of the answer to its creation, its agency and its status."""

    holdId: str  # Id of the hold. Send it as `holdId` with the booking.
    courseId: str  # Course document id, as `searchCourses` returns it.
    date: str  # Day of play, in the time zone of the course.
    time: str  # Tee time, `HH:MM`, in the time zone of the course.
    players: int  # How many places the hold keeps for the agency, 1 to 4.
    holdExpiration: str  # Moment the places return to sale, in UTC. It is 15 minutes after the request.
    pricing: TeeTimeHoldPricing
    agency: str  # Name of the agency that created the object.
    status: Literal["active", "completed", "expired"]  # Status of the hold. Only an active hold has places.
    createdAt: str  # Moment of the creation, in UTC.
    bookingId: NotRequired[str]  # Id of the booking that completed the hold. Absent before the booking.


class TeeTimeHoldRecordListAnswer(TypedDict):
    """A page of tee-time holds under `data`."""

    data: list[TeeTimeHoldRecord]  # The tee-time holds, newest first.
    meta: RecordPage


BookingHookStatus: TypeAlias = Literal["held", "confirmed", "released", "expired"]
"""`held`: the service keeps the places.
`confirmed`: the hook became a booking.
`released`: the agency gave the places back.
`expired`: the time of the hook ran out.
The last three are final.
"""


class BookingHookRecord(TypedDict):
    """A booking hook in the form of the answer to its creation, with its present status and its agency."""

    id: str  # Names the hook when the agency confirms or releases it.
    status: BookingHookStatus
    courseId: str  # Course document id, as `searchCourses` returns it.
    date: str  # Day of play, in the time zone of the course.
    teeTime: str  # Tee time, `HH:MM`, in the time zone of the course.
    players: int  # Number of players, 1 to 4, the lead player included.
    agencyBookingReference: NotRequired[str]
    """Reference of the agency, unchanged. Absent if the agency sent none."""
    expiresAt: str
    """Moment the places return to sale, in UTC.
    It is 14 days after the creation, or the tee time if that is earlier.
    """
    createdAt: str  # Moment of the creation, in UTC.
    agency: str  # Name of the agency that created the object.
    bookingId: NotRequired[str]
    """Id of the booking that the confirmation created. Absent before the confirmation."""


class BookingHookRecordListAnswer(TypedDict):
    """A page of booking hooks under `data`."""

    data: list[BookingHookRecord]  # The booking hooks, newest first.
    meta: RecordPage


GroupBookingStatus: TypeAlias = Literal["processing", "pending", "confirmed", "failed", "cancelled"]
"""`processing`: the service looks for tee times.
`pending`: an offline course has not answered yet.
`confirmed`: the group has its tee times.
`failed`: the service found no tee times, or the course declined. `failureReason` says why.
`cancelled`: the course cancelled a confirmed group.
"""


class GroupTeeTime(TypedDict):
    """A tee time at which some players of the group begin."""

    time: str  # Tee time, `HH:MM`, in the time zone of the course.
    players: int  # How many players of the group begin at this tee time.


class GroupPricing(TypedDict):
    """Price of a group, net of VAT.
    The subtotal is the green fee times the number of players, and the total is the subtotal without the
    discount.
    """

    currency: str  # Currency code, ISO 4217.
    subtotal: float  # Green fees of all players before the discount, net of VAT.
    discountPercent: float  # Discount in percent, 5 from 8 players, 10 from 16, otherwise 0.
    discount: float  # Amount that the discount takes off the subtotal.
    total: float  # Amount that the agency pays for the group, net of VAT.


class GroupPlayer(TypedDict):
    """A player with the name that the golf course expects."""

    firstName: str  # First name, 1 to 100 characters.
    lastName: str  # Last name, 1 to 100 characters.
    email: NotRequired[str]  # E-mail address, at most 254 characters.
    handicap: NotRequired[float]  # Handicap index, at most 54. A plus handicap is a negative number.


class GroupBookingRecord(TypedDict):
    """A group booking in the form of `GET /travel/group-bookings/{id}`, and its agency."""

    id: str  # Names the group booking in later requests and in deliveries.
    status: GroupBookingStatus
    totalPlayers: int  # Number of players, the lead player included.
    courseId: str  # Course document id, as `searchCourses` returns it.
    date: str  # Day of play, in the time zone of the course.
    createdAt: str  # Moment of the creation, in UTC.
    preferredTime: NotRequired[str]
    """Tee time nearest to which the group wants to start, `HH:MM`, in the time zone of the course."""
    leadPlayer: NotRequired[LeadPlayer]  # The contact person of the group, who is also a player.
    agencyBookingReference: NotRequired[str]
    """Reference of the agency, unchanged. Absent if the agency sent none."""
    specialRequests: NotRequired[str]  # Free text for the course, unchanged. Absent if the agency sent none.
    teeTimes: NotRequired[list[GroupTeeTime]]
    """Tee times of the group, in order of time. Together they hold `totalPlayers`."""
    pricing: NotRequired[GroupPricing]  # Price of the whole group, net of VAT.
    playerList: NotRequired[list[GroupPlayer]]  # The named players, in the order in which the agency sent them.
    failureReason: NotRequired[str]  # Why the group did not get its tee times. Present if `status` is `failed`.
    updatedAt: NotRequired[str]  # Moment of the last change, in UTC.
    agency: str  # Name of the agency that created the object.


class GroupBookingRecordListAnswer(TypedDict):
    """A page of group bookings under `data`."""

    data: list[GroupBookingRecord]  # The group bookings, newest first.
    meta: RecordPage


class WebhookRecord(TypedDict):
    """A subscription in the form of `GET /webhooks`, and its agency."""

    id: str  # Names the subscription when the agency changes or removes it.
    url: str  # HTTPS address that receives the deliveries.
    events: list[str]  # Kinds of event that the subscription receives, each named once.
    description: NotRequired[str]  # Free text of the agency, at most 2000 characters.
    isActive: bool  # Whether the service sends deliveries. A receiver that answers 410 sets it to false.
    createdAt: str  # Moment of the creation, in UTC.
    agency: str  # Name of the agency that created the object.


class WebhookRecordListAnswer(TypedDict):
    """A page of subscriptions under `data`."""

    data: list[WebhookRecord]  # The subscriptions, newest first.
    meta: RecordPage


def list_world_bookings(
    *,
    object_id: str | None = None,
    agency: str | None = None,
    course_id: str | None = None,
    status: Literal["confirmed", "pending", "cancelled"] | None = None,
    page: int | None = None,
    limit: int | None = None,
) -> LeverCall[BookingRecordListAnswer]:
    """List the bookings of every agency: `GET /bookings`.

    Lists the bookings of every agency of the world, newest first.
    """
    return LeverCall(
        "GET",
        "/bookings",
        "json",
        query={
            "id": object_id,
            "agency": agency,
            "courseId": course_id,
            "status": status,
            "page": page,
            "limit": limit,
        },
    )


def list_world_tee_time_holds(
    *,
    object_id: str | None = None,
    agency: str | None = None,
    course_id: str | None = None,
    status: Literal["active", "completed", "expired"] | None = None,
    page: int | None = None,
    limit: int | None = None,
) -> LeverCall[TeeTimeHoldRecordListAnswer]:
    """List the tee-time holds of every agency: `GET /tee-time-holds`.

    Lists the tee-time holds of every agency of the world, newest first.
    """
    return LeverCall(
        "GET",
        "/tee-time-holds",
        "json",
        query={
            "id": object_id,
            "agency": agency,
            "courseId": course_id,
            "status": status,
            "page": page,
            "limit": limit,
        },
    )


def list_world_booking_hooks(
    *,
    object_id: str | None = None,
    agency: str | None = None,
    course_id: str | None = None,
    status: Literal["held", "confirmed", "released", "expired"] | None = None,
    page: int | None = None,
    limit: int | None = None,
) -> LeverCall[BookingHookRecordListAnswer]:
    """List the booking hooks of every agency: `GET /booking-hooks`.

    Lists the booking hooks of every agency of the world, newest first.
    """
    return LeverCall(
        "GET",
        "/booking-hooks",
        "json",
        query={
            "id": object_id,
            "agency": agency,
            "courseId": course_id,
            "status": status,
            "page": page,
            "limit": limit,
        },
    )


def list_world_group_bookings(
    *,
    object_id: str | None = None,
    agency: str | None = None,
    course_id: str | None = None,
    status: Literal["processing", "pending", "confirmed", "failed", "cancelled"] | None = None,
    page: int | None = None,
    limit: int | None = None,
) -> LeverCall[GroupBookingRecordListAnswer]:
    """List the group bookings of every agency: `GET /group-bookings`.

    Lists the group bookings of every agency of the world, newest first.
    """
    return LeverCall(
        "GET",
        "/group-bookings",
        "json",
        query={
            "id": object_id,
            "agency": agency,
            "courseId": course_id,
            "status": status,
            "page": page,
            "limit": limit,
        },
    )


def list_world_webhooks(
    *, object_id: str | None = None, agency: str | None = None, page: int | None = None, limit: int | None = None
) -> LeverCall[WebhookRecordListAnswer]:
    """List the subscriptions of every agency: `GET /webhooks`.

    Lists the webhook subscriptions of every agency of the world, newest first, without their secrets.
    """
    return LeverCall(
        "GET", "/webhooks", "json", query={"id": object_id, "agency": agency, "page": page, "limit": limit}
    )
