"""Random histories of a world, played over the interface and the control plane, and everything a world then answers."""

import re
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from hypothesis import strategies as st

from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.trade import LEAD, ORDINARY, SATURDAY, by_trait

OFFLINE = [by_trait(trait).id for trait in ("offline-confirms", "offline-declines", "offline-silent")]

Step = tuple[str, int, int]

# Ids of what is made in a world, and references of bookings.
_ID = re.compile(r"\b([a-z]{3})_[0-9a-z]{12}\b|\bTS-[0-9A-Z]{6}\b")


@dataclass(frozen=True)
class QuickAgency(Agency):
    """An agency whose answers are not judged by the oracle, which takes longer than a whole history."""

    def send(self, method: str, path: str, *, headers: dict[str, str] | None = None, **options: Any) -> httpx.Response:
        """The answer to any request of the interface. Fails where the sandbox was at fault."""
        sent = {"X-Api-Key": self.key, **(headers or {})}
        answer = self.http.request(method, f"{self.address}{BASE_PATH}{path}", headers=sent, **options)
        assert answer.status_code < 500, answer.text
        return answer


@dataclass
class Player:
    """Plays steps in a world and remembers the ids they lead to. A refused step is a step as well."""

    agencies: list[Agency]
    tee_times: list[str]
    bookings: list[tuple[Agency, str]] = field(default_factory=list)
    hooks: list[tuple[Agency, str]] = field(default_factory=list)
    holds: list[dict[str, Any]] = field(default_factory=list)
    groups: list[tuple[Agency, str]] = field(default_factory=list)

    def play(self, steps: list[Step]) -> None:
        """Plays the steps in their order."""
        for name, item, other in steps:
            getattr(self, name)(item, other)

    def _agency(self, number: int) -> Agency:
        return self.agencies[number % len(self.agencies)]

    def _request(self, item: int, other: int, course_id: str = ORDINARY.id) -> dict[str, Any]:
        tee_time = self.tee_times[item % len(self.tee_times)]
        where = {"courseId": course_id, "date": str(SATURDAY), "teeTime": tee_time}
        return {**where, "players": other % 4 + 1, "leadPlayer": LEAD}

    def _booked(self, agency: Agency, body: dict[str, Any]) -> None:
        answer = agency.post("/travel/bookings", body)
        if answer.status_code == 201:
            self.bookings.append((agency, answer.json()["data"]["id"]))

    def book(self, item: int, other: int) -> None:
        """Books an online tee time, with the last hold where there is one."""
        hold = self.holds.pop() if self.holds and item % 2 else None
        body = self._request(item, other) if hold is None else {**hold, "leadPlayer": LEAD}
        self._booked(self._agency(item), body)

    def ask(self, item: int, other: int) -> None:
        """Asks an offline course."""
        self._booked(self._agency(item), self._request(item, other, OFFLINE[other % 3]))

    def hold(self, item: int, other: int) -> None:
        """Holds a tee time."""
        body = self._request(item, other)
        wanted = {"date": body["date"], "time": body["teeTime"], "players": body["players"]}
        answer = self._agency(item).post(f"/travel/courses/{ORDINARY.id}/hold-tee-time", wanted)
        if answer.status_code == 201:
            reserved = {member: body[member] for member in ("courseId", "date", "teeTime", "players")}
            self.holds.append({**reserved, "holdId": answer.json()["holdId"]})

    def hook(self, item: int, other: int) -> None:
        """Makes a booking hook."""
        agency = self._agency(item)
        answer = agency.post("/travel/bookings/hooks", self._request(item, other))
        if answer.status_code == 201:
            self.hooks.append((agency, answer.json()["data"]["id"]))

    def end_hook(self, item: int, other: int) -> None:
        """Confirms or releases a hook."""
        if self.hooks:
            agency, hook_id = self.hooks[item % len(self.hooks)]
            path = f"/travel/bookings/hooks/{hook_id}"
            _ = agency.post(f"{path}/confirm", None) if other % 2 else agency.delete(path)

    def change(self, item: int, other: int) -> None:
        """Changes a booking."""
        if self.bookings:
            agency, booking_id = self.bookings[item % len(self.bookings)]
            agency.put(f"/travel/bookings/{booking_id}", {"players": other % 4 + 1})

    def cancel(self, item: int, _other: int) -> None:
        """Cancels a booking."""
        if self.bookings:
            agency, booking_id = self.bookings[item % len(self.bookings)]
            agency.delete(f"/travel/bookings/{booking_id}")

    def group(self, item: int, other: int) -> None:
        """Books a group, online or offline."""
        agency = self._agency(item)
        where = self._request(item, 0, (ORDINARY.id, *OFFLINE)[other % 4])
        wanted = {"courseId": where["courseId"], "date": where["date"], "preferredTime": where["teeTime"]}
        body = {**wanted, "totalPlayers": 5 + other % 12, "leadPlayer": LEAD}
        answer = agency.post("/travel/group-bookings", body)
        if answer.status_code == 202:
            self.groups.append((agency, answer.json()["data"]["id"]))

    def decide(self, item: int, other: int) -> None:
        """Decides at the desk."""
        asked = self.bookings + self.groups
        if asked:
            agency, object_id = asked[item % len(asked)]
            agency.control("POST", f"/desk/{object_id}/{('confirm', 'decline', 'silence', 'cancel')[other % 4]}")

    def subscribe(self, item: int, other: int) -> None:
        """Subscribes to events. Nobody listens at the address."""
        kinds = ["booking.confirmed", "booking.cancelled", "group_booking.confirmed"][: other % 3 + 1]
        self._agency(item).post("/webhooks", {"url": "http://127.0.0.1:9/hooks", "events": kinds})

    def rival(self, item: int, other: int) -> None:
        """Sends the rival."""
        where = self._request(item, 0)
        wanted = {member: where[member] for member in ("courseId", "date", "teeTime")}
        self._agency(item).control("POST", "/rival", {**wanted, "leave": other % 4})

    def stock(self, item: int, other: int) -> None:
        """Blocks places and sets a price."""
        where = self._request(item, 0)
        wanted = {member: where[member] for member in ("courseId", "date", "teeTime")}
        self._agency(item).control("PUT", "/inventory", {**wanted, "blocked": other % 3, "greenFee": 50 + other})

    def policy(self, item: int, other: int) -> None:
        """Sets a policy."""
        answer = ("confirm", "decline", "silent")[other % 3]
        self._agency(item).control("PUT", f"/policies/{OFFLINE[item % 3]}", {"answer": answer, "afterMinutes": other})

    def advance(self, item: int, other: int) -> None:
        """Moves the clock, by a second up to many days."""
        self._agency(item).advance(by=("PT1S", "PT20S", "PT15M", "PT1H", "P2D", "P15D")[other % 6])


