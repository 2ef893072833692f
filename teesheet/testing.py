"""The sandbox for tests. `docs/testing.md` explains it.

with Sandbox() as sandbox:
    world = sandbox.world()
    world.clock.advance(minutes=15)
"""

from mock_server.embedding.asynchronous.clocks import AsyncClock
from mock_server.embedding.asynchronous.courses import AsyncDesk, AsyncInventory, AsyncRival
from mock_server.embedding.asynchronous.deliveries import AsyncDeliveries
from mock_server.embedding.asynchronous.rules import AsyncInterference, AsyncRules
from mock_server.embedding.asynchronous.sandboxes import AsyncSandbox
from mock_server.embedding.asynchronous.worlds import AsyncSnapshot, AsyncWorld
from mock_server.embedding.call import LeverError, LeverRefused, NothingHappened, SandboxUnreachable
from mock_server.embedding.in_process import InProcessSandbox
from mock_server.embedding.names import NoSuchKey
from mock_server.embedding.process import SandboxNotStarted
from mock_server.embedding.receiver import Delivered, Receiver
from mock_server.embedding.synchronous.clocks import Clock
from mock_server.embedding.synchronous.courses import Desk, Inventory, Rival
from mock_server.embedding.synchronous.deliveries import Deliveries
from mock_server.embedding.synchronous.rules import Interference, Rules
from mock_server.embedding.synchronous.sandboxes import Sandbox
from mock_server.embedding.synchronous.worlds import Snapshot, World

__all__ = [
    "AsyncClock",
    "AsyncDeliveries",
    "AsyncDesk",
    "AsyncInterference",
    "AsyncInventory",
    "AsyncRival",
    "AsyncRules",
    "AsyncSandbox",
    "AsyncSnapshot",
    "AsyncWorld",
    "Clock",
    "Delivered",
    "Deliveries",
    "Desk",
    "InProcessSandbox",
    "Interference",
    "Inventory",
    "LeverError",
    "LeverRefused",
    "NoSuchKey",
    "NothingHappened",
    "Receiver",
    "Rival",
    "Rules",
    "Sandbox",
    "SandboxNotStarted",
    "SandboxUnreachable",
    "Snapshot",
    "World",
]
