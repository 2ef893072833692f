"""How this target says no, and what it asks for, where no document shows it. Recorded, never judged."""

from collections import defaultdict
from collections.abc import Sequence

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import verifies
from conformance.suite.open.seen import Seen, answer, counted, listed, member, members, observed, sent, status
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
_LIMITS = ("ratelimit", "x-ratelimit", "retry-after")


@pytest.fixture
def seen(exchanges: Sequence[Exchange]) -> Seen:
    """What this run has seen, for closing checks."""
    return Seen(exchanges)


@verifies("UNS-11", closing=True)
def test_what_a_hold_needs(seen: Seen) -> None:
    tried = seen.all("holdTeeTime")
    numbers = [(member(sent(one), "players"), status(one)) for one in tried]

    observed(_lacking(tried, _HOLD), f"By players: {_by_value(numbers)}." if tried else "")


@verifies("UNS-12", closing=True)
def test_where_the_hold_id_goes(seen: Seen, target: Target) -> None:
    if target.hold_id is None:
        observed("The target file does not declare it; teesheet init --write looks for it.")
    place = f"{target.hold_id.place}, as {target.hold_id.name}"
    observed(
        f"It goes into the {place}, as the target file declares; {len(seen.accepted('holdTeeTime'))} holds were made."
    )


@verifies("UNS-13", closing=True)
def test_what_a_group_needs(seen: Seen) -> None:
    said = _lacking(seen.all("createGroupBooking"), _GROUP)
    observed(said or "Not tried: a group that is taken could not be cancelled by any documented request.")


@verifies("UNS-27", closing=True)
def test_how_large_a_group_may_be(seen: Seen) -> None:
    asked = seen.all("createGroupBooking", "findGroupSlots", "calculateGroupPrice", "validateGroupBooking")
    numbers = [(member(sent(one), "totalPlayers"), status(one)) for one in asked]

    observed(f"By totalPlayers: {_by_value(numbers)}." if numbers else "")


@verifies("UNS-23", closing=True)
def test_what_a_refusal_holds(seen: Seen) -> None:
    refused = seen.refused()
    kinds = counted(one.response.header("content-type") or "none" for one in refused if one.response)
    codes = [value for one in refused if isinstance(value := member(answer(one), "code"), str)]

    observed(
        f"Refusals have {members(refused)}." if refused else "",
        f"Content types: {kinds}." if refused else "",
        f"Codes: {counted(codes)}." if codes else "",
    )


@verifies("UNS-24", closing=True)
def test_which_statuses_refuse(seen: Seen) -> None:
    refused = seen.refused()

    observed(f"Refusals came with {counted(status(one) for one in refused)}." if refused else "")


@verifies("UNS-25", closing=True)
def test_which_statuses_accept(seen: Seen) -> None:
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for one in seen.accepted():
        by_status[status(one)].append(one.operation_id or one.request.path)

    observed(*(f"{code}: {listed(sorted(set(names)))}." for code, names in sorted(by_status.items()) if code != 200))


@verifies("UNS-26", closing=True)
def test_what_limits_the_rate(seen: Seen) -> None:
    limited = [one for one in seen.all() if status(one) == 429]
    headers = sorted({name.lower() for one in seen.all() if one.response for name, _ in one.response.headers})
    telling = [name for name in headers if name.startswith(_LIMITS)]

    observed(
        f"{len(limited)} of {len(seen.all())} answers were 429.",
        f"Answers carry {listed(telling)}." if telling else "No answer carries a header about limits.",
    )


@verifies("UNS-28", closing=True)
def test_whether_anything_is_deprecated(seen: Seen) -> None:
    told = [
        f"{one.operation_id}: {name.lower()} {value}"
        for one in seen.all()
        if one.response
        for name, value in one.response.headers
        if name.lower() in ("deprecation", "sunset")
    ]

    observed(listed(told) if told else "No answer carries the header Deprecation or Sunset.")


@verifies("UNS-37", closing=True)
def test_which_texts_a_booking_takes(seen: Seen) -> None:
    lead = [(member(sent(one), "leadPlayer"), status(one)) for one in seen.all("createBooking")]
    facts = [(name, value, code) for person, code in lead if isinstance(person, dict) for name, value in person.items()]
    longest = {
        name: max(
            (len(value) for each, value, code in facts if each == name and isinstance(value, str) and code < 300),
            default=0,
        )
        for name in ("firstName", "lastName", "email", "phone")
    }

    observed(
        *(f"The longest {name} that was taken has {length} characters." for name, length in longest.items() if length)
    )


@verifies("UNS-38", closing=True)
def test_where_a_booking_code_is_taken(seen: Seen, target: Target) -> None:
    if target.courses.booking_code is None:
        observed("The target file does not declare a booking code, and no answer shows one.")
    code = target.courses.booking_code.code
    named = [one for one in seen.all() if f"/{code}" in one.request.path or member(sent(one), "courseId") == code]
    by_operation: defaultdict[str, list[int]] = defaultdict(list)
    for one in named:
        by_operation[one.operation_id or one.request.path].append(status(one))

    observed(*(f"{name} answered {counted(statuses)}." for name, statuses in by_operation.items()))


def _lacking(exchanges: Sequence[Exchange], names: Sequence[str]) -> str:
    """How requests that lack one member were answered, by member."""
    bodies = [(sent(one), status(one)) for one in exchanges]
    objects = [(body, code) for body, code in bodies if isinstance(body, dict)]
    found = {name: [code for body, code in objects if name not in body] for name in names}
    return " ".join(f"Without {name}: {counted(codes)}." for name, codes in found.items() if codes)


def _by_value(pairs: Sequence[tuple[object, int]]) -> str:
    """Statuses by the value that was sent: `4: 201 (12 times); 5: 400 (once)`."""
    statuses: defaultdict[str, list[int]] = defaultdict(list)
    for value, code in pairs:
        statuses[str(value)].append(code)
    ordered = sorted(statuses.items(), key=lambda pair: (len(pair[0]), pair[0]))
    return "; ".join(f"{value}: {counted(codes)}" for value, codes in ordered)
