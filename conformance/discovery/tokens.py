"""Token sessions: opened, refreshed and ended with the declared requests, or with guesses that judge nothing."""

import re
from collections.abc import Iterator, Mapping
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
    """The tokens of one session. *refresh_name* is the member in which the refresh token came, None when it came in
    none.
    """

    access_token: str
    refresh_token: str
    refresh_name: str | None

    @property
    def values(self) -> Mapping[str, str]:
        """What the placeholders of the target file stand for."""
        return {"access_token": self.access_token, "refresh_token": self.refresh_token}


@dataclass
class TokenDesk:
    """Asks for tokens, and ends at the end what it opened. *facts* is None when nothing is declared."""

    agency: Agency
    facts: TokenFacts | None
    opened: list[TokenSession] = field(default_factory=list)

    def ask(self, key: str | Own | None = KEEP) -> Answer:
        """POST /auth/token with the declared body, or with none."""
        request = self.facts.request if self.facts else None
        return self.agency.post(_TOKEN, ABSENT if request is None else dict(request), key=key)

    def opens(self) -> TokenSession:
        """A new session, for checks about what comes after.

        Raises `NotApplicable` when the target has no tokens and declares none, `Inconclusive` when it gives none.
        """
        answer = self.ask()
        self.require(answer)
        if not answer.is_success:
            raise Inconclusive(f"{answer.where} answered {answer.status}, which JWT-01 judges.")
        return self.prepared(answer)

    def refreshes(self, session: TokenSession) -> TokenSession:
        """The session after a refresh, for checks about what comes after. Raises `Untested` or `Inconclusive`."""
        answer = self.refresh(session)
        self.require_declared(answer)
        if not answer.is_success:
            raise Inconclusive(f"{answer.where} answered {answer.status}, which JWT-02 judges.")
        return self.prepared(answer, session)

    def prepared(self, answer: Answer, before: TokenSession | None = None) -> TokenSession:
        """As `session_of`, for checks about what comes after: raises `Inconclusive` when there is no JWT."""
        try:
            return self.session_of(answer, before)
        except Violation as violation:
            raise Inconclusive(f"{answer.where} shows no JWT, which JWT-01 and JWT-02 judge.") from violation

    def require(self, answer: Answer) -> None:
        """Raise `NotApplicable` or `Untested` when *answer* to a token request says nothing about tokens: there are
        none, or the request is not the one the target wants. Nothing is raised where the operator declared [tokens].
        """
        if self.facts is None and answer.status in _NOT_THERE:
            raise NotApplicable(
                f"{answer.where} answered {answer.status}: the target has no tokens. They are optional."
            )
        self.require_declared(answer)

    def require_declared(self, answer: Answer) -> None:
        """Raise `Untested` when *answer* refuses a request that is a guess, because nothing is declared."""
        if self.facts is None and not answer.is_success:
            raise Untested(
                f"{answer.where} answered {answer.status}. What it expects is not documented:"
                " declare it under [tokens] in the target file."
            )

    def session_of(self, answer: Answer, before: TokenSession | None = None) -> TokenSession:
        """The tokens in *answer*; where it shows no refresh token, that of the session *before* goes on.

        Raises `Violation` when no JWT is where it should be.
        """
        body = golden(answer)
        access_token = _access_token(answer, self.facts.access_token if self.facts else None)
        name, refresh_token = _refresh_token(body, self.facts.refresh_token if self.facts else None)
        if refresh_token is None and before and before.refresh_name:
            name, refresh_token = before.refresh_name, before.refresh_token
        session = TokenSession(access_token, refresh_token or access_token, name)
        self.opened.append(session)
        return session

    def refresh(self, session: TokenSession, key: str | Own | None = KEEP) -> Answer:
        """POST /auth/refresh with the declared body, or with the refresh token under the name it came by."""
        self._require_present("refresh")
        guess = {session.refresh_name: session.refresh_token} if session.refresh_name else None
        return self._send(_REFRESH, self.facts.refresh_request if self.facts else guess, session, key)

    def logout(self, session: TokenSession, key: str | Own | None = KEEP) -> Answer:
        """POST /auth/logout with the declared body, or with none."""
        self._require_present("logout")
        return self._send(_LOGOUT, self.facts.logout_request if self.facts else None, session, key)

    def _require_present(self, name: str) -> None:
        if self.facts and name in self.facts.absent:
            raise NotApplicable(f"The target file says that tokens have no {name}.")

    def close(self) -> None:
        """End every session that was opened here."""
        while self.opened:
            # A check may have ended or refreshed it already; then this is refused.
            try:
                self.logout(self.opened.pop()).mark(Role.attempt)
            except Judgement:
                continue

    def _send(
        self, path: str, request: Mapping[str, Any] | None, session: TokenSession, key: str | Own | None
    ) -> Answer:
        presented = (self.facts or TokenFacts()).presented
        headers = {"Authorization": filled(presented, session.values)} if presented else {}
        body = ABSENT if request is None else filled(dict(request), session.values)
        return self.agency.post(path, body, headers=headers, key=key)


def token_places(body: Any) -> tuple[str | None, str | None]:
    """Where *body* shows a JWT and a refresh token, as dotted paths; None for what it does not show."""
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
    """The member and the value of the refresh token; None and None when there is none of its own."""
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
