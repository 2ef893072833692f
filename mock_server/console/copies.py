"""An exchange of the journal as a program: curl, Python, JavaScript, or a test of pytest.

The journal keeps no key, so the program has the key of the agency that sent the request, or a variable in its place.
"""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Headers that a client library writes itself, or that belong to one connection.
_NOT_COPIED = frozenset(
    ("host", "user-agent", "accept", "accept-encoding", "connection", "content-length", "x-api-key", "authorization")
)


@dataclass(frozen=True, slots=True)
class Copy:
    """A request as a program. *name* is the language for people."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: str
    status: int


def copies_of(exchange: Mapping[str, Any], public_url: str, key: str) -> list[Copy]:
    """The request of an exchange in each form."""
    request = exchange["request"]
    query = f"?{request['query']}" if request["query"] else ""
    kept = {name: value for name, value in request["headers"] if name.lower() not in _NOT_COPIED}
    written = _Request(
        method=exchange["method"],
        url=f"{public_url}{exchange['path']}{query}",
        headers={"X-Api-Key": key, **kept},
        body=request["body"],
        status=exchange["status"],
    )
    return [Copy(name, form(written)) for name, form in _FORMS.items()]


def _curl(request: _Request) -> str:
    words = ["curl", *([] if request.method == "GET" else ["-X", request.method])]
    for name, value in request.headers.items():
        words += ["-H", f"{name}: {value}"]
    words += [request.url, *(["-d", request.body] if request.body else [])]
    return " ".join(f'"{word}"' if "$TEESHEET_" in word else shlex.quote(word) for word in words)


def _python(request: _Request) -> str:
    return f"import httpx\n\nanswer = httpx.{_httpx_call(request)}\nprint(answer.status_code, answer.text)\n"


def _httpx_call(request: _Request) -> str:
    body = f",\n    content={json.dumps(request.body)}.encode()" if request.body else ""
    return (
        f"request(\n    {json.dumps(request.method)},\n    {json.dumps(request.url)},\n"
        f"    headers={json.dumps(dict(request.headers))}{body},\n)"
    )


def _javascript(request: _Request) -> str:
    options: dict[str, Any] = {"method": request.method, "headers": dict(request.headers)}
    if request.body:
        options["body"] = request.body
    return (
        f"const answer = await fetch({json.dumps(request.url)}, {json.dumps(options, indent=2)});\n"
        "console.log(answer.status, await answer.text());\n"
    )


def _pytest(request: _Request) -> str:
    """A test that expects the same status. Fixtures for pytest belong here, and nowhere else."""
    called = _httpx_call(request).replace("\n", "\n    ")
    return (
        f"import httpx\n\n\ndef test_the_request_is_answered_with_{request.status}() -> None:\n"
        f"    answer = httpx.{called}\n\n    assert answer.status_code == {request.status}, answer.text\n"
    )


_FORMS = {"curl": _curl, "Python (httpx)": _python, "JavaScript (fetch)": _javascript, "pytest": _pytest}
