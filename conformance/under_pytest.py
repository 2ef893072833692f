"""The plugin that every pytest in an environment with this package loads. It does nothing unless the command line names
`conformance.suite`.

A package named with `--pyargs` cannot add options by itself.
"""

import sys

import pytest


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:  # noqa: ARG001 - pytest's
    """Load the suite as a plugin when the command line names it. From Python, give `-p conformance.library`."""
    if any(argument.startswith("conformance.suite") for argument in sys.argv[1:]):
        pluginmanager.import_plugin("conformance.library")
