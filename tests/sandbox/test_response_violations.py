"""When the sandbox itself breaks the contract: a loud 500, counted and logged, with nothing written."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from mock_server.api import bookings
from mock_server.api.calls import Answer, Call
from mock_server.api.handlers import HANDLERS
from mock_server.api.transactions import FromWorld
from mock_server.app import Sandbox
from mock_server.storage.sessions import Session
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.problems import document, pointers, refusal
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking

BOOKINGS = "/api/v1/travel/bookings"
DAY = f"/api/v1/travel/courses/{ORDINARY.id}/tee-times?date={SATURDAY}"
VIOLATION = (500, "response_contract_violation")

Spoil = Callable[[Answer], Answer]


def _body(change: dict[str, Any]) -> Spoil:
    return lambda right: Answer(right.status, {"data": {**right.body["data"], **change}}, right.headers)


SPOILED: dict[str, Spoil] = {
    "wrong type": _body({"players": "two"}),
    "value outside its list": _body({"status": "accepted"}),
    "date of another form": _body({"createdAt": "2040-05-07 08:00"}),
    "member missing": lambda right: Answer(right.status, {"data": {}}, right.headers),
    "envelope missing": lambda right: Answer(right.status, right.body["data"], right.headers),
    "no body": lambda right: Answer(right.status, None, right.headers),
    "header missing": lambda right: Answer(right.status, right.body, {}),
    "undocumented status": lambda right: Answer(207, right.body, right.headers),
    "undocumented media type": lambda right: Answer(right.status, right.body, right.headers, "application/hal+json"),
}


def _spoiling(monkeypatch: pytest.MonkeyPatch, spoil: Spoil) -> Sandbox:
    """A sandbox whose POST /bookings books as always and answers wrongly."""

    def handler(call: Call, session: Session) -> Answer:
        return spoil(bookings.create_booking(call, session))

    monkeypatch.setitem(HANDLERS, "createBooking", FromWorld(handler, writes=True))  # type: ignore[arg-type]
    app = whole_sandbox()
    asked(app, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return app


def _body_of_a_booking(app: Sandbox) -> dict[str, Any]:
    first = asked(app, "GET", DAY).json()["availableTimes"][0]
    return booking(TeeTime(ORDINARY.id, SATURDAY, first["time"], 4, 0.0))


def _state(app: Sandbox) -> tuple[bytes, bytes]:
    return asked(app, "GET", BOOKINGS).content, asked(app, "GET", DAY).content


@pytest.mark.parametrize("case", SPOILED)
def test_an_answer_that_breaks_the_contract_becomes_a_problem_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    app = _spoiling(monkeypatch, SPOILED[case])
    body, before = _body_of_a_booking(app), _state(app)

    answer = asked(app, "POST", BOOKINGS, json=body)

    assert (refusal(answer), _state(app)) == (VIOLATION, before)


def test_the_problem_points_at_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, SPOILED["wrong type"])

    answer = asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app))

    assert pointers(answer) == ["/body/data/players"]


def test_violations_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, SPOILED["wrong type"])
    body = _body_of_a_booking(app)

    asked(app, "POST", BOOKINGS, json=body)
    asked(app, "POST", BOOKINGS, json=body)

    assert asked(app, "GET", "/_sandbox/v1/info").json()["data"]["faults"]["responseContractViolations"] == 2


def test_a_violation_is_logged_as_an_error_with_its_operation(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = _spoiling(monkeypatch, SPOILED["wrong type"])

    asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app))

    assert [(record.levelno, "createBooking" in record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, True)
    ]


def test_a_violation_is_not_remembered_under_an_idempotency_key(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, SPOILED["wrong type"])
    headers = {"X-Api-Key": "sbx_inside_alpha", "Idempotency-Key": "once"}
    body = _body_of_a_booking(app)
    asked(app, "POST", BOOKINGS, json=body, headers=headers)

    again = asked(app, "POST", BOOKINGS, json=body, headers=headers)

    assert refusal(again) == VIOLATION


def _failing(_right: Answer) -> Answer:
    raise RuntimeError("the handler fell over a secret")


def test_a_handler_that_falls_over_becomes_a_problem_without_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, _failing)

    answer = asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app))

    assert (refusal(answer), "secret" in answer.text) == ((500, "internal_error"), False)


def test_nothing_is_written_when_a_handler_falls_over(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, _failing)
    body, before = _body_of_a_booking(app), _state(app)

    asked(app, "POST", BOOKINGS, json=body)

    assert _state(app) == before


def test_a_fault_is_counted_and_its_reason_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = _spoiling(monkeypatch, _failing)

    asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app))

    counted = asked(app, "GET", "/_sandbox/v1/info").json()["data"]["faults"]["internalErrors"]
    assert (counted, "the handler fell over a secret" in caplog.text) == (1, True)


def test_a_healthy_sandbox_counts_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, lambda right: right)

    answer = asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app))

    faults = asked(app, "GET", "/_sandbox/v1/info").json()["data"]["faults"]
    assert (answer.status_code, faults) == (201, {"responseContractViolations": 0, "internalErrors": 0})


def test_a_violation_tells_the_caller_to_report_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _spoiling(monkeypatch, SPOILED["member missing"])

    detail = document(asked(app, "POST", BOOKINGS, json=_body_of_a_booking(app)))["detail"]

    assert "createBooking" in detail
