"""Tags of bookings and the condition of a change: nobody undoes what they have not seen. Assumption A-64."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Barrier
from uuid import uuid4

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import pointers, refusal
from tests.sandbox.servers import serving
from tests.sandbox.trade import NOW, TeeTime, booked, booking, bookings_total, free_tee_times, offline, places, read

BOOKINGS = "/travel/bookings"
CHANGED = (412, "precondition_failed")
ANOTHER = '"0123456789abcdef01234567"'
DESKS = 8
TURNS = 5


def _tag(agency: Agency, booking_id: str) -> str:
    return agency.get(f"{BOOKINGS}/{booking_id}").headers["ETag"]


def _put(agency: Agency, booking_id: str, condition: str, **changes: object) -> httpx.Response:
    return agency.send("PUT", f"{BOOKINGS}/{booking_id}", headers={"If-Match": condition}, json=changes)


def _delete(agency: Agency, booking_id: str, condition: str) -> httpx.Response:
    return agency.send("DELETE", f"{BOOKINGS}/{booking_id}", headers={"If-Match": condition})


WRITES: dict[str, Callable[[Agency, str, str], httpx.Response]] = {
    "PUT": lambda agency, booking_id, condition: _put(agency, booking_id, condition, players=3),
    "DELETE": _delete,
}
every_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)


def test_creation_read_and_change_name_one_state_alike(alpha: Agency, tee_time: TeeTime) -> None:
    created = alpha.post(BOOKINGS, booking(tee_time))
    path = created.headers["Location"].removeprefix("/api/v1")

    unchanged = alpha.put(path, {"players": created.json()["data"]["players"]})

    assert {created.headers["ETag"]} == {alpha.get(path).headers["ETag"], unchanged.headers["ETag"]}


def test_a_change_names_the_state_that_a_read_finds(alpha: Agency, tee_time: TeeTime) -> None:
    path = f"{BOOKINGS}/{booked(alpha, tee_time)['id']}"

    changed = alpha.put(path, {"players": 3})

    assert changed.headers["ETag"] == alpha.get(path).headers["ETag"]


def test_a_cancellation_names_the_state_that_a_read_finds(alpha: Agency, tee_time: TeeTime) -> None:
    path = f"{BOOKINGS}/{booked(alpha, tee_time)['id']}"

    cancelled = alpha.delete(path)

    assert cancelled.headers["ETag"] == alpha.get(path).headers["ETag"]


def test_tags_differ_exactly_when_reads_do(alpha: Agency, tee_times: list[TeeTime]) -> None:
    ids = [booked(alpha, tee_time)["id"] for tee_time in tee_times[:2]]
    there_and_back = [{"players": 3}, {"players": 2}, {"agencyBookingReference": "3"}, {"specialRequests": "3"}]
    answers = []
    for change in there_and_back:
        answers += [alpha.get(f"{BOOKINGS}/{booking_id}") for booking_id in ids]
        alpha.put(f"{BOOKINGS}/{ids[0]}", change)
    alpha.delete(f"{BOOKINGS}/{ids[0]}")
    answers += [alpha.get(f"{BOOKINGS}/{booking_id}") for booking_id in ids]

    wrong = [
        (item.text, other.text)
        for item, other in combinations(answers, 2)
        if (item.headers["ETag"] == other.headers["ETag"]) != (item.content == other.content)
    ]

    assert wrong == []


def test_the_answer_of_the_course_changes_the_tag(alpha: Agency) -> None:
    waiting = booked(alpha, offline("offline-confirms"))["id"]
    before = _tag(alpha, waiting)

    alpha.advance(by="P1D")

    assert (read(alpha, waiting)["status"], _tag(alpha, waiting) != before) == ("confirmed", True)


def test_a_change_prepared_before_the_course_answered_is_refused(alpha: Agency) -> None:
    waiting = booked(alpha, offline("offline-confirms"))["id"]
    before = _tag(alpha, waiting)

    alpha.advance(by="P1D")

    assert refusal(_delete(alpha, waiting, before)) == CHANGED


@every_write
@pytest.mark.parametrize("form", ["{tag}", "*", '"other", {tag}', '"other",{tag} , W/"weak"'])
def test_a_condition_that_holds_lets_a_write_through(
    alpha: Agency, tee_time: TeeTime, write: Callable[[Agency, str, str], httpx.Response], form: str
) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    assert write(alpha, booking_id, form.format(tag=_tag(alpha, booking_id))).status_code == 200


@every_write
@pytest.mark.parametrize("form", [ANOTHER, "W/{tag}", '""', f'{ANOTHER}, "other"'])
def test_a_condition_that_does_not_hold_refuses_a_write(
    alpha: Agency, tee_time: TeeTime, write: Callable[[Agency, str, str], httpx.Response], form: str
) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    before = read(alpha, booking_id)

    refused = write(alpha, booking_id, form.format(tag=_tag(alpha, booking_id)))

    assert (refusal(refused), read(alpha, booking_id), places(alpha, tee_time)) == (CHANGED, before, 2)


@every_write
@pytest.mark.parametrize("text", ["abc", '"open', "**", '*, "a"', '"a" "b"', 'w/"a"', '"a",', "", '"\u00e4"'])
def test_text_that_is_no_tag_is_an_invalid_request(
    alpha: Agency, tee_time: TeeTime, write: Callable[[Agency, str, str], httpx.Response], text: str
) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    refused = write(alpha, booking_id, text.encode("latin-1"))  # type: ignore[arg-type]  # httpx sends bytes as they are.

    assert (refusal(refused), pointers(refused)) == ((400, "invalid_request"), ["/header/If-Match"])


def test_two_lines_of_the_header_are_one_list(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    lines = [("X-Api-Key", alpha.key), ("If-Match", _tag(alpha, booking_id)), ("If-Match", ANOTHER)]

    answer = alpha.http.put(f"{alpha.address}/api/v1{BOOKINGS}/{booking_id}", headers=lines, json={"players": 3})

    assert answer.status_code == 200


@every_write
@pytest.mark.parametrize("condition", ["*", ANOTHER])
def test_no_condition_finds_a_booking_that_is_not_there(
    alpha: Agency, write: Callable[[Agency, str, str], httpx.Response], condition: str
) -> None:
    assert refusal(write(alpha, "bkg_0a0b0c0d0e0f", condition)) == (404, "booking_not_found")


def test_a_tag_of_another_agency_opens_nothing(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    assert refusal(_delete(bravo, booking_id, _tag(alpha, booking_id))) == (404, "booking_not_found")


def test_a_change_of_a_booking_that_was_cancelled_meanwhile_is_refused_with_the_advice_to_read_again(
    alpha: Agency, tee_time: TeeTime
) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    tag = _tag(alpha, booking_id)
    alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert refusal(_put(alpha, booking_id, tag, players=3)) == CHANGED


def test_a_cancelled_booking_stays_closed_to_its_own_tag(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    alpha.delete(f"{BOOKINGS}/{booking_id}")

    refused = _put(alpha, booking_id, _tag(alpha, booking_id), players=3)

    assert refusal(refused) == (409, "booking_cancelled")


def test_a_second_cancel_with_the_tag_of_the_first_answers_the_same(alpha: Agency, tee_time: TeeTime) -> None:
    booking_id = booked(alpha, tee_time)["id"]
    first = alpha.delete(f"{BOOKINGS}/{booking_id}")

    second = _delete(alpha, booking_id, first.headers["ETag"])

    assert (second.status_code, second.json()) == (200, first.json())


def test_a_replayed_creation_names_the_state_of_then(alpha: Agency, tee_time: TeeTime) -> None:
    first = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")
    alpha.put(first.headers["Location"].removeprefix("/api/v1"), {"players": 3})

    again = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert (again.headers["ETag"], bookings_total(alpha)) == (first.headers["ETag"], 1)


@pytest.fixture(scope="module")
def desks(http: httpx.Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Agency]]:
    """Eight desks of one agency at two servers with one database file."""
    database = f"sqlite:///{tmp_path_factory.mktemp('desks')}/shared.db"
    world = f"w{uuid4().hex[:16]}"
    with serving("--database", database) as first, serving("--database", database) as second:
        agencies = [Agency(http, server.address, world, "alpha") for server in [first, second] * (DESKS // 2)]
        agencies[0].freeze(NOW)
        yield agencies


def _together(desks: list[Agency], work: Callable[[Agency], int]) -> list[int]:
    start = Barrier(len(desks))

    def begin(desk: Agency) -> int:
        start.wait(30)
        return work(desk)

    with ThreadPoolExecutor(len(desks)) as pool:
        return list(pool.map(begin, desks))


def test_of_many_changes_to_one_state_one_gets_through(desks: list[Agency]) -> None:
    booking_id = booked(desks[0], free_tee_times(desks[0])[0])["id"]
    tag = _tag(desks[0], booking_id)

    statuses = _together(desks, lambda desk: _put(desk, booking_id, tag, specialRequests=uuid4().hex).status_code)

    assert Counter(statuses) == {200: 1, 412: DESKS - 1}


def _counts_one_further(desk: Agency, booking_id: str) -> int:
    """Reads, adds one, writes on the condition that nobody came between; how many times until it went through."""
    tries, status = 0, 412
    while status == 412:
        answer = desk.get(f"{BOOKINGS}/{booking_id}")
        count = int(answer.json()["data"]["specialRequests"]) + 1
        status = _put(desk, booking_id, answer.headers["ETag"], specialRequests=str(count)).status_code
        tries += 1
    assert status == 200
    return tries


def test_no_update_is_lost_between_two_processes(desks: list[Agency]) -> None:
    booking_id = booked(desks[0], free_tee_times(desks[0])[1], specialRequests="0")["id"]

    tries = _together(desks, lambda desk: sum(_counts_one_further(desk, booking_id) for _ in range(TURNS)))

    assert (read(desks[0], booking_id)["specialRequests"], sum(tries) > DESKS * TURNS) == (str(DESKS * TURNS), True)
