"""Every number of both documents has a least and a greatest value, so that whatever fits can be stored anywhere."""

from typing import Any

_MOST_IN_64_BITS = 2**63 - 1
# Beyond it a number of JavaScript is no longer exact.
_MOST_EXACT = 2**53 - 1


def _numbers(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every schema of a number by its pointer, those below parameters and headers too."""
    found: dict[str, dict[str, Any]] = {}
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, list):
            waiting += [(f"{pointer}/{place}", item) for place, item in enumerate(node)]
        elif isinstance(node, dict):
            waiting += [(f"{pointer}/{name}", item) for name, item in node.items() if name not in _NO_SCHEMAS]
            if _is_number(node) and not node.keys() & {"enum", "const"}:
                found[pointer] = node
    return found


_NO_SCHEMAS = {"example", "examples", "default"}


def _is_number(node: dict[str, Any]) -> bool:
    kinds = node.get("type")
    return any(kind in ("integer", "number") for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _bound(schema: dict[str, Any], name: str) -> float | None:
    return schema.get(name, schema.get(f"exclusive{name.capitalize()}"))


def test_every_number_has_a_least_and_a_greatest_value(any_document: dict[str, Any]) -> None:
    numbers = _numbers(any_document)

    open_ended = [
        at for at, schema in numbers.items() if None in (_bound(schema, "minimum"), _bound(schema, "maximum"))
    ]

    assert (len(numbers) > 20, open_ended) == (True, [])


def test_every_bound_fits_into_64_bits(any_document: dict[str, Any]) -> None:
    bounds = {
        at: [_bound(schema, name) or 0 for name in ("minimum", "maximum")]
        for at, schema in _numbers(any_document).items()
    }

    assert [at for at, both in bounds.items() if max(map(abs, both)) > _MOST_IN_64_BITS] == []


def test_bounds_of_the_interface_are_exact_in_every_client(document: dict[str, Any]) -> None:
    bounds = [_bound(schema, "maximum") for schema in _numbers(document).values()]

    assert [most for most in bounds if most is None or most > _MOST_EXACT] == []
