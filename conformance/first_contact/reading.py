"""Learns from reads: refusals, page limits, the time, regions, and courses with unusual terms."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from conformance.asking.client import segment
from conformance.catalogue.paths import COURSES, WEBHOOKS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Judgement, Untested
from conformance.first_contact.tools import Tools, shown_refusal

_MOST_AREAS_TRIED = 6
_NOT_THERE = (404, 405, 501)
_SAME_CLOCK_SECONDS = 5


def learn_refusals(tools: Tools) -> None:
    """Learns the form of a refusal. A request without a key is sent, but none with a wrong key."""
    without_key = tools.agency.send("GET", COURSES, key=None, role=Role.attempt)
    tools.findings.say("declares.may_send_bad_keys", f"A request without a key {shown_refusal(without_key)}.")
    unknown = tools.courses.unknown_id(tools.courses.listed[0]["id"]) if tools.courses.listed else "unknown"
    answer = tools.agency.send("GET", f"{COURSES}/{segment(unknown)}", role=Role.attempt)
    tools.findings.say("", f"An unknown course {shown_refusal(answer)}.")


def learn_pages(tools: Tools) -> None:
    """Learns the largest page, and the answer to a larger page size."""
    answer = tools.agency.send("GET", COURSES, query={"pageSize": 101}, role=Role.attempt)
    if not answer.is_success:
        tools.findings.say("", f"A page of 101 courses {shown_refusal(answer)}.")
        return
    size = _pagination(answer.body).get("pageSize")
    tools.findings.say("", f"A page of 101 courses comes as a page of {size}.")


def learn_clock(tools: Tools) -> None:
    """Learns whether the Date header of the target agrees with our time."""
    answer = tools.agency.get(COURSES, pageSize=1)
    try:
        said = parsedate_to_datetime(answer.headers["date"]).astimezone(UTC)
    except (KeyError, ValueError):
        tools.findings.say("levers.clock_read", "Answers carry no Date header; this machine's time is used.")
        return
    off = (said - datetime.now(UTC)).total_seconds()
    words = "agrees with ours" if abs(off) < _SAME_CLOCK_SECONDS else f"is {off:+.0f} s from ours"
    tools.findings.say("levers.clock_read", f"The time in the Date header {words}.")


def learn_what_is_absent(tools: Tools) -> None:
    """Learns whether the target has webhooks. It declares nothing: a service that must have them may lack them."""
    answer = tools.agency.send("GET", WEBHOOKS, role=Role.attempt)
    if answer.status in _NOT_THERE:
        sentence = f"GET {WEBHOOKS} answered {answer.status}. Declare wh if this target need not have webhooks."
        tools.findings.say("declares.absent", sentence)


def learn_areas(tools: Tools) -> None:
    """Learns a region id and a geographical area: names whose filter narrows the list."""
    total = _total(tools, {})
    for key, filter_name, member in (
        ("courses.region_id", "region", "region"),
        ("courses.geo_area", "geoArea", "city"),
    ):
        for name in _hyphenated_names(tools, member):
            found = _total(tools, {filter_name: name})
            if found and total and found < total:
                tools.findings.learn(
                    key, name, f"{filter_name}={name} narrows the list from {total} courses to {found}."
                )
                break


def learn_terms(tools: Tools, most: int) -> None:
    """Learns courses with particular terms, among the first *most* online courses."""
    looked, was_read, why = 0, 0, ""
    for course in _online(tools):
        if looked >= most or all(tools.findings.knows(f"courses.{fact}") for fact in _FACTS_OF_TERMS):
            break
        looked += 1
        try:
            terms = tools.courses.terms(course["id"])
        except Judgement as judgement:
            why = why or str(judgement)
            continue
        was_read += 1
        with suppress(KeyError, TypeError, AttributeError):
            _sort_in(tools, course["id"], terms)
    none_has_them = f"None of the {was_read} courses whose terms were read has them."
    sentence = none_has_them if was_read else f"No terms could be read. {why}".strip()
    for fact in _FACTS_OF_TERMS:
        if not tools.findings.knows(f"courses.{fact}"):
            tools.findings.say(f"courses.{fact}", sentence)


def learn_offline(tools: Tools) -> None:
    """Names a course without online booking, but do not declare it: a booking there asks real people."""
    try:
        course = tools.courses.offline(1)[0]
    except Judgement as judgement:
        tools.findings.say("courses.offline", str(judgement))
        return
    tools.findings.say(
        "courses.offline",
        f"{course['id']} ({course.get('name')}) is such a course. Declare it if the run may book there: each booking"
        " waits until the course answers.",
    )


_A_YEAR_IN_DAYS = 365
_FACTS_OF_TERMS = ("default_terms", "override_terms", "low_maximum", "no_modification", "short_horizon")


def _sort_in(tools: Tools, course_id: str, terms: Any) -> None:
    booking, source = terms["bookingTerms"], terms["cancellationPolicy"]["source"]
    players, days = booking["maxPlayersPerBooking"], booking.get("maxDaysInAdvance")
    fitting: Mapping[str, tuple[bool, str]] = {
        "default_terms": (source == "platform", "cancellationPolicy.source is platform there."),
        "override_terms": (source != "platform", f"cancellationPolicy.source is {source} there."),
        "low_maximum": (players < 4, f"maxPlayersPerBooking is {players} there."),
        "no_modification": (booking["modificationAllowed"] is False, "modificationAllowed is false there."),
        "short_horizon": (isinstance(days, int) and days < _A_YEAR_IN_DAYS, f"maxDaysInAdvance is {days} there."),
    }
    for fact, (fits, how) in fitting.items():
        if fits and not tools.findings.knows(f"courses.{fact}"):
            tools.findings.learn(f"courses.{fact}", course_id, how)


def _online(tools: Tools) -> Iterator[Any]:
    return (course for course in tools.courses.listed if course.get("isOnline") is True)


def _hyphenated_names(tools: Tools, member: str) -> Iterator[str]:
    """A few values of *member* in the course list, written as ids usually are. Each occurs once."""
    names = [course.get(member) for course in tools.courses.listed]
    slugs = dict.fromkeys(_hyphenated(name) for name in names if isinstance(name, str) and name)
    yield from list(slugs)[:_MOST_AREAS_TRIED]


def _hyphenated(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _total(tools: Tools, filters: Mapping[str, str]) -> int:
    """How many courses the list has with *filters*, 0 when it does not say."""
    try:
        answer = tools.agency.get(COURSES, pageSize=1, **filters)
        found = _pagination(answer.body if answer.is_success else None).get("totalItems")
    except (Judgement, Untested):
        return 0
    return found if isinstance(found, int) else 0


def _pagination(body: Any) -> Mapping[str, Any]:
    meta = body.get("meta") if isinstance(body, dict) else None
    found = meta.get("pagination") if isinstance(meta, dict) else None
    return found if isinstance(found, dict) else {}
