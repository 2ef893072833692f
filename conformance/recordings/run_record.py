"""The parts of a recording beside its exchanges, so that the run can be judged again: the facts of the run, the answers
of clocks and of its receiver, the levers it pulled and the deliveries that arrived. All of it without secrets.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Delivery
from conformance.recordings.masking import MASKED, SHOWN_API_KEY, SHOWN_SECOND_API_KEY, Masking, secrets_in
from conformance.recordings.plain import from_plain, plain
from conformance.scope.selection import Options
from conformance.target.addresses import user_of
from conformance.target.connection import WireSettings
from conformance.target.target import Target

FORMAT = 1

_SECRET_NAME = re.compile("auth|key|token|secret|cookie|password|session|signature", re.IGNORECASE)
# A word, a number, a version, a date, a media type or a list of them.
_ORDINARY_VALUE = re.compile(r"[A-Za-z]{1,12}|v?[\d.-]{1,10}|[\w.+*-]+/[\w.+*-]+(?:[;,].*)?")


@dataclass(frozen=True)
class Digests:
    """SHA-256 digests in hexadecimal. *contract* is None when the contract could not be read."""

    contract: str | None
    requirements: str
    checks: str


# In the place of a check: the user stopped a run whose checks ran side by side.
EVERY_LANE = "every lane"


@dataclass(frozen=True)
class Interruption:
    """The *check*, or the clean-up, during which the user stopped the run. *decided* when its finding was noted."""

    check: str
    decided: bool


@dataclass(frozen=True)
class Note:
    """The values of this *kind* that a run got in one check, in order. *lane* is the racer, by its name in archives."""

    check: str
    lane: str
    kind: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class RunFacts:
    """The facts of a run. *target* has names in place of its keys. *clock_ahead_seconds* is how far the target's
    clock was ahead of its Date headers when the first check began. *traffic* is a `Traffic` as JSON values.
    """

    format: int
    seed: int
    marker: str
    started_at: datetime
    finished_at: datetime
    today: date
    clock_ahead_seconds: float
    options: Options
    target: Target
    digests: Digests
    interruptions: tuple[Interruption, ...]
    cut_short: str | None
    traffic: Any
    notes: tuple[Note, ...]
    carried_over: Mapping[str, Any]


@dataclass(frozen=True)
class RunRecord:
    """The facts, and the exchanges outside the interface: levers, and deliveries to this run's receiver.

    A resumed run has a record for each of its parts: *earlier* are the parts before this part, oldest first, and this
    part begins with the exchange number *begins_at*.
    """

    facts: RunFacts
    levers: tuple[Exchange, ...]
    deliveries: tuple[Delivery, ...]
    earlier: tuple["RunRecord", ...] = ()
    begins_at: int = 0

    @property
    def parts(self) -> tuple["RunRecord", ...]:
        """The records of all parts, oldest first."""
        return (*self.earlier, replace(self, earlier=()))


def secrets_of(target: Target) -> Mapping[str, str]:
    """The secrets of *target*, each with the text that replaces it."""
    found = dict.fromkeys(_declared_secrets(target))
    named = {secret: f"$SECRET_{number}" for number, secret in enumerate(found, start=1)}
    keys = {target.api_key: SHOWN_API_KEY, target.second_api_key: SHOWN_SECOND_API_KEY}
    return named | {key: name for key, name in keys.items() if key}


def _declared_secrets(target: Target) -> Iterator[str]:
    user = user_of(target.receiver.public_url or "")
    if user:
        yield user
    yield from (value for name, value in target.wire.headers if _may_be_secret(name, value))
    levers = [lever for lever in vars(target.levers).values() if lever]
    yield from secrets_in([lever.json for lever in levers])
    yield from secrets_in([dict(parse_qsl(urlsplit(lever.url).query)) for lever in levers])
    if target.tokens:
        tokens = target.tokens
        yield from secrets_in([tokens.request, tokens.refresh_request, tokens.logout_request])


def _may_be_secret(name: str, value: str) -> bool:
    """Whether the value of a declared header must not be shown. Ordinary words are not masked: answers contain them
    too, and masking them there would change the verdicts.
    """
    return _SECRET_NAME.search(name) is not None or _ORDINARY_VALUE.fullmatch(value) is None


def shown_target(target: Target, masking: Masking) -> Target:
    """*target* as a recording may show it: without keys and secrets, and without its connection settings."""
    wire = target.wire
    shown = replace(
        target,
        api_key=SHOWN_API_KEY,
        second_api_key=target.second_api_key and SHOWN_SECOND_API_KEY,
        levers=_shown_levers(target),
        wire=WireSettings(
            requests=wire.requests,
            rate=wire.rate,
            concurrency=wire.concurrency,
            tours=wire.tours,
            time_budget_seconds=wire.time_budget_seconds,
            user_agent=wire.user_agent,
            headers=masking.headers(wire.headers),
            key_header=wire.key_header,
        ),
    )
    return from_plain(Target, masked_json(plain(shown), masking))


def _shown_levers(target: Target) -> Any:
    levers = {
        name: lever and replace(lever, headers=tuple((item, MASKED) for item, _ in lever.headers))
        for name, lever in vars(target.levers).items()
    }
    return replace(target.levers, **levers)


def masked_json(value: Any, masking: Masking) -> Any:
    """*value*, JSON values, with every text as it may be shown."""
    if isinstance(value, str):
        return masking.text(value)
    if isinstance(value, dict):
        return {name: masked_json(item, masking) for name, item in value.items()}
    return [masked_json(item, masking) for item in value] if isinstance(value, list) else value
