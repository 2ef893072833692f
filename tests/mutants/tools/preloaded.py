"""Loads once, for the fork server of the bench, what every run of the suite would load again.

Two thirds of the second that a run of one row takes are that.
"""

from importlib import import_module

from conformance.catalogue.files import load_catalogue
from conformance.contracts.documented import documented_contract
from conformance.running.plugin import SUITE_FOLDER

for file in sorted(SUITE_FOLDER.rglob("test_*.py")):
    import_module(".".join(["conformance.suite", *file.relative_to(SUITE_FOLDER).with_suffix("").parts]))
load_catalogue()
documented_contract()
