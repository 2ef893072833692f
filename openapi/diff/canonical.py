"""The canonical form of a plain schema: one spelling for each meaning, as far as jsonschema-rs knows."""

import json
from functools import lru_cache
from typing import Any

import jsonschema_rs

Canonical = Any

_DIALECT = "$schema"


def canonical(schema: Any) -> Canonical:
    """The canonical form of a plain schema, as JSON. Nobody may change it: others get the same."""
    return _canonical(json.dumps(schema, sort_keys=True))


@lru_cache(maxsize=1024)
def _canonical(key: str) -> Canonical:
    form = canonical_schema(json.loads(key)).to_json_schema()
    return {name: value for name, value in form.items() if name != _DIALECT} if isinstance(form, dict) else form


def canonical_schema(schema: Any) -> jsonschema_rs.CanonicalSchema:
    """The canonical form of a plain schema. Formats count."""
    return jsonschema_rs.canonicalize(
        schema,
        draft=jsonschema_rs.Draft202012,
        validate_formats=True,
        pattern_options=jsonschema_rs.FancyRegexOptions(),
    )
