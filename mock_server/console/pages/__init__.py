"""The pages of the console, a module for each subject. Every address is in one of these two tables."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mock_server.console.objects import BY_FOLDER
from mock_server.console.pages import (
    administration,
    home,
    interference,
    journal,
    receivers,
    records,
    tee_sheet,
    timeline,
    webhooks,
    what_if,
)
from mock_server.console.stories import play
from mock_server.console.views import Page, View

PAGES: Mapping[str, Callable[[View], Awaitable[Page]]] = {
    "": home.show,
    "journal": journal.show,
    "journal/rows": journal.rows,
    "journal/{number}": journal.show_one,
    "sheet": tee_sheet.show,
    "timeline": timeline.show,
    "webhooks": webhooks.show,
    "deliveries/{id}": webhooks.show_delivery,
    "inbox/{name}": webhooks.show_inbox,
    "signatures": receivers.show_doctor,
    "signatures/verify": receivers.show_doctor,
    "rules": interference.show_rules,
    "choices": interference.show_choices,
    "what-if": what_if.show,
    "what-if/replay": what_if.show,
    "worlds": administration.show_worlds,
    "reports": administration.show_reports,
    "reports/{report}": administration.show_report,
    "reports/{report}/{requirement}": administration.show_requirement,
    "gauntlet": receivers.show_gauntlet,
    "gauntlet/run": receivers.show_gauntlet,
    **{folder: records.lists(folder) for folder in BY_FOLDER},
    **{f"{folder}/{{id}}": records.pages(folder) for folder in BY_FOLDER},
}

# What a form brings: what to say, and the page to show next, if it is fixed. A form that only asks brings its page.
FormOutcome = tuple[Mapping[str, Any], str] | Page

# Forms that do not simply send one request.
ACTIONS: Mapping[str, Callable[[View, Mapping[str, str]], Awaitable[FormOutcome]]] = {
    "story": play,
    "signatures/verify": receivers.verify,
    "gauntlet/run": receivers.run_gauntlet,
    "what-if/replay": what_if.replay,
}
