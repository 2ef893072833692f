"""Who calls: `X-Api-Key` names a world and an agency. Spec: Authentication; assumption A-10."""

import re
from dataclasses import dataclass
from typing import Any

from mock_server.api.frame import ApiKeySecurityHandler
from mock_server.api.problems import Problem

CALLER = "teesheet_caller"
_KEY = re.compile(r"sbx_([a-z0-9-]{1,32})_([a-z0-9-]{1,32})\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Caller:
    """The agency behind a key, and the world it lives in."""

    world: str
    agency: str


def caller_of(headers: list[tuple[bytes, bytes]]) -> Caller:
    """The caller whose key stands in the headers.

    Raises Problem key_missing without the header, key_unknown for everything but `sbx_<world>_<agency>`.
    """
    keys = [value for name, value in headers if name == b"x-api-key"]
    if not keys:
        raise Problem(
            "key_missing",
            "Send your API key in the X-Api-Key header. Here every key of the form sbx_<world>_<agency> works.",
        )
    match = _KEY.match(keys[0].decode("latin-1")) if len(keys) == 1 else None
    if match is None:
        raise Problem(
            "key_unknown",
            "No agency has this key. Here every key of the form sbx_<world>_<agency> works, in lower case.",
        )
    return Caller(match[1], match[2])


class SandboxKey(ApiKeySecurityHandler):  # type: ignore[misc]  # Connexion carries no types.
    """Connexion's place for an API key scheme. Its own way reads signatures and asks the environment per request."""

    def get_fn(self, security_scheme: Any, required_scopes: Any) -> Any:  # noqa: ARG002 - Connexion's signature.
        """The function that verifies a request and leaves the caller in its scope."""

        async def verify(request: Any) -> dict[str, str]:
            caller = caller_of(request.scope["headers"])
            request.scope[CALLER] = caller
            return {"sub": caller.agency}

        return verify
