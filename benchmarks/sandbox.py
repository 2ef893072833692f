"""Our server, seen from outside: how to start it, and what of it can be read and booked."""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from benchmarks.processes import Server, free_port, serving

PORT = free_port()
_BASE_URL = "http://127.0.0.1:{}/api/v1"
BASE_URL = _BASE_URL.format(PORT)
COURSE_LIST_PATH = "/travel/courses?country=ES&pageSize=20"
KEY = {"X-Api-Key": "sbx_benchmark_alpha"}
TEE_TIMES_OF_A_DAY = 60
PLAYERS = 2
_FIRST_DAY_AHEAD = 14


def base_url(port: int) -> str:
    """The base URL of a sandbox at *port* of this machine."""
    return _BASE_URL.format(port)


@contextmanager
def running(database: Path, cores: str, python: str = sys.executable, port: int = PORT) -> Iterator[Server]:
    """The sandbox of the environment of *python* on an SQLite file that is new, on *cores*, once it has answered a
    course list.
    """
    # Without -P Python would import mock_server from the working directory, whatever the environment of *python* has.
    command = [python, "-P", "-m", "mock_server.cli", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{database}"]
    with serving(command, base_url(port) + COURSE_LIST_PATH, KEY, cores) as server:
        yield server


def day_ahead(days: int = 0) -> str:
    """A day that every course sells, *days* later than the first such day. Written YYYY-MM-DD."""
    return (datetime.now(UTC).date() + timedelta(days=_FIRST_DAY_AHEAD + days)).isoformat()


def tee_times_path(course_id: str, day: str) -> str:
    """The path of the tee times of a day, below the base path."""
    return f"/travel/courses/{course_id}/tee-times?date={day}&players={PLAYERS}"


class Reader:
    """Reads a running sandbox."""

    def __init__(self, base_url: str = BASE_URL) -> None:
        self._client = httpx.Client(base_url=base_url, headers=KEY, timeout=30)

    def read(self, path: str) -> Any:
        """The JSON at *path* below the base path. Raises HTTPStatusError where it is not there."""
        return self._client.get(path).raise_for_status().json()

    def online_courses(self) -> Iterator[str]:
        """The ids of the online courses, in order."""
        pages = range(1, self._pagination("/travel/courses?pageSize=100")["totalPages"] + 1)
        for page in pages:
            for course in self.read(f"/travel/courses?pageSize=100&page={page}")["data"]:
                if course["isOnline"]:
                    yield course["id"]

    def busy_course(self) -> str:
        """The first online course whose day lists about sixty tee times."""
        for course_id in self.online_courses():
            times = self.read(tee_times_path(course_id, day_ahead()))["availableTimes"]
            if abs(len(times) - TEE_TIMES_OF_A_DAY) <= 2:
                return course_id
        raise LookupError("No course lists about sixty tee times. Choose another day in benchmarks/sandbox.py.")

    def bookings_stored(self) -> int:
        """How many bookings the agency of the key has."""
        return int(self._pagination("/travel/bookings?pageSize=1")["totalItems"])

    def _pagination(self, path: str) -> Any:
        return self.read(path)["meta"]["pagination"]

    def bookable(self, wanted: int) -> list[str]:
        """At least *wanted* bodies of POST /travel/bookings, one tee time each, walking over days and courses."""
        courses, bodies = list(self.online_courses()), []
        for days in range(1, 365):
            for course_id in courses:
                bodies += self._bookable_on(course_id, day_ahead(days))
                if len(bodies) >= wanted:
                    return bodies
        raise LookupError(f"There are not {wanted} tee times to book in a year. Measure for fewer seconds.")

    def _bookable_on(self, course_id: str, day: str) -> list[str]:
        times = self.read(tee_times_path(course_id, day))["availableTimes"]
        return [_body(course_id, day, tee_time["time"]) for tee_time in times]


def _body(course_id: str, day: str, tee_time: str) -> str:
    return json.dumps(
        {
            "courseId": course_id,
            "date": day,
            "teeTime": tee_time,
            "players": PLAYERS,
            "leadPlayer": {
                "firstName": "Ada",
                "lastName": "Lindqvist",
                "email": "ada@lindqvist.example",
                "phone": "+46701234567",
            },
            "agencyBookingReference": "MGT-2027-0417",
            "specialRequests": "Two left-handed rental sets, please.",
        }
    )


def written_in_slices(bodies: Sequence[str], slices: int, folder: Path) -> list[Path]:
    """One file per slice. Within a slice the order is shuffled, the same in every run.

    Agencies do not book a course from its first tee time to its last.
    """
    size = len(bodies) // slices
    files = []
    for number in range(slices):
        part = list(bodies[number * size : (number + 1) * size])
        random.Random(number).shuffle(part)  # noqa: S311 - Nothing here is secret.
        files.append(folder / f"bookings-{number}.txt")
        files[-1].write_text("\n".join(part) + "\n")
    return files
