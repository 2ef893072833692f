"""The client keeps the run's promises: its key and no other, nothing but GET when read-only, patience, silence told."""

from collections.abc import Iterator

import pytest

from conformance.client import KEEP, Agency, segment
from conformance.exchanges import Request, Response, Role
from conformance.recordings.recording import Recording
from conformance.verdicts import Inconclusive, Untested
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


def test_silence_is_inconclusive_and_recorded() -> None:
    target = Target(NoAnswer("no answer within 10 s", timed_out=True))
    agency, recording = agency_of(target)

    with pytest.raises(Inconclusive, match="no answer within 10 s"):
        agency.get("/travel/courses")

    assert (recording.exchanges[0].response, recording.exchanges[0].failure) == (None, "no answer within 10 s")


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

    assert [one.role for one in recording.exchanges] == [Role.read, Role.golden]


def test_an_id_with_a_slash_stays_one_segment() -> None:
    assert segment("crs/1?x") == "crs%2F1%3Fx"