def steps(most: int) -> st.SearchStrategy[list[Step]]:
    """Histories of up to *most* steps."""
    names = [
        name for name, item in vars(Player).items() if callable(item) and not name.startswith("_") and name != "play"
    ]
    number = st.integers(0, 23)
    return st.lists(st.tuples(st.sampled_from(names), number, number), min_size=1, max_size=most)


SEEN = (
    "/travel/bookings?pageSize=100",
    f"/travel/courses/{ORDINARY.id}/tee-times?date={SATURDAY}&players=1",
    f"/travel/courses/{ORDINARY.id}/availability?startDate={SATURDAY}&endDate=2040-05-20",
    "/webhooks",
)
SEEN_AT_CONTROL = (
    "/clock",
    "/desk",
    "/settings",
    "/policies",
    "/inventory",
    f"/ledger?courseId={ORDINARY.id}&date={SATURDAY}",
    "/invariants",
    "/events",
    "/rules",
)


def without_ids(seen: dict[str, bytes]) -> list[tuple[str, Any]]:
    """All of *seen*, with the kind in the place of each id, and lists in an order that no id decides."""
    bare = [(_ID.sub(r"\1", name), _in_order(orjson.loads(_bare(answer)))) for name, answer in seen.items()]
    return sorted(bare, key=repr)


def _bare(answer: bytes) -> str:
    return _ID.sub(r"\1", answer.decode())


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _in_order(item) for name, item in value.items()}
    return sorted(map(_in_order, value), key=repr) if isinstance(value, list) else value


def everything(player: Player) -> dict[str, bytes]:
    """The bytes of every answer that shows something of the world, refusals too."""
    # Requests of one name: a refusal repeats it.
    named = {"X-Request-Id": "seen"}
    seen = {}
    for agency in player.agencies:
        for path in SEEN:
            seen[f"{agency.name} {path}"] = agency.send("GET", path, headers=named).content
    for agency, booking_id in player.bookings:
        seen[booking_id] = agency.get(f"/travel/bookings/{booking_id}").content
    for agency, group_id in player.groups:
        seen[group_id] = agency.get(f"/travel/group-bookings/{group_id}").content
    for path in SEEN_AT_CONTROL:
        seen[path] = player.agencies[0].control("GET", path).content
    return seen
