"""Turns an ASGI request into a valid Call, or into one problem with all findings.

The shapes of values are those of the contract, as assumption A-61 narrows them.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from mock_server.api.bodies import Receive, parse_json, read_body
from mock_server.api.calls import Call
from mock_server.api.contract import OperationPlan
from mock_server.api.exchanges import exchange_of
from mock_server.api.findings import findings_of
from mock_server.api.known_members import with_known_members
from mock_server.api.mappings import UNTRANSLATED, Translation
from mock_server.api.parameters import ParameterReader
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.api.relations import RELATIONS, Asked
from mock_server.api.security import CALLER

_ANY = ("*/*", "application/*", "application/json", "application/problem+json")


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """The first value of a header, or None."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def address(scope: Mapping[str, Any]) -> str:
    """The path of a request, percent-encoded as in a URI."""
    return _spelled(scope.get("raw_path") or scope["path"].encode())


@lru_cache(maxsize=1024)
def _spelled(raw_path: bytes) -> str:
    return quote(unquote_to_bytes(raw_path.partition(b"?")[0]), safe="/-._~:@!$&'()*+,;=")


def require_acceptable(scope: Mapping[str, Any]) -> None:
    """Raises Problem not_acceptable if the caller does not accept JSON."""
    accept = header(scope, b"accept")
    if accept is None or "*/*" in accept or "application/json" in accept:
        return
    wanted = [item.split(";")[0].strip().lower() for item in accept.split(",")]
    if accept.strip() and not any(item in _ANY for item in wanted):
        raise Problem("not_acceptable", "This interface answers application/json. Accept it, or send no Accept header.")


class RequestReader:
    """Reads the requests of one operation. It never changes."""

    def __init__(self, plan: OperationPlan, max_body_bytes: int, translation: Translation = UNTRANSLATED) -> None:
        self.plan = plan
        self.max_body_bytes = max_body_bytes
        self.parameters = ParameterReader(plan.parameters)
        self.translation = translation
        self.relations = RELATIONS.get(plan.operation_id, ())

    async def read(self, scope: Mapping[str, Any], receive: Receive) -> Call:
        """The call. Raises one Problem with every finding."""
        require_acceptable(scope)
        query, sent, findings = self.parameters.read_query(scope["query_string"])
        for relation in self.relations:
            self._add(findings, relation(Asked(query, sent, self.parameters.defaults)))
        findings += self.parameters.read_path(scope["path_params"])
        headers, wrong = self.parameters.read_headers(scope["headers"])
        findings += wrong
        body, wrong = await self._body(scope, receive)
        findings += wrong
        if findings:
            raise invalid_request(findings)
        call = Call(
            caller=scope[CALLER],
            path=scope["path_params"],
            query={**self.parameters.defaults, **query},
            sent=frozenset(query),
            headers=headers,
            body=body,
            address=address(scope),
            authorization=header(scope, b"authorization") if self.plan.takes_token else None,
        )
        return call if self.translation is UNTRANSLATED else self.translation.call(self.plan, call)

    def _add(self, findings: list[Finding], related: Iterable[Finding]) -> None:
        """Adds to *findings* those of *related* that nobody has reported, about parameters of the operation."""
        findings += [finding for finding in related if self._has(finding) and not _is_reported(finding, findings)]

    def _has(self, finding: Finding) -> bool:
        """Whether the operation has the parameter of a finding. Another contract can have other parameters."""
        return finding.pointer.removeprefix("/query/") in self.parameters.query

    async def _body(self, scope: Mapping[str, Any], receive: Receive) -> tuple[Any, list[Finding]]:
        if self.plan.body is None:
            return None, []
        raw = await read_body(receive, self.max_body_bytes)
        exchange_of(scope).request_body = raw
        if not raw:
            missing = Finding(
                "/body", "required", "The request has no body. Send a JSON body.", accepted={"required": True}
            )
            return None, [missing] if self.plan.body_required else []
        validator = self._validator(header(scope, b"content-type") or "")
        body = parse_json(raw)
        findings = findings_of(validator, body, "/body")
        return body, findings and with_known_members(findings, self.plan.document)

    def _validator(self, content_type: str) -> Any:
        assert self.plan.body is not None
        media_type, *parameters = [part.strip() for part in content_type.lower().split(";")]
        charsets = [part.partition("=")[2].strip('"') for part in parameters if part.startswith("charset=")]
        validator = self.plan.body.get(media_type)
        if validator is None or any(charset not in ("utf-8", "utf8") for charset in charsets):
            expected = " or ".join(self.plan.body)
            raise Problem(
                "unsupported_media_type", f"Send the body as {expected} in UTF-8, and say so in Content-Type."
            )
        return validator


def _is_reported(finding: Finding, findings: list[Finding]) -> bool:
    """Whether a finding about this pointer is already reported: a wrong value is not reported as missing too."""
    return any(item.pointer == finding.pointer for item in findings)
