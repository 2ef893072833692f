"""Requests that reach no operation: wrong methods, addresses, keys and media types. Each gets a problem."""

from typing import Any

import httpx
import pytest

from openapi.bundler import contract
from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import TeeTime, booking, written

PATHS: dict[str, dict[str, Any]] = contract()["paths"]
KNOWN = ("GET", "PUT", "POST", "DELETE")
FOREIGN = ("PATCH", "OPTIONS", "TRACE", "PROPFIND")


def _methods(path: str) -> list[str]:
    return [method for method in KNOWN if method.lower() in PATHS[path]]


OPERATIONS = [(method, path) for path in PATHS for method in _methods(path)]
REFUSED = [(method, path) for path in PATHS for method in (*KNOWN, "PATCH", "OPTIONS") if method not in _methods(path)]


def _address(path: str) -> str:
    return path.replace("{id}", "x1").replace("{courseId}", "x1")


def _without_key(agency: Agency, method: str, path: str) -> httpx.Response:
    return agency.http.request(method, f"{agency.address}{BASE_PATH}{path}")


@pytest.mark.parametrize(("method", "path"), REFUSED, ids=lambda part: part)
def test_a_method_that_a_path_does_not_know_is_refused(alpha: Agency, method: str, path: str) -> None:
    assert refusal(alpha.send(method, _address(path))) == (405, "method_not_allowed")


@pytest.mark.parametrize("path", PATHS)
def test_allow_names_every_method_of_a_path(alpha: Agency, path: str) -> None:
    answer = alpha.send("PATCH", _address(path))

    assert set(answer.headers["allow"].split(", ")) == set(_methods(path))


@pytest.mark.parametrize("method", FOREIGN)
def test_a_method_from_elsewhere_is_refused(alpha: Agency, method: str) -> None:
    assert refusal(alpha.send(method, "/travel/courses")) == (405, "method_not_allowed")


def test_head_is_refused_without_a_body(alpha: Agency) -> None:
    answer = alpha.http.head(f"{alpha.address}{BASE_PATH}/travel/courses", headers={"X-Api-Key": alpha.key})

    assert (answer.status_code, answer.headers["allow"], answer.content) == (405, "GET", b"")


def test_the_hooks_are_no_booking_that_can_be_read(alpha: Agency) -> None:
    answer = alpha.get("/travel/bookings/hooks")

    assert (refusal(answer), answer.headers["allow"]) == ((405, "method_not_allowed"), "POST")


def test_a_wrong_method_writes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    before = written(alpha, tee_time)

    alpha.send("PUT", "/travel/bookings", json=booking(tee_time))

    assert written(alpha, tee_time) == before


UNKNOWN_PATHS = [
    "/",
    "/courses",
    "/travel",
    "/travel/",
    "/travel/course",
    "/travel/Courses",
    "/travel/courses/",
    "/travel//courses",
    "//travel/courses",
    "/travel/courses/x1/",
    "/travel/courses/x1/tee-times/",
    "/travel/courses/x1/tee_times",
    "/travel/courses//tee-times",
    "/travel/courses/x1/tee-times/09:30",
    "/travel/courses/a%2Fb",
    "/travel/courses/a%2Fb%2Fc",
    "/travel/bookings/hooks/x1/confirm/again",
    "/travel/courses.json",
    "/travel/webhooks",
    "/bookings",
    "/v1/travel/courses",
    "/%00",
    "/travel/%E2%98%83",
]


@pytest.mark.parametrize("path", UNKNOWN_PATHS)
def test_an_unknown_path_is_not_found(alpha: Agency, path: str) -> None:
    answer = alpha.http.get(f"{alpha.address}{BASE_PATH}{path}", headers={"X-Api-Key": alpha.key})

    assert refusal(answer) == (404, "not_found")


def test_an_unknown_path_is_not_found_without_a_key(alpha: Agency) -> None:
    assert refusal(_without_key(alpha, "GET", "/travel/clubs")) == (404, "not_found")


@pytest.mark.parametrize("path", ["/travel/courses/", "/travel/bookings/"])
def test_a_trailing_slash_is_not_redirected(alpha: Agency, path: str) -> None:
    assert alpha.send("POST", path, json={}).status_code == 404


