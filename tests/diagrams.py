"""Draws docs/states.md from the transition tables: `python -m tests.diagrams`."""

from collections.abc import Sequence
from pathlib import Path

from mock_server.api.problems import CODES, REFUSALS
from mock_server.domain import booking_hooks, bookings, group_bookings, tee_time_holds, tokens
from mock_server.domain.refusals import Refusal
from mock_server.domain.states import Facts, Row, State, Trigger
from tests.state_diagrams import diagram, table_of

PAGE = Path(__file__).parents[1] / "docs" / "states.md"

INTRODUCTION = """\
# States

This page shows what can happen to a tee-time hold, a booking, a booking hook, a group booking and a token session,
and what follows. The sandbox decides by these tables, in `mock_server/domain/`. `python -m tests.diagrams` draws the
page from them, and a test checks that the page is up to date.

If several rows have the same state and trigger, the first row whose condition is true decides.
A refusal changes nothing. The table shows the status and the code that a caller reads.
An arrow shows a transition that changes the state or sends an event. Every other row is only in the table.
The last column names the source: `stated` in the specification, or a row of `openapi/assumptions.yaml`.
"""


def _as_callers_read_it(kind: type[Refusal]) -> str:
    code = REFUSALS[kind]
    return f"{CODES[code][0]} `{code}`"


def _section(heading: str, rows: Sequence[Row[State, Trigger, Facts]]) -> str:
    drawn = f"```mermaid\n{diagram(rows)}\n```\n\n{table_of(rows, _as_callers_read_it)}\n"
    return f"## {heading}\n\n{drawn}"


def page() -> str:
    """The text of docs/states.md."""
    sections = (
        INTRODUCTION,
        _section("Tee-time holds", tee_time_holds.TRANSITIONS),
        _section("Bookings", bookings.TRANSITIONS),
        _section("Booking hooks", booking_hooks.TRANSITIONS),
        _section("Group bookings", group_bookings.TRANSITIONS),
        _section("Token sessions", tokens.TRANSITIONS),
    )
    return "\n".join(sections)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
