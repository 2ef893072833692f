"""What every operation shares: idempotency keys, request ids, links between pages, amounts of money."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import document, refusal
from tests.sandbox.trade import ORDINARY, SATURDAY, TeeTime, booked, booking, bookings_total, held, hold, places

BOOKINGS = "/travel/bookings"
HOLD = f"/travel/courses/{ORDINARY.id}/hold-tee-time"


def test_a_repeated_creation_gets_the_stored_answer(alpha: Agency, tee_time: TeeTime) -> None:
    first = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    again = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert (again.status_code, again.content, again.headers["location"]) == (
        201,
        first.content,
        first.headers["location"],
    )


def test_a_repeated_creation_is_marked_as_such(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    again = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert again.headers["idempotency-replayed"] == "true"


def test_a_first_creation_is_not_marked(alpha: Agency, tee_time: TeeTime) -> None:
    first = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert "idempotency-replayed" not in first.headers


def test_a_repeated_creation_books_once(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert (bookings_total(alpha), places(alpha, tee_time)) == (1, 2)


def test_a_repeated_hold_holds_once(alpha: Agency, tee_time: TeeTime) -> None:
    first = alpha.post(HOLD, hold(tee_time), Idempotency_Key="once")
    again = alpha.post(HOLD, hold(tee_time), Idempotency_Key="once")

    assert (again.content, places(alpha, tee_time)) == (first.content, 2)


def test_another_key_books_again(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="twice")

    assert bookings_total(alpha) == 2


def test_another_body_under_the_same_key_is_refused(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    answer = alpha.post(BOOKINGS, booking(tee_time, players=1), Idempotency_Key="once")

    assert refusal(answer) == (422, "idempotency_mismatch")


def test_another_operation_under_the_same_key_is_refused(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    answer = alpha.post(HOLD, hold(tee_time), Idempotency_Key="once")

    assert refusal(answer) == (422, "idempotency_mismatch")


def test_agencies_have_keys_of_their_own(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    bravo.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert bookings_total(bravo) == 1


@pytest.mark.parametrize(
    ("wait", "bookings"), [("PT23H59M59S", 1), ("PT24H", 2)], ids=["a second before", "on the line"]
)
def test_a_key_is_remembered_for_a_day(alpha: Agency, tee_time: TeeTime, wait: str, bookings: int) -> None:
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")
    alpha.advance(by=wait)

    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert bookings_total(alpha) == bookings


def test_a_refusal_is_not_remembered(alpha: Agency, tee_time: TeeTime) -> None:
    blocking = booked(alpha, tee_time, players=4)
    alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")
    alpha.delete(f"{BOOKINGS}/{blocking['id']}")

    answer = alpha.post(BOOKINGS, booking(tee_time), Idempotency_Key="once")

    assert answer.status_code == 201


WELL_FORMED = ["a", "A-Z.a_z-09", "req_5w8k2n4t7c1z", "x" * 128]
MALFORMED = ["", "a b", "x" * 129, "ü", "a/b", "<script>"]


@pytest.mark.parametrize("request_id", WELL_FORMED, ids=lambda value: value[:12])
def test_a_request_id_is_repeated(alpha: Agency, request_id: str) -> None:
    answer = alpha.send("GET", BOOKINGS, headers={"X-Request-Id": request_id})

    assert answer.headers["x-request-id"] == request_id


@pytest.mark.parametrize("request_id", MALFORMED, ids=["empty", "blank", "129", "umlaut", "slash", "tags"])
def test_a_malformed_request_id_is_replaced(alpha: Agency, request_id: str) -> None:
    answer = alpha.send("GET", BOOKINGS, headers={"X-Request-Id": request_id.encode()})

    assert re.fullmatch(r"req_[0-9a-z]{12}", answer.headers["x-request-id"])


def test_every_request_without_an_id_gets_its_own(alpha: Agency) -> None:
    assert alpha.get(BOOKINGS).headers["x-request-id"] != alpha.get(BOOKINGS).headers["x-request-id"]


def test_a_problem_repeats_the_request_id(alpha: Agency) -> None:
    answer = alpha.send("GET", f"{BOOKINGS}?page=0", headers={"X-Request-Id": "mine"})

    assert document(answer)["requestId"] == "mine"


def test_a_problem_names_the_path_of_its_request(alpha: Agency) -> None:
    assert document(alpha.get(f"{BOOKINGS}/bkg_0", page=1))["instance"] == "/api/v1/travel/bookings/bkg_0"


def _links(answer: Any) -> Mapping[str, str]:
    found = re.findall(r'<([^>]+)>; rel="(\w+)"', answer.headers["link"])
    return {relation: target for target, relation in found}


@pytest.mark.parametrize(
    ("page", "relations"),
    [(1, {"first", "next", "last"}), (2, {"first", "prev", "next", "last"}), (999, {"first", "prev", "last"})],
    ids=["first", "second", "past the end"],
)
def test_links_name_the_pages_that_exist(alpha: Agency, page: int, relations: set[str]) -> None:
    assert set(_links(alpha.get("/travel/courses", page=page))) == relations


def test_a_list_of_one_page_links_to_no_other(alpha: Agency) -> None:
    assert set(_links(alpha.get(BOOKINGS))) == {"first", "last"}


def test_the_next_link_leads_to_the_next_page(alpha: Agency) -> None:
    first = alpha.get("/travel/courses", country="ES", pageSize=5, holes=18)
    second = alpha.get("/travel/courses", country="ES", pageSize=5, holes=18, page=2)

    followed = alpha.http.get(alpha.address + _links(first)["next"], headers={"X-Api-Key": alpha.key})

    assert followed.json() == second.json()


def test_the_last_link_leads_to_the_last_items(alpha: Agency) -> None:
    answer = alpha.get("/travel/courses", country="NL", pageSize=7)
    pagination = answer.json()["meta"]["pagination"]

    last = alpha.http.get(alpha.address + _links(answer)["last"], headers={"X-Api-Key": alpha.key}).json()

    assert len(last["data"]) == pagination["totalItems"] - 7 * (pagination["totalPages"] - 1)


def test_amounts_of_a_hold_have_two_decimals(alpha: Agency, tee_time: TeeTime) -> None:
    text = alpha.post(HOLD, hold(tee_time)).text

    assert len(re.findall(r'"(?:greenFee|totalAmount)":\d+\.\d\d[,}]', text)) == 2


def test_amounts_of_tee_times_have_two_decimals(alpha: Agency) -> None:
    text = alpha.get(f"/travel/courses/{ORDINARY.id}/tee-times", date=SATURDAY).text

    amounts = re.findall(r'"(?:greenFee|totalAmount|price)":([^,}]+)', text)
    assert [amount for amount in amounts if not re.fullmatch(r"\d+\.\d\d", amount)] == []


def test_an_interface_answer_is_not_marked_as_an_example(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time)

    assert "teesheet-mock" not in alpha.post(BOOKINGS, booking(tee_time)).headers
