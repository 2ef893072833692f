"""Grades for an endpoint that receives deliveries. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class Grade(TypedDict):
    """The grade of the endpoint for one item."""

    name: str  # Name of the item.
    summary: str  # The delivery that the sandbox sent.
    expected: str  # What a good receiver does.
    happened: str  # What this endpoint did.
    verdict: Literal["good", "warning", "bad", "inconclusive"]  # The grade.
    advice: str  # Advice for the endpoint.


class Grades(TypedDict):
    """The grades of an endpoint."""

    passed: bool  # Whether every item is good or a warning.
    grades: list[Grade]  # One grade for each item, in the order of sending.


class GauntletRequest(TypedDict):
    """Which endpoint to grade."""

    webhookId: NotRequired[str]  # Id of a subscription.
    url: NotRequired[str]  # Address of the endpoint.
    secret: NotRequired[str]  # Secret with which the endpoint verifies signatures.


def run_gauntlet(body: GauntletRequest) -> LeverCall[Grades]:
    """Grade an endpoint: `POST /gauntlet`.

    Sends a valid delivery, then forged, stale, repeated, reordered and unknown deliveries, and grades each
    answer.
    """
    return LeverCall("POST", "/gauntlet", "data", body=body)
