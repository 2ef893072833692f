"""The name of a behaviour stands for its course in every lever that takes a course."""

import pytest

import teesheet.levers
from teesheet.testing import World
from tests.embedding.conftest import DAY, TIME
from tests.embedding.test_worlds import booked


def test_a_behaviour_names_its_course_in_every_lever_on_courses(world: World) -> None:
    world.desk.answers("offline-silent", "decline", after_minutes=5)
    booked(world, "offline-silent")
    world.rival.takes("daylight-saving", DAY, TIME, leave=1)
    world.inventory.block("daylight-saving", DAY, TIME, 1)

    (account,) = [row for row in world.ledger("daylight-saving", DAY) if row["teeTime"] == TIME]
    (happened,) = world.clock.advance(minutes=5)

    assert (happened["kind"], sum(owner["places"] for owner in account["owners"])) == ("booking.cancelled", 4)


def test_every_behaviour_names_its_course(world: World) -> None:
    named = world.ask(teesheet.levers.server.list_named_courses())

    policies = [world.desk.answers(course["behaviour"], "silent")["courseId"] for course in named]

    assert policies == [course["id"] for course in named]


def test_an_unknown_behaviour_is_refused_with_the_behaviours(world: World) -> None:
    with pytest.raises(KeyError, match=r"No course is named 'offline-silnt'.*offline-silent"):
        world.desk.answers("offline-silnt", "silent")


def test_an_answer_can_be_that_of_every_course(world: World) -> None:
    assert world.desk.answers("*", "decline")["courseId"] == "*"
