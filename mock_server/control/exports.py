"""Exports and imports a world as one document."""

from mock_server.api.calls import Answer, Call
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.worlds import in_world, keep_beginning, named_world, replaced, world_answer
from mock_server.services.world_exports import export_world
from mock_server.services.world_exports import import_world as import_into
from mock_server.services.worlds import opened


def get_export(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}/export: the whole world."""
    # A writing session has the world for itself, so that the document shows one moment of it.
    with in_world(call, reach, writes=True) as session:
        return Answer(200, export_world(session, reach.shelf.now.main.version))


def import_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/import: replaces the whole world by the content of the document."""
    name = _imported_into(call, reach)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        import_into(session, call.body, wall_clock())
        keep_beginning(session, call, "importWorld")
        answer = world_answer(session, 200)
    return replaced(reach, answer)


def _imported_into(call: Call, reach: Reach) -> str:
    """The world in the path. It may be a new world that a key of the file may create. Raises Problem."""
    name, own, store = call.path["world"], call.caller.world, reach.store
    # The name decides first: an answer must not reveal whether others have a world of this name.
    if own and not store.owners.are_open and store.owners.of(name) == own and store.find_world(name) is None:
        return name
    return named_world(call, reach)
