"""The source of terms fits them: those of the platform, and overrides, whatever kind of course it is."""

import json

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.watching.terms_of_the_platform import TermsApart, terms_apart
from tests.conformance.made_up import exchange

TIERS = [{"hoursBeforeTeeTime": 72, "refundPercent": 100}, {"hoursBeforeTeeTime": 0, "refundPercent": 0}]


def terms(course_id: str, source: str = "platform", hours: int = 24) -> Exchange:
    policy = {"tiers": TIERS, "policyText": None, "source": source}
    body = {"data": {"courseId": course_id, "cancellationPolicy": policy, "bookingTerms": {"cutoffHours": hours}}}
    return exchange(json.dumps(body).encode(), path=f"/travel/courses/{course_id}/terms")


def found(offline: str, *, online: int = 12, count: int = 3, hours: int = 24) -> list[TermsApart]:
    """What a run finds that read the terms of courses that are *online*, and of offline courses with this source."""
    ids = {f"on_{number}": True for number in range(online)} | {f"off_{number}": False for number in range(count)}
    listed = [{"id": name, "isOnline": is_online, "holes": 18} for name, is_online in ids.items()]
    reads = [terms(name) if is_online else terms(name, offline, hours) for name, is_online in ids.items()]
    return list(terms_apart([exchange(json.dumps({"data": listed}).encode()), *reads]))


def test_offline_courses_that_hide_the_terms_of_the_platform_are_told() -> None:
    (apart,) = found("course")

    assert (apart.row, len(apart.reads)) == ("TRM-08", 3)
    assert "12 others with these terms name the platform" in apart.message
    assert "offline" in apart.message


def test_overrides_that_name_the_platform_are_told() -> None:
    (apart,) = found("platform", hours=48)

    assert (apart.row, len(apart.reads)) == ("TRM-09", 3)
    assert "the 12 other courses that name it" in apart.message


@pytest.mark.parametrize(
    "apart",
    [
        found("platform"),
        found("course", count=2),
        found("course", online=9),
        found("course", hours=48),
        found("platform", online=9, hours=48),
    ],
    ids=["they say so", "two may be chance", "few courses", "terms of their own", "two kinds of defaults"],
)
def test_other_terms_are_not_told(apart: list[TermsApart]) -> None:
    assert apart == []
