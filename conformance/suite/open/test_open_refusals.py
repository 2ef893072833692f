"""How this target says no, and what it asks for, where no document shows it. Recorded, never judged."""

from collections import defaultdict
from collections.abc import Sequence

from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import verifies
from conformance.suite.open.observations import (
    if_any,
    listed,
    members,
    observed,
    statuses_by_operation,
    with_frequencies,
)
from conformance.suite.open.seen import AnsweredExchanges, answer, sent, status
from conformance.target.target import Target

_HOLD = ("date", "time", "players")
_GROUP = (
    "courseId",
    "date",
    "preferredTime",
    "totalPlayers",
    "leadPlayer",
    "agencyBookingReference",
    "specialRequests",
)
_USUAL = 200
_TOO_MANY = 429
_LIMITS = ("ratelimit", "x-ratelimit", "x-rate-limit", "retry-after")


@verifies("UNS-11", closing=True)
def test_what_a_hold_needs(seen: AnsweredExchanges) -> None:
    tried = seen.all("holdTeeTime")
    numbers = [(member_at(sent(exchange), "players"), status(exchange)) for exchange in tried]

    observed(_lacking(tried, _HOLD), if_any(tried, f"By players: {_by_value(numbers)}."))


@verifies("UNS-12", closing=True)
def test_where_the_hold_id_goes(seen: AnsweredExchanges, target: Target) -> None:
    holds = len(seen.accepted("holdTeeTime"))

    observed(
        _place_of_the_hold_id(target, holds)
        or "The target file does not declare it; teesheet init --write looks for it."
    )


def _place_of_the_hold_id(target: Target, holds: int) -> str:
    """Where the target file says that the hold id goes; empty when it does not."""
    if target.hold_id is None:
        return ""
    place = f"{target.hold_id.place}, as {target.hold_id.name}"
    return f"It goes into the {place}, as the target file declares; the run created {holds} holds."


@verifies("UNS-13", closing=True)
def test_what_a_group_needs(seen: AnsweredExchanges) -> None:
    said = _lacking(seen.all("createGroupBooking"), _GROUP)
    observed(said or "Not tried: the target might accept the group, and no documented request cancels a group.")


@verifies("UNS-27", closing=True)
def test_how_large_a_group_may_be(seen: AnsweredExchanges) -> None:
    asked = seen.all("createGroupBooking", "findGroupSlots", "calculateGroupPrice", "validateGroupBooking")
    numbers = [(member_at(sent(exchange), "totalPlayers"), status(exchange)) for exchange in asked]

    observed(if_any(numbers, f"By totalPlayers: {_by_value(numbers)}."))


@verifies("UNS-23", closing=True)
def test_what_a_refusal_holds(seen: AnsweredExchanges) -> None:
    refused = seen.refused()
    kinds = with_frequencies(
        exchange.response.header("content-type") or "none" for exchange in refused if exchange.response
    )
    codes = [value for exchange in refused if isinstance(value := member_at(answer(exchange), "code"), str)]

    observed(
        if_any(refused, f"Refusals have {members(refused)}."),
        if_any(refused, f"Content types: {kinds}."),
        if_any(codes, f"Codes: {with_frequencies(codes)}."),
    )


@verifies("UNS-24", closing=True)
def test_which_statuses_refuse(seen: AnsweredExchanges) -> None:
    refused = seen.refused()

    observed(if_any(refused, f"Refusals came with {with_frequencies(status(exchange) for exchange in refused)}."))


@verifies("UNS-25", closing=True)
def test_which_statuses_accept(seen: AnsweredExchanges) -> None:
    by_status = _operations_by_status(seen.accepted())

    observed(
        *(f"{code}: {listed(sorted(set(names)))}." for code, names in sorted(by_status.items()) if code != _USUAL),
        if_any(set(by_status) == {_USUAL}, f"Every accepted request was answered with {_USUAL}."),
    )


