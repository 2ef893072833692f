"""What in the sandbox concerns a part of the contract: the settings of a world, and the code that names the part."""

import json
from collections.abc import Iterator
from pathlib import Path

import fixtures
from mock_server.domain import world_settings
from mock_server.domain.world_settings import ALTERNATIVES, Alternative
from openapi.concerns.sources import symbols
from openapi.concerns.subjects import Concern, Subject, SubjectKind
from openapi.places import Place, shown_path

_ROOM = Path(__file__).parent
_COURSES = Path(fixtures.__file__).parent


def concerns(subject: Subject) -> Iterator[Concern]:
    """The setting of an assumption, and the symbols of the sandbox and of its courses that name the subject."""
    if subject.kind is SubjectKind.ASSUMPTION:
        yield from (_setting(item) for item in ALTERNATIVES.values() if item.assumption == subject.name)
    for folder in (_ROOM, _COURSES):
        yield from symbols(folder, subject)


def _setting(item: Alternative) -> Concern:
    trials = {choice: _command(item.name, choice) for choice in item.choices}
    return Concern("setting", item.name, _place(item.name), item.summary, trials)


def _place(name: str) -> Place:
    file = Path(world_settings.__file__)
    lines = file.read_text("utf-8").splitlines()
    return Place(shown_path(file), next(number for number, line in enumerate(lines, 1) if f'"{name}"' in line))


def _command(name: str, choice: str) -> str:
    body = json.dumps({"alternatives": {name: choice}})
    return (
        "curl -X PATCH http://127.0.0.1:8080/_sandbox/v1/settings -H 'X-Api-Key: sbx_demo_alpha' "
        f"-H 'Content-Type: application/json' -d '{body}'"
    )
