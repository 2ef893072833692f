"""The client keeps the promises of a run: one key, nothing but GET when read-only, patience, reasons for silence."""

from collections.abc import Iterator

import pytest

from conformance.asking.client import KEEP, Agency, segment
from conformance.evidence.exchanges import Request, Response, Role
from conformance.evidence.verdicts import AnswerLost, Inconclusive, Untested
from conformance.recordings.moments import as_racer
from conformance.recordings.recording import Recording
from conformance.target.connection import KeyHeader, WireSettings
from conformance.wire.transport import NoAnswer

KEY = "secret-key-of-alpha"


class Target:
    """Answers in the order given and keeps what it was asked."""

    def __init__(self, *answers: Response | NoAnswer) -> None:
        self._answers: Iterator[Response | NoAnswer] = iter(answers)
        self.asked: list[Request] = []

    def exchange(self, request: Request) -> Response:
        self.asked.append(request)
        answer = next(self._answers, Response(200, (), b"{}"))
        if isinstance(answer, NoAnswer):
            raise answer
        return answer


def agency_of(target: Target, *, read_only: bool = False) -> tuple[Agency, Recording]:
    recording = Recording({KEY: "$API_KEY"})
    return Agency("first agency", KEY, "http://t.example/api/v1", target, recording, read_only=read_only), recording


def sent(target: Target) -> dict[str, str]:
    return {name.lower(): value for name, value in target.asked[-1].headers}


def test_a_request_carries_the_key_and_asks_for_json() -> None:
    target = Target()

    agency_of(target)[0].get("/travel/courses", page=2, includeExtraProducts=True, country=None)

    assert target.asked[0].url == "http://t.example/api/v1/travel/courses?page=2&includeExtraProducts=true"
    assert (sent(target)["x-api-key"], sent(target)["accept"]) == (KEY, "application/json")


def test_a_body_is_sent_as_json_in_utf8() -> None:
    target = Target()

    agency_of(target)[0].post("/travel/bookings", {"name": "Núñez"})

    assert target.asked[0].content == '{"name": "Núñez"}'.encode()
    assert sent(target)["content-type"] == "application/json"


def test_bytes_are_sent_as_they_are() -> None:
    target = Target()

    agency_of(target)[0].send("POST", "/travel/bookings", content=b'{"a":', headers={"content-type": "text/plain"})

    assert target.asked[0].content == b'{"a":'
    assert [value for name, value in target.asked[0].headers if name.lower() == "content-type"] == ["text/plain"]


@pytest.mark.parametrize(("key", "value"), [(None, None), ("", ""), ("other", "other"), (KEEP, KEY)])
def test_the_key_can_be_left_out_or_replaced(key: str | None, value: str | None) -> None:
    target = Target()

    agency_of(target)[0].send("GET", "/travel/courses", key=key)

    assert sent(target).get("x-api-key") == value


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_read_only_run_sends_nothing_but_get(method: str) -> None:
    target = Target()
    agency, _ = agency_of(target, read_only=True)

    with pytest.raises(Untested, match="read-only"):
        agency.send(method, "/travel/bookings")

    assert target.asked == []


def test_a_rate_limit_is_waited_out() -> None:
    target = Target(Response(429, (("Retry-After", "0"),), b""), Response(200, (), b"[]"))

    answer = agency_of(target)[0].get("/travel/courses")

    assert (answer.status, len(target.asked)) == (200, 2)


def test_a_rate_limit_that_does_not_relent_is_inconclusive() -> None:
    target = Target(*[Response(429, (("Retry-After", "0"),), b"")] * 9)

    with pytest.raises(Inconclusive, match="limits the rate"):
        agency_of(target)[0].get("/travel/courses")


