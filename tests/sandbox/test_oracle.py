"""The second judge is worth something: it finds what is wrong with an answer that was tampered with."""

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.oracle import violations
from tests.sandbox.trade import ORDINARY

TAMPERING = {
    "a member is missing": ('"holes":', '"hole":'),
    "a value has another type": ('"holes":18', '"holes":"18"'),
    "a value is not in its list": ('"holes":18', '"holes":12'),
    "the envelope is gone": ('{"data":', '{"course":'),
    "the body is no JSON": ("}", "]"),
}


def _tampered(answer: httpx.Response, status: int, text: str, headers: dict[str, str]) -> httpx.Response:
    return httpx.Response(status, headers=headers, text=text, request=answer.request)


def _headers(answer: httpx.Response) -> dict[str, str]:
    return {name: answer.headers[name] for name in ("content-type", "x-request-id")}


@pytest.mark.parametrize("case", TAMPERING)
def test_the_oracle_finds_a_wrong_body(alpha: Agency, case: str) -> None:
    answer = alpha.get(f"/travel/courses/{ORDINARY.id}")

    wrong = _tampered(answer, 200, answer.text.replace(*TAMPERING[case]), _headers(answer))

    assert violations(wrong) != []


def test_the_oracle_finds_an_undocumented_status(alpha: Agency) -> None:
    answer = alpha.get(f"/travel/courses/{ORDINARY.id}")

    wrong = _tampered(answer, 418, answer.text, _headers(answer))

    assert violations(wrong) != []


def test_the_oracle_finds_a_missing_header(alpha: Agency) -> None:
    answer = alpha.get(f"/travel/courses/{ORDINARY.id}")

    wrong = _tampered(answer, 200, answer.text, {"content-type": "application/json"})

    assert violations(wrong) != []


def test_the_oracle_finds_a_problem_of_another_media_type(alpha: Agency) -> None:
    answer = alpha.get("/travel/courses/crs_00000000")

    wrong = _tampered(answer, 404, answer.text, {**_headers(answer), "content-type": "application/json"})

    assert violations(wrong) != []


def test_the_oracle_accepts_the_answer_as_it_came(alpha: Agency) -> None:
    assert violations(alpha.get(f"/travel/courses/{ORDINARY.id}")) == []
