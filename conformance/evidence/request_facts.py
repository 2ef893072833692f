"""A request and its answer in a few words, for messages. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.evidence.exchanges import Answer, Request
from conformance.evidence.json_values import NotJson, parse_json

_KEY = "x-api-key"
_LONGEST = 120
# Two requests of a pair may differ in these members by chance: they need a tee time with free places.
_BY_CHANCE = ("agencyBookingReference", "specialRequests", "courseId", "date", "teeTime", "time", "preferredTime")
_SHOWN_OF_ANSWER = (
    "id",
    "holdId",
    "hookId",
    "courseId",
    "status",
    "date",
    "teeTime",
    "time",
    "players",
    "totalPlayers",
)
_PLAYERS = ("players", "totalPlayers")


def request_facts(request: Request) -> str:
    """Place, day, time and players of a request that has a body: `crs_1 2027-01-12 07:30, 4 players`; else empty."""
    sent = _sent(request)
    where = " ".join(str(sent[name]) for name in _BY_CHANCE[2:] if isinstance(sent.get(name), str))
    party = next((_short(sent[name]) for name in _PLAYERS if name in sent), None)
    players = "" if party is None else "1 player" if party == "1" else f"{party} players"
    return ", ".join(filter(None, (where, players)))


def answer_facts(answer: Answer) -> str:
    """The main members of the object in a successful answer, or the beginning of its text."""
    body = answer.response.value
    shown = body.get("data", body) if isinstance(body, dict) else body
    members = [f"{name} {shown[name]}" for name in _SHOWN_OF_ANSWER if name in shown] if isinstance(shown, dict) else []
    if isinstance(shown, list):
        return f"a list of {len(shown)} items"
    return ", ".join(members) or answer.text[:_LONGEST]


def difference(attempt: Request, control: Request) -> str:
    """How *attempt* differs from its valid twin, without the query: ` with players 99 (accepted with 4)`."""
    parts = [*_key_differs(attempt, control), *_body_differs(attempt, control)]
    facts = request_facts(attempt)
    differing = f" with {', '.join(parts)}" if parts else ""
    return f"{differing} ({facts})" if facts else differing


def _key_differs(attempt: Request, control: Request) -> Iterator[str]:
    given, valid = (dict(_lower(request)).get(_KEY) for request in (attempt, control))
    if given is None and valid is not None:
        yield "no X-Api-Key"
    elif given == "" and valid:
        yield "an empty X-Api-Key"
    elif given != valid:
        yield "a different X-Api-Key"


def _lower(request: Request) -> Iterator[tuple[str, str]]:
    return ((name.lower(), value) for name, value in request.headers)


def _body_differs(attempt: Request, control: Request) -> Iterator[str]:
    sent, valid = _sent(attempt), _sent(control)
    if not sent and attempt.content and attempt.content != control.content:
        yield f"the body {attempt.content[:_LONGEST].decode('utf-8', 'replace')}"
    if not sent or not valid:
        return
    differing = list(_members(sent, valid))
    by_chance = [item for item in differing if item[0] in _BY_CHANCE]
    for name, value, twin in [item for item in differing if item not in by_chance] or _odd(by_chance):
        yield f"{name} {value}{f' (accepted with {twin})' if twin else ''}"


def _odd(members: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The *members* that differ in more than place and time: a value is absent, or has another length."""
    return [
        member
        for member in members
        if member[1] == "absent" or member[2] == "absent" or len(member[1]) != len(member[2])
    ]


def _members(sent: Mapping[str, Any], valid: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str, str]]:
    """The members that differ, by dotted name, with both values as JSON text."""
    for name in dict.fromkeys([*sent, *valid]):
        value, twin = sent.get(name, _ABSENT), valid.get(name, _ABSENT)
        if isinstance(value, dict) and isinstance(twin, dict):
            yield from _members(value, twin, f"{before}{name}.")
        elif value != twin:
            yield f"{before}{name}", _short(value), _short(twin)


class _Absent:
    def __repr__(self) -> str:
        return "absent"


_ABSENT = _Absent()


def _short(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:60]} ..."


def _sent(request: Request) -> Mapping[str, Any]:
    """The body as a JSON object. Empty for other bodies, and for requests of tokens, whose bodies are secret."""
    if request.content is None or request.path.startswith("/auth/"):
        return {}
    try:
        body = parse_json(request.content)
    except NotJson:
        return {}
    return body if isinstance(body, dict) else {}