# The whole path: these lie outside the base path of the interface.
@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/v1", "/api/v2/travel/courses", "/api/travel/courses", "/travel/courses", "/nothing",
     "/docs/nothing", "/_sandbox/v1/nothing", "/_sandbox/v1nothing", "/_sandbox/v2/info"],
)  # fmt: skip
def test_an_address_outside_the_interface_is_not_found(alpha: Agency, path: str) -> None:
    answer = alpha.http.get(f"{alpha.address}{path}", headers={"X-Api-Key": alpha.key})

    assert refusal(answer) == (404, "not_found")


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda part: part)
def test_every_operation_demands_a_key(alpha: Agency, method: str, path: str) -> None:
    assert refusal(_without_key(alpha, method, _address(path))) == (401, "key_missing")


UNKNOWN_KEYS = {
    "empty": b"",
    "word": b"nonsense",
    "prefix alone": b"sbx_",
    "no agency": b"sbx_demo",
    "agency empty": b"sbx_demo_",
    "world empty": b"sbx__alpha",
    "four parts": b"sbx_demo_alpha_x",
    "capitals": b"sbx_Demo_alpha",
    "other prefix": b"live_demo_alpha",
    "33 letters": b"sbx_" + b"w" * 33 + b"_alpha",
    "blank inside": b"sbx_demo _alpha",
    "two keys in one": b"sbx_demo_alpha, sbx_demo_bravo",
    "quotes": b'"sbx_demo_alpha"',
    "not ASCII": "sbx_démo_alpha".encode(),
    "not UTF-8": b"sbx_d\xffmo_alpha",
    "digits of another script": "sbx_١_alpha".encode(),
    "8000 letters": b"sbx_" + b"w" * 8000 + b"_alpha",
}


@pytest.mark.parametrize("case", UNKNOWN_KEYS)
def test_an_unknown_key_is_refused(alpha: Agency, case: str) -> None:
    answer = alpha.send("GET", "/travel/bookings", headers={"X-Api-Key": UNKNOWN_KEYS[case]})

    assert refusal(answer) == (401, "key_unknown")


def _with_two_keys(agency: Agency, second: str) -> httpx.Response:
    keys = [("X-Api-Key", agency.key), ("X-Api-Key", second)]
    return agency.http.get(f"{agency.address}{BASE_PATH}/travel/bookings", headers=keys)


@pytest.mark.parametrize("second", ["", "sbx_demo_bravo"], ids=["empty", "another"])
def test_a_doubled_key_is_refused(alpha: Agency, second: str) -> None:
    assert refusal(_with_two_keys(alpha, second)) == (401, "key_unknown")


def test_the_same_key_twice_is_refused(alpha: Agency) -> None:
    assert refusal(_with_two_keys(alpha, alpha.key)) == (401, "key_unknown")


def test_a_key_in_the_query_is_no_key(alpha: Agency) -> None:
    answer = _without_key(alpha, "GET", f"/travel/bookings?X-Api-Key={alpha.key}")

    assert refusal(answer) == (401, "key_missing")


def test_a_refused_key_names_its_scheme(alpha: Agency) -> None:
    answer = _without_key(alpha, "GET", "/travel/bookings")

    assert answer.headers["www-authenticate"].startswith("ApiKey")


def test_a_key_is_asked_for_before_the_request_is_read(alpha: Agency) -> None:
    answer = _without_key(alpha, "GET", "/travel/bookings?page=0")

    assert refusal(answer) == (401, "key_missing")


def test_a_booking_with_an_unknown_key_writes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    before = written(alpha, tee_time)

    alpha.send("POST", "/travel/bookings", json=booking(tee_time), headers={"X-Api-Key": "nonsense"})

    assert written(alpha, tee_time) == before


@pytest.mark.parametrize("accept", ["text/html", "image/png", "application/xml", "text/html, application/xml;q=0.9"])
def test_a_caller_that_takes_no_json_is_refused(alpha: Agency, accept: str) -> None:
    answer = alpha.send("GET", "/travel/courses", headers={"Accept": accept})

    assert refusal(answer) == (406, "not_acceptable")


def test_a_booking_that_cannot_be_answered_writes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    before = written(alpha, tee_time)

    alpha.send("POST", "/travel/bookings", json=booking(tee_time), headers={"Accept": "text/html"})

    assert written(alpha, tee_time) == before


@pytest.mark.parametrize(
    "accept",
    [
        "*/*",
        "application/*",
        "application/json",
        "Application/JSON",
        "text/html, */*;q=0.1",
        "text/html, application/json",
    ],
)
def test_a_caller_that_takes_json_is_answered(alpha: Agency, accept: str) -> None:
    answer = alpha.send("GET", "/travel/courses", headers={"Accept": accept})

    assert answer.headers["content-type"] == "application/json"
