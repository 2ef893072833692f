"""The door: begins a visit with a key, and ends it. The key never is in an address."""

from collections.abc import Mapping

from mock_server.api.calls import Written
from mock_server.console.addresses import safe_return
from mock_server.console.asking import send
from mock_server.console.rendering import redirect
from mock_server.console.views import Server, View
from mock_server.console.visits import Visit, ending_cookie, new_visit, visit_cookie

_NO_VISIT = Visit("", "", "", "")


async def enter(server: Server, form: Mapping[str, str], *, is_secure: bool) -> Written | str:
    """Leads to the page that the visitor wanted, with the cookie of a new visit; or why the key opens no door."""
    key, token = form.get("key", "").strip(), form.get("token", "").strip()
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


def leave() -> Written:
    """Leads to the door, without the cookie."""
    return redirect("./", cookie=ending_cookie())
