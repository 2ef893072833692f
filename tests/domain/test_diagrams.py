"""The page of states is what the tables draw, and a drawing shows what a table says."""

from enum import StrEnum

from mock_server.domain.refusals import BookingCancelled
from mock_server.domain.states import Condition, Refuse, Row
from tests.diagrams import PAGE, page
from tests.state_diagrams import diagram, table_of


class Lamp(StrEnum):
    """Two states."""

    DARK = "dark"
    LIT = "lit"


class Switch(StrEnum):
    """One trigger."""

    PRESS = "a press"


BROKEN = Condition[bool]("the bulb is broken", lambda is_broken: is_broken)
NO_LIGHT = Refuse[bool](BookingCancelled, lambda _is_broken: BookingCancelled("lamp"))
LAMP: tuple[Row[Lamp, Switch, bool], ...] = (
    Row(None, Switch.PRESS, None, Lamp.DARK, None, "stated"),
    Row(Lamp.DARK, Switch.PRESS, BROKEN, NO_LIGHT, None, "A-32"),
    Row(Lamp.DARK, Switch.PRESS, None, Lamp.LIT, "lamp.lit", "stated"),
    Row(Lamp.LIT, Switch.PRESS, BROKEN, Lamp.LIT, "lamp.flickered", "stated"),
    Row(Lamp.LIT, Switch.PRESS, None, Lamp.LIT, None, "stated"),
)


def test_the_page_of_states_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "Run: python -m tests.diagrams"


def test_a_diagram_shows_what_moves_or_tells() -> None:
    assert diagram(LAMP).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> dark: a press",
        "    dark --> lit: a press / lamp.lit",
        "    lit --> lit: a press [the bulb is broken] / lamp.flickered",
        "    lit --> [*]",
    ]


def test_a_table_shows_every_row_in_words() -> None:
    assert table_of(LAMP, lambda kind: kind.__name__).splitlines() == [
        "| state | trigger | when | then | event | source |",
        "| --- | --- | --- | --- | --- | --- |",
        "| (none) | `a press` | always | dark |  | stated |",
        "| dark | `a press` | the bulb is broken | refused: BookingCancelled |  | A-32 |",
        "| dark | `a press` | otherwise | lit | lamp.lit | stated |",
        "| lit | `a press` | the bulb is broken | lit | lamp.flickered | stated |",
        "| lit | `a press` | otherwise | lit |  | stated |",
    ]
