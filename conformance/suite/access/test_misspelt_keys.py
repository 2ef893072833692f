"""Checks of keys that nobody issued and that look like a key that somebody has."""

from collections.abc import Mapping

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.evidence.verdicts import verifies
from conformance.suite.access.misspelt_keys import require_other_keys_refused


@verifies("AUT-05")
def test_a_misspelt_key_gives_no_access(agency: Agency, misspelt_keys: Mapping[str, Agency]) -> None:
    control = agency.recall(COURSES)
    attempts = {form: stranger.get(COURSES) for form, stranger in misspelt_keys.items()}

    require_other_keys_refused(attempts, control)
