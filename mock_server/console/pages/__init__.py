"""The pages of the console, a module for each subject. Every address is in one of these two tables."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mock_server.console.objects import BY_FOLDER
from mock_server.console.pages import home, journal, records, tee_sheet, timeline
from mock_server.console.stories import play
from mock_server.console.views import Page, View

PAGES: Mapping[str, Callable[[View], Awaitable[Page]]] = {
    "": home.show,
    "journal": journal.show,
    "journal/rows": journal.rows,
    "journal/{number}": journal.show_one,
    "sheet": tee_sheet.show,
    "timeline": timeline.show,
    **{folder: records.lists(folder) for folder in BY_FOLDER},
    **{f"{folder}/{{id}}": records.pages(folder) for folder in BY_FOLDER},
}

# Forms that do more than one request.
ACTIONS: Mapping[str, Callable[[View, Mapping[str, str]], Awaitable[tuple[Mapping[str, Any], str]]]] = {
    "story": play,
}
