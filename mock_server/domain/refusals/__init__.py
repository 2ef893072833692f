"""What a caller may do wrong: one class per reason, with its facts and a sentence that shows the way out.

No refusal knows its status: `api/problems.py` has the one table that gives each refusal a status and a code.
Sentences name members, parameters and requests as callers write them.
"""

from mock_server.domain.refusals.base import Refusal
from mock_server.domain.refusals.booking_hooks import (
    BookingHookClosed,
    BookingHookExpired,
    BookingHookNotFound,
    HooksNotTaken,
)
from mock_server.domain.refusals.bookings import (
    BookingCancelled,
    BookingNotFound,
    BookingPending,
    CancellationCutoffPassed,
    IdempotencyMismatch,
    MagicUnknown,
    ModificationCutoffPassed,
    ModificationNotAllowed,
    NothingToDecide,
    PreconditionFailed,
)
from mock_server.domain.refusals.courses import (
    CourseNotFound,
    CourseOffline,
    DateInPast,
    DateTooFar,
    PeriodTooFar,
    TeeTimeUnavailable,
    TooManyPlayers,
)
from mock_server.domain.refusals.group_bookings import (
    GroupBookingNotFound,
    GroupCancelled,
    GroupFailed,
    GroupNotConfirmed,
    GroupSettled,
    GroupSize,
    NoRunOfTeeTimes,
    TooManyNames,
)
from mock_server.domain.refusals.tee_time_holds import (
    Difference,
    HoldAlreadyUsed,
    HoldExpired,
    HoldMismatch,
    HoldNotFound,
)
from mock_server.domain.refusals.tokens import TokenInvalid
from mock_server.domain.refusals.webhooks import (
    DeliveryNotFound,
    EventNotFound,
    EventUnknown,
    TooManySubscriptions,
    WebhookNotFound,
    WebhookUrl,
)
from mock_server.domain.refusals.worlds import (
    BackwardsInTime,
    ExportDamaged,
    SnapshotNotFound,
    TooManyForks,
    TooManyPrices,
    TooManySnapshots,
    TooManyWorlds,
    WorldExists,
    WorldNotOwned,
    WorldNotYours,
    WorldTooLarge,
)

__all__ = [
    "BackwardsInTime",
    "BookingCancelled",
    "BookingHookClosed",
    "BookingHookExpired",
    "BookingHookNotFound",
    "BookingNotFound",
    "BookingPending",
    "CancellationCutoffPassed",
    "CourseNotFound",
    "CourseOffline",
    "DateInPast",
    "DateTooFar",
    "DeliveryNotFound",
    "Difference",
    "EventNotFound",
    "EventUnknown",
    "ExportDamaged",
    "GroupBookingNotFound",
    "GroupCancelled",
    "GroupFailed",
    "GroupNotConfirmed",
    "GroupSettled",
    "GroupSize",
    "HoldAlreadyUsed",
    "HoldExpired",
    "HoldMismatch",
    "HoldNotFound",
    "HooksNotTaken",
    "IdempotencyMismatch",
    "MagicUnknown",
    "ModificationCutoffPassed",
    "ModificationNotAllowed",
    "NoRunOfTeeTimes",
    "NothingToDecide",
    "PeriodTooFar",
    "PreconditionFailed",
    "Refusal",
    "SnapshotNotFound",
    "TeeTimeUnavailable",
    "TokenInvalid",
    "TooManyForks",
    "TooManyNames",
    "TooManyPlayers",
    "TooManyPrices",
    "TooManySnapshots",
    "TooManySubscriptions",
    "TooManyWorlds",
    "WebhookNotFound",
    "WebhookUrl",
    "WorldExists",
    "WorldNotOwned",
    "WorldNotYours",
    "WorldTooLarge",
]
