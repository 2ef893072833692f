"""Faults of refusals and of timestamps, written without knowledge of the suite."""

from __future__ import annotations

from datetime import datetime

from tests.mutants.edits import alter
from tests.mutants.registry import json_answer

json_answer(
    "CNV-03.blind-group",
    "createdAt of a group is in epoch seconds.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", lambda moment: int(datetime.fromisoformat(moment).timestamp())),
)
