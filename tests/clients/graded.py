"""Runs a trip of tests/clients as the client of a grade: `graded.py PROGRAM TRIP`, with what the trip wants to know."""

import os
import subprocess
import sys
from datetime import datetime, timedelta

from tests.sandbox.trade import ORDINARY, by_trait


def main() -> int:
    """The exit code of the trip. Its day of play is a Saturday, five to six weeks from now."""
    now = datetime.fromisoformat(os.environ["TEESHEET_NOW"])
    day = now.date() + timedelta(days=35)
    known = {
        "HOST": os.environ["TEESHEET_BASE_URL"].removesuffix("/api/v1"),
        "KEY": os.environ["TEESHEET_API_KEY"],
        "ONLINE": ORDINARY.id,
        "OFFLINE": by_trait("offline-confirms").id,
        "DAY": str(day + timedelta(days=(5 - day.weekday()) % 7)),
    }
    return subprocess.run(sys.argv[1:], env={**os.environ, **known}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
