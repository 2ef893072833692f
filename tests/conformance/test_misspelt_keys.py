"""Misspelt keys: another key must be refused, another form of the key is a warning, and no recording shows either."""

from collections.abc import Collection

import pytest

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Advisory, Inconclusive, Violation
from conformance.recordings.misspelt_keys import (
    IN_QUOTES,
    IN_THE_OTHER_CASE,
    LONGER,
    SHORTER,
    forms_of,
    misspelt,
)
from conformance.recordings.recording import Recording
from conformance.suite.access.misspelt_keys import require_other_keys_refused

KEY = "key-of-Alpha"
FORMS = (LONGER, SHORTER, IN_THE_OTHER_CASE, IN_QUOTES)


class Door:
    """Opens to *keys*."""

    def __init__(self, keys: Collection[str]) -> None:
        self._keys = keys

    def exchange(self, request: Request) -> Response:
        is_open = dict(request.headers)["X-Api-Key"] in self._keys
        return Response(200, (), b'{"data": []}') if is_open else Response(401, (), b"{}")


def judged(*open_to: str) -> Recording:
    """The recording of a check of a target that is open to keys in these forms."""
    recording = Recording({KEY: "$API_KEY"})
    keys = {form: misspelt(KEY, form, recording) for form in FORMS}
    door = Door([keys.get(form, form) for form in open_to])

    def caller(key: str) -> Agency:
        return Agency("some agency", key, "http://t.example/api/v1", door, recording, read_only=True)

    control = caller(KEY).get(COURSES)
    require_other_keys_refused({form: caller(key).get(COURSES) for form, key in keys.items()}, control)
    return recording


def test_a_target_that_is_open_to_the_key_alone_holds() -> None:
    judged(KEY)


@pytest.mark.parametrize("form", [LONGER, SHORTER])
def test_another_key_that_opens_is_a_violation(form: str) -> None:
    with pytest.raises(Violation, match=f"the key is written {form}"):
        judged(KEY, form)


@pytest.mark.parametrize("form", [IN_THE_OTHER_CASE, IN_QUOTES])
def test_another_form_of_the_key_that_opens_is_a_warning(form: str) -> None:
    with pytest.raises(Advisory, match=f"GET {COURSES} is open to a key that is written {form}"):
        judged(KEY, form)


def test_a_target_that_refuses_the_key_too_proves_nothing() -> None:
    with pytest.raises(Inconclusive):
        judged()


def test_a_recording_shows_no_form_of_the_key() -> None:
    sent = [dict(exchange.request.headers)["X-Api-Key"] for exchange in judged(KEY).exchanges]

    assert sent == [
        "$API_KEY",
        "$API_KEY_LONGER",
        "$API_KEY_SHORTER",
        "$API_KEY_IN_THE_OTHER_CASE",
        "$API_KEY_IN_QUOTES",
    ]


def test_a_key_of_digits_has_no_other_case() -> None:
    assert forms_of("4711") == [LONGER, SHORTER, IN_QUOTES]
