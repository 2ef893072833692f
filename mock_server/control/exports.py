"""A world as one document, out and in."""

from mock_server.api.calls import Answer, Call
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.worlds import in_world, named_world, replaced, world_answer
from mock_server.services.world_exports import export_world
from mock_server.services.world_exports import import_world as import_into
from mock_server.services.worlds import opened


def get_export(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}/export: everything that the world is."""
    # A session that writes has the world for itself, so that the document shows one moment of it.
    with in_world(call, reach, writes=True) as session:
        return Answer(200, export_world(session, reach.contract.document["info"]["version"]))


def import_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/import: what the document holds, in place of everything that the world is."""
    name = _imported_into(call, reach)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        import_into(session, call.body, wall_clock())
        answer = world_answer(session, 200)
    return replaced(reach, answer)


def _imported_into(call: Call, reach: Reach) -> str:
    """The world that the path names, or one that a key of a file may make and nobody has made yet. Raises Problem."""
    name, own, store = call.path["world"], call.caller.world, reach.store
    # The name decides first: whether there is a world of others is nothing that an answer tells.
    if own and not store.owners.are_open and store.owners.of(name) == own and store.find_world(name) is None:
        return name
    return named_world(call, reach)
