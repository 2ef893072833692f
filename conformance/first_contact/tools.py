"""The tools of first contact: one agency, its desks and finders, and its findings."""

from dataclasses import dataclass

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Judgement
from conformance.first_contact.findings import ContactFindings
from conformance.scope.run import Run


@dataclass(frozen=True)
class Tools:
    """The tools of one first contact."""

    agency: Agency
    run: Run
    courses: CourseFinder
    tee_times: TeeTimeFinder
    bookings: BookingDesk
    findings: ContactFindings


def shown_refusal(answer: Answer) -> str:
    """An answer in words: its status and the members of its body, never their values."""
    kind = answer.headers.get("content-type", "no content type").partition(";")[0]
    return f"answers {answer.status} with {_members(answer)} ({kind})"


def _members(answer: Answer) -> str:
    if not answer.text:
        return "no body"
    try:
        body = answer.body
    except Judgement:
        return "a body that is not JSON"
    return f"the members {', '.join(body)}" if isinstance(body, dict) else f"a body that is {type(body).__name__}"
