"""What an edit changed since the start, in sentences for the terminal and the documentation page."""

from openapi.diff.comparing import compare
from openapi.diff.model import Difference, Verdict
from openapi.versions import Version

_VERDICTS = {Verdict.BREAKING: " This breaks.", Verdict.UNDECIDED: " Nobody has decided yet whether this breaks."}


def sentences_between(old: Version, new: Version) -> tuple[str, ...]:
    """The differences of meaning between two versions, each with the file and line. Breaking differences come first."""
    return tuple(_sentence(difference) for difference in compare(old, new).differences)


def _sentence(difference: Difference) -> str:
    where = f"{difference.subject} {difference.part}".strip()
    return f"{difference.place}: {where}: {difference.sentence}{_VERDICTS.get(difference.verdict, '')}"
