"""Names what was probably meant when a word is unknown."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

# Ids of rows, such as PAG-03 and A-01: letters that name a group, and a number in it.
_ID = re.compile(r"([A-Z]+)-(\d+)")
# The same as a user may write it: a3, PAG_03.
_WRITTEN_ID = re.compile(r"([A-Z]+)[^A-Z\d]*(\d+)")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean X?` with the nearest known word, or the list of all known words when none is near.

    Where all known words are ids, such as PAG-03, an id is near only when it has the same letters and when its number
    is only written in another way. Other ids look alike and mean something else, so the range of the ids is named.
    """
    choices = sorted(known)
    are_ids = bool(choices) and all(_ID.fullmatch(choice) for choice in choices)
    near = _nearest_id(word.upper(), choices) if are_ids else nearest(word, choices)
    if near is not None:
        return f" Did you mean {near!r}?"
    return f" {_extent(word.upper(), choices)}" if are_ids else f" Known: {', '.join(choices)}."


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like *word*. None when none is near."""
    return next(iter(get_close_matches(word, sorted(known), n=1, cutoff=0.5)), None)


def _nearest_id(word: str, ids: Sequence[str]) -> str | None:
    """The id with the same number, or the only id with two digits exchanged or with one digit less."""
    written = _WRITTEN_ID.fullmatch(word)
    if written is None:
        return None
    numbers = {int(found[2]): found[0] for found in map(_ID.fullmatch, ids) if found and found[1] == written[1]}
    digits = written[2]
    if int(digits) in numbers:
        return numbers[int(digits)]
    exchanged = {digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in range(len(digits) - 1)}
    shorter = {digits[:at] + digits[at + 1 :] for at in range(len(digits)) if len(digits) > 1}
    alike = {numbers[int(other)] for other in exchanged | shorter if len(other) > 1 and int(other) in numbers}
    return alike.pop() if len(alike) == 1 else None


def _extent(word: str, ids: Sequence[str]) -> str:
    """Which ids there are: the ids with the letters of *word*, or all ids when none has them."""
    groups = sorted({_letters(choice) for choice in ids})
    group = [choice for choice in ids if _letters(choice) == _letters(word)]
    if not group and len(groups) > 1:
        return f"Ids begin with {', '.join(groups)}."
    known = group or ids
    return f"Ids run from {known[0]} to {known[-1]}." if len(known) > 1 else f"The only id is {known[0]}."


def _letters(name: str) -> str:
    return name.partition("-")[0]
