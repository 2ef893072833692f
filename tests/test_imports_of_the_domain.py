"""The rules of the trade need nothing but the standard library and each other."""

import ast
import sys
from pathlib import Path

import pytest

DOMAIN = Path(__file__).parents[1] / "mock_server" / "domain"
MODULES = sorted(DOMAIN.rglob("*.py"))


def imported_names(module: Path) -> set[str]:
    """Every module that *module* imports, at its top or inside a function."""
    nodes = list(ast.walk(ast.parse(module.read_text("utf-8"))))
    direct = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return direct | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(DOMAIN)))
def test_a_module_of_the_domain_imports_the_standard_library_and_the_domain_alone(module: Path) -> None:
    foreign = {
        name
        for name in imported_names(module)
        if not name.startswith("mock_server.domain") and name.partition(".")[0] not in sys.stdlib_module_names
    }

    assert foreign == set()
