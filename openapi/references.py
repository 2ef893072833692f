"""JSON pointers and references inside one document, and what is refused before a document is used.

This module knows references and versions of OpenAPI, not the content of a contract.
"""

import re
from pathlib import Path
from typing import Any

from openapi.places import ContractError, Placed, place_of, shown_path

Schema = dict[str, Any]


def resolve(document: Any, pointer: str) -> Any:
    """The value at a JSON pointer such as `/components/schemas/Booking` in *document*.

    Raises KeyError, IndexError or ValueError if there is no such value.
    """
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def dereference(document: Any, node: Any) -> Any:
    """*node* itself, or its target in *document* after any number of references."""
    while isinstance(node, dict) and "$ref" in node:
        node = resolve(document, node["$ref"][1:])
    return node


def escape(member: str) -> str:
    """*member* as one part of a JSON pointer."""
    return member.replace("~", "~0").replace("/", "~1")


def around(pointer: str) -> list[str]:
    """*pointer* and the pointers of all values around its value, the nearest first and the whole document last."""
    steps = pointer.split("/")
    return ["/".join(steps[:count]) for count in range(len(steps), 0, -1)]


def require_openapi(root: Any, shown: str) -> None:
    """Raises ContractError if the first file of a contract is not OpenAPI 3.0 or 3.1."""
    if not isinstance(root, dict):
        raise ContractError(f"{shown} {_no_object(root)} An OpenAPI document is an object with the member openapi.")
    version = root.get("openapi")
    if version is None and "swagger" in root:
        raise ContractError(
            f"{place_of(root, '/swagger')}: the document is Swagger {root['swagger']}. "
            "Convert it to OpenAPI 3 first, for example with the npm package swagger2openapi."
        )
    if version is None:
        raise ContractError(f"{shown} is not an OpenAPI document. Its first file needs the member openapi.")
    if not re.match(r"3\.[01]\.\d+$", str(version)):
        raise ContractError(f"{place_of(root, '/openapi')}: OpenAPI {version} is not supported. Use 3.1 or 3.0.")
    if "swagger" in root:
        raise ContractError(
            f"{place_of(root, '/swagger')}: the document has two versions, openapi and swagger. Remove one."
        )


def _no_object(root: Any) -> str:
    if root is None:
        return "is empty."
    return "is a list." if isinstance(root, list) else "is plain text." if isinstance(root, str) else "is one value."


def require_same_version(root: Any, content: Any) -> None:
    """Raises ContractError if a further file of a contract names another version of OpenAPI."""
    own = content.get("openapi") if isinstance(content, dict) else None
    if own is not None and own != root.get("openapi"):
        raise ContractError(
            f"{place_of(content, '/openapi')}: this file is OpenAPI {own}, "
            f"but the first file is OpenAPI {root.get('openapi')}."
        )


def require_targets(document: Any, node: Any) -> None:
    """Raises ContractError if a reference inside *document* has no target, or leads back to itself."""
    for value in node.values() if isinstance(node, dict) else node:
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            _require_target(document, value)
        if isinstance(value, dict | list):
            require_targets(document, value)


def _require_target(document: Any, node: Any) -> None:
    first, seen = node, set()
    while isinstance(node, dict) and isinstance(node.get("$ref"), str):
        reference = node["$ref"]
        if reference in seen:
            raise ContractError(f"{written_at(first)}: the reference {reference} leads back to itself.")
        seen.add(reference)
        try:
            node = resolve(document, reference[1:])
        except (KeyError, IndexError, ValueError, TypeError):
            raise ContractError(f"{written_at(first)}: {reference} does not exist.") from None


def written_at(node: Any, path: Path | None = None) -> str:
    """The file and line of *node* for a message, or the path where its line is not known."""
    if isinstance(node, Placed):
        return str(node.place)
    return shown_path(path) if path else "document"
