"""The pages of a clone that name a subject: documentation, change notes, the front page."""

from collections.abc import Iterator
from pathlib import Path

from openapi.concerns.subjects import Concern, Subject
from openapi.places import Place, shown_path

TREE = Path(__file__).parents[2]
PATTERNS = ("README.md", "docs/**/*.md", "conformance/requirements/*.md")
_LONGEST = 90


def concerns(subject: Subject) -> Iterator[Concern]:
    """The lines of pages that name the subject. Change notes are history, and are left out."""
    for pattern in PATTERNS:
        for file in sorted(TREE.glob(pattern)):
            yield from _lines(file, subject)


def _lines(file: Path, subject: Subject) -> Iterator[Concern]:
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if subject.is_named_in(line):
            yield Concern("page", file.stem, Place(shown_path(file), number), line.strip()[:_LONGEST])
