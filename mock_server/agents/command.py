"""`teesheet mcp`: serves the verbs for agents on standard input and output, until the agent ends it."""

import asyncio
from typing import NoReturn

import click
import httpx

from mock_server.agents.session import AgentSession, session
from mock_server.agents.tools import tools_of
from mock_server.embedding.call import LeverRefused
from mock_server.embedding.process import SandboxNotStarted

USAGE = 2
_INTERRUPTED = 130


@click.command()
@click.option("--url", metavar="URL", help="Use the sandbox at this address. [default: start one, in memory]")
@click.option("--key", metavar="KEY", help="The key of the agency, and so the world. [default: a new world]")
def mcp(url: str | None, key: str | None) -> None:
    """Serve the sandbox to an agent by the Model Context Protocol, on standard input and output.

    Name this command in the configuration of the agent. It ends when the agent closes its standard input.
    """
    try:
        asyncio.run(_serve(url, key))
    except (SandboxNotStarted, LeverRefused, ValueError) as error:
        _fail(str(error))
    except httpx.TransportError:
        _fail(f"no sandbox answers at {url}. Start it with `teesheet serve`, or leave --url out.")
    except KeyboardInterrupt:
        raise click.exceptions.Exit(_INTERRUPTED) from None


async def _serve(url: str | None, key: str | None) -> None:
    async with session(url, key) as opened:
        await _talk(opened)


async def _talk(opened: AgentSession) -> None:
    await tools_of(opened).run_stdio_async()


def _fail(sentence: str) -> NoReturn:
    click.echo(f"teesheet mcp: {sentence}", err=True)
    raise click.exceptions.Exit(USAGE)
