"""The life of a group booking: processed first, then decided by the sheet or by an offline course."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.group_bookings import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PROCESSING_TIME,
    GroupBooking,
    GroupPlayer,
    Happened,
    Status,
    course_cancels,
    course_confirms,
    course_declines,
    first_status,
    named,
    processed,
)
from mock_server.domain.group_runs import GroupTeeTime
from mock_server.domain.refusals import (
    GroupCancelled,
    GroupFailed,
    GroupNotConfirmed,
    GroupSettled,
    GroupSize,
    Refusal,
    TooManyNames,
)

CREATED_AT = datetime(2027, 3, 2, 10, 31, tzinfo=UTC)
NOW = CREATED_AT + PROCESSING_TIME
RUN = tuple(GroupTeeTime(time(10, minute), 4, Decimal("92.00")) for minute in (0, 10, 20))
NO_RUN = "No run of tee times on 2027-05-08 holds 12 players."
DECLINED = "A club championship"
PROCESSING = GroupBooking(
    id="grp_8w5j2r6t4m1z",
    number=1,
    agency="alpha",
    status=Status.PROCESSING,
    total_players=12,
    course_id="crs_7k2m9x4q",
    play_date=date(2027, 5, 8),
    preferred_time=time(10),
    lead_player=LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None),
    agency_reference=None,
    special_requests=None,
    created_at=CREATED_AT,
    updated_at=CREATED_AT,
)
BY_STATUS = {
    Status.PROCESSING: PROCESSING,
    Status.PENDING: replace(PROCESSING, status=Status.PENDING, course_answers_at=NOW),
    Status.CONFIRMED: replace(PROCESSING, status=Status.CONFIRMED, tee_times=RUN),
    Status.FAILED: replace(PROCESSING, status=Status.FAILED, failure_reason=NO_RUN),
    Status.CANCELLED: replace(PROCESSING, status=Status.CANCELLED, tee_times=RUN),
}

Happens = Callable[[GroupBooking], Happened]


def find_tee_times(group: GroupBooking) -> Happened:
    """The service finds room at an online course."""
    return processed(group, is_online=True, tee_times=RUN, nothing_found=NO_RUN, now=NOW)


def find_nothing(group: GroupBooking) -> Happened:
    """The service finds no room at an online course."""
    return processed(group, is_online=True, tee_times=(), nothing_found=NO_RUN, now=NOW)


def ask_the_course(group: GroupBooking) -> Happened:
    """The service passes the question on to an offline course."""
    return processed(group, is_online=False, tee_times=(), nothing_found=NO_RUN, now=NOW)


def confirm(group: GroupBooking) -> Happened:
    """The course confirms."""
    return course_confirms(group, RUN, NOW)


def decline(group: GroupBooking) -> Happened:
    """The course declines."""
    return course_declines(group, DECLINED, NOW)


def cancel(group: GroupBooking) -> Happened:
    """The course cancels."""
    return course_cancels(group, NOW)


def players(count: int) -> tuple[GroupPlayer, ...]:
    """*count* different names."""
    return tuple(GroupPlayer("Ada", f"Lindqvist {number}", None, None) for number in range(count))


@pytest.mark.parametrize("total", [FEWEST_PLAYERS, FEWEST_PLAYERS + 1, MOST_PLAYERS - 1, MOST_PLAYERS])
def test_a_group_begins_as_processing(total: int) -> None:
    assert first_status(total).state is Status.PROCESSING


@pytest.mark.parametrize("total", [-1, 0, FEWEST_PLAYERS - 1, MOST_PLAYERS + 1])
def test_another_number_of_players_is_no_group(total: int) -> None:
    with pytest.raises(GroupSize, match=f"and {total} are asked for"):
        first_status(total)


MOVES = [
    (Status.PROCESSING, find_tee_times, Status.CONFIRMED, "group_booking.confirmed"),
    (Status.PROCESSING, find_nothing, Status.FAILED, "group_booking.failed"),
    (Status.PROCESSING, ask_the_course, Status.PENDING, None),
    (Status.PENDING, confirm, Status.CONFIRMED, "group_booking.confirmed"),
    (Status.PENDING, decline, Status.FAILED, "group_booking.failed"),
    (Status.CONFIRMED, cancel, Status.CANCELLED, "group_booking.cancelled"),
]


@pytest.mark.parametrize(("status", "happens", "then", "event"), MOVES)
def test_a_move_leads_to_its_state_and_event(status: Status, happens: Happens, then: Status, event: str | None) -> None:
    after, emitted = happens(BY_STATUS[status])

    assert (after.status, emitted) == (then, event)


@pytest.mark.parametrize(("status", "happens", "then", "event"), MOVES)
def test_a_move_notes_its_moment(status: Status, happens: Happens, then: Status, event: str | None) -> None:
    after, _event = happens(BY_STATUS[status])

    assert after.updated_at == NOW


@pytest.mark.parametrize(
    ("status", "happens"),
    [
        (Status.PENDING, find_tee_times),
        (Status.CONFIRMED, find_nothing),
        (Status.FAILED, find_tee_times),
        (Status.CANCELLED, find_tee_times),
        (Status.CANCELLED, cancel),
    ],
)
def test_what_comes_too_late_changes_nothing(status: Status, happens: Happens) -> None:
    assert happens(BY_STATUS[status]) == (BY_STATUS[status], None)


@pytest.mark.parametrize("answer", [confirm, decline], ids=["confirms", "declines"])
@pytest.mark.parametrize("status", [Status.PROCESSING, Status.CONFIRMED, Status.FAILED, Status.CANCELLED])
def test_a_course_answers_only_what_it_was_asked(status: Status, answer: Happens) -> None:
    with pytest.raises(GroupSettled):
        answer(BY_STATUS[status])


@pytest.mark.parametrize("status", [Status.PROCESSING, Status.PENDING, Status.FAILED])
def test_a_course_cancels_only_what_it_has_agreed_to(status: Status) -> None:
    with pytest.raises(GroupNotConfirmed):
        cancel(BY_STATUS[status])


@pytest.mark.parametrize(("status", "happens"), [(Status.PROCESSING, find_tee_times), (Status.PENDING, confirm)])
def test_a_confirmed_group_has_its_tee_times(status: Status, happens: Happens) -> None:
    after, _event = happens(BY_STATUS[status])

    assert after.tee_times == RUN


@pytest.mark.parametrize(
    ("status", "happens", "reason"), [(Status.PROCESSING, find_nothing, NO_RUN), (Status.PENDING, decline, DECLINED)]
)
def test_a_failed_group_says_why(status: Status, happens: Happens, reason: str) -> None:
    after, _event = happens(BY_STATUS[status])

    assert (after.failure_reason, after.tee_times) == (reason, ())


@pytest.mark.parametrize("answer", [confirm, decline], ids=["confirms", "declines"])
def test_an_answered_group_waits_for_no_answer(answer: Happens) -> None:
    after, _event = answer(BY_STATUS[Status.PENDING])

    assert after.course_answers_at is None


OPEN = [Status.PROCESSING, Status.PENDING, Status.CONFIRMED]


@pytest.mark.parametrize("status", OPEN)
@pytest.mark.parametrize("names", [0, 1, 11, 12])
def test_a_player_list_has_at_most_as_many_names_as_players(status: Status, names: int) -> None:
    after = named(BY_STATUS[status], players(names), NOW)

    assert (after.status, after.total_players, after.player_list) == (status, 12, players(names))


@pytest.mark.parametrize("status", OPEN)
def test_one_name_too_many_is_refused(status: Status) -> None:
    with pytest.raises(TooManyNames, match="has 12 players, and the list names 13"):
        named(BY_STATUS[status], players(13), NOW)


@pytest.mark.parametrize(
    ("status", "refusal", "verb"),
    [(Status.FAILED, GroupFailed, "failed"), (Status.CANCELLED, GroupCancelled, "was cancelled")],
)
def test_a_group_that_is_over_takes_no_names(status: Status, refusal: type[Refusal], verb: str) -> None:
    with pytest.raises(refusal, match=f"{verb} at 2027-03-02 10:31:00 UTC"):
        named(BY_STATUS[status], players(1), NOW)


def test_a_new_list_replaces_the_former_one() -> None:
    before = named(PROCESSING, players(5), CREATED_AT)

    assert named(before, players(2), NOW).player_list == players(2)


def test_the_same_list_again_is_no_change() -> None:
    before = named(PROCESSING, players(5), CREATED_AT)

    assert named(before, players(5), NOW).updated_at == CREATED_AT


REFUSALS: list[tuple[Happens, Status, type[Refusal]]] = [
    (confirm, Status.CONFIRMED, GroupSettled),
    (cancel, Status.PENDING, GroupNotConfirmed),
]


@pytest.mark.parametrize(("happens", "status", "refusal"), REFUSALS)
def test_a_refusal_names_the_group_and_its_status(happens: Happens, status: Status, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal, match=f"{PROCESSING.id} is {status}"):
        happens(BY_STATUS[status])
