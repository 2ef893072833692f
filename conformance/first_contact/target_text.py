"""The target file that first contact writes: every key with a sentence. Keys without a value are comments."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.first_contact.findings import ContactFindings
from conformance.report.characters import whole_characters
from conformance.text.visible import visible

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 116


@dataclass(frozen=True)
class Key:
    """One key, with its purpose in *sentence* and an example of its value."""

    section: str
    name: str
    sentence: str
    example: Any


_LEVER = {"url": "https://lab.example/...", "headers": {"X-Api-Key": "{api_key}"}}

KEYS: Sequence[Key] = (
    Key("about", "name", "The name of the implementation. Every report shows it beside the address.", "Golf API"),
    Key("about", "version", "Its version or build.", "4.2"),
    Key(
        "keys",
        "api_key_env",
        "The environment variable with the key of the agency that checks act for.",
        "TEESHEET_API_KEY",
    ),
    Key(
        "keys",
        "second_api_key_env",
        "The environment variable with the key of a second, unrelated agency. Rows about who may see what need one.",
        "TEESHEET_SECOND_API_KEY",
    ),
    Key("keys", "header", "The name of the header that carries the key.", "Authorization"),
    Key("keys", "scheme", "The word before the key in that header.", "Bearer"),
    Key(
        "connection",
        "headers",
        "Headers that every request to the interface carries. Their values are secrets in every report.",
        {"X-Tenant": "lab"},
    ),
    Key(
        "declares",
        "hold_id",
        "Where the hold id goes in POST /travel/bookings: body:NAME, header:NAME or query:NAME.",
        "body:holdId",
    ),
    Key(
        "declares", "webhook_id", "The dotted place of a subscription's id in the answer to POST /webhooks.", "data.id"
    ),
    Key(
        "declares",
        "may_send_bad_keys",
        "Whether missing and wrong keys may be sent; some services lock an address out.",
        True,
    ),
    Key(
        "declares",
        "single_date",
        "Whether availability takes a single date too; the document shows it once, and asks for a period elsewhere.",
        True,
    ),
    Key(
        "declares",
        "absent",
        "What the target does not have at all: offline, wh, group, hook, jwt. Its rows are skipped.",
        ["jwt"],
    ),
    Key(
        "courses",
        "booking_code",
        "A booking code and the id of its course; no answer shows a code.",
        {"code": "ESMAL014", "id": "..."},
    ),
    Key(
        "courses",
        "other_booking_code",
        "The code of another course, as much like the first code as one is: a target may mix them up.",
        {"code": "ESMAL015", "id": "..."},
    ),
    Key(
        "courses",
        "further_booking_codes",
        "Codes of courses of other kinds: offline, with 9 holes, with letters like é in the name.",
        {"FRNAQ015": "..."},
    ),
    Key("courses", "region_id", "A region id for the filter region.", "costa-del-sol"),
    Key("courses", "geo_area", "The name of a geographical area for the filter geoArea.", "costa-del-sol"),
    Key("courses", "default_terms", "A course that has the platform's terms.", "..."),
    Key("courses", "override_terms", "A course with terms of its own.", "..."),
    Key("courses", "low_maximum", "An online course that takes fewer than four players in a booking.", "..."),
    Key("courses", "no_modification", "An online course whose terms forbid changes.", "..."),
    Key("courses", "short_horizon", "An online course that sells fewer days ahead than the others.", "..."),
    Key(
        "courses",
        "offline",
        "A course without online booking that may be asked: bookings there stay pending until it answers.",
        "...",
    ),
    Key("budgets", "visibility_seconds", "How long a change may take to show, in seconds.", 5),
    Key("budgets", "timeout_seconds", "How long an answer may take, in seconds.", 10),
    Key("budgets", "delivery_seconds", "How long a webhook delivery may take to arrive, in seconds.", 60),
    Key("budgets", "quiet_seconds", "How long to watch for a delivery that must not come, in seconds.", 2),
    Key("tokens", "request", "The body of POST /auth/token; without it none is sent.", {"grantType": "apiKey"}),
    Key("tokens", "access_token", "The dotted place of the token in the answer.", "data.accessToken"),
    Key("tokens", "refresh_token", "The dotted place of the refresh token in the answer.", "data.refreshToken"),
    Key("tokens", "refresh_request", "The body of POST /auth/refresh.", {"refreshToken": "{refresh_token}"}),
    Key(
        "tokens",
        "logout_request",
        "The body of POST /auth/logout; without it none is sent.",
        {"token": "{access_token}"},
    ),
    Key("tokens", "presented", "The Authorization header that shows a token.", "Bearer {access_token}"),
    Key("tokens", "absent", "What tokens do not have here: refresh, logout. Their rows are skipped.", ["refresh"]),
    Key("receiver", "listen", "Where the run listens for deliveries.", "127.0.0.1:0"),
    Key(
        "receiver",
        "public_url",
        "The address at which the target reaches that place; not needed for a target on loopback.",
        "https://tunnel.example",
    ),
    Key(
        "levers",
        "clock_read",
        "A request that shows the target's time, where its Date header does not.",
        _LEVER | {"moment": "data.now"},
    ),
    Key(
        "levers",
        "clock_advance",
        "A request that moves the target's clock on. Rows that need time depend on it.",
        _LEVER | {"json": {"by": "PT{seconds}S"}},
    ),
    Key(
        "levers",
        "course_confirm",
        "A request by which a course confirms what is pending.",
        _LEVER | {"url": "https://lab.example/{id}/confirm"},
    ),
    Key(
        "levers",
        "course_decline",
        "A request by which a course declines what is pending.",
        _LEVER | {"url": "https://lab.example/{id}/decline"},
    ),
    Key(
        "levers",
        "group_cancel",
        "A request that takes a group back; without it a run leaves its groups behind.",
        _LEVER | {"url": "https://lab.example/{id}/cancel"},
    ),
    Key(
        "hooks",
        "body",
        "The body of POST /travel/bookings/hooks. Values of the moment replace the names in braces.",
        {"courseId": "{course_id}", "date": "{date}"},
    ),
    Key(
        "hooks",
        "confirm_body",
        "The body with which a hook is confirmed; without it none is sent.",
        {"players": "{players}"},
    ),
    Key("hooks", "id", "The dotted place of the id in the answer that creates a hook.", "data.id"),
    Key("hooks", "expires_at", "The dotted place of the moment at which a hook ends.", "data.expiresAt"),
    Key(
        "groups",
        "players",
        "The body of PUT /travel/group-bookings/{id}/players: a table, or an array.",
        {"players": [{"firstName": "Ada", "lastName": "Lindqvist"}]},
    ),
    Key(
        "groups",
        "validate",
        "The body of POST /travel/group-bookings/validate, where it differs from the body of a group.",
        {"courseId": "{course_id}"},
    ),
)


def target_text(base_url: str, findings: ContactFindings) -> str:
    """The TOML document. It does not contain the keys of agencies."""
    head = [
        "# A target file for teesheet check, written by teesheet init. A key in a comment was not learnt: its sentence",
        "# says what it is for. Rows that need it stay untested, never green.",
        *_comments(findings.said("")),
        "",
        f"base_url = {_toml(base_url)}",
    ]
    sections = dict.fromkeys(key.section for key in KEYS)
    return "\n".join([*head, *(line for section in sections for line in _section(section, findings))]) + "\n"


def _section(section: str, findings: ContactFindings) -> Iterator[str]:
    keys = [key for key in KEYS if key.section == section]
    # An empty [tokens] would declare that the usual requests are right.
    is_set = any(findings.knows(f"{section}.{key.name}") for key in keys)
    yield from ("", f"{'' if is_set else '# '}[{section}]")
    for key in keys:
        name = f"{section}.{key.name}"
        yield from _comments([key.sentence, *findings.said(name)])
        if findings.knows(name):
            yield f"{key.name} = {_toml(findings.values[name])}"
        else:
            yield f"# {key.name} = {_toml(key.example)}"


def _comments(sentences: Sequence[str]) -> Iterator[str]:
    for sentence in sentences:
        # Text of a target becomes one line of plain text, so that it cannot end the comment.
        for line in textwrap.wrap(visible(" ".join(sentence.split())), _WIDTH, break_on_hyphens=False):
            yield f"# {line}"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_name(name)} = {_toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    # JSON and TOML spell texts, numbers and booleans alike, except for some characters beyond ASCII.
    written = whole_characters(json.dumps(value, ensure_ascii=False))
    return "".join(character if character.isprintable() else f"\\U{ord(character):08x}" for character in written)


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)
