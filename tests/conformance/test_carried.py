"""A run says which of its exchanges have a part of the messages, and which checks sent them."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from conformance.evidence.receiver import Delivery
from conformance.recordings.carried import _Run, traffic_in
from openapi.concerns.parts import Call, Part, Where
from openapi.concerns.traffic import Traffic
from openapi.diff.model import Side
from openapi.places import ContractError

CREATE = Call("createBooking", "POST", "/travel/bookings", "bookings", is_delivery=False)
LIST = Call("listBookings", "GET", "/travel/bookings", "bookings", is_delivery=False)
PHONE = Part(Side.REQUEST, (CREATE,), Where.BODY, "phone", path=("leadPlayer", "phone"))


def entry(call: Call, check: str, body: Any, status: int, answer: Any, query: str = "") -> dict[str, Any]:
    """One exchange as a run of the suite writes it."""
    return {
        "startedDateTime": "2027-03-02T10:00:00Z",
        "time": 4,
        "_operation": call.id,
        "_check": check,
        "_path": call.path,
        "request": {
            "method": call.method,
            "url": f"http://service.example/api/v1{call.path}",
            "headers": [{"name": "If-Match", "value": '"a"'}],
            "queryString": [{"name": name, "value": "1"} for name in query.split()],
            "postData": {"mimeType": "application/json", "text": json.dumps(body)},
        },
        "response": {
            "status": status,
            "headers": [],
            "content": {"mimeType": "application/json", "text": json.dumps(answer)},
        },
    }


@pytest.fixture
def traffic(tmp_path: Path) -> Callable[[Part], Traffic]:
    """The traffic of a run with two bookings and a list. The second booking has a phone number and is refused."""
    entries = [
        entry(CREATE, "test_a", {"leadPlayer": {}}, 201, {"data": {"players": 2}}),
        entry(CREATE, "test_b", {"leadPlayer": {"phone": "112"}}, 400, {"errors": []}),
        entry(LIST, "test_b", None, 200, {"data": [{"players": 2}]}, "page status"),
    ]
    (tmp_path / "exchanges.har").write_text(json.dumps({"log": {"entries": entries}}), "utf-8")
    rows = [{"id": "BKC-17", "exchanges": [1]}, {"id": "BKL-01", "exchanges": [2]}, {"id": "BKC-30", "exchanges": []}]
    (tmp_path / "report.json").write_text(json.dumps({"requirements": rows}), "utf-8")
    return traffic_in(tmp_path)


def test_a_member_of_a_request_is_counted_with_its_check_and_its_rows(traffic: Callable[[Part], Traffic]) -> None:
    found = traffic(PHONE)

    assert found == Traffic(2, 1, {"test_b": 1}, "exchange 1, POST /travel/bookings, sent by test_b", ("BKC-17",))


def test_a_member_of_an_answer_is_found_in_objects_and_in_lists(traffic: Callable[[Part], Traffic]) -> None:
    players = Part(Side.ANSWER, (CREATE, LIST), Where.BODY, "players", "201", ("data", "players"))

    assert (traffic(players).exchanges, traffic(players).carrying) == (3, 2)


@pytest.mark.parametrize(
    ("where", "word", "carrying"),
    [
        (Where.QUERY, "status", 1),
        (Where.QUERY, "startDate", 0),
        (Where.HEADER, "if-match", 3),
        (Where.WHOLE, "", 3),
    ],
)
def test_parameters_and_headers_are_counted(
    where: Where, word: str, carrying: int, traffic: Callable[[Part], Traffic]
) -> None:
    assert traffic(Part(Side.REQUEST, (CREATE, LIST), where, word)).carrying == carrying


def test_a_status_is_counted_exactly(traffic: Callable[[Part], Traffic]) -> None:
    refused = Part(Side.ANSWER, (CREATE,), Where.STATUS, "400", "400")

    assert (traffic(refused).carrying, traffic(replace(refused, word="404", status="404")).carrying) == (1, 0)


def test_a_part_that_no_exchange_has_has_no_first_exchange(traffic: Callable[[Part], Traffic]) -> None:
    assert traffic(replace(PHONE, word="fax", path=("fax",))) == Traffic(2, 0, {}, "", ())


@pytest.mark.parametrize("name", ["bookingConfirmed", "booking.confirmed", "booking_confirmed"])
def test_a_delivery_is_known_in_each_spelling_of_its_name(name: str) -> None:
    body = b'{"type": "booking.confirmed", "data": {"bookingReference": "TS-1"}}'
    arrived = Delivery("POST", "/inbox", (), body, datetime(2027, 3, 2, tzinfo=UTC))
    call = Call(name, "POST", name, "deliveries", is_delivery=True)
    reference = Part(Side.DELIVERY, (call,), Where.BODY, "bookingReference", path=("data", "bookingReference"))

    assert _Run((), (arrived,), {}).traffic(reference) == Traffic(1, 1, {}, "booking.confirmed", ())


def test_a_folder_without_a_report_is_one_sentence(traffic: Callable[[Part], Traffic], tmp_path: Path) -> None:
    (tmp_path / "report.json").unlink()

    with pytest.raises(ContractError, match=r"report\.json is not a report of a run\."):
        traffic_in(tmp_path)
