"""Loads once, for the fork server of the bench, what every run of the suite would load again.

Two thirds of the second that a run of one row takes are that.
"""

from importlib import import_module

import conformance.check_fixtures
import conformance.cli  # noqa: F401 - only loaded
from conformance.catalogue_files import load_catalogue
from conformance.contracts.documented import documented_contract
from conformance.engine import SUITE_FOLDER

for file in sorted(SUITE_FOLDER.glob("test_*.py")):
    import_module(f"conformance.suite.{file.stem}")
load_catalogue()
documented_contract()
