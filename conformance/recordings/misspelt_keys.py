"""Misspelt forms of a key. They are masked like the key, because whoever knows such a form can guess the key."""

from collections.abc import Callable, Mapping

from conformance.recordings.recording import Recording

LONGER, SHORTER = "with one character more", "with one character less"
IN_THE_OTHER_CASE, IN_QUOTES = "in the other case", "in quotes with blanks"

# What is more or less is in front: a service may know every key with the right beginning, as the sandbox does.
_FORMS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    LONGER: ("$API_KEY_LONGER", lambda key: f"x{key}"),
    SHORTER: ("$API_KEY_SHORTER", lambda key: key[1:]),
    IN_THE_OTHER_CASE: ("$API_KEY_IN_THE_OTHER_CASE", str.swapcase),
    IN_QUOTES: ("$API_KEY_IN_QUOTES", lambda key: f'" {key} "'),
}


def forms_of(key: str) -> list[str]:
    """The forms that differ from *key*: a key of digits is the same in the other case."""
    return [form for form, (_, misspell) in _FORMS.items() if misspell(key) not in ("", key)]


def misspelt(key: str, form: str, recording: Recording) -> str:
    """*key* in this *form*, which *recording* masks from now on. A replay knows only its masked text."""
    shown, misspell = _FORMS[form]
    if recording.is_replay:
        return shown
    recording.masking.learn(misspell(key), shown)
    return misspell(key)
