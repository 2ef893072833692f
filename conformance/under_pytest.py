"""The plugin that every pytest in an environment with this package loads. It does nothing unless the command line names
`conformance.suite`.

A package named with `--pyargs` cannot add options by itself.
"""

import sys
from importlib.util import find_spec

import pytest

# What the suite needs and the base installation lacks.
NEEDED = ("hypothesis", "openapi_core", "rich", "schemathesis")


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:  # noqa: ARG001 - pytest's
    """Loads the suite as a plugin when the command line names it. From Python, give `-p conformance.library`."""
    if any(argument.startswith("conformance.suite") for argument in sys.argv[1:]):
        for missing in (name for name in NEEDED if find_spec(name) is None):
            raise pytest.UsageError(f"The suite needs {missing}. Run: pip install 'teesheet[check]'")
        pluginmanager.import_plugin("conformance.library")