def _operations_by_status(exchanges: Sequence[Exchange]) -> dict[int, list[str]]:
    operations: defaultdict[int, list[str]] = defaultdict(list)
    for exchange in exchanges:
        operations[status(exchange)].append(exchange.operation_id or exchange.request.path)
    return operations


@verifies("UNS-26", closing=True)
def test_what_limits_the_rate(seen: AnsweredExchanges) -> None:
    answers = seen.all()
    limited = [exchange for exchange in answers if status(exchange) == _TOO_MANY]
    headers = sorted(
        {name.lower() for exchange in answers if exchange.response for name, _ in exchange.response.headers}
    )
    about_limits = [name for name in headers if name.startswith(_LIMITS)]

    observed(
        if_any(answers, f"{len(limited)} of {len(answers)} answers were {_TOO_MANY}."),
        if_any(about_limits, f"Answers carry {listed(about_limits)}."),
        if_any(answers and not about_limits, f"No name of a header in an answer begins with {' or '.join(_LIMITS)}."),
    )


@verifies("UNS-28", closing=True)
def test_whether_anything_is_deprecated(seen: AnsweredExchanges) -> None:
    announced = [
        f"{exchange.operation_id}: {name.lower()} {value}"
        for exchange in seen.all()
        if exchange.response
        for name, value in exchange.response.headers
        if name.lower() in ("deprecation", "sunset")
    ]

    observed(
        if_any(announced, f"{listed(announced)}."),
        if_any(seen.all() and not announced, "No answer carries the header Deprecation or Sunset."),
    )


@verifies("UNS-37", closing=True)
def test_which_texts_a_booking_takes(seen: AnsweredExchanges) -> None:
    lengths = {name: _longest_accepted(seen, name) for name in ("firstName", "lastName", "email", "phone")}

    observed(
        *(
            if_any(length, f"The longest {name} that was accepted has {length} characters.")
            for name, length in lengths.items()
        )
    )


def _longest_accepted(seen: AnsweredExchanges, name: str) -> int:
    """The length of the longest text for a member of leadPlayer in an accepted booking, 0 when there is none."""
    texts = [member_at(sent(exchange), f"leadPlayer.{name}") for exchange in seen.accepted("createBooking")]
    return max((len(text) for text in texts if isinstance(text, str)), default=0)


@verifies("UNS-38", closing=True)
def test_where_a_booking_code_is_taken(seen: AnsweredExchanges, target: Target) -> None:
    code = _declared_code(target)
    named = [
        exchange
        for exchange in seen.all()
        if code in exchange.request.path.split("/") or member_at(sent(exchange), "courseId") == code
    ]
    by_operation = statuses_by_operation(named)

    observed(*(f"{name} answered {with_frequencies(statuses)}." for name, statuses in by_operation.items()))


def _declared_code(target: Target) -> str:
    """The booking code of the target file. Raises `Observed` when the file declares no code."""
    if target.courses.booking_code is None:
        observed("The target file does not declare a booking code, and no answer shows a booking code.")
    return target.courses.booking_code.code


def _lacking(exchanges: Sequence[Exchange], names: Sequence[str]) -> str:
    """How requests that lack one member were answered, by member."""
    bodies = [(sent(exchange), status(exchange)) for exchange in exchanges]
    objects = [(body, code) for body, code in bodies if isinstance(body, dict)]
    found = {name: [code for body, code in objects if name not in body] for name in names}
    return " ".join(f"Without {name}: {with_frequencies(codes)}." for name, codes in found.items() if codes)


def _by_value(pairs: Sequence[tuple[object, int]]) -> str:
    """Statuses by the value that was sent: `4: 201 (12 times); 5: 400 (once)`."""
    statuses: defaultdict[str, list[int]] = defaultdict(list)
    for value, code in pairs:
        statuses[str(value)].append(code)
    ordered = sorted(statuses.items(), key=lambda pair: (len(pair[0]), pair[0]))
    return "; ".join(f"{value}: {with_frequencies(codes)}" for value, codes in ordered)
