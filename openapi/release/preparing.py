"""Prepares a release: compares two versions, computes the lowest number, and refuses what the rule of A-54 forbids."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Difference, Verdict
from openapi.places import ContractError
from openapi.release.rule import Number, NumberPart, demanded_step, number_of, raised, words_changed
from openapi.release.shelf import Shelf
from openapi.versions import Version


@dataclass(frozen=True)
class Release:
    """Two versions with their differences.

    `step` is the part of the number that the differences raise. `number` is the number of the release.
    """

    old: Version
    new: Version
    comparison: Comparison
    step: NumberPart
    old_number: Number
    number: Number

    @property
    def lowest(self) -> Number:
        """The lowest number that the rule allows."""
        return raised(self.old_number, self.step)

    @property
    def breaks(self) -> tuple[Difference, ...]:
        """The differences that break a client or a receiver."""
        return self._with_verdict(Verdict.BREAKING)

    @property
    def undecided(self) -> tuple[Difference, ...]:
        """The differences that look like a break, without a proof."""
        return self._with_verdict(Verdict.UNDECIDED)

    def _with_verdict(self, verdict: Verdict) -> tuple[Difference, ...]:
        return tuple(difference for difference in self.comparison.differences if difference.verdict is verdict)


def prepared(old: Version, new: Version, number: Number | None = None) -> Release:
    """The release of *new* after *old*, called *number*, or as the title page of *new* says.

    Raises ContractError if a title page has no version number.
    """
    comparison = compare(old, new)
    step = demanded_step(comparison, words_changed(old, new))
    return Release(old, new, comparison, step, _number(old), number or _number(new))


def _number(version: Version) -> Number:
    found = number_of(version.number)
    if found is None:
        says = f"the version is {version.number!r}" if version.number else "has no version"
        raise ContractError(f"{_place(version)}: {says}. Write three numbers with points into info, such as 1.2.0.")
    return found


def _place(version: Version) -> str:
    pointer = "/info/version" if "version" in version.document.get("info", {}) else ""
    return str(version.place(pointer))


def refusals(release: Release, shelf: Shelf | None) -> list[str]:
    """Why nobody may release this, a sentence for each reason. Empty when nothing forbids it."""
    found = [sentence for reason in _REASONS if (sentence := reason(release)) is not None]
    return found or list(_released_otherwise(release, shelf))


def _break_under_the_same_major_version(release: Release) -> str | None:
    if release.step is not NumberPart.MAJOR or release.number.major > release.old_number.major:
        return None
    count = len(release.breaks)
    breaks = "1 difference breaks" if count == 1 else f"{count} differences break"
    return (
        f"{_called(release)}, but {breaks} agencies that rely on {release.old_number}. Take back the break, "
        f"or release {release.lowest} under an address of its own. `teesheet contract diff` shows each break."
    )


def _number_too_low(release: Release) -> str | None:
    if release.step is NumberPart.MAJOR or release.number >= release.lowest:
        return None
    return (
        f"{_called(release)}, but the differences to {release.old_number} demand {release.lowest} or higher. "
        f"Write the number there, or give --number {release.lowest}."
    )


def _address_did_not_move(release: Release) -> str | None:
    if release.number.major <= release.old_number.major:
        return None
    kept = sorted(_last_segments(release.old) & _last_segments(release.new))
    if not kept:
        return None
    return (
        f"{release.number} is a new major version, but an address of its servers ends with `{kept[0]}` "
        f"as before. Change the last segment of the path in each of its servers."
    )


def _released_otherwise(release: Release, shelf: Shelf | None) -> Iterator[str]:
    known = None if shelf is None else shelf.released(release.number)
    if known is not None and known != with_number(release.new, release.number).document:
        yield f"{release.number} has been released with another content. Take a higher number."


_REASONS: tuple[Callable[[Release], str | None], ...] = (
    _break_under_the_same_major_version,
    _number_too_low,
    _address_did_not_move,
)


def with_number(version: Version, number: Number) -> Version:
    """The version with another number on its title page."""
    document = {**version.document, "info": {**version.document["info"], "version": str(number)}}
    return Version(version.name, document, version.assumptions, version.stated)


def _called(release: Release) -> str:
    return f"{_place(release.new)}: the number is {release.number}"


def _last_segments(version: Version) -> set[str]:
    """The last segment of the path of every server."""
    servers = version.document.get("servers") or [{"url": "/"}]
    return {urlsplit(str(server["url"])).path.rstrip("/").rpartition("/")[2] for server in servers}
