"""One world of the sandbox: the levers of a scenario, and what the service knows at its end. Knows HTTP, no rows."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import httpx

from conformance.grading.calls import DeliveryAttempt
from conformance.grading.records import DELIVERIES_SHOWN, JOURNAL_KEEPS, SandboxRecord, attempts_of, gap_of, stored_of
from conformance.grading.sandbox import ExaminationError, SituationRefused
from conformance.grading.scenarios import Moment, ScenarioLever

_ANSWER_SECONDS = 75.0
_LONGEST_WAIT_SECONDS = 2.0
# Calls of the examination itself, such as the cancellation by a colleague, are not calls of the client.
EXAMINER = "teesheet-examiner"
_LOST_REQUESTS = "teesheet_journal_entries_lost_total"
_BOOKINGS_ON_A_PAGE = 500
_COLLEAGUE = {"firstName": "Cora", "lastName": "League", "email": "cora@example.com"}
_FAR = timedelta(days=70)


class World:
    """One world of the sandbox at *address*: the key of the client, and the levers."""

    def __init__(self, address: str, name: str) -> None:
        self.base_url = f"{address}/api/v1"
        self.key = f"sbx_{name}_agency"
        self._http = httpx.Client(
            base_url=f"{address}/_sandbox/v1",
            headers={"X-Api-Key": self.key, "User-Agent": EXAMINER},
            timeout=_ANSWER_SECONDS,
            trust_env=False,
        )
        self._lost_before = 0

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def begin(self) -> None:
        """Starts the world from its beginning."""
        self._ask("POST", "/worlds/self/reset")

    def forget_requests(self) -> None:
        """Empties the journal, so that it has room for the requests of the client."""
        self._ask("DELETE", "/journal")
        self._lost_before = self._lost_requests()

    def pull(self, lever: ScenarioLever) -> str:
        """Pulls *lever*, and returns what happened in words. Raises `ExaminationError` when the sandbox refuses it."""
        if lever.name in _OF_SEVERAL_CALLS:
            return _OF_SEVERAL_CALLS[lever.name](self, lever.takes)
        method, path, body = _request_of(lever)
        self._ask(method, path, body)
        return f"{lever.name} {json.dumps(lever.takes) if isinstance(lever.takes, dict) else lever.takes}"

    def waits_for(self, moment: Moment, after: int) -> int | None:
        """The number of the request in the journal that shows the moment, now or within two seconds. None without one.

        Only requests whose number is larger than *after* count.
        """
        wanted = {"operation": moment.operation, "after": after} | ({"status": moment.status} if moment.status else {})
        body = {"for": {"request": wanted}, "timeoutSeconds": _LONGEST_WAIT_SECONDS}
        found = self._ask("POST", "/wait", body)["data"]["found"]
        return None if found is None else int(found["number"])

    def write_journal(self) -> None:
        """Lets the sandbox write the requests that wait for its journal: only so many may wait."""
        self._ask("GET", "/journal", limit=1)

    def known(self) -> SandboxRecord:
        """What the service knows now. Raises `ExaminationError` when the sandbox does not say it."""
        archive = self._answer("GET", "/journal.har", limit=JOURNAL_KEEPS)
        entries = _json_of(archive, "GET /journal.har")["log"]["entries"]
        deliveries = self._ask("GET", "/deliveries", limit=DELIVERIES_SHOWN)["data"]
        is_kept = self._ask("GET", "/settings")["data"]["journal"]
        return SandboxRecord(
            archive=archive.content if entries else None,
            attempts=tuple(attempt for delivery in deliveries for attempt in self._attempts_of(delivery["id"])),
            stored=tuple(stored_of(booking) for booking in self._bookings()),
            gap=gap_of(
                is_kept=is_kept,
                requests=len(entries),
                lost=self._lost_requests() - self._lost_before,
                deliveries=len(deliveries),
            ),
        )

    def _attempts_of(self, delivery_id: str) -> Iterator[DeliveryAttempt]:
        return attempts_of(self._ask("GET", f"/deliveries/{delivery_id}")["data"])

    def _lost_requests(self) -> int:
        """How many requests the journals of the sandbox have lost since it started, in all of its worlds."""
        metrics = self._answer("GET", "/metrics").text.splitlines()
        return sum(int(float(line.split()[1])) for line in metrics if line.startswith(_LOST_REQUESTS))

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None, **query: str | int) -> Any:
        """The JSON of an answer of the control plane, or of the interface when *path* is a whole address. None when
        the answer has no content. Raises `ExaminationError` when there is no answer, a refusal, or no JSON.
        """
        answer = self._answer(method, path, body, **query)
        return _json_of(answer, f"{method} {path}") if answer.content else None

    def _answer(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, **query: str | int
    ) -> httpx.Response:
        try:
            answer = self._http.request(method, path, json=body, params=query)
        except httpx.HTTPError as error:
            raise ExaminationError(f"The sandbox does not answer {method} {path}: {error}.") from error
        if not answer.is_success:
            refusal = SituationRefused if answer.status_code == httpx.codes.CONFLICT else ExaminationError
            raise refusal(f"The sandbox refuses {method} {path}: {_reason_of(answer)}")
        return answer

    def now(self) -> str:
        """The time of the world, as a client writes it."""
        return str(self._ask("GET", "/clock")["data"]["now"])

    def _cancel_newest(self, _is_wanted: object) -> str:
        """A colleague of the agency cancels its newest booking."""
        newest = next((booking for booking in self._bookings() if booking["status"] != "cancelled"), None)
        if newest is None:
            return "there is no booking to cancel"
        self._ask("DELETE", f"{self.base_url}/travel/bookings/{newest['id']}")
        return f"a colleague cancels {newest['id']}"

    def _book(self, wanted: int) -> str:
        """A colleague of the agency creates the *wanted* number of bookings, far from what clients usually book."""
        course_id, booked, day = self._last_online_course(), 0, datetime.fromisoformat(self.now()).date() + _FAR
        while booked < wanted:
            sheet = self._ask("GET", f"{self.base_url}/travel/courses/{course_id}/tee-times", date=str(day), players=1)
            times = [item["time"] for item in sheet["availableTimes"] for _ in range(item["available"])]
            for tee_time in times[: wanted - booked]:
                wish = {
                    "courseId": course_id,
                    "date": str(day),
                    "teeTime": tee_time,
                    "players": 1,
                    "leadPlayer": _COLLEAGUE,
                }
                self._ask("POST", f"{self.base_url}/travel/bookings", wish)
                booked += 1
            day += timedelta(days=1)
        return f"a colleague creates {booked} bookings"

    def _last_online_course(self) -> str:
        courses = f"{self.base_url}/travel/courses"
        last = self._ask("GET", courses, pageSize=50)["meta"]["pagination"]["totalPages"]
        for page in range(last, 0, -1):
            for course in reversed(self._ask("GET", courses, pageSize=50, page=page)["data"]):
                if course["isOnline"]:
                    return str(course["id"])
        raise ExaminationError("No course of the sandbox has a live tee sheet, so no colleague can book.")

    def _bookings(self) -> Iterator[Mapping[str, Any]]:
        """The bookings of the world, newest first."""
        for page in count(1):
            found = self._ask("GET", "/bookings", page=page, limit=_BOOKINGS_ON_A_PAGE)
            yield from found["data"]
            if page * _BOOKINGS_ON_A_PAGE >= found["meta"]["total"]:
                return

    def _wait_for_summer_time(self, _is_wanted: object) -> str:
        """The clock moves to one hour before summer time begins in Europe."""
        begins = next_summer_time(datetime.fromisoformat(self.now()))
        self._ask("PUT", "/clock", {"now": f"{begins - timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"})
        return f"summer time begins at {begins:%Y-%m-%d %H:%M} UTC"


def _json_of(answer: httpx.Response, what: str) -> Any:
    try:
        return answer.json()
    except ValueError as error:
        raise ExaminationError(f"The sandbox answers {what} with a body that is not JSON.") from error


def _reason_of(answer: httpx.Response) -> str:
    """Why the sandbox refused: what the problem says, or else the status."""
    try:
        problem = answer.json()
    except ValueError:
        problem = None
    detail = problem.get("detail") if isinstance(problem, dict) else None
    return str(detail or f"its answer has the status {answer.status_code}.")


# Levers that no single call of the control plane pulls.
_OF_SEVERAL_CALLS: Mapping[str, Callable[[World, Any], str]] = {
    "cancelNewest": World._cancel_newest,
    "bookings": World._book,
    "summerTime": World._wait_for_summer_time,
}


def next_summer_time(now: datetime) -> datetime:
    """When summer time begins next in Europe, at least one day after *now*: the last Sunday of March, 01:00 UTC."""
    for year in (now.year, now.year + 1):
        last_day = datetime(year, 3, 31, 1, tzinfo=UTC)
        begins = last_day - timedelta(days=(last_day.weekday() + 1) % 7)
        if begins - now > timedelta(days=1):
            return begins
    raise AssertionError("each year has a summer")


def _request_of(lever: ScenarioLever) -> tuple[str, str, dict[str, Any]]:
    """Method, path and body of the control plane for *lever*."""
    if lever.name == "policy":
        body = {name: value for name, value in lever.takes.items() if name != "course"}
        return "PUT", f"/policies/{lever.takes.get('course', '*')}", body
    requests: Mapping[str, tuple[str, str, Any]] = {
        "rule": ("POST", "/rules", lever.takes),
        "settings": ("PATCH", "/settings", lever.takes),
        "clock": ("PUT", "/clock", lever.takes),
        "advance": ("POST", "/clock/advance", {"by": lever.takes}),
    }
    return requests[lever.name]


def pull_all(world: World, levers: Sequence[ScenarioLever]) -> list[str]:
    """Pulls *levers* in order, and returns what happened."""
    return [world.pull(lever) for lever in levers]
