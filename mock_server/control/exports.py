"""A world as one document, out and in."""

from mock_server.api.calls import Answer, Call
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.worlds import existing_world, named_world, replaced
from mock_server.services.world_exports import export_world
from mock_server.services.world_exports import import_world as import_into
from mock_server.services.worlds import opened


def get_export(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}/export: everything that the world is."""
    name = existing_world(call, reach)
    # A session that writes has the world for itself, so that the document shows one moment of it.
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        return Answer(200, export_world(session, reach.contract.document["info"]["version"]))


def import_world(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/import: what the document holds, in place of everything that the world is."""
    name = named_world(call)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        import_into(session, call.body, wall_clock())
    return replaced(name, reach, 200)
