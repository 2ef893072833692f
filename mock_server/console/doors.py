"""The door: begins a visit with a key, and ends it. No address contains the key."""

from collections.abc import Mapping

from mock_server.api.calls import Written
from mock_server.console.addresses import safe_return
from mock_server.console.asking import Reply, send
from mock_server.console.rendering import redirect
from mock_server.console.views import Server, View
from mock_server.console.visits import Visit, ending_cookie, new_visit, visit_cookie

_NO_VISIT = Visit("", "", "", "")


async def enter(server: Server, form: Mapping[str, str], current: Visit | None, *, is_secure: bool) -> Written | str:
    """Leads to the page that the visitor wanted, with the cookie of a new visit; or why the key opens no door.

    *current* is the visit of the request, or None. A form of its pages opens another world for the same administrator.
    """
    key, token = form.get("key", "").strip(), form.get("token", "").strip() or _kept_token(form, current)
    view = View(server, _NO_VISIT, "door", "./", {}, {})
    if token:
        credentials = {"Authorization": f"Bearer {token}"}
        reply = await send(server.app, view.control("GET", "/worlds"), credentials)
        if reply.is_refusal:
            return f"The token is not the administrator's. {reply.sentence}"
    reply = await send(server.app, view.control("GET", "/worlds/self"), {"X-Api-Key": key})
    if reply.is_refusal:
        return f"This key opens no world. {reply.sentence}" if key else "Give the key of a world."
    visit = new_visit(key, token, reply.data["createdAt"])
    return redirect(f"./{safe_return(form.get('back', ''))}", cookie=visit_cookie(visit, is_secure=is_secure))


def _kept_token(form: Mapping[str, str], current: Visit | None) -> str:
    """The administrator's token of the current visit, for a form that comes from a page of this visit."""
    if current is None or not current.proves(form.get("form_token", "")):
        return ""
    return current.token


def why_refused(reply: Reply, visit: Visit | None) -> str:
    """What the visitor must give at the door again, after the server did not accept what the visit carries."""
    if reply.code != "token_invalid":
        return f"The server does not accept this key any more. {reply.sentence}"
    if visit is None or not visit.token:
        return "Only the administrator sees this page. Give the administrator's token too."
    return "The server no longer accepts the administrator's token of this visit. Give the key and the new token."


def leave() -> Written:
    """Leads to the door, without the cookie."""
    return redirect("./", cookie=ending_cookie())
