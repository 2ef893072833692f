"""The recording: every exchange of a run, in order, with the check that caused it and with all secrets
masked.
"""

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from conformance.exchanges import Exchange, Request, Response, Role
from conformance.operations import match

_SECRET_HEADERS = frozenset({"authorization", "cookie", "set-cookie", "proxy-authorization"})

# A shorter key could be an ordinary word; masking it inside bodies would damage the evidence.
_SHORTEST_KEY_SOUGHT_IN_TEXT = 6


class Recording:
    """Keeps the exchanges of one run.

    *secrets* maps each real key to the name it is shown by, like `$API_KEY`.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = dict(secrets)
        self._exchanges: list[Exchange] = []
        # Checks of races record from several threads, and an index is a place in the list.
        self._adding = threading.Lock()
        self.current_check = "preparation"

    @property
    def exchanges(self) -> Sequence[Exchange]:
        """All exchanges so far; the place of one is its `index`."""
        return self._exchanges

    def add(
        self,
        agency: str,
        role: Role,
        request: Request,
        response: Response | None,
        *,
        failure: str | None,
        started_at: datetime,
        elapsed_ms: float,
    ) -> int:
        """Record one exchange, masked, and return its index."""
        found = match(request.method, request.path)
        exchange = Exchange(
            index=0,
            agency=agency,
            operation_id=found.operation_id if found else None,
            role=role,
            check=self.current_check,
            request=self._masked_request(request),
            response=self._masked_response(response) if response else None,
            failure=failure,
            started_at=started_at,
            elapsed_ms=elapsed_ms,
        )
        with self._adding:
            index = len(self._exchanges)
            self._exchanges.append(replace(exchange, index=index))
        return index

    def relabel(self, index: int, role: Role) -> None:
        """Give the exchange at *index* another role."""
        self._exchanges[index] = replace(self._exchanges[index], role=role)

    def of_check(self, check: str, since: int = 0) -> tuple[int, ...]:
        """The places of the exchanges that *check* caused, from *since* on."""
        return tuple(one.index for one in self._exchanges[since:] if one.check == check)

    def _masked_request(self, request: Request) -> Request:
        return replace(
            request,
            url=self._masked(request.url),
            query=tuple((name, self._masked(value)) for name, value in request.query),
            headers=self._masked_headers(request.headers),
            content=self._masked_bytes(request.content) if request.content is not None else None,
        )

    def _masked_response(self, response: Response) -> Response:
        return replace(
            response,
            headers=self._masked_headers(response.headers),
            content=self._masked_bytes(response.content),
        )

    def _masked_headers(self, headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple((name, self._masked_header(name, value)) for name, value in headers)

    def _masked_header(self, name: str, value: str) -> str:
        if name.lower() in _SECRET_HEADERS:
            return "(masked)"
        return self._secrets.get(value) or self._masked(value)

    def _masked(self, text: str) -> str:
        for secret, shown in self._sought():
            text = text.replace(secret, shown)
        return text

    def _masked_bytes(self, content: bytes) -> bytes:
        for secret, shown in self._sought():
            content = re.sub(re.escape(secret.encode()), shown.encode(), content)
        return content

    def _sought(self) -> list[tuple[str, str]]:
        # The longer key first: one key may be the beginning of the other.
        long_enough = [pair for pair in self._secrets.items() if len(pair[0]) >= _SHORTEST_KEY_SOUGHT_IN_TEXT]
        return sorted(long_enough, key=lambda pair: -len(pair[0]))
