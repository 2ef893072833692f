"""Reads the target file that a teesheet sandbox serves, if there is one, and takes its declarations.

No key is sent for that, and keys and addresses of the file are ignored.
"""

import tomllib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from conformance.evidence.exchanges import Request
from conformance.evidence.verdicts import CutShort
from conformance.recordings.recording import Transport
from conformance.target.connection import USER_AGENT
from conformance.wire.transport import NoAnswer

_TARGET_FILE = "/_sandbox/v1/target"
_BASE_PATH = "/api/v1"
_TAKEN = ("declares", "courses", "budgets", "levers", "hooks", "groups", "tokens", "receiver")


def declared_beside(base_url: str, transport: Transport) -> Mapping[str, Any]:
    """The declarations of the file, empty when there is none."""
    url = base_url.removesuffix(_BASE_PATH) + _TARGET_FILE
    headers = (("Accept", "*/*"), ("User-Agent", USER_AGENT))
    try:
        answer = transport.exchange(Request("GET", url, (), url, headers, None))
        document = tomllib.loads(answer.content.decode("utf-8")) if answer.is_success else {}
    except (NoAnswer, CutShort, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
    taken = {name: dict(document[name]) for name in _TAKEN if isinstance(document.get(name), Mapping)}
    levers = taken.get("levers", {})
    return taken | (
        {"levers": {name: lever for name, lever in levers.items() if _is_near(lever, url)}} if levers else {}
    )


def _is_near(lever: object, url: str) -> bool:
    """Whether a lever has the same host as its file. A lever on another host must not get a key."""
    there = lever.get("url") if isinstance(lever, Mapping) else None
    return isinstance(there, str) and urlsplit(there)[:2] == urlsplit(url)[:2]
