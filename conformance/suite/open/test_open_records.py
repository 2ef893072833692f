"""What records and payloads hold on this target, where no document shows it. Recorded, never judged."""

from collections.abc import Sequence

import pytest

from conformance.contracts.deliveries import NULL, kinds_of_members
from conformance.evidence.exchanges import Exchange, by_name
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import verifies
from conformance.evidence.webhook_ids import usual_place
from conformance.suite.open.observations import if_any, listed, members, observed, with_frequencies
from conformance.suite.open.seen import AnsweredExchanges, answer, has_json, payload, query, values_by_name, values_of
from conformance.target.target import Target

_GROUP = ("id", "status", "totalPlayers", "courseId", "date", "createdAt")
_BOOKING_TERMS = (
    "maxDaysInAdvance",
    "maxPlayersPerBooking",
    "modificationCutoffHours",
    "selfServiceCancellationCutoffHours",
)
_OPEN_VALUES = ("dayType", "priceType", "seasonType", "itemType", "courseType", "source", "unit", "priceAccuracy")


@verifies("UNS-01", closing=True)
def test_what_a_group_booking_holds(seen: AnsweredExchanges) -> None:
    created, read = seen.accepted("createGroupBooking"), seen.accepted("getGroupBooking")
    known = [f"data.{name}" for name in _GROUP]

    observed(
        if_any(
            created, f"Beyond the six members, the answer that creates a group has {members(created, without=known)}."
        ),
        if_any(read, f"GET has {members(read, without=known)}."),
    )


@verifies("UNS-02", closing=True)
def test_what_weekday_rules_are(seen: AnsweredExchanges) -> None:
    rules = values_of(map(answer, seen.accepted("getCoursePricing")), "weekdayRules")
    kinds = with_frequencies(_kind(rule) for rule in rules)
    names = sorted({str(name) for rule in rules for name in _names(rule)})

    observed(
        if_any(rules, f"weekdayRules comes as {kinds}."),
        if_any(names, f"Its members are {listed(names)}."),
    )


@verifies("UNS-03", closing=True)
def test_what_a_subscription_holds(seen: AnsweredExchanges) -> None:
    created, read = seen.accepted("createWebhook"), seen.accepted("listWebhooks")
    place = next((usual_place(exchange.response) for exchange in created if exchange.response), None)

    observed(
        if_any(
            created,
            f"The answer that creates a subscription has {members(created)}; its id is at {place or 'no usual place'}.",
        ),
        if_any(read, f"The list has {members(read)}."),
        _statuses(seen, "updateWebhook", "deleteWebhook"),
    )


@verifies("UNS-04", closing=True)
def test_what_a_booking_hook_holds(seen: AnsweredExchanges) -> None:
    created, confirmed = seen.accepted("createBookingHook"), seen.accepted("confirmBookingHook")
    states = [value for value in values_of(map(answer, [*created, *confirmed]), "status") if isinstance(value, str)]

    observed(
        if_any(created, f"The answer that creates a hook has {members(created)}."),
        if_any(confirmed, f"The answer that confirms a hook has {members(confirmed)}."),
        if_any(states, f"Its status was {with_frequencies(states)}."),
        _statuses(seen, "createBookingHook", "confirmBookingHook", "releaseBookingHook"),
    )


@verifies("UNS-05", closing=True)
def test_which_values_open_sets_have(seen: AnsweredExchanges) -> None:
    shown = values_by_name(map(answer, seen.accepted()), _OPEN_VALUES)
    found = {name: sorted({value for value in values if isinstance(value, str)}) for name, values in shown.items()}

    observed(*(if_any(values, f"{name}: {listed(values)}.") for name, values in found.items()))


