"""What the control plane can reach of its server."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mock_server.api.answer_checks import Faults
from mock_server.api.editions import Shelf
from mock_server.api.journal import Journal
from mock_server.api.metrics import Metrics
from mock_server.api.security import Keys
from mock_server.control.stages import Stage
from mock_server.control.visitors import OwnNames
from mock_server.deliveries.sender import Sender
from mock_server.storage.store import Store

MAX_CONTROL_BODY_BYTES = 48 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reach:
    """The parts of a server that its control plane reads and changes. *shelf* has the contracts of the present moment.

    *outbox_filled* wakes the delivery task when there is something to send. *sender* sends outside the outbox.
    *stage* is a second sandbox in memory, built at its first use. *started_at* is wall time.
    """

    shelf: Shelf
    control_document: dict[str, Any]
    store: Store
    faults: Faults
    keys: Keys
    journal: Journal
    metrics: Metrics
    workers: int
    public_url: str
    admin_token: str | None
    own_names: OwnNames
    started_at: datetime
    outbox_filled: Callable[[], None]
    sender: Sender
    stage: Callable[[], Stage]
    max_control_body_bytes: int = MAX_CONTROL_BODY_BYTES
