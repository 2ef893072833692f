"""The verbs as tools of the Model Context Protocol. The official SDK speaks the protocol."""

import functools
import inspect
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

import httpx
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from mock_server.agents.session import AgentSession
from mock_server.agents.verbs import Verbs
from mock_server.embedding.call import LeverRefused

Verb = Callable[..., Awaitable[dict[str, Any]]]
# What a verb says to the agent in one sentence. Everything else is a fault of ours.
_SENTENCES = (LeverRefused, LookupError, ValueError, RuntimeError, httpx.HTTPError)

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
REMOVES = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

INSTRUCTIONS = """\
A sandbox of a golf tee-time booking interface: courses are invented, and no request reaches a golf course.
Base address for the client under test: {url}
X-Api-Key: {key}
Begin with look. Its requests and yours meet the same world. After a refusal ask why. End with begin_again.
"""


def tools_of(session: AgentSession) -> MCPServer[Any]:
    """A server with every verb on this session."""
    verbs = Verbs(session)
    tools: dict[Verb, ToolAnnotations] = {
        verbs.look: READS,
        verbs.call: CHANGES,
        verbs.why: READS,
        verbs.timeline: READS,
        verbs.advance: CHANGES,
        verbs.decide: CHANGES,
        verbs.begin_again: REMOVES,
        verbs.verify_signature: READS,
        verbs.grade: READS,
    }
    server: MCPServer[Any] = MCPServer(
        "teesheet",
        instructions=INSTRUCTIONS.format(url=session.world.url, key=session.world.key),
        version=version("teesheet"),
        log_level="ERROR",
    )
    for verb, annotations in tools.items():
        server.add_tool(_in_sentences(verb), description=inspect.getdoc(verb), annotations=annotations)
    return server


def _in_sentences(verb: Verb) -> Verb:
    """The verb, with refusals that the agent can read and act on."""

    @functools.wraps(verb)
    async def said(*arguments: Any, **named: Any) -> dict[str, Any]:
        try:
            return await verb(*arguments, **named)
        except KeyError:
            raise
        except _SENTENCES as refusal:
            raise ToolError(str(refusal)) from refusal

    return said
