"""What is judged about keys that differ a little from the key of an agency."""

from collections.abc import Mapping

from conformance.asking.oracles import refused
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory
from conformance.recordings.misspelt_keys import IN_QUOTES, IN_THE_OTHER_CASE

# No document shows the form of a key. So a target may read a key in any case, and in quotes.
_THE_SAME_KEY_PERHAPS = (IN_THE_OTHER_CASE, IN_QUOTES)


def require_other_keys_refused(attempts: Mapping[str, Answer], control: Answer) -> None:
    """Raises `Violation` when a read with another key succeeds, and `Advisory` when a read with another form of the
    agency's key does. *attempts* are the answers by form, and *control* answers the same read with the right key.
    """
    for form, attempt in attempts.items():
        attempt.mark(Role.attempt)
        if form not in _THE_SAME_KEY_PERHAPS:
            refused(attempt, control=control, because=f"the key is written {form}")
    for form in filter(attempts.__contains__, _THE_SAME_KEY_PERHAPS):
        if attempts[form].is_success and control.is_success:
            raise Advisory(f"{attempts[form].where} is open to a key that is written {form}.")
