"""What records and payloads hold on this target, where no document shows it. Recorded, never judged."""

from collections.abc import Sequence

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import verifies
from conformance.evidence.webhook_ids import usual_place
from conformance.suite.open.seen import (
    Seen,
    answer,
    counted,
    listed,
    member,
    members,
    observed,
    payload,
    query,
    values_of,
)
from conformance.target.target import Target

_GROUP = ("id", "status", "totalPlayers", "courseId", "date", "createdAt")
_OPEN_VALUES = ("dayType", "priceType", "seasonType", "itemType", "courseType", "source", "unit", "priceAccuracy")


@pytest.fixture
def seen(exchanges: Sequence[Exchange]) -> Seen:
    """What this run has seen, for closing checks."""
    return Seen(exchanges)


@verifies("UNS-01", closing=True)
def test_what_a_group_booking_holds(seen: Seen) -> None:
    made, read = seen.accepted("createGroupBooking"), seen.accepted("getGroupBooking")
    known = [f"data.{name}" for name in _GROUP]

    observed(
        f"Beyond the six members, the answer that makes a group has {members(made, without=known)}." if made else "",
        f"GET has {members(read, without=known)}." if read else "",
    )


@verifies("UNS-02", closing=True)
def test_what_weekday_rules_are(seen: Seen) -> None:
    rules = list(values_of(map(answer, seen.accepted("getCoursePricing")), "weekdayRules"))
    kinds = counted(_kind(one) for one in rules)
    names = sorted({str(name) for one in rules for name in _names(one)})

    observed(
        f"weekdayRules comes as {kinds}." if rules else "",
        f"Its members are {listed(names)}." if names else "",
    )


@verifies("UNS-03", closing=True)
def test_what_a_subscription_holds(seen: Seen) -> None:
    made, read = seen.accepted("createWebhook"), seen.accepted("listWebhooks")
    place = next((usual_place(one.response) for one in made if one.response), None)

    observed(
        f"The answer that makes a subscription has {members(made)}; its id stands at {place or 'no usual place'}."
        if made
        else "",
        f"The list has {members(read)}." if read else "",
        _statuses(seen, "updateWebhook", "deleteWebhook"),
    )


@verifies("UNS-04", closing=True)
def test_what_a_booking_hook_holds(seen: Seen) -> None:
    made, confirmed = seen.accepted("createBookingHook"), seen.accepted("confirmBookingHook")
    states = [value for value in values_of(map(answer, [*made, *confirmed]), "status") if isinstance(value, str)]

    observed(
        f"The answer that makes a hook has {members(made)}." if made else "",
        f"The answer that confirms one has {members(confirmed)}." if confirmed else "",
        f"Its status was {counted(states)}." if states else "",
        _statuses(seen, "createBookingHook", "confirmBookingHook", "releaseBookingHook"),
    )


@verifies("UNS-05", closing=True)
def test_which_values_open_sets_have(seen: Seen) -> None:
    bodies = [answer(one) for one in seen.accepted()]
    found = {name: sorted({one for one in values_of(bodies, name) if isinstance(one, str)}) for name in _OPEN_VALUES}

    observed(*(f"{name}: {listed(values)}." for name, values in found.items() if values))


@verifies("UNS-10", closing=True)
def test_what_the_availability_of_one_day_holds(seen: Seen) -> None:
    single = [one for one in seen.accepted("checkAvailability") if "date" in query(one)]
    names = [str(name) for one in single for name in _names(answer(one))]

    observed(f"The form with date answers with {listed(names)} at the top." if single else "")


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param("updateGroupBookingPlayers", marks=verifies("UNS-14", closing=True)),
        pytest.param("findGroupSlots", marks=verifies("UNS-15", closing=True)),
        pytest.param("calculateGroupPrice", marks=verifies("UNS-16", closing=True)),
        pytest.param("validateGroupBooking", marks=verifies("UNS-17", closing=True)),
    ],
)
def test_what_a_question_about_groups_answers(operation: str, seen: Seen) -> None:
    accepted = seen.accepted(operation)

    observed(f"The answer has {members(accepted)}." if accepted else "", _statuses(seen, operation))


@verifies("UNS-18", closing=True)
def test_what_tokens_come_in(seen: Seen) -> None:
    made, refreshed = seen.accepted("createToken"), seen.accepted("refreshToken")

    observed(
        f"POST /auth/token answers with {members(made)}." if made else "",
        f"POST /auth/refresh answers with {members(refreshed)}." if refreshed else "",
        _statuses(seen, "createToken", "refreshToken", "revokeToken"),
    )


@verifies("UNS-19", closing=True)
def test_how_long_a_token_lives(seen: Seen, target: Target) -> None:
    lives = [value for one in seen.accepted("createToken") for value in values_of([answer(one)], "expiresIn")]
    ended = seen.accepted("revokeToken")

    observed(
        f"The answer says that a token lives {counted(f'{one} seconds' for one in lives)}." if lives else "",
        f"A session was ended by the header {target.tokens.presented!r}." if ended and target.tokens else "",
    )


@verifies("UNS-33", closing=True)
def test_which_members_are_null(seen: Seen) -> None:
    null = {
        f"{one.operation_id}: {place.removesuffix(' (null)')}"
        for one in seen.accepted()
        for place in members([one]).split(", ")
        if place.endswith(" (null)")
    }

    observed(f"These members come as null: {listed(sorted(null))}." if null else "No member came as null.")


@verifies("UNS-41", closing=True)
def test_which_terms_the_platform_has(seen: Seen) -> None:
    names = (
        "maxDaysInAdvance",
        "maxPlayersPerBooking",
        "modificationCutoffHours",
        "selfServiceCancellationCutoffHours",
    )
    terms = [payload(one) for one in seen.accepted("getCourseTerms")]
    platform = [one for one in terms if member(one, "cancellationPolicy.source") == "platform"]

    observed(
        *(f"{name}: {counted(member(one, f'bookingTerms.{name}') for one in platform)}." for name in names if platform)
    )


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a plain value"


def _names(value: object) -> Sequence[object]:
    if isinstance(value, list):
        return [name for one in value for name in _names(one)]
    return list(value) if isinstance(value, dict) else []


def _statuses(seen: Seen, *operations: str) -> str:
    found = [(name, [one.response.status for one in seen.all(name) if one.response]) for name in operations]
    return " ".join(f"{name} answered {counted(statuses)}." for name, statuses in found if statuses)
