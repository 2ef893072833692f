"""Learns the form of tokens: it opens, refreshes and ends a session with the usual requests."""

from typing import Any

from conformance.discovery.tokens import TokenDesk, TokenSession, token_places
from conformance.first_contact.tools import Tools, shown_refusal


def learn_tokens(tools: Tools) -> None:
    """Learns tokens only when a whole session worked, because a refusal of a declared request counts as a violation."""
    desk = TokenDesk(tools.agency, None)
    asked = desk.ask()
    if not asked.is_success:
        tools.findings.say("tokens.request", f"POST /auth/token without a body {shown_refusal(asked)}.")
        return
    places = token_places(asked.body)
    session = desk.session_of(asked)
    refreshed = desk.refresh(session)
    if not refreshed.is_success:
        tools.findings.say("tokens.refresh_request", f"The usual POST /auth/refresh {shown_refusal(refreshed)}.")
        return
    ended = desk.logout(desk.session_of(refreshed))
    if not ended.is_success:
        tools.findings.say("tokens.presented", f"POST /auth/logout with a bearer token {shown_refusal(ended)}.")
        return
    _declare(tools, session, places)


def _declare(tools: Tools, session: TokenSession, places: tuple[str | None, str | None]) -> None:
    worked = "A session was opened, refreshed and ended with it."
    access, refresh = places
    learnt: dict[str, Any] = {
        "access_token": access,
        "refresh_token": refresh,
        "refresh_request": {session.refresh_name: "{refresh_token}"} if session.refresh_name else None,
        "presented": "Bearer {access_token}",
    }
    for name, value in learnt.items():
        if value is not None:
            tools.findings.learn(f"tokens.{name}", value, worked)
