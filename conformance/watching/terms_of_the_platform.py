"""Courses whose source of terms does not fit their terms. Pure.

A course may have terms of its own that are no others than those of the platform. Then it says so whatever kind of
course it is. A course with other terms than those of the platform has overridden them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.conditions.coverage import known_courses
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.shared import in_words, shared_by_failures
from conformance.evidence.exchanges import Exchange

_ROW_OF_THE_PLATFORM, _ROW_OF_OVERRIDES = "TRM-08", "TRM-09"
ROWS = (_ROW_OF_THE_PLATFORM, _ROW_OF_OVERRIDES)

_PLATFORM = "platform"
# Several defaults, one for each kind of course, would be no overrides.
_LEAST_PERCENT_ALIKE = 80


@dataclass(frozen=True)
class TermsApart:
    """The *reads* of terms that do not fit their source, which the *row* speaks of. The *message* says in what."""

    row: str
    message: str
    reads: Sequence[Exchange]


def terms_apart(exchanges: Sequence[Exchange]) -> Iterator[TermsApart]:
    """The terms that most courses have from the platform, where courses under one condition name another source. And
    other terms whose source is said to be the platform.
    """
    looks = list(looks_at(exchanges))
    terms = {look.named: look for look in looks if look.operation == "getCourseTerms" and _policy(look)}
    of_the_platform = Counter(_content(look) for look in terms.values() if _policy(look).get("source") == _PLATFORM)
    content = max(of_the_platform, key=lambda found: of_the_platform[found], default="")
    yield from _named_otherwise(looks, {name: look for name, look in terms.items() if _content(look) == content})
    alike, said = of_the_platform[content], of_the_platform.total()
    if alike < said and alike * 100 >= _LEAST_PERCENT_ALIKE * said:
        others = [look for look in terms.values() if _content(look) != content]
        reads = [look.exchange for look in others if _policy(look).get("source") == _PLATFORM]
        message = (
            f"{len(reads)} courses name the platform as the source of their terms, and their terms differ from those of"
            f" the {alike} other courses that name it."
        )
        yield TermsApart(_ROW_OF_OVERRIDES, message, reads)


def _named_otherwise(looks: Sequence[Look], same: Mapping[str, Look]) -> Iterator[TermsApart]:
    """Courses among the *same*, which have the terms of the platform, that name another source and share something."""
    courses = known_courses(looks)
    # The terms of the course are what is asked about, and a country is often that of one course.
    cases = {name: courses.case(name, ("course", "holes")) for name in same}
    apart = [name for name, look in same.items() if _policy(look).get("source") != _PLATFORM]
    shared = shared_by_failures(list(cases.values()), [cases[name] for name in apart])
    if shared:
        reads = [same[name].exchange for name in apart if set(shared) <= cases[name].items()]
        message = (
            f"The terms of {len(reads)} courses are those of the platform, and name another source under the same"
            f" conditions ({in_words(shared)}). {len(same) - len(apart)} others with these terms name the platform."
        )
        yield TermsApart(_ROW_OF_THE_PLATFORM, message, reads)


def _policy(look: Look) -> Mapping[str, object]:
    policy = look.data.get("cancellationPolicy")
    return policy if isinstance(policy, dict) else {}


def _content(look: Look) -> str:
    """Everything that the terms say, but for their source."""
    policy = {name: value for name, value in _policy(look).items() if name != "source"}
    return repr((sorted(policy.items()), look.data.get("bookingTerms")))
