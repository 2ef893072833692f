"""Reads parameters strictly: ASCII numbers, `true` and `false`, each parameter once, nothing unknown. Assumption A-55.

This module collects every finding and raises nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote_to_bytes

from mock_server.api.contract import Parameter
from mock_server.api.findings import findings_of
from mock_server.api.problems import Finding

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\Z", re.ASCII)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,18})?\Z", re.ASCII)
_BOOLEAN = {"true": True, "false": False}


def decoded(raw: str, json_type: str) -> Any:
    """The value of *raw* in a JSON type. If *raw* does not have that type, *raw* itself, for the schema to refuse.

    A number without a fraction is a whole number, as in a body: a refusal then shows it as it was sent.
    """
    if json_type in ("integer", "number") and _INTEGER.match(raw):
        return int(raw)
    if json_type == "number" and _NUMBER.match(raw):
        return float(raw)
    if json_type == "boolean":
        return _BOOLEAN.get(raw, raw)
    return raw


def _read(parameter: Parameter, raw: str | list[str]) -> Any:
    """The value of a parameter in its JSON type. A list comes as several texts, or as one text with commas."""
    if parameter.json_type != "array":
        assert isinstance(raw, str)
        return decoded(raw, parameter.json_type)
    return [decoded(item, parameter.item_type) for item in (raw.split(",") if isinstance(raw, str) else raw)]


def _is_repeated_list(parameter: Parameter) -> bool:
    return parameter.json_type == "array" and parameter.repeated


def query_pairs(query_string: bytes) -> list[tuple[str, str]]:
    """Names and values of a query string in their order. Raises UnicodeDecodeError if it is not UTF-8."""
    unescaped = unquote_to_bytes if b"%" in query_string else bytes
    pairs = []
    for part in query_string.split(b"&"):
        if part:
            name, _, value = part.replace(b"+", b" ").partition(b"=")
            pairs.append((unescaped(name).decode(), unescaped(value).decode()))
    return pairs


class ParameterReader:
    """Reads the parameters of one operation."""

    def __init__(self, parameters: Iterable[Parameter]) -> None:
        parameters = list(parameters)
        self.query = {parameter.name: parameter for parameter in parameters if parameter.place == "query"}
        self._has_repeated_lists = any(map(_is_repeated_list, self.query.values()))
        self.path = [parameter for parameter in parameters if parameter.place == "path"]
        self.headers = {
            parameter.name.lower().encode(): parameter for parameter in parameters if parameter.place == "header"
        }
        self.defaults = {
            parameter.name: parameter.default for parameter in self.query.values() if parameter.default is not None
        }

    def read_query(self, query_string: bytes) -> tuple[dict[str, Any], set[str], list[Finding]]:
        """The valid query parameters, the names of all that were sent, and the findings about the others. Defaults are
        not filled in.
        """
        values: dict[str, Any] = {}
        try:
            pairs = query_pairs(query_string)
        except UnicodeDecodeError:
            return values, set(), [Finding("/query", "encoding", "The query string is not UTF-8.")]
        findings: list[Finding] = []
        seen: set[str] = set()
        for name, raw in self._gathered(pairs):
            findings += self._read_one(name, raw, seen, values)
        findings += [
            Finding(
                f"/query/{name}",
                "required",
                f"The query parameter {name} is required. Add it.",
                accepted={"required": True},
            )
            for name, parameter in self.query.items()
            if parameter.required and name not in seen
        ]
        return values, seen, findings

    def _gathered(self, pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str | list[str]]]:
        """The pairs of a query, with the values of each repeated list as one list at the place of its first value."""
        if not self._has_repeated_lists:
            return pairs
        lists: dict[str, list[str]] = {}
        gathered: list[tuple[str, str | list[str]]] = []
        for name, raw in pairs:
            parameter = self.query.get(name)
            if parameter is None or not _is_repeated_list(parameter):
                gathered.append((name, raw))
            elif name in lists:
                lists[name].append(raw)
            else:
                lists[name] = [raw]
                gathered.append((name, lists[name]))
        return gathered

    def _read_one(self, name: str, raw: str | list[str], seen: set[str], values: dict[str, Any]) -> list[Finding]:
        parameter = self.query.get(name)
        if parameter is None:
            known = sorted(self.query)
            shown = name[:80].replace("\x00", "\ufffd")  # No pointer carries U+0000.
            way_out = f"Remove it, or send one of: {', '.join(known)}." if known else "Remove it."
            detail = f"The operation has no query parameter {shown!r}. {way_out}"
            return [Finding(f"/query/{shown}", "unknown", detail, accepted={"names": known})]
        if name in seen:
            detail = f"The query parameter {name} appears more than once. Send it once."
            return [Finding(f"/query/{name}", "duplicate", detail, accepted={"atMostTimes": 1})]
        seen.add(name)
        value = _read(parameter, raw)
        findings = findings_of(parameter.validator, value, f"/query/{name}")
        if not findings:
            values[name] = value
        return findings

    def read_path(self, path_parameters: Mapping[str, str]) -> list[Finding]:
        """The findings about the path parameters."""
        findings: list[Finding] = []
        for parameter in self.path:
            value = _read(parameter, path_parameters[parameter.name])
            findings += findings_of(parameter.validator, value, f"/path/{parameter.name}")
        return findings

    def read_headers(self, headers: Iterable[tuple[bytes, bytes]]) -> tuple[dict[str, str], list[Finding]]:
        """The valid header parameters of the operation, and the findings about the others."""
        if not self.headers:
            return {}, []
        sent: dict[bytes, str] = {}
        for name, raw in headers:
            if name in self.headers:
                # Several lines of one header form one list (RFC 9110).
                sent[name] = f"{sent[name]}, {raw.decode('latin-1')}" if name in sent else raw.decode("latin-1")
        values: dict[str, str] = {}
        findings: list[Finding] = []
        for name, value in sent.items():
            parameter = self.headers[name]
            wrong = findings_of(parameter.validator, _read(parameter, value), f"/header/{parameter.name}")
            findings += wrong
            if not wrong:
                values[parameter.name] = value
        findings += [
            Finding(f"/header/{parameter.name}", "required", f"The header {parameter.name} is required. Add it.")
            for name, parameter in self.headers.items()
            if parameter.required and name not in sent
        ]
        return values, findings
