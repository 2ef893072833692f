"""First contact from start to end: read, write if allowed, clean up, and keep the findings."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.first_contact import reading, writing
from conformance.first_contact.findings import ContactFindings
from conformance.first_contact.sandbox import declared_beside
from conformance.first_contact.token_guesses import learn_tokens
from conformance.first_contact.tools import Tools
from conformance.footprint.clean_up import give_all_back
from conformance.footprint.giving_back import GivingBack
from conformance.recordings.recording import Recording, Transport
from conformance.results.run_result import Leftover
from conformance.scope.run import SEED_BELOW, new_run
from conformance.session.session import FIRST_AGENCY
from conformance.target.connection import KeyHeader
from conformance.target.levers import Levers
from conformance.target.target import CourseFacts, Target
from conformance.wire.pace import Pace

FirstLook = Callable[[Tools], None]

_BY_READING: Sequence[tuple[str, FirstLook]] = (
    ("", reading.learn_refusals),
    ("", reading.learn_pages),
    ("levers.clock_read", reading.learn_clock),
    ("declares.absent", reading.learn_what_is_absent),
    ("courses.region_id", reading.learn_areas),
    ("courses.offline", reading.learn_offline),
)

_BY_WRITING: Sequence[tuple[str, FirstLook]] = (
    ("", writing.learn_malformed),
    ("budgets.visibility_seconds", writing.learn_booking),
    ("declares.hold_id", writing.learn_hold_id),
    ("declares.webhook_id", writing.learn_webhook_id),
    ("hooks.body", writing.learn_hooks),
    ("tokens.request", learn_tokens),
)


@dataclass(frozen=True)
class Contact:
    """The result of a first contact: the address that answers, the findings, and things that could not be removed."""

    base_url: str
    findings: ContactFindings
    leftovers: Sequence[Leftover]
    requests: int


def make_contact(
    target: Target, today: date, transport: Transport, pace: Pace, *, write: bool, most_terms: int
) -> Contact:
    """Explores *target*. With *write*, creates one thing of each kind and removes it. *today* is the target's date."""
    run = new_run(secrets.randbelow(SEED_BELOW), datetime.now(UTC), today, read_only=not write)
    recording = Recording({})
    agency = Agency(
        FIRST_AGENCY, target.api_key, target.base_url, transport, recording, read_only=not write, wire=target.wire
    )
    courses = CourseFinder(agency, run, CourseFacts())
    tools = Tools(
        agency, run, courses, TeeTimeFinder(agency, run, courses), BookingDesk(agency, run, None), ContactFindings()
    )
    _name_the_keys(tools.findings, target)
    for key, look in (*_BY_READING, *(_BY_WRITING if write else ())):
        writing.learn_by(tools, key, look)
    writing.learn_by(tools, "courses.default_terms", lambda at: reading.learn_terms(at, most_terms))
    _take(declared_beside(target.base_url, transport), tools.findings)
    if not write:
        tools.findings.say("", "Nothing was written on the target: teesheet init --write learns more.")
    if pace.cut_short:
        tools.findings.say("", f"Cut short: {pace.cut_short}. With larger limits, teesheet init may learn more.")
    pace.clean_up_begins()
    leftovers = _give_back(target, agency, recording, transport, run.marker) if write else ()
    return Contact(target.base_url, tools.findings, leftovers, len(recording.exchanges))


def _name_the_keys(findings: ContactFindings, target: Target) -> None:
    findings.learn("keys.api_key_env", "TEESHEET_API_KEY", "This file never contains the key itself.")
    if target.second_api_key is not None:
        findings.learn("keys.second_api_key_env", "TEESHEET_SECOND_API_KEY", "Both keys were accepted.")
    wire = target.wire
    if wire.key_header != KeyHeader():
        findings.learn("keys.header", wire.key_header.name, "The target accepted the keys in this header.")
    if wire.key_header.scheme:
        findings.learn("keys.scheme", wire.key_header.scheme, "The target accepted the keys after this word.")
    for name, _ in wire.headers:
        findings.say("connection.headers", f"{name} was sent; its value is not written here: give --header again.")
    findings.learn("declares.may_send_bad_keys", True, "Set it to false if the target must not get them.")


def _take(declared: Mapping[str, Any], findings: ContactFindings) -> None:
    """Takes the declarations of a sandbox's operator. They count more than guesses from outside."""
    for section, values in declared.items():
        for name, value in values.items():
            findings.take(f"{section}.{name}", value, "Taken from the target file that this target serves.")


def _give_back(
    target: Target, agency: Agency, recording: Recording, transport: Transport, marker: str
) -> tuple[Leftover, ...]:
    agencies, exchanges = {FIRST_AGENCY: agency}, list(recording.exchanges)
    decisions = CourseDecisions(Levers(), LeverCaller(transport, target.api_key))
    giving = GivingBack(agencies, target.hooks, decisions, lambda: None)
    return give_all_back(giving, marker, exchanges, target.webhook_id)
