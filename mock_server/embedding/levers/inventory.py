"""The caller's changes of a tee sheet, in places and in prices. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class Inventory(TypedDict):
    """How a tee time differs from the sheet of its course."""

    courseId: str  # Course document id.
    date: str  # Day of play.
    teeTime: str  # Tee time.
    blocked: int  # How many places the inventory blocks.
    greenFee: float | None
    """Net price per player in the currency of the course. Null if the price of the sheet applies."""


class InventoryChange(TypedDict):
    """A change of a tee time."""

    courseId: str  # Course document id.
    date: str  # Day of play.
    teeTime: str  # Tee time.
    blocked: NotRequired[int]  # Number of blocked places, 0 for none.
    greenFee: NotRequired[float | None]
    """Net price per player in the currency of the course. The sandbox rounds the price to two decimals. Null
    restores the price of the sheet.
    """


def list_inventory(*, course_id: str | None = None, date: str | None = None) -> LeverCall[list[Inventory]]:
    """See the changed tee times: `GET /inventory`.

    Lists the tee times that differ from the sheet of their course, in order of course, day and time.
    """
    return LeverCall("GET", "/inventory", "data", query={"courseId": course_id, "date": date})


def change_inventory(body: InventoryChange) -> LeverCall[Inventory]:
    """Change a tee time: `PUT /inventory`.

    Blocks places of a tee time, sets the green fee of the tee time, or does both.
    """
    return LeverCall("PUT", "/inventory", "data", body=body)
