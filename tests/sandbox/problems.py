"""Reads a problem document, and holds that it is one by the contract."""

from functools import lru_cache
from typing import Any

import httpx
import jsonschema_rs

from openapi.bundler import contract


@lru_cache(maxsize=1)
def _problem_schema() -> jsonschema_rs.Validator:
    document = contract()
    name = next(name for name in document["components"]["schemas"] if name.endswith("Problem"))
    registry = jsonschema_rs.Registry([("urn:contract", document)], draft=jsonschema_rs.Draft202012)
    reference = {"$ref": f"urn:contract#/components/schemas/{name}"}
    return jsonschema_rs.Draft202012Validator(reference, registry=registry, validate_formats=True)


def document(answer: httpx.Response) -> dict[str, Any]:
    """The problem document of an answer. Fails where media type, schema, status or request id do not fit."""
    assert answer.headers["content-type"] == "application/problem+json", (answer.status_code, answer.text[:300])
    body: dict[str, Any] = answer.json()
    assert [error.message for error in _problem_schema().iter_errors(body)] == [], body
    assert body["status"] == answer.status_code
    assert body["requestId"] == answer.headers["x-request-id"]
    assert body["type"].endswith("/" + body["code"])
    return body


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    return answer.status_code, document(answer)["code"]


def pointers(answer: httpx.Response) -> list[str]:
    """Where the findings of an invalid request point, each place once, in alphabetical order."""
    return sorted({error["pointer"] for error in document(answer)["errors"]})
