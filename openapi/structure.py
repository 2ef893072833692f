"""Judges the structure of a document by the JSON Schema of its version of OpenAPI.

openapi-spec-validator carries these schemas. Importing that library takes longer than the whole lint, so only its files
are read.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema_rs

from openapi.references import around, escape

_SHOWN = 200
_EDITIONS = ("3.0", "3.1")


def structure_errors(document: Mapping[str, Any]) -> dict[str, str]:
    """Pointer to complaint, for every part of a document that is not OpenAPI of the version that it states."""
    return innermost(_structure(edition_of(document)).iter_errors(document))


def edition_of(document: Mapping[str, Any]) -> str:
    """The version of OpenAPI that a document is written in, without its last number.

    It is 3.1 where the document names none that has a schema: that schema refuses the name.
    """
    edition = ".".join(str(document.get("openapi")).split(".")[:2])
    return edition if edition in _EDITIONS else _EDITIONS[-1]


@cache
def _structure(edition: str) -> jsonschema_rs.Validator:
    library = find_spec("openapi_spec_validator")
    if library is None:
        # The command line knows which extra brings the module.
        raise ModuleNotFoundError("There is no module openapi_spec_validator.", name="openapi_spec_validator")
    assert library.origin is not None
    file = Path(library.origin).parent / "resources" / "schemas" / f"v{edition}" / "schema.json"
    return jsonschema_rs.validator_for(json.loads(file.read_bytes()))


def innermost(errors: Iterable[Any]) -> dict[str, str]:
    """Pointer to complaint. An error that only repeats an error inside the same value is left out."""
    found = {"".join(f"/{escape(str(step))}" for step in error.instance_path): error.message for error in errors}
    outside = {outer for pointer in found for outer in around(pointer)[1:]}
    return {pointer: message[:_SHOWN] for pointer, message in found.items() if pointer not in outside}
