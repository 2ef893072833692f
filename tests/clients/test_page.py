"""docs/clients.md says what the tests run. Needs no generator, so it belongs to the default run."""

import pytest

from tests.clients.workshop import HERE, Generator, generators

PAGE = (HERE.parents[1] / "docs" / "clients.md").read_text("utf-8")
AS_PUBLISHED = [generator for generator in generators() if generator.rendering == "3.1"]


@pytest.mark.parametrize("generator", AS_PUBLISHED, ids=str)
def test_the_page_shows_the_commands_that_the_tests_run(generator: Generator) -> None:
    assert f"| {generator.name} |" in PAGE
    assert [line for line in generator.lines if f"`{line}`" not in PAGE] == []


@pytest.mark.parametrize("generator", AS_PUBLISHED, ids=str)
def test_every_trip_is_there(generator: Generator) -> None:
    assert generator.language == "java" or (HERE / "trips" / (generator.trip or "")).is_file()


def test_every_trip_belongs_to_a_generator() -> None:
    assert {generator.trip for generator in generators() if generator.trip} == {
        file.name for file in (HERE / "trips").glob("*.*")
    }


def test_the_page_names_every_option_and_number_that_a_generator_needs() -> None:
    needed = [generator.older for generator in generators() if generator.older] + [
        name for generator in generators() for name in generator.numbered
    ]

    assert [item for item in needed if f"`{item}`" not in PAGE] == []
