"""Draws transition tables for people: a Mermaid diagram of the moves, and a Markdown table of every row.

The table has the columns of the specification. Spec: States and transitions.
"""

from collections.abc import Callable, Sequence

from mock_server.domain.refusals import Refusal
from mock_server.domain.states import Facts, Refuse, Row, State, Trigger

HEADINGS = ("state", "trigger", "when", "then", "event", "source")


def diagram(table: Sequence[Row[State, Trigger, Facts]]) -> str:
    """A Mermaid `stateDiagram-v2` of the rows that lead somewhere.

    Rows that refuse change nothing, and so do rows that keep the state and emit no event. Only the table shows them.
    """
    moves = [row for row in table if not isinstance(row.outcome, Refuse) and (row.state != row.outcome or row.emits)]
    left = {row.state for row in moves if row.state != row.outcome}
    reached = dict.fromkeys(row.outcome for row in moves)
    lines = ["stateDiagram-v2", *(f"    {_arrow(row)}" for row in moves)]
    lines += [f"    {state} --> [*]" for state in reached if state not in left]
    return "\n".join(lines)


def _arrow(row: Row[State, Trigger, Facts]) -> str:
    """Trigger, condition in brackets and event after a stroke, in the order in which UML writes them."""
    condition = f" [{row.condition.words}]" if row.condition else ""
    event = f" / {row.emits}" if row.emits else ""
    return f"{row.state or '[*]'} --> {row.outcome}: {row.trigger}{condition}{event}"


def table_of(table: Sequence[Row[State, Trigger, Facts]], named: Callable[[type[Refusal]], str]) -> str:
    """Every row as a line of a Markdown table. *named* returns the name of a refusal."""
    lines = [HEADINGS, ("---",) * len(HEADINGS)]
    for row in table:
        state = row.state or "(none)"
        then = f"refused: {named(row.outcome.kind)}" if isinstance(row.outcome, Refuse) else str(row.outcome)
        lines.append((state, f"`{row.trigger}`", _when(table, row), then, row.emits or "", row.source))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _when(table: Sequence[Row[State, Trigger, Facts]], row: Row[State, Trigger, Facts]) -> str:
    """The condition in words. The last of several rows for one state and trigger covers all other cases."""
    if row.condition is not None:
        return row.condition.words
    alternatives = [item for item in table if (item.state, item.trigger) == (row.state, row.trigger)]
    return "always" if len(alternatives) == 1 else "otherwise"
