"""The requests that are measured, and what the sandbox aims at for each of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks import sandbox


@dataclass(frozen=True, slots=True)
class Scenario:
    """One kind of request, sent alike to both servers.

    *path* is below the base path. *target* is the least share of Prism's requests per second. *posts* says
    whether it sends bodies that were prepared before.
    """

    name: str
    path: str
    target: float
    posts: bool

    @property
    def headers(self) -> Mapping[str, str]:
        """What goes with every request."""
        return {**sandbox.KEY, "Content-Type": "application/json"} if self.posts else sandbox.KEY


def scenarios(busy_course: str) -> tuple[Scenario, ...]:
    """The three requests; *busy_course* is the one whose tee times are read."""
    tee_times = sandbox.tee_times_path(busy_course, sandbox.day_ahead())
    return (
        Scenario("course list", sandbox.COURSE_LIST_PATH, 2.5, posts=False),
        Scenario("tee times", tee_times, 1.5, posts=False),
        Scenario("create booking", "/travel/bookings", 0.5, posts=True),
    )