@verifies("UNS-10", closing=True)
def test_what_the_single_date_form_answers(seen: AnsweredExchanges) -> None:
    single = [exchange for exchange in seen.accepted("checkAvailability") if "date" in query(exchange)]
    names = [str(name) for exchange in single for name in _names(answer(exchange))]

    observed(if_any(single, f"The form with date answers with {listed(names)} at the top."))


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param("updateGroupBookingPlayers", marks=verifies("UNS-14", closing=True)),
        pytest.param("findGroupSlots", marks=verifies("UNS-15", closing=True)),
        pytest.param("calculateGroupPrice", marks=verifies("UNS-16", closing=True)),
        pytest.param("validateGroupBooking", marks=verifies("UNS-17", closing=True)),
    ],
)
def test_what_a_question_about_groups_answers(operation: str, seen: AnsweredExchanges) -> None:
    accepted = seen.accepted(operation)

    observed(if_any(accepted, f"The answer has {members(accepted)}."), _statuses(seen, operation))


@verifies("UNS-18", closing=True)
def test_what_tokens_come_in(seen: AnsweredExchanges) -> None:
    created, refreshed = seen.accepted("createToken"), seen.accepted("refreshToken")

    observed(
        if_any(created, f"POST /auth/token answers with {members(created)}."),
        if_any(refreshed, f"POST /auth/refresh answers with {members(refreshed)}."),
        _statuses(seen, "createToken", "refreshToken", "revokeToken"),
    )


@verifies("UNS-19", closing=True)
def test_how_long_a_token_lives(seen: AnsweredExchanges, target: Target) -> None:
    lives = [value for exchange in seen.accepted("createToken") for value in values_of([answer(exchange)], "expiresIn")]

    observed(
        if_any(lives, f"The answer says that a token lives {with_frequencies(f'{life} seconds' for life in lives)}."),
        _header_that_ended(seen.accepted("revokeToken"), target),
    )


def _header_that_ended(ended: Sequence[Exchange], target: Target) -> str:
    """The header of the target file, when a request with it ended a session. A recording masks the header itself."""
    carried = [exchange for exchange in ended if "authorization" in by_name(exchange.request.headers)]
    presented = target.tokens.presented if target.tokens else None
    return f"The header {presented!r} of the target file ended a session." if carried and presented else ""


@verifies("UNS-33", closing=True)
def test_which_members_are_null(seen: AnsweredExchanges) -> None:
    read = [exchange for exchange in seen.accepted() if has_json(exchange)]
    null = {
        f"{exchange.operation_id}: {place}"
        for exchange in read
        for place, kinds in kinds_of_members(answer(exchange)).items()
        if NULL in kinds
    }

    observed(
        if_any(null, f"These members are null: {listed(sorted(null))}."),
        if_any(read and not null, f"None of the accepted answers ({len(read)}) has a member that is null."),
    )


@verifies("UNS-41", closing=True)
def test_which_terms_the_platform_has(seen: AnsweredExchanges) -> None:
    terms = _terms_of_the_platform(seen)

    observed(
        *(
            if_any(terms, f"{name}: {with_frequencies(member_at(shown, name) for shown in terms)}.")
            for name in _BOOKING_TERMS
        )
    )


def _terms_of_the_platform(seen: AnsweredExchanges) -> list[dict[str, object]]:
    """bookingTerms of every course with the terms of the platform."""
    answered = [payload(exchange) for exchange in seen.accepted("getCourseTerms")]
    platform = [terms for terms in answered if member_at(terms, "cancellationPolicy.source") == "platform"]
    return [member_at(terms, "bookingTerms") or {} for terms in platform]


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a plain value"


def _names(value: object) -> Sequence[object]:
    if isinstance(value, list):
        return [name for item in value for name in _names(item)]
    return list(value) if isinstance(value, dict) else []


def _statuses(seen: AnsweredExchanges, *operations: str) -> str:
    found = [
        (name, [exchange.response.status for exchange in seen.all(name) if exchange.response]) for name in operations
    ]
    return " ".join(f"{name} answered {with_frequencies(statuses)}." for name, statuses in found if statuses)
