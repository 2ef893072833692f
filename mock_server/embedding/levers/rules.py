"""Deliberate and repeatable interference with requests. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    pass


class Rule(TypedDict):
    """A rule and how often it acted."""

    id: str  # Id of the rule.
    match: dict[str, Any]  # The requests that the rule matches, as the caller sent them.
    effect: dict[str, Any]  # The effect on a request, as the caller sent it.
    skip: int  # How many matching requests pass first.
    times: int | None  # How often the rule acts at most. Null means no limit.
    probability: float  # Share of the matching requests that the rule acts on.
    seed: int  # Seed of the draws.
    met: int  # Number of requests that the rule has matched.
    acted: int  # Number of requests on which the rule has acted.


InterfaceOperation: TypeAlias = Literal[
    "searchCourses",
    "getCourse",
    "getCoursePricing",
    "getCourseTerms",
    "listTeeTimes",
    "checkAvailability",
    "holdTeeTime",
    "createBooking",
    "listBookings",
    "getBooking",
    "updateBooking",
    "cancelBooking",
    "createBookingHook",
    "confirmBookingHook",
    "releaseBookingHook",
    "createGroupBooking",
    "getGroupBooking",
    "updateGroupBookingPlayers",
    "findGroupSlots",
    "calculateGroupPrice",
    "validateGroupBooking",
    "createWebhook",
    "listWebhooks",
    "updateWebhook",
    "deleteWebhook",
    "createToken",
    "refreshToken",
    "revokeToken",
]
"""Id of an operation of the booking interface."""


EventKind: TypeAlias = Literal[
    "booking.confirmed",
    "booking.cancelled",
    "booking.modified",
    "group_booking.confirmed",
    "group_booking.failed",
    "group_booking.cancelled",
    "booking_hook.confirmed",
    "booking_hook.released",
    "booking_hook.expired",
]
"""Kind of event."""


class Match(TypedDict):
    """The requests that the rule matches. Without members, the rule matches all requests."""

    operations: NotRequired[list[InterfaceOperation]]  # Ids of operations of the booking interface.
    events: NotRequired[list[EventKind]]  # Kinds of event, for a rule on deliveries.
    agency: NotRequired[str]  # Matches only the requests, or the events, of this agency.


class EffectProblem(TypedDict):
    """The sandbox refuses the request with this problem and writes nothing."""

    code: Literal[
        "forbidden",
        "course_not_found",
        "booking_not_found",
        "hold_not_found",
        "booking_hook_not_found",
        "group_booking_not_found",
        "webhook_not_found",
        "token_invalid",
        "tee_time_unavailable",
        "hold_expired",
        "hold_already_used",
        "booking_hook_expired",
        "booking_hook_closed",
        "booking_hooks_not_taken",
        "modification_not_allowed",
        "modification_cutoff_passed",
        "cancellation_cutoff_passed",
        "booking_cancelled",
        "course_offline",
        "rate_limited",
        "internal_error",
        "unavailable",
    ]
    """Code of the problem. The code decides the status."""
    retryAfterSeconds: NotRequired[int]  # Value of Retry-After for `rate_limited` and `unavailable`.
    retryAfterForm: NotRequired[Literal["seconds", "date"]]
    """Form of Retry-After, by default `seconds`.
    HTTP also allows a date. The contract of the interface does not allow a date, but a gateway may send a date.
    """


class EffectStatus(TypedDict):
    """The answer has this status and a text, like the answer of a gateway. The sandbox sends a text that begins
    with `<` as HTML, and any other text as plain text.
    """

    status: int  # Status code of the answer.
    body: NotRequired[str]  # Text of the answer.


class EffectLatency(TypedDict):
    """The request gets its usual answer, but later."""

    milliseconds: int  # The delay of the answer.


class EffectDrop(TypedDict):
    """The connection ends without an answer."""

    when: Literal["before", "after"]  # Whether the connection ends before or after the request takes effect.


class EffectMalformed(TypedDict):
    """The request takes effect, and the sandbox spoils the body of its answer."""

    form: Literal["truncated", "not_json", "empty", "wrong_types"]  # How the sandbox spoils the body.


class EffectQuota(TypedDict):
    """This number of matching requests passes. The sandbox refuses every further request with 429.
    The quota never refills: `Retry-After` has its largest value, 2147483647, until you remove the rule.
    """

    requests: int  # Number of requests that pass.


class EffectRival(TypedDict):
    """Just before the request takes effect, another agency takes the places that the request wants.
    The rule acts on requests that name a tee time: bookings, holds and booking hooks.
    For a group it takes the places of every tee time of the day.
    """

    leave: NotRequired[int]  # How many places stay free. 0 by default.


class EffectPrice(TypedDict):
    """Just before the request takes effect, the green fee of its tee time changes.
    The rule acts on bookings, holds and booking hooks at online courses.
    """

    percent: int  # The new green fee in percent of the present green fee.


class EffectDelivery(TypedDict):
    """The sandbox sends the deliveries of an event later, or in another way than usual."""

    variant: NotRequired[
        Literal[
            "valid",
            "wrong_secret",
            "stale_timestamp",
            "future_timestamp",
            "bad_signature",
            "tampered_body",
            "hex_signature",
            "unsigned",
            "duplicate",
            "unknown_event",
            "unknown_member",
            "rotated_secrets",
        ]
    ]
    """Variant of the deliveries that the sandbox sends."""
    delaySeconds: NotRequired[int]  # The delay of the deliveries, in the time of the world.


class Effect(TypedDict):
    """The effect on the request. Exactly one member."""

    problem: NotRequired[EffectProblem]  # The sandbox refuses the request with this problem and writes nothing.
    status: NotRequired[EffectStatus]
    """The answer has this status and a text, like the answer of a gateway. The sandbox sends a text that begins
    with `<` as HTML, and any other text as plain text.
    """
    latency: NotRequired[EffectLatency]  # The request gets its usual answer, but later.
    drop: NotRequired[EffectDrop]  # The connection ends without an answer.
    malformed: NotRequired[EffectMalformed]
    """The request takes effect, and the sandbox spoils the body of its answer."""
    quota: NotRequired[EffectQuota]
    """This number of matching requests passes. The sandbox refuses every further request with 429.
    The quota never refills: `Retry-After` has its largest value, 2147483647, until you remove the rule.
    """
    rival: NotRequired[EffectRival]
    """Just before the request takes effect, another agency takes the places that the request wants.
    The rule acts on requests that name a tee time: bookings, holds and booking hooks.
    For a group it takes the places of every tee time of the day.
    """
    price: NotRequired[EffectPrice]
    """Just before the request takes effect, the green fee of its tee time changes.
    The rule acts on bookings, holds and booking hooks at online courses.
    """
    delivery: NotRequired[EffectDelivery]
    """The sandbox sends the deliveries of an event later, or in another way than usual."""


class RuleRequest(TypedDict):
    """A new rule."""

    match: NotRequired[Match]
    effect: Effect
    skip: NotRequired[int]  # How many matching requests pass first. 0 by default.
    times: NotRequired[int | None]  # How often the rule acts at most. By default there is no limit.
    probability: NotRequired[float]
    """Share of the matching requests that the rule acts on, which `seed` decides. 1 by default."""
    seed: NotRequired[int]  # Seed of the draws. 0 by default.


def list_rules() -> LeverCall[list[Rule]]:
    """See the rules: `GET /rules`.

    Lists every rule of the world, and how often each rule acted, oldest first.
    """
    return LeverCall("GET", "/rules", "data")


def create_rule(body: RuleRequest) -> LeverCall[Rule]:
    """Interfere from now on: `POST /rules`.

    The rule counts every matching request of the world. The rule acts on the request if `skip`, `times` and
    `probability` allow this.
    """
    return LeverCall("POST", "/rules", "data", body=body)


def delete_rules() -> LeverCall[None]:
    """Stop all interference: `DELETE /rules`.

    Removes every rule of the world.
    """
    return LeverCall("DELETE", "/rules", "nothing")


def get_rule(object_id: str) -> LeverCall[Rule]:
    """See a rule: `GET /rules/{id}`.

    Returns what the rule matches, what it does, and how often it acted.
    """
    return LeverCall("GET", f"/rules/{segment(object_id)}", "data")


def delete_rule(object_id: str) -> LeverCall[None]:
    """Remove a rule: `DELETE /rules/{id}`.

    Removes the rule. The rule no longer acts.
    """
    return LeverCall("DELETE", f"/rules/{segment(object_id)}", "nothing")
