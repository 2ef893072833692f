"""A change soon after the delivery of another change needs a delivery of its own, sooner or later."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from conformance.evidence.verdicts import Violation
from conformance.suite.arranged.deliveries import Mailroom, NamedBooking, Subscribed
from conformance.suite.webhooks import quick_changes
from conformance.suite.webhooks.quick_changes import change_and_wait, require_quick_changes_delivered

BUDGET = 5.0
LINE, BOOKING = cast(Subscribed, None), NamedBooking("bkg_1", ())


@dataclass
class Post:
    """A mailroom whose target sends an event this many seconds after each change; None means never.

    A change follows at once when the delivery about the change before it arrived, and else after the whole budget.
    """

    after_a_pause: float | None
    at_once: float | None
    now: float = 0.0
    arrivals: list[float] = field(default_factory=list)
    last: float | None = None

    def change_players(self, booking: NamedBooking, players: int) -> None:  # noqa: ARG002 - as in a mailroom
        delay = self.after_a_pause if self.last is None or self.now - self.last >= BUDGET else self.at_once
        self.last = self.now
        if delay is not None:
            self.arrivals.append(self.now + delay)

    def so_far(self, line: Subscribed, booking: NamedBooking) -> list[Any]:  # noqa: ARG002 - as in a mailroom
        return [arrival for arrival in self.arrivals if arrival <= self.now]

    def awaited(self, look: Any) -> list[Any]:
        deadline = self.now + BUDGET
        while not (found := look()) and self.now < deadline:
            self.now += 0.5
        return list(found)


def judge(post: Post) -> None:
    """Five changes as a check sends them, and what is judged about them."""
    mailroom = cast(Mailroom, post)
    delivered = [change_and_wait(mailroom, LINE, BOOKING, players) for players in (2, 3, 1, 2, 3)]
    require_quick_changes_delivered(mailroom, LINE, BOOKING, delivered)


@pytest.fixture(autouse=True)
def changes_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change has its effect on the booking."""
    monkeypatch.setattr(quick_changes, "require_effect", lambda *_: None)


def test_a_target_that_loses_every_quick_change_is_found() -> None:
    with pytest.raises(Violation, match=r"whether a delivery followed each of 6 changes"):
        judge(Post(after_a_pause=0.0, at_once=None))


@pytest.mark.parametrize(
    ("after_a_pause", "at_once"), [(0.0, 0.0), (None, None), (None, 0.0), (0.0, 7.0), (4.0, 8.0), (20.0, 20.0)]
)
def test_deliveries_that_come_late_or_not_at_all_are_no_pattern(
    after_a_pause: float | None, at_once: float | None
) -> None:
    judge(Post(after_a_pause, at_once))
