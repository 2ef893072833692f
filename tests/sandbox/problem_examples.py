"""What the sandbox says in the story of the contract's examples: the refusal for each problem example.

The values are those of the story: an agency books Sierra Dorada on 2027-03-02 for Ada Lindqvist.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from mock_server.domain import refusals, tokens
from mock_server.domain.refusals import Refusal
from mock_server.domain.terms import require_bookable_day, require_party
from mock_server.domain.webhook_addresses import require_url
from mock_server.domain.webhooks import EVENT_KINDS, MAX_SUBSCRIPTIONS
from tests.domain.samples import MADRID, PLATFORM

SIERRA_DORADA = replace(PLATFORM, zone=MADRID)
PINHAL = "Quinta do Pinhal Golf"
SEARCHED, HELD = datetime(2027, 3, 2, 10, 12, tzinfo=UTC), datetime(2027, 3, 2, 10, 14, 12, tzinfo=UTC)
BOOKED, HOOKED = datetime(2027, 3, 2, 10, 16, 40, tzinfo=UTC), datetime(2027, 3, 2, 10, 20, 5, tzinfo=UTC)
GROUPED, TODAY = datetime(2027, 3, 2, 10, 31, tzinfo=UTC), date(2027, 3, 2)
PAST, TOO_FAR = date(2027, 2, 27), date(2028, 6, 1)
HOOK_OVER = datetime(2027, 3, 16, 10, 20, 5, tzinfo=UTC)
SATURDAY, SECOND_ROUND = date(2027, 4, 17), date(2027, 4, 24)
BOOKING, HOLD, HOOK, GROUP = "bkg_4t7w2m9k1x5c", "hld_8n3q6v1z0y2d", "hok_6p3x9c2v7n4d", "grp_8w5j2r6t4m1z"
LEFT = timedelta(hours=21, minutes=30)


def raised(require: Callable[[], object]) -> Refusal:
    """The refusal that a rule of the domain raises."""
    try:
        require()
    except Refusal as refusal:
        return refusal
    raise AssertionError("the rule refuses nothing")


def _day(day: date, now: datetime) -> Refusal:
    return raised(lambda: require_bookable_day(day, SIERRA_DORADA, now))


def _players(players: int, most: int) -> Refusal:
    return raised(lambda: require_party(players, replace(SIERRA_DORADA, max_players=most)))


def _expired_token() -> Refusal:
    opened_at = datetime(2027, 3, 2, 9, 10, tzinfo=UTC)
    session = tokens.opened("tok_2b6d9g4j7m1p", "meridian", opened_at)
    return raised(lambda: tokens.require_active(session, 0, opened_at + tokens.ACCESS_LIFETIME))


_PRICED = timedelta(days=400)
_UNKNOWN_COURSE = refusals.CourseNotFound("crs_0a0b0c0d")
_OFFLINE = refusals.CourseOffline(PINHAL)
_KEY_REUSED = refusals.IdempotencyMismatch("6f1c2a9e-create-ada-lindqvist")

# Name of the example in the published contract -> the refusal of the sandbox.
REFUSED: Mapping[str, Refusal] = {
    "BookedCourseNotFound": _UNKNOWN_COURSE,
    "BookingCancelled": refusals.BookingCancelled(BOOKING),
    "BookingHookNotFound": refusals.BookingHookNotFound("hok_0a0b0c0d0e0f"),
    "BookingNotFound": refusals.BookingNotFound("bkg_0a0b0c0d0e0f"),
    "BookingPending": refusals.BookingPending("bkg_9p4c1h6r3d8z"),
    "BookingsDateInPast": _day(PAST, BOOKED),
    "BookingsDateTooFar": _day(TOO_FAR, BOOKED),
    "BookingsIdempotencyMismatch": _KEY_REUSED,
    "BookingsTeeTimeUnavailable": refusals.TeeTimeUnavailable(SATURDAY, "09:30", 3, 1),
    "BookingsTooManyPlayers": _players(4, 3),
    "CancellationCutoffPassed": refusals.CancellationCutoffPassed(24, LEFT),
    "ChangeToTooManyPlayers": _players(4, 3),
    "ConfirmationKeyReused": _KEY_REUSED,
    "CourseNotFound": _UNKNOWN_COURSE,
    "CourseOffline": _OFFLINE,
    "DateInPast": _day(PAST, SEARCHED),
    "DateTooFar": _day(TOO_FAR, SEARCHED),
    "EventUnknown": refusals.EventUnknown("booking.paid", EVENT_KINDS),
    "Forbidden": refusals.TooManySubscriptions(MAX_SUBSCRIPTIONS),
    "GroupBookingNotFound": refusals.GroupBookingNotFound("grp_0a0b0c0d0e0f"),
    "GroupCancelled": refusals.GroupCancelled(GROUP, datetime(2027, 4, 2, 12, tzinfo=UTC)),
    "GroupCourseNotFound": _UNKNOWN_COURSE,
    "GroupCourseOffline": _OFFLINE,
    "GroupDateInPast": _day(PAST, GROUPED),
    "GroupDateTooFar": _day(TOO_FAR, GROUPED),
    "GroupFailed": refusals.GroupFailed("grp_2c7v5n8x3b6q", datetime(2027, 3, 2, 10, 40, 20, tzinfo=UTC)),
    "GroupKeyReused": _KEY_REUSED,
    "GroupSize": refusals.GroupSize(4, 5, 72),
    "HoldAlreadyUsed": refusals.HoldAlreadyUsed(HOLD, BOOKING),
    "HoldExpired": refusals.HoldExpired(HOLD, HELD + timedelta(minutes=15)),
    "HoldMismatch": refusals.HoldMismatch(HOLD, (refusals.Difference("teeTime", "09:30", "09:40"),)),
    "HoldNotFound": refusals.HoldNotFound("hld_0a0b0c0d0e0f"),
    "HookConfirmedBefore": refusals.BookingHookClosed(HOOK, "bkg_9h2c6v4q8r3s"),
    "HookDateInPast": _day(PAST, HOOKED),
    "HookDateTooFar": _day(TOO_FAR, HOOKED),
    "HookExpired": refusals.BookingHookExpired(HOOK, HOOK_OVER),
    "HookExpiredBeforeRelease": refusals.BookingHookExpired(HOOK, HOOK_OVER),
    "HookKeyReused": _KEY_REUSED,
    "HookReleasedBefore": refusals.BookingHookClosed(HOOK, None),
    "HookTooManyPlayers": _players(4, 3),
    "HookedCourseNotFound": _UNKNOWN_COURSE,
    "HookedCourseOffline": _OFFLINE,
    "HookedTeeTimeUnavailable": refusals.TeeTimeUnavailable(SECOND_ROUND, "10:10", 3, 2),
    "HooksNotTaken": refusals.HooksNotTaken("Golf du Val de Brume"),
    "IdempotencyMismatch": _KEY_REUSED,
    "ModificationCutoffPassed": refusals.ModificationCutoffPassed(24, LEFT),
    "ModificationNotAllowed": refusals.ModificationNotAllowed(),
    "NoPlaceForMorePlayers": refusals.TooFewPlacesForMorePlayers(3, 4, 0),
    "PeriodTooFar": refusals.PeriodTooFar("endDate", TOO_FAR, TODAY - _PRICED, TODAY + _PRICED),
    "PreconditionFailed": refusals.PreconditionFailed(BOOKING),
    "RefreshTokenSpent": refusals.RefreshTokenSpent("tok_2b6d9g4j7m1p"),
    "TeeTimeHoldsCourseOffline": _OFFLINE,
    "TeeTimeHoldsDateInPast": _day(PAST, HELD),
    "TeeTimeHoldsDateTooFar": _day(TOO_FAR, HELD),
    "TeeTimeUnavailable": refusals.TeeTimeUnavailable(SATURDAY, "09:30", 3, 1),
    "TokenInvalid": _expired_token(),
    "TokenKeyReused": _KEY_REUSED,
    "TooManyNames": refusals.TooManyNames(GROUP, 13, 12),
    "TooManyPlayers": _players(4, 3),
    "WebhookKeyReused": _KEY_REUSED,
    "WebhookNotFound": refusals.WebhookNotFound("whk_0a0b0c0d0e0f"),
    "WebhookUrl": raised(lambda: require_url("http://hooks.meridian-golf.example/teesheet", allow_loopback=False)),
}
