"""The timeline: everything on one line of time, and the levers of the clock."""

from datetime import datetime, timedelta

from mock_server.api.calls import timestamp
from mock_server.console.asking import Ask
from mock_server.console.happenings import MOST_EVENTS, MOST_LEVERS, MOST_REQUESTS, folded, gathered, of_kind
from mock_server.console.views import Page, View

_STEPS = (
    ("15 minutes", timedelta(minutes=15)),
    ("1 hour", timedelta(hours=1)),
    ("1 day", timedelta(days=1)),
    ("14 days", timedelta(days=14)),
)
KINDS = ("request", "lever", "event", "deadline")
# A browser needs a tenth of a second to lay out three hundred lines. The page begins with fewer.
FIRST_LINES = 80


async def show(view: View) -> Page:
    """What happened, now, and what comes next."""
    wanted, shows_all = view.query.get("kind", ""), view.query.get("rows") == "all"
    # The newest lines of one kind can be among the oldest of all lines.
    found = await gathered(view, MOST_REQUESTS if wanted or shows_all else FIRST_LINES)
    coming, past = found.coming, of_kind(found.past, wanted) if wanted else found.past
    begins = not shows_all and (len(past) > FIRST_LINES or (found.is_cut and not wanted))
    facts = {
        "lines": folded(past[:FIRST_LINES] if begins else past),
        "begins": begins,
        "first": FIRST_LINES,
        "is_cut": found.is_cut,
        "most": f"{MOST_REQUESTS} requests, {MOST_EVENTS} events and {MOST_LEVERS} levers",
        "coming": coming[::-1],
        "kinds": KINDS,
        "wanted": wanted,
        "steps": [(label, _to(view, step)) for label, step in _STEPS],
        "next": None if not coming else (coming[0], view.control("POST", "/clock/advance", {"to": coming[0].at})),
        "to": view.control("POST", "/clock/advance", {"to": view.world["clock"]["now"]}),
        "freeze": view.control("PUT", "/clock", {"mode": "frozen"}),
        "tick": view.control("PUT", "/clock", {"mode": "ticking"}),
    }
    return Page("timeline.html", facts)


def _to(view: View, step: timedelta) -> Ask:
    """The clock moves to a moment, not by a span. So a form that is sent twice moves it once."""
    now = datetime.fromisoformat(view.world["clock"]["now"])
    return view.control("POST", "/clock/advance", {"to": timestamp(now + step)})
