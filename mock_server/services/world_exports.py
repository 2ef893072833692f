"""A world as one document: exported, imported, and moved to another name.

The document names its format and carries a digest of its content, so that a damaged document is refused as a whole.
The specification has no worlds: they belong to the sandbox.
"""

from datetime import datetime
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import orjson

from mock_server.domain.refusals import ExportDigest, ExportFormat, ExportNotWritable, ExportUnsound, WorldTooLarge
from mock_server.services.inbox import MAX_INBOX_BYTES, MAX_INBOXES
from mock_server.services.invariants import check
from mock_server.storage.sessions import Session
from mock_server.storage.tables import inbox
from mock_server.storage.world_exports import Content, read_world, write_world

FORMAT = 1
# The limit for everything but the inboxes. Anybody can send to an inbox, and that must not prevent an export.
MAX_EXPORT_BYTES = 31 * 1024 * 1024
# The most that the inboxes of a world add. Each byte takes at most two bytes in JSON, and each row a little more.
MAX_INBOXES_BYTES = 2 * MAX_INBOXES * MAX_INBOX_BYTES + 1024 * 1024

Export = dict[str, Any]


def export_world(session: Session, contract_version: str) -> Export:
    """The whole world as a document. *session* is a writing session, so that nobody else writes meanwhile.

    Raises WorldTooLarge.
    """
    content = read_world(session)
    written = _canonical(content)
    _require_fitting(len(written), content)
    return {
        "format": FORMAT,
        "teesheet": version("teesheet"),
        "contract": contract_version,
        "world": session.world.name,
        "sha256": sha256(written).hexdigest(),
        "content": content,
    }


def _require_fitting(size: int, content: Content) -> None:
    """Refuses a world whose document no import would accept. Raises WorldTooLarge."""
    of_inboxes = next(len(_canonical(table)) for table in content["tables"] if table["name"] == inbox.name)
    own = size - min(of_inboxes, MAX_INBOXES_BYTES)
    if own > MAX_EXPORT_BYTES:
        raise WorldTooLarge(own, MAX_EXPORT_BYTES)


def load_world(session: Session, export: Export, wall: datetime) -> None:
    """Replaces the whole world by the content of a document. Raises ExportFormat, ExportDigest or ExportDamaged."""
    if export["format"] != FORMAT:
        raise ExportFormat(export["format"], FORMAT)
    content: Content = export["content"]
    if sha256(_canonical(content)).hexdigest() != export["sha256"]:
        raise ExportDigest()
    write_world(session, content, wall)


def import_world(session: Session, export: Export, wall: datetime) -> None:
    """Replaces the whole world by a document from outside.

    Raises ExportDamaged, and ExportUnsound for a world that breaks a rule.
    """
    load_world(session, export, wall)
    violations = check(session).violations
    if violations:
        first = violations[0]
        raise ExportUnsound(first.rule, first.object_id, first.detail)


def _canonical(content: Any) -> bytes:
    """The canonical spelling of a content, which its digest covers."""
    try:
        return orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError):
        raise ExportNotWritable() from None
