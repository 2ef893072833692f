"""Loads once, for the fork server of a test process, what every sandbox and every run of the suite would load again.

Nine tenths of the start of a sandbox and three quarters of a run of one row are this loading.
"""

from importlib import import_module

from _pytest.config import default_plugins

from conformance.catalogue.files import load_catalogue
from conformance.contracts.documented import documented_contract
from conformance.contracts.requests import own_contract
from conformance.footprint.measured import load_measurements
from conformance.report.html_page import page_template
from conformance.running.plugin import SUITE_FOLDER
from conformance.target.connection import WireSettings
from conformance.wire.transport import tls_context

_ROOMS = (
    "mock_server.serve",
    # A sandbox loads it with its first page.
    "mock_server.console.application",
    "conformance.commands.check",
    "conformance.judging.recorded_run",
    "conformance.report.terminal_summary",
    "conformance.running.check",
    "conformance.running.check_fixtures",
    "conformance.running.engine",
    "conformance.running.lanes",
    "encodings.idna",
    "rich._emoji_codes",
)

for room in _ROOMS:
    import_module(room)
for plugin in default_plugins:
    import_module(f"_pytest.{plugin}")
for file in sorted(SUITE_FOLDER.rglob("test_*.py")):
    import_module(".".join(["conformance.suite", *file.relative_to(SUITE_FOLDER).with_suffix("").parts]))
load_catalogue()
documented_contract()
own_contract()
load_measurements()
page = page_template()
for name in page.environment.list_templates(extensions=["j2"]):
    page.environment.get_template(name)
tls_context(WireSettings())
