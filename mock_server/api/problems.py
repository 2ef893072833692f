"""Problems (RFC 9457, assumption A-01): the closed list of codes, and the one table from refusals to codes.

The statuses are assumptions A-02 to A-05.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mock_server.domain import refusals

MEDIA_TYPE = "application/problem+json"
TYPE_BASE = "https://teesheet.example/problems/"

# code -> status and title. The contract lists the codes of the interface; the others belong to the control plane.
CODES: Mapping[str, tuple[int, str]] = {
    "malformed_json": (400, "The body is not JSON"),
    "invalid_request": (400, "The request does not match the contract"),
    "key_missing": (401, "The API key is missing"),
    "key_unknown": (401, "The API key is unknown"),
    "token_invalid": (401, "The token is not valid"),
    "forbidden": (403, "Not allowed"),
    "world_not_yours": (403, "The name belongs to other keys"),
    "too_many_worlds": (403, "Too many worlds"),
    "too_many_snapshots": (403, "Too many snapshots"),
    "too_many_green_fees": (403, "Too many green fees"),
    "too_many_rules": (403, "Too many rules"),
    "not_found": (404, "There is nothing at this address"),
    "snapshot_not_found": (404, "Snapshot not found"),
    "course_not_found": (404, "Course not found"),
    "booking_not_found": (404, "Booking not found"),
    "hold_not_found": (404, "Tee-time hold not found"),
    "booking_hook_not_found": (404, "Booking hook not found"),
    "group_booking_not_found": (404, "Group booking not found"),
    "webhook_not_found": (404, "Webhook not found"),
    "delivery_not_found": (404, "Delivery not found"),
    "event_not_found": (404, "Event not found"),
    "method_not_allowed": (405, "Method not allowed"),
    "not_acceptable": (406, "No acceptable media type"),
    "tee_time_unavailable": (409, "The tee time is not available"),
    "hold_expired": (409, "The tee-time hold expired"),
    "hold_already_used": (409, "The tee-time hold is used"),
    "booking_hooks_not_taken": (409, "The course takes no booking hooks"),
    "booking_hook_expired": (409, "The booking hook expired"),
    "booking_hook_closed": (409, "The booking hook is closed"),
    "modification_not_allowed": (409, "Changes are not allowed"),
    "modification_cutoff_passed": (409, "Too late for a change"),
    "cancellation_cutoff_passed": (409, "Too late for a cancellation"),
    "booking_cancelled": (409, "The booking is cancelled"),
    "course_offline": (409, "The course is offline"),
    "world_exists": (409, "The world exists"),
    "world_too_large": (409, "The world is too large"),
    "booking_pending": (409, "The booking waits for its course"),
    "nothing_to_decide": (409, "No answer of the course is open"),
    "clock_backwards": (409, "A clock moves forwards only"),
    "precondition_failed": (412, "The booking has changed"),
    "body_too_large": (413, "The body is too large"),
    "unsupported_media_type": (415, "Unsupported media type"),
    "date_in_past": (422, "The date is in the past"),
    "date_too_far": (422, "The date is too far ahead"),
    "period_too_far": (422, "The period is not priced"),
    "too_many_players": (422, "Too many players"),
    "hold_mismatch": (422, "The booking differs from its hold"),
    "group_size": (422, "Too few or too many players for a group"),
    "event_unknown": (422, "There is no such event"),
    "webhook_url": (422, "The address receives no deliveries"),
    "idempotency_mismatch": (422, "The idempotency key belongs to another request"),
    "export_damaged": (422, "The export is damaged"),
    "rate_limited": (429, "Too many requests"),
    "internal_error": (500, "The sandbox failed"),
    "response_contract_violation": (500, "The sandbox broke the contract"),
    "no_example": (501, "Not built, and no example to answer from"),
    "unavailable": (503, "Temporarily unavailable"),
}

REFUSALS: Mapping[type[refusals.Refusal], str] = {
    refusals.CourseNotFound: "course_not_found",
    refusals.BookingNotFound: "booking_not_found",
    refusals.BookingNotInWorld: "booking_not_found",
    refusals.HoldNotFound: "hold_not_found",
    refusals.CourseOffline: "course_offline",
    refusals.DateInPast: "date_in_past",
    refusals.DateTooFar: "date_too_far",
    refusals.PeriodTooFar: "period_too_far",
    refusals.TooManyPlayers: "too_many_players",
    refusals.TeeTimeUnavailable: "tee_time_unavailable",
    refusals.TooFewPlacesForMorePlayers: "tee_time_unavailable",
    refusals.TooFewPlacesToBlock: "tee_time_unavailable",
    refusals.HoldExpired: "hold_expired",
    refusals.HoldAlreadyUsed: "hold_already_used",
    refusals.HoldMismatch: "hold_mismatch",
    refusals.ModificationNotAllowed: "modification_not_allowed",
    refusals.ModificationCutoffPassed: "modification_cutoff_passed",
    refusals.CancellationCutoffPassed: "cancellation_cutoff_passed",
    refusals.BookingCancelled: "booking_cancelled",
    refusals.BookingPending: "booking_pending",
    refusals.IdempotencyMismatch: "idempotency_mismatch",
    refusals.TooManyWorlds: "forbidden",
    refusals.TooManyForks: "too_many_worlds",
    refusals.WorldNotYours: "world_not_yours",
    refusals.WorldNotOwned: "forbidden",
    refusals.PreconditionFailed: "precondition_failed",
    refusals.NothingToDecide: "nothing_to_decide",
    refusals.BookingHookNotFound: "booking_hook_not_found",
    refusals.HooksNotTaken: "booking_hooks_not_taken",
    refusals.BookingHookExpired: "booking_hook_expired",
    refusals.BookingHookClosed: "booking_hook_closed",
    refusals.GroupBookingNotFound: "group_booking_not_found",
    refusals.GroupBookingNotInWorld: "group_booking_not_found",
    refusals.GroupSize: "group_size",
    refusals.NoRunOfTeeTimes: "tee_time_unavailable",
    refusals.GroupFailed: "modification_not_allowed",
    refusals.GroupCancelled: "modification_not_allowed",
    refusals.GroupNotConfirmed: "nothing_to_decide",
    refusals.GroupSettled: "nothing_to_decide",
    refusals.TooManyNames: "too_many_players",
    refusals.WebhookNotFound: "webhook_not_found",
    refusals.WebhookNotInWorld: "webhook_not_found",
    refusals.DeliveryNotFound: "delivery_not_found",
    refusals.EventNotFound: "event_not_found",
    refusals.EventUnknown: "event_unknown",
    refusals.WebhookUrl: "webhook_url",
    refusals.TooManySubscriptions: "forbidden",
    refusals.AccessTokenMissing: "token_invalid",
    refusals.NotABearer: "token_invalid",
    refusals.AccessTokenUnknown: "token_invalid",
    refusals.AccessTokenForeign: "token_invalid",
    refusals.AccessTokenReplaced: "token_invalid",
    refusals.AccessTokenExpired: "token_invalid",
    refusals.RefreshTokenUnknown: "token_invalid",
    refusals.RefreshTokenSpent: "token_invalid",
    refusals.SessionRevoked: "token_invalid",
    refusals.SessionExpired: "token_invalid",
    refusals.MagicUnknown: "invalid_request",
    refusals.BackwardsInTime: "clock_backwards",
    refusals.WorldExists: "world_exists",
    refusals.WorldTooLarge: "world_too_large",
    refusals.ExportFormat: "export_damaged",
    refusals.ExportDigest: "export_damaged",
    refusals.ExportOfOtherCourses: "export_damaged",
    refusals.ExportNotWritable: "export_damaged",
    refusals.ExportSettings: "export_damaged",
    refusals.ExportTables: "export_damaged",
    refusals.ExportColumns: "export_damaged",
    refusals.ExportRowLength: "export_damaged",
    refusals.ExportKeyTwice: "export_damaged",
    refusals.ExportValue: "export_damaged",
    refusals.ExportUnsound: "export_damaged",
    refusals.SnapshotNotFound: "snapshot_not_found",
    refusals.TooManySnapshots: "too_many_snapshots",
    refusals.TooManyPrices: "too_many_green_fees",
    refusals.TooManyRules: "too_many_rules",
}

# The control plane names these reasons. The list of the interface is closed: a further code there breaks its clients
# (assumption A-54), so the interface answers `forbidden`.
CONTROL_REFUSALS: Mapping[type[refusals.Refusal], str] = {
    **REFUSALS,
    refusals.TooManyWorlds: "too_many_worlds",
    refusals.WorldNotOwned: "world_not_yours",
}

# The refusals that are findings, as those of a schema are: the pointer of the member, and the rule that it breaks.
MEMBERS: Mapping[type[refusals.Refusal], Sequence[tuple[str, str]]] = {
    refusals.MagicUnknown: [("/body/leadPlayer/lastName", "enum")],
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake in a request.

    *pointer* is like `/query/pageSize` or `/body/leadPlayer/email`. *rule* points to the keyword of the
    contract; it is empty for rules that no schema can express. *accepted* is the bound that decided, such as
    `{"atMost": 100}`; it is empty if only the detail can express the bound.
    """

    pointer: str
    code: str
    detail: str
    rule: str = ""
    accepted: Mapping[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Problem(Exception):
    """An answer that refuses a request or reports a failure."""

    code: str
    detail: str
    findings: Sequence[Finding] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status that belongs to the code."""
        return CODES[self.code][0]

    def body(self, instance: str, request_id: str) -> dict[str, Any]:
        """The problem document. *instance* is the path of the request."""
        status, title = CODES[self.code]
        document: dict[str, Any] = {
            "type": TYPE_BASE + self.code,
            "title": title,
            "status": status,
            "detail": self.detail,
            "instance": instance,
            "code": self.code,
            "requestId": request_id,
        }
        if self.findings:
            document["errors"] = [
                {"pointer": finding.pointer, "code": finding.code, "detail": finding.detail}
                for finding in self.findings
            ]
        return document


def invalid_request(findings: Sequence[Finding]) -> Problem:
    """A request that breaks the contract, with all findings. Assumption A-02."""
    if len(findings) == 1:
        return Problem("invalid_request", f"{findings[0].pointer}: {findings[0].detail}", findings)
    return Problem("invalid_request", f"{len(findings)} things are wrong with the request. See errors.", findings)


def problem_of(refusal: refusals.Refusal, codes: Mapping[type[refusals.Refusal], str] = REFUSALS) -> Problem:
    """The problem that reports a refusal to the caller, with the codes of the interface or of the control plane."""
    sentence = str(refusal)
    findings = [Finding(pointer, code, sentence) for pointer, code in MEMBERS.get(type(refusal), ())]
    return Problem(codes[type(refusal)], sentence, findings)
