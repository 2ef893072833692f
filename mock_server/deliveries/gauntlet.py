"""Sends a scripted series of deliveries to an integrator's endpoint, and grades each answer.

The first delivery is valid. If the endpoint refuses it, the other deliveries cannot be judged, and the grades say so.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from mock_server.deliveries.sender import AttemptOutcome, Sender
from mock_server.deliveries.variants import VARIANTS, Draft, Expected, Variant, posted

SLOW_MILLISECONDS = 5000


class Mark(StrEnum):
    """How an endpoint did on one item. The list is closed."""

    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Grade:
    """One item: what was sent, what a good receiver does, what this endpoint did, and one sentence of advice."""

    name: str
    summary: str
    expected: str
    happened: str
    verdict: Mark
    advice: str


# name of the variant -> advice for an endpoint that fails it.
_ADVICE = {
    "valid": "Answer 2xx to a delivery whose signature and timestamp are right.",
    "wrong_secret": "Compare the signature with your own HMAC of the raw body, and answer 4xx where they differ.",
    "stale_timestamp": "Refuse a webhook-timestamp more than five minutes old: it may be a replay.",
    "future_timestamp": "Refuse a webhook-timestamp more than five minutes ahead of your clock.",
    "bad_signature": "Compare the whole signature in constant time, and answer 4xx where it differs.",
    "tampered_body": "Verify the bytes as received, before anything reads them.",
    "hex_signature": "Compare with the base64 of the HMAC only, as Standard Webhooks writes it.",
    "unsigned": "Refuse a delivery without webhook-signature.",
    "duplicate": "Remember each webhook-id, answer 2xx to what you have seen, and act on it once.",
    "unknown_event": "Answer 2xx to unknown kinds and ignore them. Otherwise they are repeated for hours.",
    "unknown_member": "Read the members you know and ignore the others.",
    "rotated_secrets": "Accept a delivery if any of the signatures in webhook-signature fits.",
    "reordered": "Deliveries come in any order. Answer 2xx, and read the present state of the object by its id.",
    "slow": "Answer at once and do the work afterwards: after 15 seconds a delivery counts as failed.",
}

_SENTENCES = {
    Expected.ACCEPT: "Answers 2xx.",
    Expected.REFUSE: "Answers 4xx.",
    Expected.ACCEPT_ONCE: "Answers 2xx both times, and acts once.",
}


@dataclass(frozen=True, slots=True)
class Clocks:
    """Two clocks, as aware UTC: for the signatures, and for the events in the payloads."""

    signing: Callable[[], datetime]
    world: Callable[[], datetime]


class _Course:
    """One run: sends deliveries, and keeps their outcomes."""

    def __init__(self, sender: Sender, url: str, secret: str, clocks: Clocks, run_id: str) -> None:
        self.sender, self.url, self.secret, self.clocks, self.run_id = sender, url, secret, clocks, run_id
        self.outcomes: list[AttemptOutcome] = []

    def draft(self, kind: str = "booking.confirmed", ago: timedelta = timedelta()) -> Draft:
        """The next delivery about one invented booking. Its event happened *ago* before now."""
        facts = {
            "id": "bkg_gauntlet0000",
            "status": kind.partition(".")[2],
            "bookingReference": "TS-GAUNTL",
            "courseId": "crs_gauntlet",
        }
        event = {"type": kind, "timestamp": f"{self.clocks.world() - ago:%Y-%m-%dT%H:%M:%SZ}", "data": facts}
        message_id = f"msg_{self.run_id}_{len(self.outcomes) + 1}"
        return Draft(
            message_id, self.clocks.signing(), json.dumps(event, separators=(",", ":")).encode(), [self.secret]
        )

    async def send(self, variant: Variant, draft: Draft) -> list[AttemptOutcome]:
        """Sends a draft in one variant, and returns the outcome of each copy."""
        outcomes = [await self.sender.send(self.url, post.headers, post.body) for post in posted(variant, draft)]
        self.outcomes += outcomes
        return outcomes


async def run(sender: Sender, url: str, secret: str, clocks: Clocks, run_id: str) -> list[Grade]:
    """Runs the whole series against *url*, and returns a grade for each item, in the order sent.

    *run_id* makes the webhook-ids of two runs different: up to 40 letters and digits.
    """
    course = _Course(sender, url, secret, clocks, run_id)
    control = VARIANTS["valid"]
    grades = [_graded(control, await course.send(control, course.draft()))]
    if grades[0].verdict is not Mark.GOOD:
        return grades + [_not_judged(name) for name in _ADVICE if name != control.name]
    others = [variant for variant in VARIANTS.values() if variant is not control]
    grades += [_graded(variant, await course.send(variant, course.draft())) for variant in others]
    return [*grades, await _reordered(course), _slow(course.outcomes)]


def _graded(variant: Variant, outcomes: Sequence[AttemptOutcome]) -> Grade:
    mark = _mark(variant.expected, outcomes)
    advice = "Nothing to do." if mark is Mark.GOOD else _ADVICE[variant.name]
    if mark is Mark.INCONCLUSIVE:
        advice = "Make the endpoint answer, and run the gauntlet again."
    happened = " Then: ".join(_happened(outcome) for outcome in outcomes)
    return Grade(variant.name, variant.summary, _SENTENCES[variant.expected], happened, mark, advice)


def _mark(expected: Expected, outcomes: Sequence[AttemptOutcome]) -> Mark:
    if any(outcome.status is None for outcome in outcomes):
        return Mark.INCONCLUSIVE
    if expected is not Expected.REFUSE:
        return Mark.GOOD if all(outcome.accepted for outcome in outcomes) else Mark.BAD
    statuses = [outcome.status or 0 for outcome in outcomes]
    if all(400 <= status < 500 for status in statuses):
        return Mark.GOOD
    # A status of 500 or more refuses too, but a sender would take it for an outage.
    return Mark.WARNING if all(status >= 500 for status in statuses) else Mark.BAD


def _happened(outcome: AttemptOutcome) -> str:
    return f"Answered {outcome.status} after {outcome.milliseconds} ms." if outcome.status else str(outcome.reason)


def _not_judged(name: str) -> Grade:
    variant = VARIANTS.get(name)
    summary, expected = (
        (_SUMMARIES[name], "Answers 2xx.")
        if variant is None
        else (
            variant.summary,
            _SENTENCES[variant.expected],
        )
    )
    happened = "Not sent, since the valid delivery was not accepted."
    return Grade(name, summary, expected, happened, Mark.INCONCLUSIVE, _ADVICE["valid"])


_SUMMARIES = {
    "reordered": "A cancellation, then the earlier confirmation.",
    "slow": "The time of the slowest answer of the series.",
}


async def _reordered(course: _Course) -> Grade:
    valid = VARIANTS["valid"]
    later = await course.send(valid, course.draft("booking.cancelled"))
    earlier = await course.send(valid, course.draft("booking.confirmed", ago=timedelta(minutes=2)))
    item = Variant("reordered", _SUMMARIES["reordered"], Expected.ACCEPT)
    return _graded(item, [*later, *earlier])


def _slow(outcomes: Sequence[AttemptOutcome]) -> Grade:
    slowest = max(outcome.milliseconds for outcome in outcomes)
    mark = Mark.WARNING if slowest > SLOW_MILLISECONDS else Mark.GOOD
    advice = _ADVICE["slow"] if mark is Mark.WARNING else "Nothing to do."
    expected = f"Answers within {SLOW_MILLISECONDS // 1000} seconds."
    return Grade("slow", _SUMMARIES["slow"], expected, f"The slowest answer took {slowest} ms.", mark, advice)
