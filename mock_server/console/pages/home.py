"""The first page: addresses, keys, first steps, and a story for an empty world."""

from fixtures.catalogue import TRAITS
from mock_server.console.stories import WORDS
from mock_server.console.views import Page, View


async def show(view: View) -> Page:
    """What this server is, and what people do first."""
    info = (await view.read("/info"))["data"]
    courses = (await view.read("/courses", limit=10))["data"]
    newest = (await view.read("/journal", limit=1))["data"]
    first = view.interface("GET", "/travel/courses", country="GB", pageSize="3")
    facts = {
        "info": info,
        "courses": courses,
        "is_empty": not newest and not any(view.world["made"].values()),
        "first_request": view.curl(first),
        "story": WORDS,
        "traits": TRAITS,
        "base": f"{view.server.public_url}{view.server.interface_base()}",
        "control": f"{view.server.public_url}{view.server.control_base}",
    }
    return Page("home.html", facts)
