"""What reaches the control plane: programs, and pages of this server. A page of another origin reaches nothing."""

from typing import Any

import httpx
import pytest

from mock_server.app import Sandbox
from mock_server.control.handlers import HANDLERS
from mock_server.control.visitors import OwnNames, host_name
from mock_server.settings import Settings
from openapi.bundler import control
from tests.sandbox.agencies import CONTROL
from tests.sandbox.in_process import KEY, asked, whole_sandbox
from tests.sandbox.servers import ENVIRONMENT, refused_start, serving

RESET = f"{CONTROL}/worlds/self/reset"
PUBLIC_URL = "https://sandbox.example.com"
ADMIN_TOKEN = "x" * 32


def _public() -> Sandbox:
    """A sandbox that other machines reach, behind a proxy that ends TLS."""
    return Sandbox(
        Settings(
            database_url="sqlite://",
            public_url=PUBLIC_URL,
            admin_token=ADMIN_TOKEN,
            loopback=False,
            allowed_hosts=("proxied",),
        )
    )


@pytest.fixture(scope="module")
def local() -> Sandbox:
    """A sandbox that listens on loopback and trusts everybody who reaches it."""
    return whole_sandbox()


@pytest.fixture(scope="module")
def public() -> Sandbox:
    """The same sandbox for all tests of one."""
    return _public()


def _outcome(app: Any, method: str, path: str, headers: dict[str, str], **options: Any) -> tuple[int, str | None]:
    answer = asked(app, method, path, headers={**KEY, **headers}, **options)
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    return answer.status_code, answer.json()["code"] if is_problem else None


FORBIDDEN = (403, "forbidden")
FINE = (200, None)

HOSTS = {
    "localhost": FINE,
    "localhost:8080": FINE,
    "LOCALHOST.": FINE,
    "127.0.0.1:8080": FINE,
    "127.9.9.9": FINE,
    "[::1]:8080": FINE,
    "0.0.0.0:8080": FORBIDDEN,
    "192.0.2.7": FORBIDDEN,
    "attacker.example": FORBIDDEN,
    "attacker.example:8080": FORBIDDEN,
    "localhost.attacker.example": FORBIDDEN,
    "127.0.0.1.nip.example": FORBIDDEN,
    "attacker.example@localhost": FORBIDDEN,
    "localhost/../x": FORBIDDEN,
    "": FORBIDDEN,
}


@pytest.mark.parametrize(("host", "expected"), HOSTS.items())
@pytest.mark.parametrize(("method", "path"), [("POST", RESET), ("GET", f"{CONTROL}/worlds/self/export")])
def test_a_server_answers_to_its_own_names(
    local: Sandbox, method: str, path: str, host: str, expected: tuple[int, str | None]
) -> None:
    assert _outcome(local, method, path, {"Host": host}) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [("sandbox.example.com", FINE), ("proxied:8080", FINE), ("10.1.2.3:8080", FINE), ("localhost", FINE),
     ("attacker.example", FORBIDDEN), ("sandbox.example.com.attacker.example", FORBIDDEN)],
)  # fmt: skip
def test_a_public_server_answers_to_its_url_its_addresses_and_the_names_it_was_given(
    public: Sandbox, host: str, expected: tuple[int, str | None]
) -> None:
    assert _outcome(public, "POST", RESET, {"Host": host}) == expected


def test_a_forwarded_host_is_not_believed(local: Sandbox) -> None:
    forwarded = {"Host": "attacker.example", "X-Forwarded-Host": "localhost", "Forwarded": "host=localhost"}

    assert _outcome(local, "POST", RESET, forwarded) == FORBIDDEN


ORIGINS = {
    "http://localhost:8080": FINE,
    "https://localhost:8080": FINE,
    "http://localhost:3000": FORBIDDEN,
    "http://localhost": FORBIDDEN,
    "http://127.0.0.1:8080": FINE,  # The public URL of this server.
    "http://127.0.0.1:8081": FORBIDDEN,
    "https://attacker.example": FORBIDDEN,
    "null": FORBIDDEN,
    "": FORBIDDEN,
    "file://localhost:8080": FORBIDDEN,
}


@pytest.mark.parametrize(("origin", "expected"), ORIGINS.items())
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_page_of_another_origin_is_refused(
    local: Sandbox, method: str, origin: str, expected: tuple[int, str | None]
) -> None:
    path = RESET if method == "POST" else f"{CONTROL}/journal.har"

    assert _outcome(local, method, path, {"Host": "localhost:8080", "Origin": origin}) == expected


@pytest.mark.parametrize("host", ["sandbox.example.com", "proxied"])
def test_a_page_of_the_public_url_is_the_servers_own_whatever_its_proxy_calls_it(public: Sandbox, host: str) -> None:
    assert _outcome(public, "POST", RESET, {"Host": host, "Origin": PUBLIC_URL}) == FINE


@pytest.mark.parametrize(
    ("site", "expected"),
    [("same-origin", FINE), ("none", FINE), ("same-site", FORBIDDEN), ("cross-site", FORBIDDEN), ("x", FORBIDDEN)],
)
def test_what_a_browser_calls_cross_site_is_refused(
    local: Sandbox, site: str, expected: tuple[int, str | None]
) -> None:
    assert _outcome(local, "POST", RESET, {"Sec-Fetch-Site": site}) == expected


