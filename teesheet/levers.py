"""Every operation of the control plane as a typed function, for `world.ask` and `sandbox.ask`.

world.ask(levers.clock.advance_clock({"by": "PT15M"}))
"""

from mock_server.embedding.call import LeverCall
from mock_server.embedding.levers import (
    clock,
    contract,
    courses,
    deliveries,
    desk,
    events,
    gauntlet,
    inbox,
    inventory,
    journal,
    ledger,
    levers,
    policies,
    records,
    replays,
    rival,
    rules,
    server,
    settings,
    signatures,
    snapshots,
    waiting,
    worlds,
)

__all__ = [
    "LeverCall",
    "clock",
    "contract",
    "courses",
    "deliveries",
    "desk",
    "events",
    "gauntlet",
    "inbox",
    "inventory",
    "journal",
    "ledger",
    "levers",
    "policies",
    "records",
    "replays",
    "rival",
    "rules",
    "server",
    "settings",
    "signatures",
    "snapshots",
    "waiting",
    "worlds",
]
