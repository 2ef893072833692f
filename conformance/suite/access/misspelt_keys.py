"""Keys that differ a little from the key of an agency, and what is judged about them."""

from collections.abc import Mapping

from conformance.asking.client import Agency
from conformance.asking.oracles import refused
from conformance.catalogue.paths import COURSES
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Advisory, NoEvidence
from conformance.recordings.misspelt_keys import IN_QUOTES, IN_THE_OTHER_CASE

# No document shows the form of a key. So a target may read a key in any case, and in quotes.
_THE_SAME_KEY_PERHAPS = (IN_THE_OTHER_CASE, IN_QUOTES)


def require_misspelt_keys_refused(agency: Agency, misspelt_keys: Mapping[str, Agency]) -> None:
    """Raises `Violation` when another key opens a list, and `Advisory` when another form of the agency's key does."""
    if not misspelt_keys:
        raise NoEvidence("This run knows no misspelt key.")
    control = agency.recall(COURSES)
    attempts = {form: stranger.send("GET", COURSES, role=Role.attempt) for form, stranger in misspelt_keys.items()}
    for form, attempt in attempts.items():
        if form not in _THE_SAME_KEY_PERHAPS:
            refused(attempt, control=control, because=f"the key is written {form}")
    for form in filter(attempts.__contains__, _THE_SAME_KEY_PERHAPS):
        if attempts[form].is_success and control.is_success:
            raise Advisory(f"{attempts[form].where} is open to a key that is written {form}.")
