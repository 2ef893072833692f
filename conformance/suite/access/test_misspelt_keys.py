"""Checks of keys that nobody issued and that look like a key that somebody has."""

from collections.abc import Mapping

from conformance.asking.client import Agency
from conformance.evidence.verdicts import verifies
from conformance.suite.access.misspelt_keys import require_misspelt_keys_refused


@verifies("AUT-05")
def test_a_misspelt_key_gives_no_access(agency: Agency, misspelt_keys: Mapping[str, Agency]) -> None:
    require_misspelt_keys_refused(agency, misspelt_keys)
