"""Loads once, for the fork server of a test process, what every sandbox and every run of the suite would load again.

Nine tenths of the start of a sandbox and two thirds of a run of one row are this loading.
"""

from importlib import import_module

import mock_server.console.application  # a sandbox loads it with its first page
import mock_server.serve  # noqa: F401 - loads the sandbox
from conformance.catalogue.files import load_catalogue
from conformance.contracts.documented import documented_contract
from conformance.footprint.measured import load_measurements
from conformance.running.plugin import SUITE_FOLDER

for file in sorted(SUITE_FOLDER.rglob("test_*.py")):
    import_module(".".join(["conformance.suite", *file.relative_to(SUITE_FOLDER).with_suffix("").parts]))
load_catalogue()
documented_contract()
load_measurements()
