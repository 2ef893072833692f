"""What a caller may do wrong: one class per reason, with its facts and a sentence that shows the way out.

Nothing here knows of HTTP. `api/problems.py` holds the one table that gives each refusal its status.
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
    GroupSize,
    NoRunOfTeeTimes,
    TooManyNames,
)
from mock_server.domain.refusals.tee_time_holds import (
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
    "EventNotFound",
    "EventUnknown",
    "ExportDamaged",
    "GroupBookingNotFound",
    "GroupCancelled",
    "GroupFailed",
    "GroupNotConfirmed",
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
