"""What every pytest of an environment with this package loads: nothing, unless it is asked for `conformance.suite`.

A package named with `--pyargs` cannot bring options along by itself.
"""

import sys

import pytest


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:  # noqa: ARG001 - pytest's
    """Load the suite as a plugin when the command line names it. From Python, give `-p conformance.library`."""
    if any(argument.startswith("conformance.suite") for argument in sys.argv[1:]):
        pluginmanager.import_plugin("conformance.library")
