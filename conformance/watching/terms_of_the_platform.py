"""Courses whose terms are those of the platform and that say otherwise, and what these courses have in common. Pure.

A course may have terms of its own that are no others than those of the platform. Then it says so whatever kind of
course it is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.conditions.coverage import known_courses
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange

ROW = "TRM-08"

_PLATFORM = "platform"


@dataclass(frozen=True)
class TermsApart:
    """The terms of courses that share the *conditions*: they are those of the platform, and name another source.
    *alike* others with the same terms name the platform.
    """

    conditions: Conditions
    reads: Sequence[Exchange]
    alike: int


def terms_apart(exchanges: Sequence[Exchange]) -> Iterator[TermsApart]:
    """The terms that most courses have from the platform, where courses under one condition name another source."""
    looks = list(looks_at(exchanges))
    courses = known_courses(looks)
    terms = {look.named: look for look in looks if look.operation == "getCourseTerms" and _policy(look)}
    of_the_platform = Counter(_content(look) for look in terms.values() if _policy(look).get("source") == _PLATFORM)
    content = max(of_the_platform, key=lambda found: of_the_platform[found], default="")
    same = {name: look for name, look in terms.items() if _content(look) == content}
    # The terms of the course are what is asked about, and a country is often that of one course.
    cases = {name: courses.case(name, ("course", "holes")) for name in same}
    apart = [name for name, look in same.items() if _policy(look).get("source") != _PLATFORM]
    shared = shared_by_failures(list(cases.values()), [cases[name] for name in apart])
    if shared:
        reads = [same[name].exchange for name in apart if set(shared) <= cases[name].items()]
        yield TermsApart(shared, reads, len(same) - len(apart))


def _policy(look: Look) -> Mapping[str, object]:
    policy = look.data.get("cancellationPolicy")
    return policy if isinstance(policy, dict) else {}


def _content(look: Look) -> str:
    """Everything that the terms say, but for their source."""
    policy = {name: value for name, value in _policy(look).items() if name != "source"}
    return repr((sorted(policy.items()), look.data.get("bookingTerms")))
