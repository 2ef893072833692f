"""Bad input that a faulty service mends or ignores.

Knows no single mutant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, request_change

# What is meant by a text, None when it means nothing else than it says.
Reading = Callable[[str], str | None]


def _day(year: str, month: str, day: str) -> str | None:
    """The day *day* - 1 days after the first of that month; None when there is no such month."""
    if not 1 <= int(month) <= 12:
        return None
    return (date(int(year), int(month), 1) + timedelta(days=int(day) - 1)).isoformat()


def reading_of(form: str, meaning: Callable[..., str | None]) -> Reading:
    """Texts of this form by what *meaning* makes of its groups."""

    def read(text: str) -> str | None:
        found = re.fullmatch(form, text)
        meant = meaning(*found.groups()) if found else None
        return None if meant == text else meant

    return read


with_slashes = reading_of(r"(\d\d)/(\d\d)/(\d{4})", lambda day, month, year: _day(year, month, day))


def passed_over(name: str, breaks: str, operations: str, parameter: str, usable: Callable[[str], bool]) -> None:
    """Registers a mutant that omits *parameter* where its value is not *usable*."""
    request_change(
        name,
        breaks,
        operations,
        lambda call: call.without(parameter),
        when=lambda call: parameter in call.query and not usable(call.query[parameter]),
        origin=Origin.mended,
    )


def meant(name: str, breaks: str, operation: str, parameter: str, reading: Reading) -> None:
    """Registers a mutant that takes *parameter* for what *reading* makes of it."""
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.asking(**{parameter: reading(call.query[parameter])}),
        when=lambda call: reading(call.query.get(parameter, "")) is not None,
        origin=Origin.mended,
    )


def turned_round(name: str, breaks: str, operation: str) -> None:
    """Registers a mutant that exchanges the dates of a period that ends before it begins."""
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.asking(startDate=call.query["endDate"], endDate=call.query["startDate"]),
        when=ends_before_it_begins,
        origin=Origin.mended,
    )


def ends_before_it_begins(call: Call) -> bool:
    """Whether the period that a call asks for ends before it begins."""
    return call.query.get("startDate", "") > call.query.get("endDate", "9999")


def is_date(text: str) -> bool:
    """Whether *text* is a date of the form YYYY-MM-DD."""
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


def is_never_offered(refusal: Answer) -> bool:
    """Whether the sandbox refused a tee time because it is not on the tee sheet."""
    return code_of(refusal) == "tee_time_unavailable" and "There is no tee time" in refusal.json()["detail"]
