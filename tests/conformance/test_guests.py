"""All bookings of a run are for various guests, where the target accepts them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.discovery.bodies import without
from conformance.discovery.bookings import BookingDesk
from conformance.discovery.guests import SHORT, TRIALS, Trial, guest
from conformance.discovery.offered_tee_times import OfferedTeeTime
from conformance.evidence.exchanges import Request, Response, Role
from conformance.recordings.recording import Recording
from conformance.scope.run import Run
from tests.conformance.made_up import BASE_URL

TEE_TIME = OfferedTeeTime("crs_1", date(2027, 3, 13), "10:20", 4, None, None)
RUN = Run(7, datetime(2027, 1, 1, tzinfo=UTC), date(2027, 1, 1), "tsc-0123456789", read_only=False)
USUAL = guest(0)


class Register:
    """A target that keeps the body of each booking. It refuses bodies that are not *acceptable*."""

    def __init__(self, acceptable: Callable[[str], bool] = bool) -> None:
        self.acceptable = acceptable
        self.bodies: list[dict[str, Any]] = []

    def exchange(self, request: Request) -> Response:
        text = (request.content or b"").decode()
        self.bodies.append(json.loads(text))
        return Response(201 if self.acceptable(text) else 422, (), b"{}")


def desk_at(register: Register, recording: Recording, trials: Sequence[Trial] = TRIALS) -> BookingDesk:
    agency = Agency("first agency", "a-key", BASE_URL, register, recording, read_only=False)
    return BookingDesk(agency, RUN, None, noted=recording.noted, trials=trials)


def guest_in(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: body[name] for name in USUAL if name in body}


def lacking(body: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(member for member in SHORT.left_out if without(body, member) == body)


def test_bookings_are_for_various_guests_once_the_target_has_accepted_one() -> None:
    register, recording = Register(), Recording({})
    desk = desk_at(register, recording)

    before = desk.body(TEE_TIME)
    answers = [desk.create(TEE_TIME) for _ in range(8)]

    guests = [guest_in(body) for body in register.bodies]
    assert guest_in(before) == USUAL
    assert all(answer.is_success for answer in answers)
    assert len({json.dumps(member) for member in guests}) == 8
    wishes = [member["specialRequests"] for member in guests if "specialRequests" in member]
    assert all(wish.endswith("Please disregard.") for wish in wishes)


def test_bookings_lack_every_mixture_of_optional_members_once_the_target_has_accepted_a_short_one() -> None:
    register, recording = Register(), Recording({})
    desk = desk_at(register, recording)

    for _ in TRIALS:
        desk.create(TEE_TIME)

    phone, requests = SHORT.left_out
    lacked = [lacking(desk.body(TEE_TIME)) for _ in range(20)]
    assert [lacking(body) for body in register.bodies] == [(), (phone, requests)]
    assert {(), (phone,), (requests,), (phone, requests)} == set(lacked)
    assert not any(lacking(desk.body(TEE_TIME, is_whole=True)) for _ in range(20))


@pytest.mark.parametrize("first_refused", ["\u0080", "\u3000", "\U00010000"], ids=["accents", "kana", "emoji"])
def test_bookings_are_for_the_usual_guest_where_the_target_refuses_others(first_refused: str) -> None:
    register, recording = Register(lambda text: max(text) < first_refused), Recording({})
    desk = desk_at(register, recording)

    answers = [desk.create(TEE_TIME) for _ in range(3)]

    assert all(answer.is_success for answer in answers)
    are_usual = [guest_in(body) == without(USUAL, *lacking(body)) for body in register.bodies]
    assert are_usual == [False, True, True, True]
    assert [exchange.role for exchange in recording.exchanges][:2] == [Role.attempt, Role.golden]


@pytest.mark.parametrize("member", ["phone", "specialRequests"])
def test_bookings_are_whole_where_the_target_wants_an_optional_member(member: str) -> None:
    register, recording = Register(lambda text: f'"{member}"' in text), Recording({})
    desk = desk_at(register, recording)

    answers = [desk.create(TEE_TIME) for _ in range(8)]

    assert all(answer.is_success for answer in answers)
    assert sum(bool(lacking(body)) for body in register.bodies) == 1
    assert [exchange.role for exchange in recording.exchanges].count(Role.attempt) == 1


def test_a_booking_that_is_refused_anyway_says_nothing_about_guests() -> None:
    register, recording = Register(lambda _: False), Recording({})
    desk = desk_at(register, recording)

    assert not desk.create(TEE_TIME).is_success
    register.acceptable = bool
    assert desk.create(TEE_TIME).is_success
    assert guest_in(register.bodies[-1]) != USUAL


def test_older_recordings_have_one_guest() -> None:
    register = Register()
    desk = desk_at(register, Recording({}), trials=())

    for _ in range(3):
        desk.create(TEE_TIME)

    assert [guest_in(body) for body in register.bodies] == [USUAL] * 3


def test_party_sizes_change_parts_with_each_seed_and_play_their_own_with_the_first() -> None:
    agency = Agency("first agency", "a-key", BASE_URL, Register(), Recording({}), read_only=False)
    desks = [BookingDesk(agency, replace(RUN, seed=seed), None) for seed in range(1, 5)]

    parts = [[desk.in_turn(players) for players in (1, 2, 3, 4)] for desk in desks]

    assert parts[0] == [1, 2, 3, 4]
    assert [sorted(of_one_size) for of_one_size in zip(*parts, strict=True)] == [[1, 2, 3, 4]] * 4