@pytest.mark.parametrize("content", [b"", b"{}"])
@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/jsonx", ""],
)  # fmt: skip
def test_a_body_that_is_not_json_is_refused_though_it_be_empty(
    local: Sandbox, content: bytes, content_type: str
) -> None:
    outcome = _outcome(local, "POST", RESET, {"Content-Type": content_type}, content=content)

    assert outcome == (415, "unsupported_media_type")


@pytest.mark.parametrize("content_type", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_taken(local: Sandbox, content_type: str) -> None:
    outcome = _outcome(local, "PUT", f"{CONTROL}/clock", {"Content-Type": content_type}, content=b'{"mode": "ticking"}')

    assert outcome == FINE


@pytest.mark.parametrize("path", ["/worlds/self", "/worlds/inside"])
@pytest.mark.parametrize(
    "headers", [{"Host": "attacker.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}], ids=str
)
def test_nothing_is_done_by_what_is_refused(local: Sandbox, path: str, headers: dict[str, str]) -> None:
    before = asked(local, "GET", f"{CONTROL}/worlds/self").json()["data"]["seed"]

    assert _outcome(local, "DELETE", f"{CONTROL}{path}", headers) == FORBIDDEN

    worlds = asked(local, "GET", f"{CONTROL}/worlds", headers={}).json()["data"]

    assert [(world["name"], world["seed"]) for world in worlds] == [("inside", before)]


def _operations() -> list[tuple[str, str, str]]:
    document = control()
    return [
        (node["operationId"], method.upper(), document["servers"][0]["url"] + path.replace("{", "").replace("}", ""))
        for path, item in document["paths"].items()
        for method, node in item.items()
        if isinstance(node, dict) and "operationId" in node
    ]


@pytest.mark.parametrize(("operation", "method", "path"), _operations(), ids=str)
def test_every_operation_but_one_looks_at_its_visitors(local: Sandbox, operation: str, method: str, path: str) -> None:
    outcomes = {
        _outcome(local, method, path, headers)
        for headers in ({"Host": "attacker.example"}, {"Origin": "https://attacker.example"},
                        {"Sec-Fetch-Site": "cross-site"})
    }  # fmt: skip

    assert (outcomes == {FORBIDDEN}) is (operation != "receiveInInbox")


def test_no_operation_is_forgotten() -> None:
    assert {operation for operation, _method, _path in _operations()} == set(HANDLERS)


@pytest.mark.parametrize(
    "headers", [{"Host": "attacker.example"}, {"Origin": "https://attacker.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_the_interface_does_not_look_at_its_visitors(local: Sandbox, headers: dict[str, str]) -> None:
    assert _outcome(local, "GET", "/api/v1/travel/bookings", headers) == FINE


def test_a_preflight_gets_no_leave(local: Sandbox) -> None:
    asks = {"Origin": "https://attacker.example", "Access-Control-Request-Method": "POST"}

    answer = asked(local, "OPTIONS", RESET, headers=asks)

    assert not answer.is_success
    assert [name for name in answer.headers if name.startswith("access-control")] == []


def test_names_are_given_by_option_and_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "TEESHEET_ALLOWED_HOST", "one.example two.example")
    with serving("--ephemeral") as server:
        by_variable = [_health(server.address, host) for host in ("one.example", "TWO.example:80", "three.example")]
    monkeypatch.delitem(ENVIRONMENT, "TEESHEET_ALLOWED_HOST")
    with serving("--ephemeral", "--allowed-host", "one.example", "--allowed-host", "two.example") as server:
        by_option = [_health(server.address, host) for host in ("one.example", "two.example", "three.example")]

    assert (by_variable, by_option) == ([200, 200, 403], [200, 200, 403])


def _health(address: str, host: str) -> int:
    return httpx.get(f"{address}{CONTROL}/health", headers={"Host": host}).status_code


@pytest.mark.parametrize(
    "option",
    [("--allowed-host", "http://one.example"), ("--allowed-host", "one.example:80"), ("--allowed-host", ""),
     ("--public-url", "sandbox.example.com"), ("--public-url", "http://[x")],
)  # fmt: skip
def test_a_name_that_is_none_is_refused_at_the_start(option: tuple[str, str]) -> None:
    ended = refused_start("--ephemeral", "--port", "0", *option)

    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("authority", "host"),
    [("A.example:80", "a.example"), ("a.example.", "a.example"), ("[2001:DB8::1]:80", "2001:db8::1"), ("a:b", None),
     ("[::1", None), ("a b", None), ("ä.example", None), ("a.example\n", None)],
)  # fmt: skip
def test_a_host_is_read_as_a_browser_writes_it(authority: str, host: str | None) -> None:
    assert host_name(authority) == host


def test_a_server_knows_the_name_of_its_machine_where_others_can_use_it() -> None:
    own = OwnNames.of("http://0.0.0.0:8080", ("Machine",), any_address=True)

    assert [own.include(host) for host in ("machine", "localhost", "203.0.113.9", "other")] == [True, True, True, False]
