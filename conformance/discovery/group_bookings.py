"""Group bookings of our own: documented bodies to start from, and the calls that create groups, read them and name
their players.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.catalogue.paths import GROUP_BOOKINGS
from conformance.discovery.offered_tee_times import FreshDay
from conformance.evidence.exchanges import Answer
from conformance.scope.lanes import PerLane, current_lane
from conformance.scope.run import Run
from conformance.target.levers import GroupPayloads, filled

# The first and the last name of each player.
PlayerNames = Sequence[tuple[str, str]]

# No list that a run sends before has these names. Three players are a family, and two of them have the same names.
_NAMES: PlayerNames = (
    ("Ifeoma", "Okonkwo"),
    ("Chidi", "Okonkwo"),
    ("Layla", "Haddad"),
    ("Chidi", "Okonkwo"),
    ("Priya", "Raman"),
)
_FEWER_NAMES: PlayerNames = (("Marisol", "Quispe"), ("Tariq", "Mansour"))
_AS_MANY_NAMES: PlayerNames = (("Signe", "Halvorsen"), ("Omar", "Benali"))
_USUAL_PLAYER_LIST = {
    "players": [
        {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada.lindqvist@example.com"},
        {"firstName": "Bruno", "lastName": "Moreau", "email": "bruno.moreau@example.com"},
        {"firstName": "Clara", "lastName": "Ferreira", "email": "clara.ferreira@example.com"},
    ]
}


class GroupDesk:
    """Books groups for one agency. No document shows how to cancel a group, so a run needs the lever group_cancel."""

    def __init__(self, agency: Agency, run: Run, payloads: GroupPayloads) -> None:
        self._agency = agency
        self._run = run
        self._payloads = payloads
        self._numbers = PerLane(lambda: itertools.count(1))

    @property
    def player_list_is_declared(self) -> bool:
        """Whether the target file declares a player list. Only then does a refusal of a player list count."""
        return self._payloads.players is not None

    @property
    def last_names(self) -> frozenset[str]:
        """The last names in the declared player list, or in the usual one."""
        return frozenset(_last_names(self._payloads.players or _USUAL_PLAYER_LIST))

    def body(self, day: FreshDay, total_players: int, **changes: Any) -> dict[str, Any]:
        """All seven documented members, with a reference of its own; *changes* replace members."""
        # A third of the way into the day, or half, so that there are tee times before and after.
        parts = 3 if self._run.seed % 2 else 2
        middle = day.tee_times[len(day.tee_times) // parts].time if day.tee_times else "10:00"
        usual: dict[str, Any] = {
            "courseId": day.course_id,
            "date": day.play_date.isoformat(),
            "preferredTime": middle,
            "totalPlayers": total_players,
            "leadPlayer": {
                "firstName": "Teesheet",
                "lastName": "Conformance",
                "email": "conformance@example.com",
                "phone": "+34600000000",
            },
            "agencyBookingReference": f"{self._run.marker}-g{current_lane().count(next(self._numbers.here)):03d}",
            "specialRequests": "Booked by a conformance run. Please disregard.",
        }
        return usual | changes

    def post(self, body: Any, **options: Any) -> Answer:
        """POST *body* as it is; *options* are the options of `Agency.send`."""
        return self._agency.post(GROUP_BOOKINGS, body, **options)

    def read(self, group_id: str) -> Answer:
        """GET the group booking."""
        return self._agency.get(f"{GROUP_BOOKINGS}/{segment(group_id)}")

    def name_players(self, group_id: str) -> Answer:
        """PUT the declared player list, or a usual list."""
        body = self._payloads.players or _USUAL_PLAYER_LIST
        return self._agency.put(f"{GROUP_BOOKINGS}/{segment(group_id)}/players", body)

    def name_more_players(self, group_id: str) -> tuple[PlayerNames, Answer]:
        """PUT a list of five players in the form of the declared or usual list. Returns their names too."""
        return _NAMES, self._name(group_id, _NAMES)

    def name_fewer_players(self, group_id: str) -> tuple[PlayerNames, Answer]:
        """PUT a list of two other players in the same form. Returns their names too."""
        return _FEWER_NAMES, self._name(group_id, _FEWER_NAMES)

    def name_as_many_players(self, group_id: str) -> tuple[PlayerNames, Answer]:
        """As `name_fewer_players`, with as many players of other names."""
        return _AS_MANY_NAMES, self._name(group_id, _AS_MANY_NAMES)

    def name_wrongly(self, group_id: str, total_players: int) -> Sequence[Answer]:
        """The answers to a list that is no list, and to a list of more players than the group has."""
        no_list = self._agency.put(f"{GROUP_BOOKINGS}/{segment(group_id)}/players", {"players": "nobody"})
        too_many = tuple((f"First{number}", f"Last{number}") for number in range(total_players + 1))
        return no_list, self._name(group_id, too_many)

    def _name(self, group_id: str, names: PlayerNames) -> Answer:
        """Without a list of objects with a lastName there is nothing to take as a form, and the usual list serves as
        one.
        """
        declared = self._payloads.players or _USUAL_PLAYER_LIST
        named = _with_names(declared, names)
        body = _with_names(_USUAL_PLAYER_LIST, names) if named == declared else named
        return self._agency.put(f"{GROUP_BOOKINGS}/{segment(group_id)}/players", body)

    def validate(self, body: Mapping[str, Any]) -> Answer:
        """POST validate with the declared body for the same group, or with *body* itself."""
        declared = self._payloads.validate
        sent = dict(body) if declared is None else filled(declared, _values(body))
        return self._agency.post(f"{GROUP_BOOKINGS}/validate", sent)

    def ask(self, question: str, body: Mapping[str, Any]) -> Answer:
        """POST find-slots or calculate-price about the same group as *body*, with the documented members."""
        asked = {name: body[name] for name in ("courseId", "date", "totalPlayers")}
        if question == "find-slots":
            asked["preferredStartTime"] = body["preferredTime"]
        return self._agency.post(f"{GROUP_BOOKINGS}/{question}", asked)


def _values(body: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "course_id": body["courseId"],
        "date": body["date"],
        "time": body["preferredTime"],
        "total_players": body["totalPlayers"],
        "reference": body["agencyBookingReference"],
    }


def _last_names(body: Any) -> Iterator[str]:
    """Every last name in the lists of players of *body*."""
    if isinstance(body, Mapping):
        if isinstance(body.get("lastName"), str):
            yield body["lastName"]
        body = list(body.values())
    if isinstance(body, list):
        for part in body:
            yield from _last_names(part)


def _with_names(body: Any, names: PlayerNames) -> Any:
    """*body* with each list of players replaced by one that has a player with each of *names*."""
    if isinstance(body, list) and body and isinstance(body[0], dict) and "lastName" in body[0]:
        return [_named(body[0], number, *name) for number, name in enumerate(names)]
    if isinstance(body, Mapping):
        return {name: _with_names(value, names) for name, value in body.items()}
    return body


def _named(player: Mapping[str, Any], number: int, first_name: str, last_name: str) -> dict[str, Any]:
    """*player* with other names, and an address of its own. A list without first names or addresses stays without."""
    address = f"{first_name}.{last_name}.{number}@example.com".lower()
    others = {"firstName": first_name, "email": address, "lastName": last_name}
    return {**player, **{name: value for name, value in others.items() if name in player}}
