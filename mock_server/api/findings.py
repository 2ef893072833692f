"""What a schema finds wrong with a value: a finding for each mistake, at the place of the mistake.

This module raises nothing, and knows no request.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import jsonschema_rs

from mock_server.api.finding_sentences import ALTERNATIVES, finding_sentence
from mock_server.api.problems import Finding

MAX_FINDINGS = 50

# Keywords of JSON Schema -> the codes of the contract for a finding. Other keywords keep their name.
_WORDS = {
    "additionalProperties": "unknown",
    "const": "enum",
    "oneOf": "combination",
    "anyOf": "combination",
    "minLength": "length",
    "maxLength": "length",
    "minItems": "length",
    "maxItems": "length",
    "minProperties": "length",
    "maxProperties": "length",
    "uniqueItems": "duplicate",
    "exclusiveMinimum": "minimum",
    "exclusiveMaximum": "maximum",
}

# Keywords of JSON Schema -> the name of their bound in an explanation, and the member of the error with the bound.
_BOUNDS: Mapping[str, tuple[str, str]] = {
    "minimum": ("atLeast", "limit"),
    "maximum": ("atMost", "limit"),
    "exclusiveMinimum": ("above", "limit"),
    "exclusiveMaximum": ("below", "limit"),
    "minLength": ("atLeastCharacters", "limit"),
    "maxLength": ("atMostCharacters", "limit"),
    "minItems": ("atLeastItems", "limit"),
    "maxItems": ("atMostItems", "limit"),
    "minProperties": ("atLeastMembers", "limit"),
    "maxProperties": ("atMostMembers", "limit"),
    "enum": ("oneOf", "options"),
    "const": ("equalTo", "expected_value"),
    "multipleOf": ("multipleOf", "multiple_of"),
    "pattern": ("pattern", "pattern"),
    "format": ("format", "format"),
    "type": ("type", "types"),
}
# Keywords that have no bound.
_DEMANDS: Mapping[str, Mapping[str, Any]] = {
    "required": {"required": True},
    "uniqueItems": {"distinctItems": True},
    "additionalProperties": {"absent": True},
}


def findings_of(validator: jsonschema_rs.Validator, value: Any, place: str) -> list[Finding]:
    """The findings of a schema about *value*, which is at the pointer *place*. Empty if the value is valid."""
    try:
        if validator.is_valid(value):
            return []
        errors = list(validator.iter_errors(value))
    except (ValueError, UnicodeEncodeError):
        return [Finding(place, "encoding", "The value has characters that JSON cannot carry.")]
    findings = [finding for error in errors[:MAX_FINDINGS] for finding in _findings(error, place)]
    return _each_form_once(findings[:MAX_FINDINGS])


def _each_form_once(findings: list[Finding]) -> list[Finding]:
    """*findings* with a pattern and a format at one place as one finding: both refuse the form of the value."""
    patterns = {finding.pointer: finding.accepted for finding in findings if finding.code == "pattern"}
    formats = {finding.pointer for finding in findings if finding.code == "format"}
    return [
        replace(finding, accepted={**patterns.get(finding.pointer, {}), **finding.accepted})
        if finding.code == "format"
        else finding
        for finding in findings
        if not (finding.code == "pattern" and finding.pointer in formats)
    ]


def _findings(error: Any, place: str) -> list[Finding]:
    """The findings of an error. Where one alternative alone has the type of the value, its findings are meant."""
    if error.kind.name in ALTERNATIVES and all(error.kind.context):
        of_the_type = [alternative for alternative in error.kind.context if not _has_another_type(alternative, error)]
        if len(of_the_type) == 1:
            return [finding for wrong in of_the_type[0] for finding in _findings(wrong, place)]
    return [_finding(error, place)]


def _has_another_type(alternative: Iterable[Any], error: Any) -> bool:
    return any(wrong.kind.name == "type" and wrong.instance_path == error.instance_path for wrong in alternative)


def _finding(error: Any, place: str) -> Finding:
    path = [str(part) for part in error.instance_path]
    keyword = error.kind.name
    if keyword == "required":
        path.append(error.kind.property)
    elif keyword == "additionalProperties" and len(error.kind.unexpected) == 1:
        path.append(error.kind.unexpected[0])
    pointer = "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in path)
    rule = (error.absolute_keyword_location or "").partition("#")[2]
    return Finding(place + pointer[:200], _WORDS.get(keyword, keyword), finding_sentence(error), rule, _accepted(error))


def _accepted(error: Any) -> Mapping[str, Any]:
    keyword = error.kind.name
    if keyword not in _BOUNDS:
        return _DEMANDS.get(keyword, {})
    name, member = _BOUNDS[keyword]
    bound = getattr(error.kind, member)
    return {name: bound[0] if keyword == "type" and len(bound) == 1 else bound}