def test_silence_is_inconclusive_and_every_attempt_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target(*[NoAnswer("no answer within 10 s", timed_out=True)] * 9)
    agency, recording = agency_of(target)
    waits: list[float] = []
    monkeypatch.setattr(recording, "sleep", waits.append)

    with pytest.raises(Inconclusive, match="no answer within 10 s"):
        agency.get("/travel/courses")

    assert [(exchange.response, exchange.failure, exchange.role) for exchange in recording.exchanges] == [
        (None, "no answer within 10 s", Role.lost)
    ] * 2
    assert waits == [0.1]


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_read_that_a_gateway_answered_is_sent_again(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    target = Target(Response(status, (), b"<html>"), NoAnswer("the connection broke"), Response(200, (), b"[]"))
    agency, recording = agency_of(target)
    monkeypatch.setattr(recording, "sleep", lambda _: None)

    answer = agency.get("/travel/courses")

    assert (answer.status, [exchange.role for exchange in recording.exchanges]) == (
        200,
        [Role.lost, Role.lost, Role.read],
    )


def test_a_read_that_is_answered_503_every_time_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    agency, recording = agency_of(target := Target(*[Response(503, (), b"")] * 9))
    monkeypatch.setattr(recording, "sleep", lambda _: None)

    answer = agency.get("/travel/courses")

    assert (answer.status, len(target.asked), recording.exchanges[-1].role) == (503, 4, Role.read)


def test_500_is_an_answer_of_the_target_and_never_repeated() -> None:
    target = Target(Response(500, (), b""))

    assert (agency_of(target)[0].get("/travel/courses").status, len(target.asked)) == (500, 1)


def test_a_booking_whose_answer_was_lost_is_sent_again_only_when_no_list_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = {"agencyBookingReference": "run-1", "date": "2027-01-05"}
    listed = Response(200, (), b'{"data": [{"agencyBookingReference": "run-1"}]}')
    nothing, made = Response(200, (), b'{"data": []}'), Response(201, (), b'{"data": {"id": "b1"}}')
    lost = NoAnswer("the connection broke")
    absent, there = Target(lost, nothing, nothing, made), Target(lost, nothing, listed)
    monkeypatch.setattr(Recording, "sleep", lambda *_: None)

    answer = agency_of(absent)[0].post("/travel/bookings", body)
    with pytest.raises(AnswerLost):
        agency_of(there)[0].post("/travel/bookings", body)

    assert (answer.status, [item.method for item in absent.asked]) == (201, ["POST", "GET", "GET", "POST"])
    assert [item.method for item in there.asked] == ["POST", "GET", "GET"]
    assert "startDate=2027-01-05" in absent.asked[1].url


def test_a_hold_whose_answer_was_lost_is_never_sent_again() -> None:
    target = Target(Response(502, (), b""))

    with pytest.raises(AnswerLost, match="a gateway answered 502"):
        agency_of(target)[0].post("/travel/courses/crs_1/hold-tee-time", {})

    assert len(target.asked) == 1


def test_declared_headers_and_the_declared_place_of_the_key_are_sent() -> None:
    target, recording = Target(), Recording({KEY: "$API_KEY", "s3cret-of-gateway": "$SECRET_1"})
    wire = WireSettings(headers=(("X-Gateway", "s3cret-of-gateway"),), key_header=KeyHeader("Authorization", "Bearer"))
    agency = Agency("first agency", KEY, "http://t.example/api/v1", target, recording, read_only=False, wire=wire)

    agency.get("/travel/courses")

    assert (sent(target)["authorization"], sent(target)["x-gateway"]) == (f"Bearer {KEY}", "s3cret-of-gateway")
    assert "x-api-key" not in sent(target)
    shown = dict(recording.exchanges[0].request.headers)
    assert (shown["Authorization"], shown["X-Gateway"]) == ("Bearer $API_KEY", "$SECRET_1")


def test_a_read_is_recalled_until_the_lane_writes() -> None:
    target = Target()
    agency, _ = agency_of(target)

    agency.get("/travel/courses")
    agency.recall("/travel/courses")
    assert len(target.asked) == 1

    agency.delete("/webhooks/whk_1")
    agency.recall("/travel/courses")
    assert len(target.asked) == 3


def test_a_part_of_a_check_recalls_nothing_and_nobody_recalls_what_it_read() -> None:
    target = Target()
    agency, _ = agency_of(target)

    agency.get("/travel/courses")
    as_racer("part 1", lambda: agency.recall("/travel/courses"))()
    assert len(target.asked) == 2

    as_racer("part 1", lambda: agency.get("/webhooks"))()
    agency.recall("/webhooks")
    assert len(target.asked) == 4


def test_prices_are_exact_and_whole_numbers_are_whole() -> None:
    body = agency_of(Target(Response(200, (), b'{"fee": 85.10, "players": 4}')))[0].get("/x").body

    assert (str(body["fee"]), body["players"]) == ("85.10", 4)
    assert type(body["players"]) is int


@pytest.mark.parametrize("content", [b"<html>", b'{"a": 1,}', b'{"a": NaN}', b"\xff"])
def test_a_success_that_is_not_json_is_left_to_the_row_about_it(content: bytes) -> None:
    answer = agency_of(Target(Response(200, (), content)))[0].get("/x")

    with pytest.raises(Inconclusive, match="not JSON, which ENV-02 judges"):
        _ = answer.body


def test_no_body_is_none() -> None:
    assert agency_of(Target(Response(204, (), b"")))[0].get("/x").body is None


def test_the_moment_of_an_answer_is_its_date_header() -> None:
    answer = agency_of(Target(Response(200, (("Date", "Fri, 01 May 2026 10:00:00 GMT"),), b"")))[0].get("/x")

    assert answer.answered_at.isoformat() == "2026-05-01T10:00:00+00:00"


def test_a_request_that_writes_is_golden_and_one_that_reads_a_read() -> None:
    agency, recording = agency_of(Target())

    agency.get("/travel/courses")
    agency.post("/travel/bookings", {})

    assert [exchange.role for exchange in recording.exchanges] == [Role.read, Role.golden]


def test_an_id_with_a_slash_stays_one_segment() -> None:
    assert segment("crs/1?x") == "crs%2F1%3Fx"
