"""Whole worlds, from creation to removal. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    pass


class WorldClock(TypedDict):
    """Clock of the world."""

    now: str  # A moment of the world's time, in UTC.
    mode: Literal["ticking", "frozen"]  # Whether the clock moves by itself.


class WorldMade(TypedDict):
    """Numbers of objects that the world has created since it began."""

    bookings: int  # Bookings.
    teeTimeHolds: int  # Tee-time holds.
    bookingHooks: int  # Booking hooks.
    groupBookings: int  # Group bookings.
    webhooks: int  # Webhook subscriptions.
    events: int  # Events.
    deliveries: int  # Deliveries.


class World(TypedDict):
    """A world."""

    name: str  # Name of a world, the second part of a key.
    seed: int  # Seed of a world. Ids and references follow from the seed and the name of the world.
    clock: WorldClock  # Clock of the world.
    createdAt: str  # Moment of the first use of the world, in UTC on the clock of the machine.
    made: WorldMade  # Numbers of objects that the world has created since it began.


class WorldListAnswerMeta(TypedDict):
    """Facts about the list."""

    total: int  # Number of worlds.
    maximum: int  # Greatest number of worlds that the server keeps.


class WorldListAnswer(TypedDict):
    """The worlds under `data`, and their number under `meta`."""

    data: list[World]  # The worlds, newest first.
    meta: WorldListAnswerMeta  # Facts about the list.


class NewWorld(TypedDict):
    """A world to create."""

    name: str
    """Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of
    the key.
    """
    seed: NotRequired[int]
    """Seed of a world. Ids and references follow from the seed and the name of the world."""


class ResetWorldData(TypedDict):
    """The world."""

    world: str  # Name of a world, the second part of a key.
    seed: int  # Seed of a world. Ids and references follow from the seed and the name of the world.


class Fork(TypedDict):
    """The copy to create."""

    name: str
    """Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of
    the key.
    """


class WrittenExport(TypedDict):
    """A world as one document."""

    format: int  # Version of the form of this document.
    teesheet: str  # Version of the program that wrote the document.
    contract: str  # Version of the contract that the sandbox served.
    world: str  # Name of a world, the second part of a key.
    sha256: str  # Digest of `content` with sorted members and without spaces.
    content: dict[str, Any]  # The content of the world. An import takes the same members.


class ExportContentClock(TypedDict):
    """Clock of the world."""

    mode: Literal["ticking", "frozen"]  # Whether the clock moves by itself.
    now: int  # Time of the clock, in seconds since 1970 UTC.


Value: TypeAlias = "str | int | None"
"""One value of a row."""


class TableRows(TypedDict):
    """A table, with the rows of the world."""

    name: str  # Name of the table.
    columns: list[str]  # Names of the columns of the table.
    rows: list[list[Value]]  # The rows of the table, in the order of their keys.


class ExportContent(TypedDict):
    """The content of the world."""

    coursesSeed: int  # Seed of the golf courses of its bookings.
    seed: int  # Seed of a world. Ids and references follow from the seed and the name of the world.
    clock: ExportContentClock  # Clock of the world.
    settings: str  # Settings of the world, as JSON in a text.
    rules: int  # How many rules wait for a request.
    tables: list[TableRows]  # Every table of a world, in a fixed order.


class Export(TypedDict):
    """A world as one document."""

    format: int  # Version of the form of this document.
    teesheet: str  # Version of the program that wrote the document.
    contract: str  # Version of the contract that the sandbox served.
    world: str  # Name of a world, the second part of a key.
    sha256: str  # Digest of `content` with sorted members and without spaces.
    content: ExportContent  # The content of the world.


def list_worlds() -> LeverCall[WorldListAnswer]:
    """List the worlds: `GET /worlds`.

    Lists the worlds of this server, newest first, at most 200 worlds.
    """
    return LeverCall("GET", "/worlds", "json")


def create_world(body: NewWorld) -> LeverCall[World]:
    """Create a world: `POST /worlds`.

    Creates a world before its first use, with its own seed if the body has one.
    """
    return LeverCall("POST", "/worlds", "data", body=body)


def get_world(world: str = "self") -> LeverCall[World]:
    """See a world: `GET /worlds/{world}`.

    Returns the seed, the clock and the numbers of objects of the world.
    """
    return LeverCall("GET", f"/worlds/{segment(world)}", "data")


def delete_world(world: str = "self") -> LeverCall[None]:
    """Remove a world: `DELETE /worlds/{world}`.

    Removes the world with all its objects, its snapshots and its journal.
    """
    return LeverCall("DELETE", f"/worlds/{segment(world)}", "nothing")


def reset_world(world: str = "self") -> LeverCall[ResetWorldData]:
    """Begin again: `POST /worlds/{world}/reset`.

    Removes everything that happened in the world: bookings, holds, webhooks, rules, settings and its clock.
    """
    return LeverCall("POST", f"/worlds/{segment(world)}/reset", "data")


def fork_world(body: Fork, world: str = "self") -> LeverCall[World]:
    """Copy a world: `POST /worlds/{world}/fork`.

    Creates a new world as a copy of this world.
    """
    return LeverCall("POST", f"/worlds/{segment(world)}/fork", "data", body=body)


def export_world(world: str = "self") -> LeverCall[WrittenExport]:
    """Export a world: `GET /worlds/{world}/export`.

    Returns the whole world as one document: its clock, its settings and every row of its tables.
    """
    return LeverCall("GET", f"/worlds/{segment(world)}/export", "json")


def import_world(body: Export, world: str = "self") -> LeverCall[World]:
    """Import a world: `POST /worlds/{world}/import`.

    Replaces the whole world with the content of a document.
    """
    return LeverCall("POST", f"/worlds/{segment(world)}/import", "data", body=body)
