"""Opens, refreshes and ends token sessions: with the declared requests, or with usual requests that judge nothing."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from conformance.asking.client import ABSENT, KEEP, Agency, Own
from conformance.asking.oracles import golden
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Judgement, NotApplicable, Untested, Violation
from conformance.target.channels import TokenFacts
from conformance.target.levers import filled

_TOKEN, _REFRESH, _LOGOUT = "/auth/token", "/auth/refresh", "/auth/logout"
_JWT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_NOT_THERE = (404, 405, 501)


@dataclass(frozen=True)
class TokenSession:
    """The tokens of one session. *refresh_name* is the member that had the refresh token, None when there was none."""

    access_token: str
    refresh_token: str
    refresh_name: str | None

    @property
    def values(self) -> Mapping[str, str]:
        """The values for the placeholders of the target file."""
        return {"access_token": self.access_token, "refresh_token": self.refresh_token}


@dataclass
class TokenDesk:
    """Asks for tokens; `close` ends all sessions that go on. *facts* is None when the target file has no [tokens]."""

    agency: Agency
    facts: TokenFacts | None
    opened: list[TokenSession] = field(default_factory=list)

    def ask(self, key: str | Own | None = KEEP) -> Answer:
        """POST /auth/token with the declared body, or without a body."""
        request = self.facts.request if self.facts else None
        return self.agency.post(_TOKEN, ABSENT if request is None else dict(request), key=key)

    def open_session(self) -> TokenSession:
        """A new session, for checks of later requests.

        Raises `NotApplicable` when the target has no tokens and the target file declares none. Raises `Untested` when
        the target refuses a request that nobody declared, and `Inconclusive` when it refuses the declared request.
        """
        answer = self.ask()
        self.require(answer)
        if not answer.is_success:
            raise Inconclusive(f"{answer.where} answered {answer.status}, which JWT-01 judges.")
        return self.prepared(answer)

    def renew_session(self, session: TokenSession) -> TokenSession:
        """The session after a refresh, for checks of later requests. Raises `Untested` or `Inconclusive`."""
        answer = self.refresh(session)
        self.require_declared(answer)
        if not answer.is_success:
            raise Inconclusive(f"{answer.where} answered {answer.status}, which JWT-02 judges.")
        return self.prepared(answer, session)

    def prepared(self, answer: Answer, before: TokenSession | None = None) -> TokenSession:
        """As `session_of`, for checks of later requests: raises `Inconclusive` when *answer* has no JWT."""
        try:
            return self.session_of(answer, before)
        except Violation as violation:
            raise Inconclusive(f"{answer.where} shows no JWT, which JWT-01 and JWT-02 judge.") from violation

    def require(self, answer: Answer) -> None:
        """Checks that *answer*, to a token request, says something about tokens.

        Raises `NotApplicable` when the target has no tokens. Raises `Untested` when the target refuses a request that
        nobody declared. Raises nothing when the target file has [tokens].
        """
        if self.facts is None and answer.status in _NOT_THERE:
            raise NotApplicable(
                f"{answer.where} answered {answer.status}: the target has no tokens. They are optional."
            )
        self.require_declared(answer)

    def require_declared(self, answer: Answer) -> None:
        """Raises `Untested` when *answer* refuses a request that nobody declared."""
        if self.facts is None and not answer.is_success:
            raise Untested(
                f"{answer.where} answered {answer.status}. What it expects is not documented:"
                " declare it under [tokens] in the target file."
            )

    def session_of(self, answer: Answer, before: TokenSession | None = None) -> TokenSession:
        """The tokens in *answer*. When it shows no refresh token, the refresh token of the session *before* is kept.

        Raises `Violation` when the expected place has no JWT.
        """
        body = golden(answer)
        access_token = _access_token(answer, self.facts.access_token if self.facts else None)
        name, refresh_token = _refresh_token(body, self.facts.refresh_token if self.facts else None)
        if refresh_token is None and before and before.refresh_name:
            name, refresh_token = before.refresh_name, before.refresh_token
        session = TokenSession(access_token, refresh_token or access_token, name)
        # A refreshed session is the same session under new tokens.
        self.opened = [*(other for other in self.opened if other != before), session]
        return session

    def refresh(self, session: TokenSession, key: str | Own | None = KEEP, *, is_presented: bool = True) -> Answer:
        """POST /auth/refresh with the declared body, or with the refresh token in the member that had it before. Unless
        the access token *is_presented*, no header has it.
        """
        self._require_present("refresh")
        guess = {session.refresh_name: session.refresh_token} if session.refresh_name else None
        headers = self.presenting(session) if is_presented else {}
        return self._send(_REFRESH, self.facts.refresh_request if self.facts else guess, session, headers, key)

    def logout(self, session: TokenSession, key: str | Own | None = KEEP) -> Answer:
        """POST /auth/logout with the declared body, or without a body."""
        self._require_present("logout")
        answer = self._send(
            _LOGOUT, self.facts.logout_request if self.facts else None, session, self.presenting(session), key
        )
        if answer.is_success:
            self.opened = [other for other in self.opened if other != session]
        return answer

    def _require_present(self, name: str) -> None:
        if self.facts and name in self.facts.absent:
            raise NotApplicable(f"The target file says that tokens have no {name}.")

    def close(self) -> None:
        """Ends every session that this desk opened and that goes on."""
        for session in reversed(self.opened):
            # A check may have ended the session in another way. Then the target refuses the logout.
            with suppress(Judgement):
                self.logout(session).mark(Role.attempt)
        self.opened = []

    def _send(
        self,
        path: str,
        request: Mapping[str, Any] | None,
        session: TokenSession,
        headers: Mapping[str, str],
        key: str | Own | None,
    ) -> Answer:
        body = ABSENT if request is None else filled(dict(request), session.values)
        return self.agency.post(path, body, headers=headers, key=key)

    def presenting(self, session: TokenSession) -> Mapping[str, str]:
        """The headers that present the token of *session*. Empty where the target file says that no header does."""
        presented = (self.facts or TokenFacts()).presented
        return {"Authorization": filled(presented, session.values)} if presented else {}


def token_places(body: Any) -> tuple[str | None, str | None]:
    """Where *body* has a JWT and a refresh token, as dotted paths. None for each that is absent."""
    texts = list(_texts(body))
    access = next((path for path, value in texts if _JWT.fullmatch(value)), None)
    return access, next((path for path, _ in texts if "refresh" in path.rpartition(".")[2].lower()), None)


def _access_token(answer: Answer, place: str | None) -> str:
    body = answer.body
    found = [value for path, value in _texts(body) if place in (None, path) and _JWT.fullmatch(value)]
    if not found:
        where = f"at {place}" if place else "anywhere"
        raise Violation(
            f"the answer has a JWT {where}: three base64url parts",
            f"the texts of the answer are at {', '.join(p for p, _ in _texts(body))}, and none of them is one",
            answer,
        )
    return found[0]


def _refresh_token(body: Any, place: str | None) -> tuple[str | None, str | None]:
    """The member and the value of the refresh token; None and None when *body* has no refresh token."""
    for path, value in _texts(body):
        name = path.rpartition(".")[2]
        if path == place or (place is None and "refresh" in name.lower()):
            return name, value
    return None, None


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, f"{path}.{name}" if path else str(name))
