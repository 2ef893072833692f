"""Names what was probably meant when a word is unknown."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean X?` with the nearest known word, or the list of all known words when none is near."""
    choices = sorted(known)
    near = get_close_matches(word, choices, n=1, cutoff=0.5)
    return f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(choices)}."
