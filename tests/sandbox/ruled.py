"""Rules of the control plane, made by an agency."""

from typing import Any

import httpx

from tests.sandbox.agencies import Agency


def ruled(agency: Agency, effect: dict[str, Any], **others: Any) -> dict[str, Any]:
    """A rule that was made."""
    answer = agency.control("POST", "/rules", {"effect": effect, **others})
    assert answer.status_code == 201, answer.text
    rule: dict[str, Any] = answer.json()["data"]
    return rule


def raw(agency: Agency, method: str, path: str, body: Any = None) -> httpx.Response:
    """An answer that may break the contract on purpose."""
    options = {} if body is None else {"json": body}
    return agency.http.request(method, f"{agency.address}/api/v1{path}", headers={"X-Api-Key": agency.key}, **options)
